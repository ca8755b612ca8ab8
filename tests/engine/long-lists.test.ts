import { expect, it } from 'vitest';
import { isGatingRule } from '../../src/model/rule.ts';
import { rules } from '../../suites/index.ts';
import { tryService } from '../support/try-service.ts';
import { type Answering, jsonAnswer, someIssues, tryOn } from './trying.ts';

const slices = rules.filter(isGatingRule).filter(({ id }) => id === 'list.page.slices');

/** A list of so many issues, whose pages fail where they begin behind 1,000 results. */
const failingBehind1000 =
  (issues: number): Answering =>
  ({ query }) => {
    const size = Number(query.get('per_page') ?? 30);
    const begin = (Number(query.get('page') ?? 1) - 1) * size;
    return begin < 1000 ? jsonAnswer(200, someIssues(issues).slice(begin, begin + size)) : jsonAnswer(500);
  };

it.each([
  ['anything where the list ends there', 1000, 'pass'],
  ['a violation within the list', 1200, 'fail'],
  ['a violation just behind it', 1001, 'fail'],
])('an error behind 1,000 results is %s', async (_what, issues, end) => {
  const { ends } = await tryOn(failingBehind1000(issues), slices, { profile: 'quick' });
  expect(ends['list.page.slices']).toBe(end);
});

it('a long list without links costs at most 20 requests more than one of two hundred', async () => {
  const { requests } = await tryService({ variants: ['links-none'], issues: 5000 });
  expect(requests).toBeLessThanOrEqual(470);
});
