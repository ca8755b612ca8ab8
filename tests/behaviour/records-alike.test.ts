import { describe, expect, it } from 'vitest';
import { tryRules } from '../../src/host/in-process.ts';
import { rules } from '../../suites/index.ts';
import { transportTo } from '../client/virtual.ts';
import { settingsFor } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const NAMED = {
  owner: 'acme',
  repo: 'widgets',
  privateOwner: 'acme',
  privateRepo: 'vault',
  token: '',
  outsiderToken: '',
};

describe('records that are all alike', () => {
  it('raise no alarm, though most rules cannot be decided on them', async () => {
    const clock = new VirtualClock();
    const transport = transportTo(clock, ({ url, headers }) => {
      const { pathname, searchParams } = new URL(url);
      if (headers['authorization'] !== undefined) return { status: 401, body: '{}' };
      if (pathname !== '/repos/acme/widgets/issues') return { status: 404, body: '{}' };
      const asked = Number(searchParams.get('per_page') ?? 30);
      const records = Array.from({ length: asked <= 0 ? 30 : Math.min(100, asked) }, () => ({
        kind: 'issue',
      }));
      return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(records) };
    });
    const { bed, ...settings } = settingsFor(NAMED, 'http://service.test');
    const { tried } = await tryRules(
      {
        ...settings,
        writes: 'none',
        bed: { ...bed, privateRepository: undefined, token: undefined, outsiderToken: undefined },
      },
      rules,
      { transport, clock },
    );
    const verdictOf = (id: string) => tried.find(({ rule }) => rule.id === id)?.verdict.verdict;
    expect(tried.filter(({ verdict }) => verdict.verdict === 'fail')).toEqual([]);
    for (const id of ['list.array', 'list.per-page.fills', 'list.sort.invalid-ok', 'list.invalid-token'])
      expect(verdictOf(id)).toBe('pass');
    for (const id of ['list.per-page.default', 'list.page.second', 'list.sort.invalid-default-order'])
      expect(verdictOf(id)).toBe('inconclusive');
  });
});
