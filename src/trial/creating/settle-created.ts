import type { Exchange } from '../../target/exchange.ts';
import type { CaseResult } from '../probe.ts';
import type { Sight } from '../sight.ts';
import type { Trial } from '../trial.ts';
import type { Write } from '../writer.ts';
import { acceptedWrites } from './accepted-writes.ts';
import { settleByCount, titlesAreHidden } from './counted.ts';
import type { CreatedCase } from './created-case.ts';

const TOO_LONG: CaseResult = {
  kind: 'undecided',
  reason:
    'A created issue was not seen, but the list is too long to be read whole; PROFILE=thorough or a smaller repository decides it.',
};

/** Further tries after a first sighting. */
const TRIES = 3;

function describeCounts(sight: Sight, markers: readonly string[]): string {
  const missing = markers.filter((marker) => sight.counts.get(marker) === 0);
  const repeated = markers.filter((marker) => (sight.counts.get(marker) ?? 0) > 1);
  const parts = [
    ...(missing.length > 0 ? [`${missing.length} not listed (${missing.slice(0, 3).join(', ')})`] : []),
    ...(repeated.length > 0
      ? [`${repeated.length} listed more than once (${repeated.slice(0, 3).join(', ')})`]
      : []),
  ];
  return `of ${markers.length} accepted issues ${parts.join(' and ')}`;
}

/** Looks for what was accepted. */
async function lookFor(
  t: Trial,
  one: CreatedCase,
  writes: readonly Write[],
): Promise<{ sight: Sight; markers: string[] }> {
  const markers = writes.map(({ marker }) => marker);
  // An issue that was created a while ago has had part of its time already.
  const latest = Math.max(...writes.map(({ exchange }) => exchange.startedAt + exchange.ms));
  const left = t.context.listedWithinMs - (performance.now() - latest);
  const found = await t.context.finder.find(markers, Math.max(0, left));
  if (found.whole || !one.counted) return { markers, sight: found };
  // An issue that stands twice may stand on two pages: count in one reading of the whole.
  const sight = await t.context.finder.view(markers);
  return { markers, sight: { ...sight, counts: mergedCounts(found, sight) } };
}

/** An issue counts as often as the look that saw most of it. */
function mergedCounts(a: Sight, b: Sight): Map<string, number> {
  return new Map(
    [...a.counts].map(([marker, count]) => [marker, Math.max(count, b.counts.get(marker) ?? 0)]),
  );
}

/** Whether two of some creations were under way at the same time. */
function overlap(writes: readonly Write[]): boolean {
  const spans = writes
    .map(({ exchange }) => ({ from: exchange.startedAt, to: exchange.startedAt + exchange.ms }))
    .toSorted((a, b) => a.from - b.from);
  return spans.some(({ to }, index) => (spans[index + 1]?.from ?? Number.POSITIVE_INFINITY) < to);
}

/**
 * Decides a rule on created issues: a try that breaks it is made again, and it is a violation once two issues created on
 * their own broke it. What others do to the list does not enter, since only issues of this run are looked for.
 */
export async function settleCreated(t: Trial, one: CreatedCase): Promise<void> {
  // Searching a list that is none would take many requests and show nothing.
  t.controlRepositoryIsSeen();
  if (!t.controlsHold) return;
  const broken: { text: string; exchanges: readonly Exchange[] }[] = [];
  let brokenIssues = 0;
  let otherwise: CaseResult | null = null;
  for (let round = 0; round < TRIES; round += 1) {
    const from = t.writer.writes.length;
    const earlier = round === 0 && one.earlier === true ? acceptedWrites(t) : [];
    if (earlier.length < one.atLeast) await one.create();
    const writes = earlier.length < one.atLeast ? acceptedWrites(t, from) : earlier;
    if (writes.length < one.atLeast) {
      t.record({
        kind: 'undecided',
        reason: 'No creation was accepted, so nothing can be looked for; mending create.accepted decides it.',
      });
      return;
    }
    if (one.simultaneous === true && !overlap(writes)) {
      t.record({
        kind: 'undecided',
        reason:
          'No two creations were under way at the same time; a CONCURRENCY above 1 and no MAX_RATE decide it.',
      });
      return;
    }
    const { sight, markers } = await lookFor(t, one, writes);
    const wrong = markers.filter((marker) => one.wrong(sight.counts.get(marker) ?? 0));
    if (wrong.length === 0 && !markers.some((marker) => (sight.counts.get(marker) ?? 0) > 0)) {
      const reason =
        'No accepted issue was found in the list, so it cannot be said how often one stands there; mending create.listed decides it.';
      t.record(
        (await nothingCanBeSeen(t, sight, one)) ? await settleByCount(t, one) : { kind: 'undecided', reason },
      );
      return;
    }
    if (wrong.length === 0) {
      if (round === 0) {
        t.record({ kind: 'held' });
        return;
      }
      continue;
    }
    if (wrong.some((marker) => sight.counts.get(marker) === 0)) {
      if (!sight.whole && !t.context.finder.titlesHidden) otherwise = TOO_LONG;
      else if (await nothingCanBeSeen(t, sight, one)) otherwise = await settleByCount(t, one);
      if (otherwise !== null) break;
    }
    brokenIssues += wrong.length;
    const telling = writes.filter(({ marker }) => wrong.includes(marker)).map(({ exchange }) => exchange);
    broken.push({ text: describeCounts(sight, markers), exchanges: telling.slice(0, 3) });
    if (brokenIssues >= 2 && (broken.length >= 2 || one.earlier === true)) break;
  }
  const last = broken.at(-1);
  if (otherwise !== null) t.record(otherwise);
  else if (last !== undefined && brokenIssues >= 2) {
    t.record({
      kind: 'violated',
      violation: {
        expected: one.expected,
        actual: last.text,
        counterexample: one.case,
        reproduced: `${broken.length} of ${broken.length}`,
        exchanges: last.exchanges,
      },
    });
  } else {
    t.record({
      kind: 'undecided',
      reason: `It was seen once (${last?.text ?? 'one issue'}) and not again in ${TRIES - 1} further tries; a steadier target decides it.`,
    });
  }
}

/** Nothing of this run is to be seen, and the records are such that it could not be. */
async function nothingCanBeSeen(t: Trial, sight: Sight, one: CreatedCase): Promise<boolean> {
  const sawOwn = [...sight.seen.values()].some((marker) => marker !== undefined);
  return !sawOwn && (await titlesAreHidden(t, one));
}
