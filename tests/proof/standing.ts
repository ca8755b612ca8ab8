import { exitZero } from '../../proof/exceptions.ts';
import { type FaultId, findFault } from '../../proof/faults/index.ts';
import { findVariant } from '../../proof/variants/index.ts';
import { type Letters, rulesWith, wordOf } from '../../proof/verdicts.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { brokenIn, surelyBrokenIn } from './breaks.ts';
import { type Cell, cellName } from './cells.ts';

/** What a cell shows of the program. `exit 0` is that of a fault: nothing failed, and nothing is undecided. */
export type Standing = 'caught' | 'undecided' | 'exit 0' | 'conformant' | 'alarm' | 'nothing passes';

/**
 * Returns the rules that the fault of a cell breaks.
 * @param inCrossing returns those that it breaks under circumstances: all of them, or the certain ones
 */
function brokenBy(cell: Cell, inCrossing: typeof brokenIn): readonly string[] {
  if (cell.kind !== 'fault') return [];
  const { id, circumstance } = cell;
  return circumstance === undefined ? findFault(id).breaks : inCrossing({ fault: id, circumstance });
}

/** Returns the failed rules that nothing breaks: false alarms. */
function alarmsIn(cell: Cell, letters: Letters): readonly string[] {
  const broken = cell.kind === 'nothing' ? gatingIds : brokenBy(cell, brokenIn);
  return rulesWith(letters, 'fail').filter((rule) => !broken.includes(rule));
}

/** Returns the rules that pass although the fault breaks them. */
export function wrongPassesIn(cell: Cell, letters: Letters): readonly string[] {
  const broken = brokenBy(cell, surelyBrokenIn);
  return rulesWith(letters, 'pass').filter((rule) => broken.includes(rule));
}

/** Returns the standing of a cell. */
export function standingOfCell(cell: Cell, letters: Letters): Standing {
  if (alarmsIn(cell, letters).length > 0) return 'alarm';
  if (cell.kind === 'nothing') return rulesWith(letters, 'pass').length === 0 ? 'nothing passes' : 'exit 0';
  if (rulesWith(letters, 'fail').length > 0) return 'caught';
  if (rulesWith(letters, 'inconclusive', 'skip').length > 0) return 'undecided';
  return cell.kind === 'fault' ? 'exit 0' : 'conformant';
}

/** Returns the rules that a harmless variant leaves undecided without saying so. */
function unforeseen(cell: Cell, letters: Letters): readonly string[] {
  if (cell.kind !== 'variant' || cell.setting !== undefined) return [];
  const { kind, undecidedRules = [] } = findVariant(cell.id);
  return kind === 'bad-day'
    ? []
    : rulesWith(letters, 'inconclusive', 'skip').filter((rule) => !undecidedRules.includes(rule));
}

/** Returns what may never be so in a cell, whatever the file of verdicts says. */
export function problemsIn(cell: Cell, letters: Letters): readonly string[] {
  const standing = standingOfCell(cell, letters);
  const isExcepted = cell.kind === 'fault' && (cell.id satisfies FaultId) in exitZero;
  const isPlain = cell.profile === 'standard' && cell.setting === undefined && !('circumstance' in cell);
  return [
    ...alarmsIn(cell, letters).map((rule) => `${rule} fails and is not broken`),
    ...unforeseen(cell, letters).map((rule) => `${rule} is undecided on a harmless variant`),
    ...(cell.kind === 'nothing' ? rulesWith(letters, 'pass').map((rule) => `${rule} passes on nothing`) : []),
    ...(isPlain && standing === 'exit 0' && !isExcepted
      ? ['the fault ends with exit 0 and is not among the exceptions']
      : []),
  ];
}

/** Returns each rule whose verdict changed: `list.page.second: fail → inconclusive`. */
export const changesIn = (before: Letters | undefined, after: Letters): readonly string[] =>
  gatingIds.flatMap((rule, place) => {
    const [was, is] = [before?.[place], after[place]];
    return was === is ? [] : [`${rule}: ${wordOf(was)} → ${wordOf(is)}`];
  });

/** Returns what changed between two matrices: in words by kind of service, then cell by cell. */
export function differences(
  some: readonly Cell[],
  before: ReadonlyMap<string, Letters>,
  after: ReadonlyMap<string, Letters>,
): readonly string[] {
  const counts = new Map<string, number>();
  const lines = some.flatMap((cell) => {
    const name = cellName(cell);
    const [was, is] = [before.get(name), after.get(name)];
    if (is === undefined || was === is) return [];
    const standings = [was === undefined ? 'new' : standingOfCell(cell, was), standingOfCell(cell, is)];
    const how = standings[0] === standings[1] ? 'other verdicts' : standings.join(' → ');
    const kind = `${cell.kind}, ${cell.profile}: ${how}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return [`${name}: ${how}`, ...(was === undefined ? [] : changesIn(was, is).map((line) => `    ${line}`))];
  });
  return [...[...counts].map(([kind, count]) => `${count} × ${kind}`), ...lines];
}
