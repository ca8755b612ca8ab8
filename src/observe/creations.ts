import { endOf, textOf } from '../client/exchange.ts';
import { jsonType, readJson } from '../client/json.ts';
import { census } from '../created/census.ts';
import { type Creation, isAccepted } from '../created/ledger.ts';
import type { Answer, Answers, Ask, Caller, Payload } from '../model/ask.ts';
import type { Run } from '../run/run.ts';
import { isObject, strings } from '../snapshot/records.ts';
import { fieldsOf, shownName } from './fields.ts';
import type { Observe } from './observed-rule.ts';
import { disturbed, type Lookup, type NewIssue, NotMade, type Observer, statusOf } from './observer.ts';
import { alternatives, type Told, together, truncate } from './texts.ts';

/** Milliseconds between two looks for new issues, doubled each time. */
const FIRST_PAUSE_MS = 250;
const NOT_FOUND = 'An accepted issue was not found in any listing.';

/** Differences from a valid creation by TOKEN. */
interface Made extends NonNullable<Ask['observed']>, Partial<Pick<Ask, 'payload' | 'repository'>> {
  readonly caller?: Caller;
}

const statusText = async (_: Observer, answer: Answer): Promise<string> => String(statusOf(answer));

/** Constructor: creations, of which nothing is demanded, one after the other; by default each is described by its status. */
export const creations =
  (made: (run: Run) => Readonly<Record<string, Made>>, describe = statusText): Observe =>
  async (observer) => {
    const { run } = observer;
    const told: Told[] = [];
    for (const [name, { payload, repository, caller, ...observed }] of Object.entries(made(run))) {
      const ask = run.post(caller ?? run.first, payload ?? run.valid, repository);
      const answer = await observer.seen({ ...ask, observed });
      told.push({ name, text: await describe(observer, answer) });
    }
    return together(told);
  };

/** Looks for new issues until all are listed, or for as long as that may take. @throws {NotMade} @throws {Stopped} */
async function untilListed(observer: Observer, answers: Answers): Promise<Lookup> {
  const { run } = observer;
  const { creations: all } = run.ledger;
  const sought = all.filter((one) => isAccepted(one) && answers.some(({ marker }) => marker === one.marker));
  const until = Math.max(...answers.map(({ exchange }) => endOf(exchange))) + run.settings.listedWithinMs;
  const isFound = (): boolean => sought.every(({ isMentioned }) => isMentioned);
  for (let looks = 1; ; looks += 1) {
    const query = { per_page: '100' };
    const listings = [await observer.send(observer.listing({ query, repository: run.bed.written }))];
    const isOver = run.clock.now() > until;
    // The first page need not hold the newest.
    if (!isFound() && (looks === 1 || isOver))
      listings.push(...(await census(run)((ask) => observer.send(ask))));
    if (isFound()) return { looks, listings, isFound: true };
    if (isOver && all.some(({ isMentioned }) => isMentioned)) return { looks, listings, isFound: false };
    if (isOver)
      throw new NotMade(
        'data',
        'No listed issue shows its title, so the list does not show which one is new.',
        ['create.listed'],
      );
    await run.target.wait(Math.min(run.settings.listedWithinMs, FIRST_PAUSE_MS * 2 ** (looks - 1)));
  }
}

const timesIn = (record: unknown, marker: string): number =>
  strings(record).filter(({ text }) => text.toLowerCase().includes(marker)).length;

/** Returns the record of a new issue: the one that most often holds its marker, since others may quote it. */
function recordOf({ marker }: Answer, listings: Answers): unknown {
  const found = listings.flatMap(({ list }) => list ?? []).filter((record) => timesIn(record, marker) > 0);
  return found.toSorted((a, b) => timesIn(b, marker) - timesIn(a, marker))[0];
}

/** Returns the accepted creations, and makes one if there is none. @throws {NotMade} @throws {Stopped} */
async function needsAccepted(observer: Observer): Promise<readonly Creation[]> {
  const { ledger, bed } = observer.run;
  const accepted = (): readonly Creation[] => ledger.accepted(bed.written);
  if (accepted().length === 0) await sharedIssue(observer);
  if (accepted().length > 0) return accepted();
  throw new NotMade('other-rule', 'No creation was accepted.', ['create.accepted']);
}

