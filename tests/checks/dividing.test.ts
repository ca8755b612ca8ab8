import { expect, it } from 'vitest';
import { dividing } from '../../src/checks/walk.ts';

it.each<[issues: number, size: number | null]>([
  [0, null],
  [3, null],
  [4, 2],
  [139, null],
  [140, 35],
  [150, 30],
  [200, 40],
])('%i issues fill pages of %j', (issues, size) => {
  expect(dividing(issues)).toBe(size);
});
