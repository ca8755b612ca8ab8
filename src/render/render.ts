import { type FormatName, formats } from './formats.ts';
import type { Renderer } from './renderer.ts';

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