/** Describes the statuses of accepted creations. */
export const createdStatuses: Observe = async (observer) => {
  const statuses = (await needsAccepted(observer)).map(({ exchange }) => String(exchange.response?.status));
  return [...new Set(statuses)].toSorted().join(', ');
};

/** Describes the answers to accepted creations, which section 4.2 does not show: `the issue as listed; Location`. */
export const createdAnswers: Observe = async (observer) => {
  const { run } = observer;
  return alternatives(
    (await needsAccepted(observer)).flatMap(({ ask, exchange: { response }, marker, texts: [, body] }) => {
      if (response === null || (ask.observed !== undefined && ask.payload !== run.valid)) return [];
      const location = response.headers['location'] === undefined ? 'no Location' : 'Location';
      const isTitle = (text: string): boolean => text.toLowerCase().includes(marker) && text !== body;
      return [`${describeBody(run, textOf(response), isTitle)}; ${location}`];
    }),
  );
};

function describeBody(
  { heard, secrets }: Run,
  body: string | null,
  isTitle: (text: string) => boolean,
): string {
  if (body === null) return 'a body too long to be kept';
  if (body.trim() === '') return 'empty';
  const reading = readJson(body);
  if (reading.kind !== 'json') return 'no JSON';
  const record = reading.value;
  if (!isObject(record)) return `a JSON ${jsonType(record)}`;
  const [name, value] =
    Object.entries(record).find(([, inner]) => strings(inner).some(({ text }) => isTitle(text))) ?? [];
  if (name === undefined) return 'an object without the title';
  if (typeof value !== 'string') return `the issue inside ${truncate(secrets.hide(shownName(name)), 30)}`;
  const records = heard.plain?.list ?? [];
  const always = [...fieldsOf(records)].filter(([, values]) => values.length === records.length);
  if (always.length === 0) return 'the issue';
  const isWhole = always.every(([field]) => Object.hasOwn(record, field));
  return isWhole ? 'the issue as listed' : 'the issue with other fields than listed';
}

/** Creates an issue and looks for it. @throws {NotMade} @throws {Stopped} */
async function newIssue(observer: Observer): Promise<NewIssue> {
  const answer = await observer.seen(observer.creation(observer.run.valid));
  if (!isAccepted(answer))
    throw new NotMade('other-rule', `The creation was answered ${statusOf(answer)}.`, ['create.accepted']);
  const { marker } = answer;
  const lookup = await untilListed(observer, [answer]);
  const showing = lookup.listings.filter(({ list }) => JSON.stringify(list).includes(marker));
  return { ...lookup, marker, states: new Set(showing.map(({ ask }) => ask.query['state'])) };
}

/** Returns the new issue that rows share. @throws {NotMade} @throws {Stopped} */
const sharedIssue = (observer: Observer): Promise<NewIssue> => (observer.newIssue ??= newIssue(observer));

const LIKELY_STATES = ['closed', 'new', 'pending', 'draft', 'triage'];

/** Describes the state in which a new issue starts. */
export const firstState: Observe = async (observer) => {
  const { states, isFound, marker } = await sharedIssue(observer);
  if (!isFound) throw new NotMade('other-rule', NOT_FOUND, ['create.listed']);
  if (states.has(undefined)) return 'open';
  const note = 'The list without `state` does not show it.';
  for (const state of LIKELY_STATES) {
    const query = { state, per_page: '100' };
    const repository = observer.run.bed.written;
    const { list } = await observer.send(observer.listing({ query, repository }));
    if (JSON.stringify(list).includes(marker)) return { value: state, note };
  }
  return { value: 'not open, found under all', note };
};

