import type { Report } from '../report/model.ts';
import { type FormatName, formats } from './formats.ts';
import type { LinkTo } from './history-part.ts';

/**
 * Renders a report. Pure.
 *
 * @param past earlier reports on the same target, the oldest first
 * @param linkTo returns the addresses of those reports
 */
export type Renderer = (report: Report, past?: readonly Report[], linkTo?: LinkTo) => string;

/** Returns a report in some formats. */
export async function rendered(
  names: readonly FormatName[],
  ...report: Parameters<Renderer>
): Promise<ReadonlyMap<FormatName, string>> {
  const texts = names.map(async (name) => {
    const render: Renderer = await formats[name].load();
    return [name, render(...report)] as const;
  });
  return new Map(await Promise.all(texts));
}
