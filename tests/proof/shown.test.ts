import { describe, expect, it } from 'vitest';
import { faults } from '../../proof/faults/index.ts';
import type { Rule } from '../../src/engine/rule.ts';
import { tryService } from '../support/try-service.ts';
import { GATING } from './cell.ts';
import { dependsOnOrder } from './try-faults.ts';

/** One fault of this many, and a conforming service, are tried with empty `shown` values. */
const ONE_FAULT_IN = 40;
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

const verdictsOn = async (ids: readonly (typeof faults)[number]['id'][], change: (rule: Rule) => Rule) =>
  (await tryService({ faults: ids }, { only: GATING, change })).tried.map(
    ({ rule, verdict, cases, requests }) => [
      rule.id,
      verdict.verdict,
      cases,
      requests,
      'reason' in verdict ? verdict.reason : 'violation' in verdict ? verdict.violation.kind : null,
    ],
  );

describe('what is shown of a case', () => {
  it.each([
    'no fault',
    ...faults.flatMap(({ id, breaks: [first = ''] }, place) =>
      (place % ONE_FAULT_IN === 0 || BY_MORE.has(first)) && !dependsOnOrder(id) ? id : [],
    ),
  ])('decides nothing: %s', async (fault) => {
    const ids = faults.flatMap(({ id }) => (id === fault ? id : []));
    const verdicts = await verdictsOn(ids, blank);
    expect(verdicts).toEqual(await verdictsOn(ids, (rule) => rule));
    expect(verdicts).toHaveLength(GATING.length);
  });
});
