import { expect, it } from 'vitest';
import type { AnyRule, DataNeed } from '../../src/model/rule.ts';
import { rules } from '../../suites/index.ts';
import { tryService } from '../support/try-service.ts';

const openNeeded = (rule: AnyRule): number => {
  const need: DataNeed = 'data' in rule ? (rule.data ?? {}) : {};
  return need.open ?? 0;
};
const counts = [...new Set(rules.map(openNeeded))].toSorted((a, b) => a - b);

/** Returns the rules that lack data on a service of so many open issues, with closed and private ones. */
async function lacking(issues: number, profile: 'quick' | 'standard'): Promise<string[]> {
  const { tried } = await tryService({ issues }, { profile, writes: 'none' });
  return tried.flatMap(({ rule, verdict }) =>
    rule.level !== 'observed' && 'cause' in verdict && verdict.cause === 'data' ? [rule.id] : [],
  );
}

it.each(counts)('%i open issues are enough for the rules that say so, and one less is not', async (count) => {
  const open = new Set([...(await lacking(count, 'quick')), ...(await lacking(count, 'standard'))]);
  expect(rules.flatMap((rule) => (openNeeded(rule) <= count && open.has(rule.id) ? [rule.id] : []))).toEqual(
    [],
  );
  if (count === 0) return;
  const fewer = new Set([...(await lacking(count - 1, 'quick')), ...(await lacking(count - 1, 'standard'))]);
  const exact = rules.filter((rule) => openNeeded(rule) === count).map(({ id }) => id);
  // A record of any listing shows what this rule judges, and the private repository has some.
  expect(exact.filter((id) => !fewer.has(id) && id !== 'list.records')).toEqual([]);
});