/** Describes how soon a new issue is listed. One that is not there at once is followed by a second one. */
export const visibleAfter: Observe = async (observer) => {
  const { listedWithinMs } = observer.run.settings;
  const first = await sharedIssue(observer);
  if (first.isFound && first.looks === 1) return 'at once';
  const second = await newIssue(observer);
  if (first.isFound !== second.isFound)
    throw disturbed('Of two new issues one was listed and the other was not');
  if (!second.isFound) return `not within ${listedWithinMs / 1000} s`;
  return second.looks === 1 ? 'at once' : 'with a lag';
};

/** A field that no service knows. */
const MADE_UP_FIELD = 'qx_made_up_field';

export const withMadeUpField: Payload = (marker) => ({
  title: `Conformance check ${marker}`,
  [MADE_UP_FIELD]: 'made up',
});

/** Describes what became of the made-up field of a creation. @throws {NotMade} @throws {Stopped} */
export async function fateOfMadeUpField(observer: Observer, answer: Answer): Promise<string> {
  const status = String(statusOf(answer));
  if (!isAccepted(answer)) return status;
  const { response } = answer.exchange;
  const body = response === null ? '' : (textOf(response) ?? '');
  const isShown = body.toLowerCase().includes(answer.marker);
  const record = isShown ? body : recordOf(answer, (await untilListed(observer, [answer])).listings);
  if (record === undefined) return `${status}, not listed`;
  return `${status}, extra field ${JSON.stringify(record).includes(MADE_UP_FIELD) ? 'kept' : 'dropped'}`;
}

/** Texts that show if titles and bodies come back as they were sent (sections 2 and 4.2). None mentions a person or an issue. */
const TEXTS: Readonly<Record<string, (text: string) => string>> = {
  'unusual characters': (text) =>
    `${text} 😀 👩‍👩‍👧 Größe тест 日本語 العربية e\u0301 "double" 'single' \`back\` <b>bold</b> &amp; **stars** C:\\new \\u0041 100%25`,
  'spaces at the ends': (text) => `  ${text}  `,
  'line break': (text) => `${text} first\r\nsecond\tline\n\nfourth`,
};

/** Creates the issues of the round trip, and describes the changes. @throws {NotMade} @throws {Stopped} */
async function roundTripOnce(observer: Observer): Promise<string> {
  const sent = Object.entries(TEXTS).map(([name, text]) => ({
    name,
    title: (marker: string) => text(`Title ${marker}`),
    body: (marker: string) => text(`Body ${marker}`),
  }));
  const answers: Answer[] = [];
  for (const { title, body } of sent)
    answers.push(
      await observer.seen(observer.creation((marker) => ({ title: title(marker), body: body(marker) }))),
    );
  const { listings } = await untilListed(observer, answers);
  const found = sent.flatMap((one, index) => {
    const answer = answers[index];
    return answer === undefined ? [] : [{ ...one, answer, record: recordOf(answer, listings) }];
  });
  const listed = found.filter(({ record }) => record !== undefined);
  const changed = (['title', 'body'] as const).flatMap((part) => {
    const names = listed.filter(
      ({ record, answer, ...texts }) =>
        !strings(record).some(({ text }) => text === texts[part](answer.marker)),
    );
    if (names.length === 0) return [];
    const isShown = listed.some((one) => !names.includes(one));
    return [isShown ? `${part} changed: ${names.map(({ name }) => name).join(', ')}` : `${part} not shown`];
  });
  const refused = found.flatMap(({ name, answer, record }) =>
    record === undefined ? [`${name} → ${statusOf(answer)}${isAccepted(answer) ? ', not listed' : ''}`] : [],
  );
  if (listed.length === 0 && answers.some(isAccepted))
    throw new NotMade('other-rule', NOT_FOUND, ['create.listed']);
  const unchanged = listed.length > 0 && changed.length === 0 ? ['unchanged'] : [];
  return [...unchanged, ...changed, ...refused].join('; ');
}

/** Returns what comes back unchanged, or changed in one way twice: others may edit a new issue at once. */
export const roundTrip: Observe = async (observer) => {
  await needsAccepted(observer);
  const once = await roundTripOnce(observer);
  if (once === 'unchanged' || once === (await roundTripOnce(observer))) return once;
  throw disturbed('Titles and bodies came back changed in another way each time');
};
