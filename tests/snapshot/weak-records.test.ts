import { describe, expect, it } from 'vitest';
import type { FaultId } from '../../proof/faults/index.ts';
import { type RuleId, ruleIds } from '../../src/model/rule-ids.ts';
import { tryService } from '../support/try-service.ts';

const LISTS = ruleIds.filter((id) => id.startsWith('list.'));

const tryLists = (
  variants: readonly string[],
  faults: readonly FaultId[] = [],
  only: readonly RuleId[] = LISTS,
) => tryService({ variants, faults }, { only, writes: 'none' });

describe('records that say where they stand', () => {
  for (const variant of [
    'record-cursor',
    'record-place-on-page',
    'record-position',
    'record-rank',
  ] as const) {
    it(`raise no alarm and leave nothing undecided (${variant})`, async () => {
      const { tried } = await tryLists([variant]);
      expect(tried.filter(({ verdict }) => verdict.verdict !== 'pass').map(({ rule }) => rule.id)).toEqual(
        [],
      );
    });
  }

  for (const [fault, rule] of [
    ['page-overlap', 'list.page.second'],
    ['page-later-reversed', 'list.page.second'],
    ['page-unstable-ties', 'list.page.partition'],
    ['page-first-hundred-only', 'list.page.slices'],
    ['sort-inherited-order', 'list.sort.invalid-default-order'],
    ['sort-invalid-oldest-first', 'list.sort.invalid-default-order'],
    ['sort-invalid-by-update', 'list.sort.invalid-default-order'],
    ['sort-invalid-direction-obeyed', 'list.sort.invalid-ignores-direction'],
    ['sort-invalid-direction-any-ascends', 'list.sort.invalid-ignores-direction'],
    ['sort-invalid-direction-by-update', 'list.sort.invalid-ignores-direction'],
  ] as const satisfies readonly (readonly [FaultId, RuleId])[]) {
    it(`do not hide another order (${fault})`, async () => {
      for (const variant of ['record-cursor', 'record-place-on-page'] as const)
        expect((await tryLists([variant], [fault], [rule])).verdictOf(rule)).toBe('fail');
    });
  }
});

describe('records without a name', () => {
  for (const meanwhile of [
    'somebody-creates',
    'somebody-creates-seldom',
    'somebody-creates-at-first',
  ] as const) {
    for (const variant of ['record-title-and-text', 'record-age-and-words', 'record-words'] as const) {
      it(`raise no alarm where somebody repeats a title (${variant}, ${meanwhile})`, async () => {
        const { tried } = await tryLists([variant, meanwhile]);
        expect(tried.filter(({ verdict }) => verdict.verdict === 'fail').map(({ rule }) => rule.id)).toEqual(
          [],
        );
      });
    }
  }

  it('show a wrong order all the same', async () => {
    for (const fault of ['page-overlap', 'page-gap', 'page-is-an-offset', 'page-later-reversed'] as const)
      expect(
        (await tryLists(['record-title-and-text'], [fault], ['list.page.second'])).verdictOf(
          'list.page.second',
        ),
      ).toBe('fail');
  });
});
