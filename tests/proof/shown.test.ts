import { describe, expect, it } from 'vitest';
import { faults } from '../../proof/faults/index.ts';
import type { Injected } from '../../proof/injected.ts';
import { variants } from '../../proof/variants/index.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import type { Rule } from '../../src/run/rule.ts';
import { type Trying, tryService } from '../support/try-service.ts';
import { dependsOnOrder } from './breaks.ts';

/** One fault of this many, and a conforming service, are tried with empty `shown` values. */
const ONE_FAULT_IN = 40;
/** One variant of this many is tried in `quick`. */
const ONE_VARIANT_IN = 45;
/** Rules whose cases differ in more than their query. All faults that break them first are tried. */
const BY_MORE: ReadonlySet<string> = new Set(['list.page.slices', 'create.accepted']);

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

  it.each(
    faults.flatMap(({ id, breaks: [first = ''] }, place) =>
      (place % ONE_FAULT_IN === 0 || BY_MORE.has(first)) && !dependsOnOrder(id) ? id : [],
    ),
  )('decides nothing: %s', (id) => expectAlike({ faults: [id] }));

  it.each(variants.filter((_, place) => place % ONE_VARIANT_IN === 0).map(({ id }) => id))(
    'decides nothing: %s',
    (id) => expectAlike({ variants: [id] }, { profile: 'quick' }),
  );
});
