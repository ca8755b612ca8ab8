import { describe, it } from 'vitest';
import { frozenVerdicts } from '../../proof/verdicts.ts';
import { type Cell, cellName, quickCells } from './cells.ts';
import { changesIn } from './standing.ts';
import { tryCell } from './try-cell.ts';

const isNothing = ({ kind }: Cell): boolean => kind === 'nothing';

/** Registers a test that a service gets exactly the frozen verdicts, and nothing untrue is said of it. */
function holdsVerdicts(cell: Cell): void {
  const name = cellName(cell);
  it(name, async ({ expect }) => {
    const { letters, untrue } = await tryCell(cell);
    expect(changesIn(frozenVerdicts.get(name), letters), 'see npm run proof').toEqual([]);
    expect(untrue).toEqual([]);
  });
}

describe('the verdicts on every service', () => {
  for (const cell of quickCells.filter((each) => !isNothing(each))) holdsVerdicts(cell);
});

describe.concurrent('the verdicts on servers that implement nothing', () => {
  for (const cell of quickCells.filter(isNothing)) holdsVerdicts(cell);
});
