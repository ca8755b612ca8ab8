import { readListAnswer } from '../src/survey/list-answer.ts';
import type { Exchange } from '../src/target/exchange.ts';
import { validPayload, validTwin } from '../src/trial/create-controls.ts';
import { areTelling } from '../src/trial/observing/asked.ts';
import { statusOf } from '../src/trial/observing/brief.ts';
import { describeCreated } from '../src/trial/observing/created-answer.ts';
import { fieldsOf } from '../src/trial/observing/record-fields.ts';
import { describeRoundTrip, type Returned, TRIPS } from '../src/trial/observing/round-trip.ts';
import { listingQuestion } from '../src/trial/observing/likeness.ts';
import { rule } from '../src/trial/rule.ts';
import type { Sight } from '../src/trial/sight.ts';
import type { Trial } from '../src/trial/trial.ts';
import type { Write } from '../src/trial/writer.ts';

/** Values of `state` that are no state of an issue, but stand for several. */
const SEVERAL = new Set(['all', 'any']);
const STATES = ['closed', 'new', 'pending', 'draft', 'triage'];
/** Measures of time, in seconds. */
const WITHIN = [1, 5, 10, 60];

/** Creations that were accepted so far; where there is none, one is made, or that is noted as the reason. */
async function acceptedCreations(t: Trial): Promise<readonly Write[]> {
  const accepted = () =>
    t.writer.writes.filter(({ outcome, url }) => outcome === 'accepted' && t.isPublicCollection(url));
  if (accepted().length === 0 && t.mayAskMore()) await validTwin(t);
  t.control(accepted().length > 0, 'No creation was accepted; mending create.accepted decides it.');
  return accepted();
}

const markerOf = (t: Trial, { request }: Exchange): string => t.writer.markerIn(request.body ?? '') ?? '';

/** Looks for issues, and notes as the reason where one is not found. @throws {Stopped} */
async function find(t: Trial, markers: readonly string[]): Promise<Sight> {
  const sight = await t.context.finder.find(markers, t.context.listedWithinMs);
  t.control(
    markers.every((marker) => sight.records.has(marker)),
    `An accepted issue was not found in the list within ${t.context.listedWithinMs} ms (LISTED_WITHIN_MS); mending create.listed decides it.`,
  );
  return sight;
}

/** The state, among likely ones, whose list begins with records that show the marker. @throws {Stopped} */
async function stateThatShows(t: Trial, marker: string): Promise<string | null> {
  for (const state of STATES) {
    const list = readListAnswer(await t.askAnew(listingQuestion(t, { state, per_page: '100' })));
    const records = list.kind === 'list' ? list.records : [];
    if (records.some((record) => t.writer.markerIn(JSON.stringify(record)) === marker)) return state;
  }
  return null;
}

function soonness(seconds: number): string {
  const within = WITHIN.find((most) => seconds <= most);
  return within === undefined ? 'later than a minute' : `within ${within} s`;
}

