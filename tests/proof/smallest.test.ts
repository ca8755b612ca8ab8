import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FaultId, faults } from '../../proof/faults/index.ts';
import type { Query } from '../../src/client/request.ts';
import type { Check } from '../../src/model/check.ts';
import type { CaseRule, Rule } from '../../src/run/rule.ts';
import { tryService } from '../support/try-service.ts';
import { dependsOnOrder } from './breaks.ts';

const SEED = 20_261_123;
const DRAWN = 12;

/** A listing that broke a rule. */
interface Broken {
  readonly rule: string;
  readonly caller: string;
  readonly query: Query;
  readonly kind: string;
}

const isCaseRule = (rule: Rule): rule is CaseRule => 'cases' in rule;

/** Returns the rule with a check that also notes each listing that breaks it. */
function watched(rule: CaseRule, found: Broken[]): CaseRule {
  const noting = (check: Check): Check => ({
    ...check,
    judge: (looks, one) => {
      const judgement = check.judge(looks, one);
      if (judgement.kind === 'broken' && one.asks.length === 1)
        found.push({
          rule: rule.id,
          caller: one.caller,
          query: one.query,
          kind: judgement.violation.kind,
        });
      return judgement;
    },
  });
  return { ...rule, check: async (t) => noting(await rule.check(t)) };
}

const names = (query: Query): readonly string[] => Object.keys(query);
const isPart = (one: Query, other: Query): boolean =>
  names(one).length < names(other).length && names(one).every((name) => one[name] === other[name]);

describe('a counterexample', () => {
  const drawn = fc.sample(
    fc.shuffledSubarray(
      // The creations of the run push pull requests off the first page, until it breaks no rule any more.
      faults.filter(
        ({ id, breaks: [first = ''] }) =>
          first.startsWith('list.') && !dependsOnOrder(id) && !id.endsWith('pull-request'),
      ),
      { minLength: DRAWN, maxLength: DRAWN },
    ),
    { seed: SEED, numRuns: 1 },
  );

  it.each(drawn.flat().map(({ id }): FaultId => id))(
    'is not larger than another listing that broke the rule alike: %s',
    async (id) => {
      const found: Broken[] = [];
      const change = (rule: Rule): Rule => (isCaseRule(rule) ? watched(rule, found) : rule);
      const { tried } = await tryService({ faults: [id] }, { change });
      const larger = tried.flatMap(({ rule, verdict }) => {
        if (verdict.verdict !== 'fail' || verdict.violation.mayBeSmaller === true) return [];
        const { counterexample, kind } = verdict.violation;
        const { asked = '', owner: _owner, repo: _repo, 'right after': after, ...query } = counterexample;
        // Few requests are allowed with an invalid credential. For `list.page.slices`, another page size is
        // not a smaller case.
        if (after !== undefined || 'credential' in query || rule.id === 'list.page.slices') return [];
        const isSmaller = (other: Broken): boolean =>
          other.rule === rule.id &&
          other.kind === kind &&
          (asked === '' || other.caller === asked) &&
          isPart(other.query, query as Query);
        return found.filter(isSmaller).map((other) => [rule.id, query, other.query]);
      });
      expect(larger).toEqual([]);
    },
  );
});
