import { createHash } from 'node:crypto';
import { frozenVerdicts, rulesWith, wordOf } from '../../proof/verdicts.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { type Cell, cellName, cells } from '../proof/cells.ts';
import { standingOfCell } from '../proof/standing.ts';
import { tryCell } from '../proof/try-cell.ts';

/** The longest time that an answer travels, in virtual milliseconds. */
const LONGEST_MS = 2000;

/** Values of CONCURRENCY. */
export const CONCURRENCIES = [1, 2, 8, 16] as const;

/** Returns times from 0 to {@link LONGEST_MS}, in an order that the seed says. */
function latencies(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * LONGEST_MS);
  };
}

/**
 * Faults that show only between concurrent requests, within less time than an answer may travel here, among issues of one
 * second, or to every second request: another order may then show each of them to one caller alone.
 */
const RACES: ReadonlySet<string> = new Set([
  'caller-of-the-latest-request',
  'cache-forgets-the-page',
  'cache-knows-two-parameters',
  'page-ties-at-10',
  'replica-private-open',
  'create-concurrent-overflow',
]);

const isPlain = (cell: Cell): boolean =>
  !('id' in cell && RACES.has(cell.id)) &&
  cell.setting === undefined &&
  !('circumstance' in cell) &&
  cell.kind !== 'nothing';

/** Returns the healthy service, one fault of so many, and one variant of so many, in both profiles. */
export const sampleOf = (everyFault: number, everyVariant = everyFault): readonly Cell[] =>
  cells.filter((cell, place) => {
    const every = { conforming: 1, fault: everyFault, variant: everyVariant, nothing: everyVariant }[
      cell.kind
    ];
    return isPlain(cell) && cell.profile !== 'thorough' && place % every === 0;
  });

/** What another speed, and another order of the answers, changed in a cell. */
export interface Changed {
  /** Changes that are never allowed. */
  readonly wrong: readonly string[];
  /** Other verdicts than usual, with their reasons. */
  readonly others: readonly string[];
}

/** Returns a number that depends on a text alone, so that a new cell does not change what others are tried with. */
const seedOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();

/** Tries a cell with a latency of its own for each request. */
export async function tryAtAnotherSpeed(
  cell: Cell,
  concurrency: number,
  seed = seedOf(`${cellName(cell)} ${concurrency}`),
): Promise<Changed> {
  const { letters, reasons } = await tryCell(cell, { concurrency, back: latencies(seed) });
  const usual = frozenVerdicts.get(cellName(cell)) ?? '';
  const [was, is] = [standingOfCell(cell, usual), standingOfCell(cell, letters)];
  const changes = gatingIds.flatMap((id, place) => {
    const [before, after] = [usual[place], letters[place]];
    const isSkipped = id === 'create.concurrent' && concurrency === 1 && after === 's';
    if (before === after || isSkipped) return [];
    const text = `${id}: ${wordOf(before)} → ${wordOf(after)} ${reasons.get(id) ?? ''}`.trim();
    return [{ text, isWrong: before === 'f' && after === 'p' && concurrency > 1 }];
  });
  const name = `${cellName(cell)}, CONCURRENCY=${concurrency}`;
  const open = cell.kind === 'conforming' ? rulesWith(letters, 'inconclusive', 'fail') : [];
  const wrong = [
    ...(is === 'alarm' ? ['a rule fails that is not broken'] : []),
    ...(was === 'caught' && is === 'exit 0' ? ['a fault that is caught ends with exit 0'] : []),
    ...changes.flatMap(({ text, isWrong }) => (isWrong ? [text] : [])),
    ...open.map((id) => `${id} does not pass on a healthy service: ${reasons.get(id)}`),
  ];
  return {
    wrong: wrong.map((text) => `${name}: ${text}`),
    others: changes.map(({ text }) => `${name}: ${text}`),
  };
}
