import type { Sight } from '../sight.ts';
import type { Trial } from '../trial.ts';
import type { Write } from '../writer.ts';
import type { CreatedCase } from './created-case.ts';

/** When a request was answered, on the clock of `performance.now()`. */
export const endOf = ({ exchange }: Write): number => exchange.startedAt + exchange.ms;

/** An issue counts as often as the look that saw most of it. */
export function mergedCounts(a: Sight, b: Sight): Map<string, number> {
  return new Map(
    [...a.counts].map(([marker, count]) => [marker, Math.max(count, b.counts.get(marker) ?? 0)]),
  );
}

/** Looks by their markers for issues that were accepted, for as long as they may take to be listed. @throws {Stopped} */
export async function lookFor(
  t: Trial,
  one: Pick<CreatedCase, 'counted'>,
  writes: readonly Write[],
): Promise<Sight> {
  const markers = writes.map(({ marker }) => marker);
  // An issue that was created a while ago has had part of its time already.
  const left = t.context.listedWithinMs - (performance.now() - Math.max(...writes.map(endOf)));
  const found = await t.context.finder.find(markers, Math.max(0, left));
  if (found.whole || !one.counted) return found;
  // An issue that stands twice may stand on two pages: count in one reading of the whole.
  const sight = await t.context.finder.view(markers);
  const traces = new Set([...found.traces, ...sight.traces]);
  return { ...sight, counts: mergedCounts(found, sight), traces };
}

/** How often a marker was seen. */
export const countOf = (sight: Sight, marker: string): number => sight.counts.get(marker) ?? 0;

/** What was seen of accepted issues, in a few words. */
export function describeCounts(sight: Sight, markers: readonly string[]): string {
  const missing = markers.filter((marker) => countOf(sight, marker) === 0);
  const repeated = markers.filter((marker) => countOf(sight, marker) > 1);
  const parts = [
    ...(missing.length > 0 ? [`${missing.length} not listed (${missing.slice(0, 3).join(', ')})`] : []),
    ...(repeated.length > 0
      ? [`${repeated.length} listed more than once (${repeated.slice(0, 3).join(', ')})`]
      : []),
  ];
  return `of ${markers.length} accepted issues ${parts.join(' and ')}`;
}
