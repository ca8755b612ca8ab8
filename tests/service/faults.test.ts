import { expect, it } from 'vitest';
import { circumstances } from '../../proof/circumstances.ts';
import { faults } from '../../proof/faults/index.ts';
import { variants } from '../../proof/variants/index.ts';
import { rules } from '../../suites/index.ts';

it.each([
  ['faults', faults],
  ['variants', variants],
  ['circumstances', circumstances],
])('each of the %s has a name of its own', (_, all) => {
  const ids = all.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it('at least four faults break each gating rule, and none breaks an observation', () => {
  const gating = rules.filter(({ level }) => level !== 'observed').map(({ id }) => id);
  const broken: readonly string[] = faults.flatMap(({ breaks }) => breaks);
  expect(gating.filter((id) => broken.filter((one) => one === id).length < 4)).toEqual([]);
  expect(broken.filter((id) => !gating.some((one) => one === id))).toEqual([]);
});
