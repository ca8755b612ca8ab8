import { expect, it } from 'vitest';
import type { AnyRule } from '../../src/observe/observed-rule.ts';
import { type RuleReport } from '../../src/report/model.ts';
import { runRules } from '../../src/runner/run-rules.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { ruleOf } from '../report/reports.ts';
import { openTarget } from '../support/try-service.ts';

const throwing: AnyRule = {
  ...ruleOf('create.concurrent'),
  cases: () => {
    throw new Error('a bug of a rule');
  },
} as AnyRule;

it('a rule that throws is a fault of this program, and what was decided before stays so', async () => {
  const { settings, surroundings } = openTarget();
  const all = [ruleOf('create.missing-title'), throwing, ruleOf('observed.links')];
  const told: RuleReport[] = [];
  const plan = { session: settings, rules: all.map(({ id }) => id) };
  const { rules, faults } = await runRules(plan, all, {
    ...surroundings,
    onRule: ({ report }) => told.push(report),
  });
  expect(faults).toEqual(['a bug of a rule']);
  expect(told.map(({ id, verdict }) => [id, verdict])).toEqual([['create.missing-title', 'pass']]);
  expect([...rules.values()]).toEqual(told);
});

it('a repository that the run made up is told apart from one that it was given', async () => {
  const { settings, surroundings } = openTarget({ faults: ['create-repo-made'], profile: 'quick' });
  const rules = [ruleOf('create.unknown-repo')];
  const plan = { session: settings, rules: rules.map(({ id }) => id) };
  const { tally } = await runRules(plan, rules, surroundings);
  const made = tally.created?.map(({ repo, madeUp = false }) => [repo === 'widgets', madeUp]);
  expect(made).toEqual([
    [true, false],
    [false, true],
  ]);
});

it('the version of the service is the one that the last answer names', async () => {
  let answers = 0;
  const versioned: Change = ({ around }) => ({
    around: async (inner, request) => {
      const answer = await around(inner, request);
      answers += 1;
      return { ...answer, headers: { ...answer.headers, 'x-release': `1.${Math.min(answers, 3)}` } };
    },
  });
  const { settings, surroundings } = openTarget({ changes: [versioned], versionHeader: 'X-Release' });
  const all = [ruleOf('list.ok')];
  const plan = { session: settings, rules: all.map(({ id }) => id) };
  const { tally } = await runRules(plan, all, surroundings);
  expect(tally.targetVersion).toBe('1.3');
});
