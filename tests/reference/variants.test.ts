import { beforeAll, describe, expect, it } from 'vitest';
import { variants } from '../../src/reference/index.ts';
import { create, list } from './client.ts';
import { firstDifference, wholeTranscript } from './transcript.ts';
import { using } from './using.ts';

async function timeOf(variant: string | undefined, requests: number): Promise<number> {
  return using({ variants: variant === undefined ? [] : [variant] }, async (reference) => {
    const from = performance.now();
    for (let request = 1; request <= requests; request += 1) await list(reference);
    return performance.now() - from;
  });
}

// Their answers are the same and only come later.
const LATE = new Set(['slow', 'out-of-order', 'stalls-now-and-then']);

const ids = variants.map(({ id }) => id);

describe('the variants', () => {
  let expected: readonly string[];

  beforeAll(async () => {
    expected = await using({}, wholeTranscript);
  });

  it('each have a name of their own and a sentence that says how they differ', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(25);
    for (const { difference } of variants) expect(difference).toMatch(/^[A-Z].{10,}\.$/);
  });

  it.concurrent.each(ids.filter((id) => !LATE.has(id)))('%s makes a difference', async (id) => {
    const difference = using({ variants: [id] }, (reference) => firstDifference(reference, expected));
    expect(await difference).toBeDefined();
  });

  it.each([...LATE])('%s makes answers late', async (id) => {
    expect(await timeOf(id, 23)).toBeGreaterThan((await timeOf(undefined, 23)) + 100);
  });

  it('can be put together, and with faults', async () => {
    const variantsInUse = ['order-oldest-first', 'record-64-bit-ids', 'gzip-always', 'created-204'];
    await using({ variants: variantsInUse, faults: ['per-page-default-25'] }, async (reference) => {
      const created = await create(reference, { title: 'Last of all' });
      expect([created.status, await created.text()]).toEqual([204, '']);
      const listed = await list(reference);
      expect(listed).toHaveLength(25);
      expect(listed[0]?.title).toMatch(/#1$/);
      const last = await list(reference, '?per_page=100&page=2');
      expect(last.at(-1)?.title).toBe('Last of all');
    });
  });

  it('go wrong now and then in ways that a repetition mends', async () => {
    await using({ variants: ['reset-now-and-then', 'cut-now-and-then'] }, async (reference) => {
      const broken: number[] = [];
      for (let request = 1; request <= 40; request += 1) {
        const outcome = await list(reference).catch(() => 'broken');
        if (outcome === 'broken') broken.push(request);
      }
      expect(broken).toEqual([17, 19, 34, 38]);
    });
  });
});
