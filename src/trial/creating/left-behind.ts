import { readListAnswer } from '../../survey/list-answer.ts';
import { anonymously, elsewhere, validPayload, validTwin, withoutTitle } from '../create-controls.ts';
import type { CaseResult } from '../probe.ts';
import type { Sight } from '../sight.ts';
import type { Trial } from '../trial.ts';
import type { Write } from '../writer.ts';
import { acceptedWrites } from './accepted-writes.ts';
import { titlesAreHidden } from './fresh-round.ts';
import { endOf, mergedCounts } from './look-for.ts';
import { namelessEffects } from './nameless-effects.ts';

/** How long after a refusal its issue may turn up and still be noticed: a job may have taken it over. */
const LATER_MS = 150;

/** One creation that must be accepted. */
const oneAccepted = (t: Trial) => async () => [
  await t.submit({ repository: t.premises.repository, as: t.as('member'), payload: validPayload }),
];

/** Markers of refused requests that records of a listing show. */
function shownMarkers(t: Trial, records: readonly unknown[]): string[] {
  return records.flatMap((record) => t.writer.markerIn(JSON.stringify(record)) ?? []);
}

const refusedWrites = (t: Trial): Map<string, Write> =>
  new Map(
    t.writer.writes
      .filter(({ outcome }) => outcome === 'refused')
      .map((write) => [write.marker, write] as const),
  );

/** Whether a request that was refused left an issue behind (sections 4.2 and 7). */
export async function leftBehind(t: Trial): Promise<CaseResult> {
  if (refusedWrites(t).size === 0) {
    // Tried alone, without the rules that send what must be refused.
    await Promise.all([anonymously(t), withoutTitle(t), elsewhere(t), validTwin(t)]);
  }
  const refused = refusedWrites(t);
  if (refused.size === 0)
    return { kind: 'undecided', reason: 'No request was refused, so none can have left anything behind.' };
  const accepted = acceptedWrites(t).map(({ marker }) => marker);
  const sight = await lookLate(t, accepted, [...refused.values()]);
  const inPrivate = await privateRecords(t);
  const shown = [...new Set([...sight.traces, ...shownMarkers(t, inPrivate)])];
  const left = shown.flatMap((marker) => refused.get(marker) ?? []);
  const [first] = left;
  if (first !== undefined) {
    return {
      kind: 'violated',
      violation: {
        expected: 'no issue in the list that comes from a refused request',
        actual: `${left.length === 1 ? 'an issue' : `${left.length} issues`} in the list from requests that were answered ${[...new Set(left.map(({ exchange }) => exchange.response?.status))].join(', ')} (${left
          .slice(0, 3)
          .map(({ marker }) => marker)
          .join(', ')})`,
        counterexample: { request: first.exchange.request.body, status: first.exchange.response?.status },
        // The marker is this run's own, and the list was read after the refusals were over: it cannot be anybody else's.
        reproduced: `${left.length} of ${refused.size}`,
        exchanges: left.slice(0, 3).map(({ exchange }) => exchange),
      },
    };
  }
  const seenAccepted =
    accepted.some((marker) => (sight.counts.get(marker) ?? 0) > 0) ||
    // Where titles are not shown, what was accepted is seen as a new record, and so was what was refused.
    (t.context.writes === 'all' &&
      accepted.length > 0 &&
      t.survey.isDistinct &&
      !t.context.finder.titlesShown &&
      (await titlesAreHidden(t, oneAccepted(t))));
  const nameless = await namelessEffects(t);
  if (nameless !== null) return nameless;
  if (!seenAccepted) {
    return {
      kind: 'undecided',
      reason:
        'No accepted issue of this run was found in the list, so it is not known where a wrongly stored one would stand; WRITES=all decides it.',
    };
  }
  return { kind: 'held' };
}

/** The list with what was accepted in it, and some time after the last refusal. */
async function lookLate(t: Trial, accepted: readonly string[], refused: readonly Write[]): Promise<Sight> {
  const { asker, finder, listedWithinMs } = t.context;
  const since = Math.max(...refused.map(endOf)) + Math.min(LATER_MS, listedWithinMs);
  await asker.wait(since - performance.now());
  const view = await finder.view(accepted, since);
  if (accepted.length === 0 || accepted.some((marker) => (view.counts.get(marker) ?? 0) > 0)) return view;
  const found = await finder.find(accepted.slice(-1), listedWithinMs);
  const all = await finder.view(accepted);
  const traces = new Set([...found.traces, ...all.traces]);
  return { ...all, counts: mergedCounts(found, all), traces };
}

async function privateRecords(t: Trial): Promise<readonly unknown[]> {
  const repository = t.premises.privateRepository;
  if (repository === undefined) return [];
  const answer = readListAnswer(
    await t.askAnew({ repository, as: t.as('member'), query: { per_page: '100' } }),
  );
  return answer.kind === 'list' ? answer.records : [];
}
