import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { exitZero } from '../../proof/exceptions.ts';
import { faults } from '../../proof/faults/index.ts';
import { frozenVerdicts, rulesWith } from '../../proof/verdicts.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { dependsOnOrder } from './breaks.ts';
import { type Cell, cellName, cells } from './cells.ts';
import { differences, problemsIn, type Standing, standingOf, wrongPassesIn } from './standing.ts';

/** Smallest number of faults that each rule must be proved to catch. */
const MIN_CAUGHT_FAULTS = 3;

const lettersOf = (cell: Cell): string => frozenVerdicts.get(cellName(cell)) ?? '';

/** Returns the rules that fail on a fault and that it breaks. */
function caught({ id, breaks }: (typeof faults)[number], profile: 'quick' | 'standard'): readonly string[] {
  const failed = rulesWith(lettersOf({ kind: 'fault', id, profile }), 'f');
  return failed.filter((rule) => breaks.includes(rule));
}

describe('the frozen verdicts', () => {
  it('are those of every cell, and of no other', () => {
    expect([...frozenVerdicts.keys()]).toEqual(cells.map(cellName));
  });

  it('hold no false alarm, no pass on nothing, and no fault with exit 0 without a reason', () => {
    const problems = cells.flatMap((cell) =>
      problemsIn(cell, lettersOf(cell)).map((problem) => `${cellName(cell)}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it('have a reason for the faults that end with exit 0, and for no other', () => {
    const ended = faults.filter(
      ({ id }) =>
        standingOf(
          { kind: 'fault', id, profile: 'standard' },
          lettersOf({ kind: 'fault', id, profile: 'standard' }),
        ) === 'exit 0',
    );
    expect(Object.keys(exitZero).toSorted()).toEqual(ended.map(({ id }) => id).toSorted());
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

describe('docs/proof.md', () => {
  const plain = cells.filter(
    (cell) => cell.profile === 'standard' && cell.setting === undefined && !('circumstance' in cell),
  );
  const count = (kind: Cell['kind'], standing?: Standing): number =>
    plain.filter(
      (cell) =>
        cell.kind === kind && (standing === undefined || standingOf(cell, lettersOf(cell)) === standing),
    ).length;
  const inQuick = faults.filter((fault) => caught(fault, 'quick').length > 0).length;
  const wrongPasses = plain.flatMap((cell) => wrongPassesIn(cell, lettersOf(cell))).length;

  it.each([
    ['services with an injected fault', `${faults.length}`],
    ['… caught, `standard`; `quick`', `${count('fault', 'caught')}; ${inQuick}`],
    ['… undecided (exit 3), `standard`', `${count('fault', 'undecided')}`],
    ['… passed with exit 0, `standard`', `${count('fault', 'exit 0')}`],
    [
      'conforming services, unusual or on a bad day; false alarms on them',
      `${count('variant')}; ${count('variant', 'alarm')}`,
    ],
    [
      'servers that implement nothing; rules that passed on them',
      `${count('nothing')}; ${count('nothing', 'exit 0')}`,
    ],
    ['rules that passed although a fault breaks them, `standard`', `${wrongPasses}`],
  ])('has the number of the frozen verdicts: %s', async (measure, result) => {
    expect(await readFile('docs/proof.md', 'utf8')).toContain(`| ${measure} | ${result} |`);
  });

  it('names the faults that end with exit 0', async () => {
    const page = await readFile('docs/proof.md', 'utf8');
    for (const id of Object.keys(exitZero)) expect(page).toContain(`\`${id}\``);
  });
});

describe('the differences of two matrices', () => {
  const cell: Cell = { kind: 'fault', id: 'page-ignored', profile: 'quick' };
  const name = cellName(cell);
  const was = lettersOf(cell);
  const undecided = was.replaceAll('f', 'i');

  it('are told in words, then rule by rule', () => {
    const lines = differences([cell], new Map([[name, was]]), new Map([[name, undecided]]));
    expect(lines[0]).toBe('1 × fault, quick: caught → undecided');
    expect(lines).toContain('    list.page.second: fail → inconclusive');
  });

  it('are none between equal ones', () => {
    expect(differences([cell], new Map([[name, was]]), new Map([[name, was]]))).toEqual([]);
  });

  it('call a failure alarm that nothing breaks', () => {
    expect(standingOf(cell, 'f'.repeat(gatingIds.length))).toBe('alarm');
  });
});
