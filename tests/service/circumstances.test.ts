import { describe, expect, it } from 'vitest';
import type { CircumstanceId } from '../../proof/circumstances.ts';
import { circumstances } from '../../proof/circumstances.ts';
import { create, getList, listAll } from './client.ts';
import { type Within, within } from './within.ts';

const FAULT = 'per-page-default-25';

const under = (circumstance: CircumstanceId): Within => within({ faults: [FAULT], circumstance });

/** Returns for each of several listings whether it shows the fault. */
async function showings(
  asked: Within,
  times: number,
  sent: { readonly token?: string } = {},
): Promise<boolean[]> {
  const seen: boolean[] = [];
  for (let nth = 0; nth < times; nth += 1) seen.push((await getList(asked, '', sent)).length === 25);
  return seen;
}

describe('the circumstances', () => {
  it('each have a name of their own and say when a fault shows', () => {
    expect(new Set(circumstances.map(({ id }) => id)).size).toBe(circumstances.length);
    for (const { says } of circumstances) expect(says).toMatch(/^[a-z].{5,}[^.]$/);
  });
});

describe('a fault that shows', () => {
  it('to those without a credential, or to those with one, shows to nobody else', async () => {
    const anonymous = under('anonymous-only');
    expect(await showings(anonymous, 2)).toEqual([true, true]);
    expect(await showings(anonymous, 2, { token: anonymous.token })).toEqual([false, false]);
    const known = under('token-only');
    expect(await showings(known, 2)).toEqual([false, false]);
    expect(await showings(known, 2, { token: known.token })).toEqual([true, true]);
    expect(await showings(known, 2, { token: known.outsiderToken })).toEqual([true, true]);
  });

  it('now and then shows at every third listing, whatever else is sent', async () => {
    const asked = under('one-in-three');
    expect(await showings(asked, 4)).toEqual([false, false, true, false]);
    await create(asked, { title: 'In between' });
    expect(await showings(asked, 3)).toEqual([false, true, false]);
  });

  it('after a write shows from then on, and not after a refused one', async () => {
    const asked = under('after-a-write');
    expect(await showings(asked, 2)).toEqual([false, false]);
    await create(asked, {});
    expect(await showings(asked, 1)).toEqual([false]);
    await create(asked, { title: 'The first one' });
    expect(await showings(asked, 2)).toEqual([true, true]);
  });

  it('on one of two machines shows about half of the time, in step with nothing', async () => {
    const seen = await showings(under('one-of-two-replicas'), 200);
    const shown = seen.filter(Boolean).length;
    expect(shown).toBeGreaterThan(80);
    expect(shown).toBeLessThan(120);
    const repeats = seen.filter((one, index) => index > 0 && one === seen[index - 1]).length;
    expect(repeats).toBeGreaterThan(20);
  });

  it('while others write always shows, and the list grows by itself', async () => {
    for (const [id, aSecond] of [
      ['while-others-write', 5],
      ['while-others-write-a-lot', 20],
    ] as const) {
      const asked = under(id);
      expect(await showings(asked, 2)).toEqual([true, true]);
      const before = await listAll(asked);
      await asked.clock.sleep(2000);
      const grown = (await listAll(asked)).length - before.length;
      expect(grown).toBeGreaterThanOrEqual(2 * aSecond - 1);
      expect(grown).toBeLessThanOrEqual(2 * aSecond + 2);
    }
  });
});
