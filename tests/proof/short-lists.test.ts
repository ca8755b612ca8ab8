import { describe, expect, it } from 'vitest';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { tryService } from '../support/try-service.ts';

/** Lists with other writers: so short that the run creates most of their issues, or ending at a page border. */
const SHORT = [
  { issues: 1, variant: 'somebody-deletes-throughout', seed: 7 },
  { issues: 5, variant: 'somebody-deletes-throughout', seed: 7 },
  { issues: 2, variant: 'somebody-does-everything', seed: 7 },
  { issues: 31, variant: 'somebody-closes', seed: 42 },
  { issues: 98, variant: 'somebody-closes', seed: 7 },
  { issues: 99, variant: 'somebody-closes', seed: 7 },
] as const;

describe('a short list that others write to', () => {
  it.each(SHORT)('breaks no rule: $variant, $issues issues', async ({ issues, variant, seed }) => {
    const { tried } = await tryService({ variants: [variant], issues }, { seed, only: gatingIds });
    expect(tried.flatMap(({ rule, verdict }) => (verdict.verdict === 'fail' ? [rule.id] : []))).toEqual([]);
  });
});

/** Rules on orders, and on sizes other than one. */
const OF_MORE = gatingIds.filter(
  (id) =>
    /^list\.(per-page|page|sort)\./.test(id) && !['list.per-page.fills', 'list.sort.invalid-ok'].includes(id),
);

describe('a list of a single issue', () => {
  it('breaks no rule, and lets none on orders and sizes pass', async () => {
    const { tried } = await tryService({ issues: 1 }, { writes: 'none', only: gatingIds });
    const of = (verdict: string) =>
      tried.flatMap(({ rule, verdict: own }) => (own.verdict === verdict ? [rule.id] : []));
    expect(of('fail')).toEqual([]);
    expect(of('inconclusive')).toEqual(expect.arrayContaining(OF_MORE));
  });
});
