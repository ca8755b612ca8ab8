import { expect, it } from 'vitest';
import { withHeaders } from '../../proof/changes/answers.ts';
import type { AnyRule } from '../../src/observe/observed-rule.ts';
import { type RuleReport } from '../../src/report/model.ts';
import { runRules } from '../../src/runner/run-rules.ts';
import { ruleOf } from '../report/reports.ts';
import { type Opening, openTarget } from '../support/try-service.ts';

const throwing: AnyRule = {
  ...ruleOf('create.concurrent'),
  cases: () => {
    throw new Error('a bug of a rule');
  },
} as AnyRule;

/** Runs rules on a service. @returns also what it told of them, in the order of time */
async function ran(opening: Opening, ...all: readonly AnyRule[]) {
  const { settings, surroundings } = openTarget(opening);
  const told: RuleReport[] = [];
  const onRule = ({ report }: { readonly report: RuleReport }) => told.push(report);
  const plan = { session: settings, rules: all.map(({ id }) => id) };
  return { told, ...(await runRules(plan, all, { ...surroundings, onRule })) };
}

it('a rule that throws is a fault of this program, and what was decided before stays so', async () => {
  const all = [ruleOf('create.missing-title'), throwing, ruleOf('observed.links')];
  const { rules, faults, told } = await ran({}, ...all);
  expect(faults).toEqual(['a bug of a rule']);
  expect(told.map(({ id, verdict }) => [id, verdict])).toEqual([['create.missing-title', 'pass']]);
  expect([...rules.values()]).toEqual(told);
});

it('a repository that the run made up is told apart from one that it was given', async () => {
  const service = { faults: ['create-repo-made'], profile: 'quick' } as const;
  const { tally } = await ran(service, ruleOf('create.unknown-repo'));
  const made = tally.created?.map(({ repo, madeUp = false }) => [repo === 'widgets', madeUp]);
  expect(made).toEqual([
    [true, false],
    [false, true],
  ]);
});

it('the version of the service is the one that the last answer names', async () => {
  let answers = 0;
  const versioned = withHeaders(() => ({ 'x-release': `1.${Math.min((answers += 1), 3)}` }));
  const { tally } = await ran({ changes: [versioned], versionHeader: 'X-Release' }, ruleOf('list.ok'));
  expect(tally.targetVersion).toBe('1.3');
});
