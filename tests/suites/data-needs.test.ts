import { expect, it } from 'vitest';
import type { Rule } from '../../src/context/rule.ts';
import { gatingIds, type RuleId } from '../../src/model/rule-ids.ts';
import type { AnyRule } from '../../src/observe/observed-rule.ts';
import { rules } from '../../suites/index.ts';
import { tryService } from '../support/try-service.ts';

const openNeeded = (rule: AnyRule): number => {
  const need: NonNullable<Rule['data']> = 'data' in rule ? (rule.data ?? {}) : {};
  return need.open ?? 0;
};
const counts = [...new Set(rules.map(openNeeded))].toSorted((a, b) => a - b);

/** Returns the rules that lack data on a service of so many open issues, with closed and private ones. */
async function lackingIn(profile: 'quick' | 'standard', issues: number): Promise<RuleId[]> {
  const { tried } = await tryService({ issues, profile, writes: 'none', only: gatingIds });
  return tried.flatMap(({ rule, verdict }) =>
    'cause' in verdict && verdict.cause === 'data' ? [rule.id] : [],
  );
}

/** Results by the number of issues, since one less than some number is another. */
const known = new Map<number, Promise<ReadonlySet<RuleId>>>();
const lacking = (issues: number): Promise<ReadonlySet<RuleId>> => {
  const found =
    known.get(issues) ??
    Promise.all([lackingIn('quick', issues), lackingIn('standard', issues)]).then(
      (ids) => new Set(ids.flat()),
    );
  known.set(issues, found);
  return found;
};

it.each(counts)('%i open issues are enough for the rules that say so, and one less is not', async (count) => {
  const open = await lacking(count);
  expect(rules.flatMap((rule) => (openNeeded(rule) <= count && open.has(rule.id) ? [rule.id] : []))).toEqual(
    [],
  );
  if (count === 0) return;
  const fewer = await lacking(count - 1);
  const exact = rules.filter((rule) => openNeeded(rule) === count).map(({ id }) => id);
  // A record of any listing shows what this rule judges, and the private repository has some.
  expect(exact.filter((id) => !fewer.has(id) && id !== 'list.records')).toEqual([]);
});
