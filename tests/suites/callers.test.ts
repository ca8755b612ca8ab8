import { describe, expect, it } from 'vitest';
import type { FaultId } from '../../proof/faults/index.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { type Trying, tryService } from '../support/try-service.ts';

/** Tries rules on services with a fault, of a hundred open issues. */
const ofHundred = (only: readonly RuleId[], faults: readonly FaultId[], settings: Trying = {}) =>
  tryService({ faults, issues: 100 }, { ...settings, writes: 'none', only });

describe('a repository of exactly 100 open issues', () => {
  const decided: readonly RuleId[] = ['list.per-page.maximum', 'list.per-page.fills'];

  it.each(['quick', 'standard'] as const)('decides the maximum and full pages (%s)', async (profile) => {
    const tried = await ofHundred(decided, [], { profile });
    expect(decided.map(tried.verdictOf)).toEqual(['pass', 'pass']);
  });

  it.each(['per-page-maximum-99', 'per-page-maximum-50', 'per-page-maximum-excluded'] as const)(
    'shows that the maximum is not honoured: %s',
    async (fault) => {
      const tried = await ofHundred(['list.per-page.maximum'], [fault]);
      expect(tried.verdictOf('list.per-page.maximum')).toBe('fail');
    },
  );

  it('leaves open what takes one issue more', async () => {
    const tried = await ofHundred(['list.per-page.above-maximum'], []);
    expect(tried.verdictOf('list.per-page.above-maximum')).toBe('inconclusive');
  });
});

describe('a caller who is given smaller pages than others', () => {
  const LIMITED: readonly RuleId[] = [
    'list.per-page.default',
    'list.per-page.zero',
    'list.per-page.negative',
  ];

  it('is read on until enough issues are shown, which fails the rules on sizes', async () => {
    const tried = await tryService({ faults: ['anonymous-pages-of-ten'] }, { only: LIMITED });
    expect(LIMITED.map(tried.verdictOf)).toEqual(['fail', 'fail', 'fail']);
  });

  it('leaves a rule undecided that others alone are shown to hold, and the reason names the caller', async () => {
    const only: readonly RuleId[] = ['list.per-page.default'];
    const { tried } = await tryService({ variants: ['anonymous-sees-twenty'] }, { only });
    expect(tried[0]?.verdict).toEqual({
      verdict: 'inconclusive',
      cause: 'data',
      reason: 'The run did not see what this rule needs without a credential: a list of at least 31 issues.',
    });
  });

  it('is asked for no more pages where everybody is given pages of one size', async () => {
    const pages = new Set<string>();
    await tryService(
      {},
      {
        only: LIMITED,
        behind: (service) => ({
          ...service,
          handle: (request) => {
            if (request.header('authorization') === undefined) pages.add(request.url.search);
            return service.handle(request);
          },
        }),
      },
    );
    expect([...pages].filter((search) => /page=[3-9]/.test(search.replace('per_page', 'size')))).toEqual([]);
  });
});

describe('pages that go on by another size than was asked for', () => {
  it.each(['pages-of-ten', 'pages-of-a-hundred', 'page-later-twice-as-long', 'per-page-in-tens'] as const)(
    'do not let the rules on second pages and slices pass: %s',
    async (fault) => {
      const only: readonly RuleId[] = ['list.per-page.at-most', 'list.page.second', 'list.page.slices'];
      const tried = await tryService({ faults: [fault] }, { only });
      expect(only.filter((rule) => tried.verdictOf(rule) === 'pass')).toEqual([]);
    },
  );
});
