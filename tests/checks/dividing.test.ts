import { expect, it } from 'vitest';
import { dividing } from '../../src/checks/walk.ts';

it.each<[issues: number, size: number]>([
  [0, 1],
  [3, 1],
  [4, 2],
  [139, 1],
  [140, 35],
  [150, 30],
  [200, 40],
])('%i issues fill pages of %j', (issues, size) => {
  expect(dividing(issues)).toBe(size);
});
