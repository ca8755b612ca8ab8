import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { exitZero } from '../../proof/exceptions.ts';
import { faults } from '../../proof/faults/index.ts';
import { frozenSeconds, frozenVerdicts, otherRules, rulesJudgedDifferently } from '../../proof/verdicts.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { dependsOnOrder } from './breaks.ts';
import { type Cell, cellName, cells } from './cells.ts';
import { caught, frozenLetters, proofPage } from './proof-page.ts';
import { differences, problemsIn, standingOfCell } from './standing.ts';

/** Smallest number of faults that each rule must be proved to catch. */
const MIN_CAUGHT_FAULTS = 3;

it('the frozen verdicts are those of the rules of today', () => {
  expect(otherRules).toBeNull();
});

describe.skipIf(otherRules !== null)('the frozen verdicts', () => {
  it('are those of every cell, and of no other', () => {
    for (const frozen of [frozenVerdicts, frozenSeconds])
      expect([...frozen.keys()]).toEqual(cells.map(cellName));
  });

  it('hold no false alarm, no pass on nothing, and no fault with exit 0 without a reason', () => {
    const problems = cells.flatMap((cell) =>
      problemsIn(cell, frozenLetters(cell)).map((problem) => `${cellName(cell)}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it('have a reason for the faults that end with exit 0, and for no other', () => {
    const ended = faults.flatMap(({ id }) => {
      const cell: Cell = { kind: 'fault', id, profile: 'standard' };
      return standingOfCell(cell, frozenLetters(cell)) === 'exit 0' ? [id] : [];
    });
    expect(Object.keys(exitZero).toSorted()).toEqual(ended.toSorted());
  });

  it.each(gatingIds)(`have at least ${MIN_CAUGHT_FAULTS} faults that %s caught`, (rule) => {
    const some = faults.filter((fault) => caught(fault, 'standard').includes(rule));
    expect(some.length).toBeGreaterThanOrEqual(MIN_CAUGHT_FAULTS);
  });

  it('find in standard every fault that quick finds', () => {
    const lost = faults.filter(
      (fault) =>
        !dependsOnOrder(fault.id) &&
        caught(fault, 'quick').length > 0 &&
        caught(fault, 'standard').length === 0,
    );
    expect(lost.map(({ id }) => id)).toEqual([]);
  });
});

it.skipIf(otherRules !== null)('docs/proof.md has the numbers of the frozen verdicts', async () => {
  const text = await readFile('docs/proof.md', 'utf8');
  expect(proofPage(text), 'out of date: npm run generate').toBe(text);
});

describe('the differences of two matrices', () => {
  const cell: Cell = { kind: 'fault', id: 'page-ignored', profile: 'quick' };
  const name = cellName(cell);
  const was = frozenLetters(cell);
  const undecided = was.replaceAll('f', 'U');

  it('are told in words, then rule by rule', () => {
    const lines = differences([cell], new Map([[name, was]]), new Map([[name, undecided]]));
    expect(lines[0]).toBe('1 × fault, quick: caught → undecided');
    expect(lines).toContain('    list.page.second: fail → inconclusive (unclear)');
  });

  it('call a failure alarm that nothing breaks', () => {
    expect(standingOfCell(cell, 'f'.repeat(gatingIds.length))).toBe('alarm');
  });
});

it('the changelog names each rule that the matrix judges otherwise than before', async () => {
  const [, , newest = ''] = (await readFile('CHANGELOG.md', 'utf8')).split(/^## /m);
  const [, named = ''] = /^- Judged differently: ([^]*?)(?=\n- |\n\n)/m.exec(newest) ?? [];
  const isNamed = (id: string): boolean =>
    [id, `${id.split('.')[0]}.*`].some((name) => named.includes(`\`${name}\``));
  expect(rulesJudgedDifferently().filter((id) => !isNamed(id))).toEqual([]);
});

it('at least four faults break each gating rule, and none breaks an observation', () => {
  const broken: readonly string[] = faults.flatMap(({ breaks }) => breaks);
  expect(gatingIds.filter((id) => broken.filter((one) => one === id).length < 4)).toEqual([]);
  expect(broken.filter((id) => !gatingIds.some((one) => one === id))).toEqual([]);
});