/** What becomes of a creation that is accepted (sections 2, 3 and 4.2). */
export const observedCreate = [
  rule('observed.create.status', async (t) => {
    const statuses = new Set((await acceptedCreations(t)).map(({ exchange }) => statusOf(exchange)));
    if (statuses.size === 0) return;
    const value = [...statuses].toSorted().join(', ');
    t.observe(value, `Creations that are accepted are answered ${value}.`);
  }),

  rule('observed.create.response', async (t) => {
    const { exchanges } = t.survey.atFirst;
    const records = exchanges.flatMap((exchange) => {
      const list = readListAnswer(exchange);
      return list.kind === 'list' ? list.records : [];
    });
    const listFields = fieldsOf(records).flatMap(({ name, count }) =>
      count === records.length ? [name] : [],
    );
    const seen = (await acceptedCreations(t)).flatMap(({ marker, exchange }) => {
      const isFromRequest = (text: string) => t.writer.markerIn(text) === marker;
      return exchange.response === null
        ? []
        : [describeCreated(exchange.response, { isFromRequest, listFields })];
    });
    if (seen.length === 0) return;
    const value = [...new Set(seen)].toSorted().slice(0, 3).join(' or ');
    t.observe(value, `The answer to an accepted creation holds: ${value}.`);
  }),

  rule('observed.create.state', async (t) => {
    if (!t.mayAskMore()) return;
    const [created] = await acceptedCreations(t);
    if (created === undefined) return;
    // Others that look back have read this view already.
    const view = await t.context.finder.view([created.marker]);
    if (!view.records.has(created.marker)) await find(t, [created.marker]);
    if (!t.controlsHold) return;
    const { state } = t.context.finder.place;
    if (state === undefined) {
      t.observe('open', 'A new issue is in the list without `state`, which holds the open ones.');
      return;
    }
    const found = SEVERAL.has(String(state)) ? await stateThatShows(t, created.marker) : String(state);
    t.observe(
      found ?? `not open, found under ${String(state)}`,
      `A new issue is not in the list without \`state\`, but in the one with state=${found ?? String(state)}.`,
    );
  }),

  rule('observed.create.round-trip', async (t) => {
    if (!t.mayAskMore()) return;
    const answers = await Promise.all(
      TRIPS.map(({ title, body }) =>
        t.submit({
          repository: t.premises.repository,
          as: t.as('member'),
          payload: (marked) => ({ title: title(marked), body }),
          words: 'round trip',
          unusual: true,
        }),
      ),
    );
    if (!areTelling(t, answers)) return;
    const isAccepted = ({ response, fault }: Exchange) =>
      fault === null && response !== null && response.status >= 200 && response.status < 300;
    const markers = answers.filter(isAccepted).map((answer) => markerOf(t, answer));
    const sight = markers.length === 0 ? null : await find(t, markers);
    if (!t.controlsHold) return;
    const returned: Returned[] = [];
    const refused: string[] = [];
    for (const [index, trip] of TRIPS.entries()) {
      const answer = answers[index];
      if (answer === undefined) continue;
      const record = sight?.records.get(markerOf(t, answer));
      if (record === undefined) refused.push(`${trip.name}: ${statusOf(answer)}`);
      else returned.push({ trip, sent: answer.request.body ?? '', record });
    }
    const isFromRequest = (text: string) => t.writer.markerIn(text) !== undefined;
    const value = [
      ...(returned.length === 0 ? [] : [describeRoundTrip(returned, isFromRequest)]),
      ...refused,
    ].join('; ');
    t.observe(value, `Titles and bodies as the list gives them back: ${value}.`);
  }),

  rule('observed.create.visible-after', async (t) => {
    if (!t.mayAskMore()) return;
    const created = await t.submit({
      repository: t.premises.repository,
      as: t.as('member'),
      payload: validPayload,
    });
    const acceptedAt = performance.now();
    if (!areTelling(t, [created])) return;
    const marker = markerOf(t, created);
    const accepted = t.writer.writes.some((write) => write.marker === marker && write.outcome === 'accepted');
    t.control(accepted, 'The creation was not accepted; mending create.accepted decides it.');
    if (!accepted) return;
    if ((await t.context.finder.glance([marker])).records.has(marker)) {
      t.observe('at once', 'An accepted issue is in the first listing that is asked for.');
      return;
    }
    const sight = await t.context.finder.find([marker], t.context.listedWithinMs);
    const value = soonness((performance.now() - acceptedAt) / 1000);
    if (sight.records.has(marker)) t.observe(value, `An accepted issue is in the list ${value}.`);
    else if (sight.whole) {
      const limit = `not within ${t.context.listedWithinMs / 1000} s`;
      t.observe(limit, `An accepted issue is in the list ${limit} (LISTED_WITHIN_MS).`);
    } else t.control(false, 'The issue was not seen, but the list is too long to be read whole.');
  }),
];
