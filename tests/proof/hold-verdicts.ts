import { describe, it } from 'vitest';
import { frozenSeconds, frozenVerdicts, otherRules } from '../../proof/verdicts.ts';
import { type Cell, cellName } from './cells.ts';
import { testedCells } from './sample.ts';
import { changesIn } from './standing.ts';
import { tryCell } from './try-cell.ts';

/** Registers a test that a service gets exactly the frozen verdicts in the frozen time, and nothing untrue is said of it. */
function holdVerdict(cell: Cell): void {
  const name = cellName(cell);
  it(name, async ({ expect }) => {
    const { letters, seconds, untrue } = await tryCell(cell);
    expect(changesIn(frozenVerdicts.get(name), letters), 'see npm run proof').toEqual([]);
    expect(untrue).toEqual([]);
    expect(seconds, 'see npm run proof').toBe(frozenSeconds.get(name));
  });
}

/** Registers a test for each service of some kinds in `quick`, unless all of them have other letters. */
export function holdVerdicts(...kinds: readonly Cell['kind'][]): void {
  const cells = testedCells.filter(({ kind }) => kinds.includes(kind));
  describe.skipIf(otherRules !== null)(`the verdicts on every service: ${kinds.join(', ')}`, () =>
    cells.forEach(holdVerdict),
  );
}
