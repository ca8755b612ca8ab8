import * as z from 'zod';
import { isSuccess } from '../client/exchange.ts';
import { submit, writerOf } from '../created/writer.ts';
import type { Trial } from '../run/trial.ts';
import { recordsShowing } from './listed-issues.ts';
import { disturbed, needsAnswers, untilSteady } from './observation.ts';
import { statusText, truncate, VALUE_LENGTH } from './texts.ts';

/** A feature of a text that a service may change. */
interface Feature {
  readonly name: string;
  /** True if the text that came back still has it. */
  readonly isKept: (text: string) => boolean;
}

/** One creation of the round trip. */
export interface Trip {
  readonly name: string;
  readonly title: (marked: string) => string;
  readonly body: string;
  readonly titleFeatures: readonly Feature[];
  readonly bodyFeatures: readonly Feature[];
}

/** A text in every body that is not empty, and in no title. */
const MARK = 'round trip of a body';

const containing = (name: string, text: string): Feature & { readonly text: string } => ({
  name,
  text,
  isKept: (came) => came.includes(text),
});

// No text mentions a person or refers to another issue: a service may act on such things.
const LINE = [
  containing('emoji', '😀 👩‍👩‍👧'),
  containing('other scripts', 'Größe тест 日本語 العربية'),
  containing('combining marks', 'e\u0301 a\u0308'),
  containing('quotes', '"double" \'single\' `back`'),
  containing('markup', '<b>bold</b> &amp; **stars**'),
  containing('backslashes', 'C:\\new \\u0041 100%25'),
];
const line = LINE.map(({ text }) => text).join(' ');

const ENDS: Feature = { name: 'spaces at the ends', isKept: (came) => /^ {2}[^ ].*[^ ] {2}$/s.test(came) };

/** Creations that show if texts come back as they were sent (sections 2 and 4.2). */
export const TRIPS: readonly Trip[] = [
  {
    name: 'unusual characters',
    title: (marked) => `${marked} ${line}`,
    body: `${MARK} ${line}`,
    titleFeatures: LINE,
    bodyFeatures: LINE,
  },
  {
    name: 'unusual spaces',
    title: (marked) => `  ${marked} two  blanks  `,
    body: `  ${MARK}\r\nsecond\tline\n\nfourth  `,
    titleFeatures: [ENDS, containing('spaces in a row', 'two  blanks')],
    bodyFeatures: [ENDS, containing('line ends', '\r\nsecond\tline\n\nfourth')],
  },
  {
    name: 'a line break in the title',
    title: (marked) => `${marked} first\nsecond`,
    body: '',
    titleFeatures: [containing('line break', 'first\nsecond')],
    bodyFeatures: [],
  },
];

/** A text in a record. */
interface Place {
  readonly path: string;
  readonly text: string;
}

const UNCHANGED = 'unchanged';
const NOT_SHOWN = 'not shown';
/** Objects and arrays within one another in which texts are looked for. */
const MAX_DEPTH = 3;

function textsIn(value: unknown, path = '', depth = 0): Place[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (value === null || typeof value !== 'object' || depth === MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, `${path}/${name}`, depth + 1));
}

/** Returns the changes of the text that has changed least, and the place of it. */
function leastChanged(
  places: readonly Place[],
  sent: string,
  features: readonly Feature[],
): { readonly path?: string; readonly changes: readonly string[] } {
  const each = places.map(({ path, text }) => {
    const lost = features.filter(({ isKept }) => !isKept(text)).map(({ name }) => name);
    return { path, changes: text === sent ? [] : lost.length === 0 ? ['something'] : lost };
  });
  return each.toSorted((a, b) => a.changes.length - b.changes.length)[0] ?? { changes: [NOT_SHOWN] };
}

/** One creation, and the record of the list that shows it. */
interface Returned {
  readonly trip: Trip;
  /** The payload as it was sent. */
  readonly sent: string;
  readonly record: unknown;
}

const payloadSchema = z.object({ title: z.string() });

/**
 * Describes the changes of titles and bodies: `title changed: spaces at the ends; body not shown`.
 * @param isFromRequest returns true if a text shows the marker of the title
 */
export function describeRoundTrip(
  returned: readonly Returned[],
  isFromRequest: (text: string) => boolean,
): string {
  const [titleChanges, bodyChanges] = [new Set<string>(), new Set<string>()];
  let bodyPath: string | undefined;
  for (const { trip, sent, record } of returned) {
    const texts = textsIn(record);
    const titles = texts.filter(({ text }) => isFromRequest(text));
    const { title } = payloadSchema.parse(JSON.parse(sent));
    for (const change of leastChanged(titles, title, trip.titleFeatures).changes) titleChanges.add(change);
    if (trip.body === '') {
      const isEmpty = texts.some(({ path, text }) => path === bodyPath && text === '');
      if (bodyPath !== undefined && !isEmpty) bodyChanges.add('empty');
      continue;
    }
    const bodies = texts.filter(({ text }) => text.includes(MARK));
    const body = leastChanged(bodies, trip.body, trip.bodyFeatures);
    bodyPath ??= body.path;
    for (const change of body.changes) bodyChanges.add(change);
  }
  const parts = Object.entries({ title: titleChanges, body: bodyChanges }).flatMap(([name, changes]) => {
    if (changes.size === 0) return [];
    return [changes.has(NOT_SHOWN) ? `${name} ${NOT_SHOWN}` : `${name} changed: ${[...changes].join(', ')}`];
  });
  return parts.length === 0 ? UNCHANGED : parts.join('; ');
}

/** Creates the issues of the round trip, and describes the changes. @throws {Stopped} */
async function roundTripOnce(t: Trial): Promise<string> {
  const writer = writerOf(t);
  const usual = { repository: t.bed.written, as: t.as('member'), words: 'round trip' };
  const trips = await Promise.all(
    TRIPS.map(async (trip) => {
      const payload = (marked: string) => ({ title: trip.title(marked), body: trip.body });
      // The issues are looked for afterwards, so these requests go first.
      return { trip, answer: await submit(t, { ...usual, payload }, { first: true }) };
    }),
  );
  const answers = trips.map(({ answer }) => answer);
  needsAnswers(answers);
  const records = await recordsShowing(t, answers);
  if (answers.some(isSuccess) && records.every((record) => record === undefined))
    throw disturbed('Other new issues were listed before, and none of these was');
  const returned: Returned[] = [];
  const others: string[] = [];
  for (const [index, { trip, answer }] of trips.entries()) {
    const record = records[index];
    if (record !== undefined) returned.push({ trip, sent: answer.request.body ?? '', record });
    else others.push(`${trip.name} → ${statusText(answer)}${isSuccess(answer) ? ', not listed' : ''}`);
  }
  const isFromRequest = (text: string): boolean => writer.markerIn(text) !== undefined;
  const seen = [...(returned.length === 0 ? [] : [describeRoundTrip(returned, isFromRequest)]), ...others];
  return truncate(t.run.secrets.hide(seen.join('; ')), VALUE_LENGTH);
}

/** Returns what comes back unchanged, or changed in one way twice: others may edit a new issue at once. @throws {Stopped} */
export const roundTrip = (t: Trial): Promise<string> =>
  untilSteady('Titles and bodies came back changed in another way each time', async () => {
    const value = await roundTripOnce(t);
    return { kind: value === UNCHANGED ? 'sure' : 'seen', value };
  });
