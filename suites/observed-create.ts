import { readListAnswer } from '../src/survey/list-answer.ts';
import type { Exchange } from '../src/target/exchange.ts';
import { validTwin } from '../src/trial/create-controls.ts';
import { areTelling } from '../src/trial/observing/asked.ts';
import { brief, statusOf, VALUE_LENGTH } from '../src/trial/observing/brief.ts';
import { describeCreated } from '../src/trial/observing/created-answer.ts';
import { type FirstListing, firstListing } from '../src/trial/observing/first-listing.ts';
import { listingQuestion } from '../src/trial/observing/likeness.ts';
import { fieldsOf } from '../src/trial/observing/record-fields.ts';
import { describeRoundTrip, type Returned, TRIPS } from '../src/trial/observing/round-trip.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';
import type { Write } from '../src/trial/writer.ts';

/** Values of `state` that are no state of an issue, but stand for several. */
const SEVERAL = new Set(['all', 'any']);
const STATES = ['closed', 'new', 'pending', 'draft', 'triage'];

/** Creations that were accepted so far; where there is none, one is made, or that is noted as the reason. */
async function acceptedCreations(t: Trial): Promise<readonly Write[]> {
  const accepted = () =>
    t.writer.writes.filter(({ outcome, url }) => outcome === 'accepted' && t.isPublicCollection(url));
  if (accepted().length === 0 && t.mayAskMore()) await validTwin(t);
  t.control(accepted().length > 0, 'No creation was accepted; mending create.accepted decides it.');
  return accepted();
}

const isAccepted = ({ response, fault }: Exchange): boolean =>
  fault === null && response !== null && response.status >= 200 && response.status < 300;

const markerOf = (t: Trial, { request }: Exchange): string => t.writer.markerIn(request.body ?? '') ?? '';

/** An ordinary new issue, as the list shows it; `null`, with the reason noted, where it does not. @throws {Stopped} */
async function listedIssue(t: Trial): Promise<(FirstListing & { readonly kind: 'listed' }) | null> {
  if (!t.mayAskMore()) return null;
  const seen = await firstListing(t);
  if (seen.kind === 'listed') return seen;
  const reason = 'An accepted issue was not found in the list; mending create.listed decides it.';
  t.control(false, seen.kind === 'unknown' ? seen.reason : reason);
  return null;
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
      if (exchange.response === null) return [];
      const body = t.context.secrets.scrub(exchange.response.body);
      return [describeCreated({ ...exchange.response, body }, { isFromRequest, listFields })];
    });
    if (seen.length === 0) return;
    const value = [...new Set(seen)].toSorted().slice(0, 3).join(' or ');
    t.observe(value, `The answer to an accepted creation holds: ${value}.`);
  }),

  rule('observed.create.state', async (t) => {
    const listed = await listedIssue(t);
    if (listed === null) return;
    const { state } = listed.place;
    if (state === undefined) {
      t.observe('open', 'A new issue is in the list without `state`, which holds the open ones.');
      return;
    }
    const found = SEVERAL.has(String(state)) ? await stateThatShows(t, listed.marker) : String(state);
    t.observe(
      found ?? `not open, found under ${String(state)}`,
      `A new issue is not in the list without \`state\`, but in the one with state=${found ?? String(state)}.`,
    );
  }),

  rule('observed.create.round-trip', async (t) => {
    if ((await listedIssue(t)) === null) return;
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
    const markers = answers.filter(isAccepted).map((answer) => markerOf(t, answer));
    const sight =
      markers.length === 0 ? null : await t.context.finder.find(markers, t.context.listedWithinMs);
    const returned: Returned[] = [];
    const refused: string[] = [];
    for (const [index, trip] of TRIPS.entries()) {
      const answer = answers[index];
      if (answer === undefined) continue;
      const record = sight?.records.get(markerOf(t, answer));
      if (record === undefined)
        refused.push(`${trip.name}: ${statusOf(answer)}${isAccepted(answer) ? ', not listed' : ''}`);
      else returned.push({ trip, sent: answer.request.body ?? '', record });
    }
    const isFromRequest = (text: string) => t.writer.markerIn(text) !== undefined;
    const seen = [...(returned.length === 0 ? [] : [describeRoundTrip(returned, isFromRequest)]), ...refused];
    const value = brief(seen.join('; '), VALUE_LENGTH);
    t.observe(value, `Titles and bodies as the list gives them back: ${value}.`);
  }),

  rule('observed.create.visible-after', async (t) => {
    if (!t.mayAskMore()) return;
    const seen = await firstListing(t);
    if (seen.kind === 'unknown') t.control(false, seen.reason);
    else t.observe(seen.when, `After a creation was accepted, the issue is in the list: ${seen.when}.`);
  }),
];
