import { describe, expect, it } from 'vitest';
import type { FaultId } from '../../proof/faults/index.ts';
import type { Injected } from '../../proof/injected.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import type { Rule } from '../../src/run/rule.ts';
import { type Trying, tryService } from '../support/try-service.ts';

/** Faults whose rules have cases that differ in more than their query. */
const BY_MORE: readonly FaultId[] = ['page-ignored', 'page-gap', 'create-emoji-500', 'title-quote-500'];

/** Returns the rule with empty `shown` values in its cases. */
const blank = (rule: Rule): Rule =>
  'cases' in rule
    ? {
        ...rule,
        cases: async (t) => (await rule.cases(t)).map((one) => Object.assign({}, one, { shown: {} })),
      }
    : rule;

const verdictsOn = async (services: Injected, trying: Trying) =>
  (await tryService(services, { only: gatingIds, ...trying })).tried.map(
    ({ rule, verdict, cases, requests }) => [
      rule.id,
      verdict.verdict,
      cases,
      requests,
      'reason' in verdict ? verdict.reason : 'violation' in verdict ? verdict.violation.kind : null,
    ],
  );

/** Expects the same of cases that show nothing as of those that show something. */
async function expectAlike(services: Injected, trying: Trying = {}): Promise<void> {
  const verdicts = await verdictsOn(services, { ...trying, change: blank });
  expect(verdicts).toEqual(await verdictsOn(services, trying));
  expect(verdicts).toHaveLength(gatingIds.length);
}

describe('what is shown of a case', () => {
  it('decides nothing on a service without a fault', () => expectAlike({}));

  it.each(BY_MORE)('decides nothing: %s', (id) => expectAlike({ faults: [id] }, { profile: 'quick' }));
});
