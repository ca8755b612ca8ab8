import { readListAnswer } from '../../survey/list-answer.ts';
import { anonymously, elsewhere, validPayload, validTwin, withoutTitle } from '../create-controls.ts';
import type { CaseResult } from '../probe.ts';
import type { Trial } from '../trial.ts';
import type { Write } from '../writer.ts';
import { acceptedWrites } from './accepted-writes.ts';
import { titlesAreHidden } from './counted.ts';
import { namelessEffects } from './nameless-effects.ts';

/** One creation that must be accepted. */
const oneAccepted = (t: Trial) => ({
  create: async () => [
    await t.submit({ repository: t.premises.repository, as: t.as('member'), payload: validPayload }),
  ],
});

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
  const sight =
    accepted.length > 0
      ? await t.context.finder
          .find(accepted.slice(-1), t.context.listedWithinMs)
          .then(() => t.context.finder.view(accepted))
      : await t.context.finder.view([]);
  const inPrivate = await privateRecords(t);
  const shown = [...sight.seen.values()].flatMap((marker) => marker ?? []).concat(shownMarkers(t, inPrivate));
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
  const nameless = await namelessEffects(t);
  if (nameless !== null) return nameless;
  const seenAccepted =
    accepted.some((marker) => (sight.counts.get(marker) ?? 0) > 0) ||
    // Where titles are not shown, what was accepted is seen as a new record, and so was what was refused.
    (t.context.writes === 'all' &&
      accepted.length > 0 &&
      t.survey.isDistinct &&
      t.knewAllAtFirst &&
      (await titlesAreHidden(t, oneAccepted(t))));
  if (!seenAccepted) {
    return {
      kind: 'undecided',
      reason:
        'No accepted issue of this run was found in the list, so it is not known where a wrongly stored one would stand; WRITES=all decides it.',
    };
  }
  return { kind: 'held' };
}

async function privateRecords(t: Trial): Promise<readonly unknown[]> {
  const repository = t.premises.privateRepository;
  if (repository === undefined) return [];
  const answer = readListAnswer(
    await t.askAnew({ repository, as: t.as('member'), query: { per_page: '100' } }),
  );
  return answer.kind === 'list' ? answer.records : [];
}
