import type { Guard } from '../needed/guard.ts';
import { guards } from '../needed/guards.ts';
import { isUnneeded, type LeftOut, type NeededRecord } from '../record/needed.ts';

/** Returns a sentence about a guard that changed no verdict: which cells reach it, and what changed. */
function seenWithout({ reached, decided, tried, changed }: LeftOut): string {
  if (reached === 0) return 'No cell reaches it';
  if (decided === 0) return `It decides nothing in the ${reached} cells that reach it`;
  const of = tried === decided ? `all ${decided}` : `${tried} of the ${decided}`;
  const what =
    changed === null
      ? 'nothing changed'
      : `only ${changed.what}${changed.what === 'reason' ? 's' : ''} changed`;
  return `Without it, ${what} in ${of} cells in which it decides something`;
}

const lineOf = ({ id, says, stays }: Guard, left: LeftOut): string =>
  `- \`${id}\`: ${says} ${seenWithout(left)}. ${stays ?? 'No service of the matrix shows why it stays.'}`;

/** Returns the part of the page on the guards of the engine, from the record of `npm run needed`. */
export function neededText(record: NeededRecord): string {
  const seen = guards.flatMap((guard) => {
    const left = record[guard.id];
    return left === undefined ? [] : [{ guard, left }];
  });
  const unneeded = seen.filter(({ left }) => isUnneeded(left));
  const lines = unneeded.map(({ guard, left }) => lineOf(guard, left));
  return `\`npm run needed\` leaves out each of ${seen.length} guards, excuses and preconditions of the engine in turn, and tries again the
cells of the matrix in which it decides something, until a verdict changes. A test build has the switches for that; the product has none.
Without ${seen.length - unneeded.length} of the ${seen.length} some verdict changes.${unneeded.length === 0 ? '' : ' These change none:'}${lines.map((line) => `\n${line}`).join('')}`;
}
