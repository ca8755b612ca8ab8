import { beforeAll, describe, expect, it } from 'vitest';
import { variants } from '../../proof/variants/index.ts';
import { create, getList, send } from './client.ts';
import { firstDifference, wholeTranscript } from './transcript.ts';
import { type Within, within } from './within.ts';

type Work = (reference: Within) => Promise<unknown>;

async function timeOf(variant: string | undefined, work: Work): Promise<number> {
  const reference = within({ variants: variant === undefined ? [] : [variant] });
  await work(reference);
  return reference.clock.now();
}

const listing =
  (times: number): Work =>
  async (reference) => {
    for (let request = 1; request <= times; request += 1) await getList(reference);
  };
const creating =
  (times: number): Work =>
  (reference) =>
    Promise.all(Array.from({ length: times }, () => create(reference, { title: 'One of many' })));

/** Variants that only delay responses, with work that they slow down by a tenth of a second. */
const LATE: Readonly<Record<string, Work>> = {
  slow: listing(23),
  'out-of-order': listing(23),
  jitter: listing(10),
  'stalls-intermittently': listing(23),
  'stalls-long-intermittently': listing(101),
  'cold-start': listing(1),
  'refusals-late': (reference) => send(reference, '', { token: 'unknown' }),
  'created-in-300-ms': creating(1),
  'created-one-at-a-time': creating(8),
};

/** Work that shows variants which the transcript does not cover. */
const ASKED_OTHERWISE: Readonly<Record<string, Work>> = {
  'direction-unknown-alone-422': async (reference) => (await send(reference, '?direction=zzqx')).status,
  'state-empty-422': async (reference) => (await send(reference, '?state=')).status,
  'date-a-day-ahead': async (reference) => (await send(reference, '')).headers.get('date'),
  'robot-closes': async (reference) => {
    await create(reference, { title: 'For the robot' });
    await reference.clock.sleep(200);
    return (await getList(reference)).map(({ title }) => title);
  },
  'restored-from-a-copy': async (reference) => {
    await create(reference, { title: 'After the copy was made' });
    await listing(250)(reference);
    return (await getList(reference)).map(({ title }) => title);
  },
};

const ids = variants.map(({ id }) => id);

describe('the variants', () => {
  let expected: readonly string[];

  beforeAll(async () => {
    expected = await wholeTranscript(within());
  });

  it('each have a name of their own and a sentence that says how they differ', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(25);
    for (const { difference } of variants) expect(difference).toMatch(/^[A-Z].{10,}\.$/);
  });

  it.concurrent.each(ids.filter((id) => !Object.hasOwn(LATE, id) && !Object.hasOwn(ASKED_OTHERWISE, id)))(
    '%s makes a difference',
    async (id) => {
      expect(await firstDifference(within({ variants: [id] }), expected)).toBeDefined();
    },
  );

  it.concurrent.each(Object.entries(ASKED_OTHERWISE))('%s makes a difference', async (id, ask) => {
    expect(await ask(within({ variants: [id] }))).not.toEqual(await ask(within()));
  });

  it.each(Object.entries(LATE))('%s makes answers late', async (id, work) => {
    expect(await timeOf(id, work)).toBeGreaterThan((await timeOf(undefined, work)) + 90);
  });

  it('can be put together, and with faults', async () => {
    const variantsInUse = ['order-oldest-first', 'record-64-bit-ids', 'gzip-always', 'created-204'];
    const reference = within({ variants: variantsInUse, faults: ['per-page-default-25'] });
    const created = await create(reference, { title: 'Last of all' });
    expect([created.status, await created.text()]).toEqual([204, '']);
    const listed = await getList(reference);
    expect(listed).toHaveLength(25);
    expect(listed[0]?.title).toMatch(/#1$/);
    const last = await getList(reference, '?per_page=100&page=2');
    expect(last.at(-1)?.title).toBe('Last of all');
  });

  it('go wrong now and then in ways that a repetition mends', async () => {
    const reference = within({ variants: ['reset-intermittently', 'cut-intermittently'] });
    const broken: number[] = [];
    for (let request = 1; request <= 40; request += 1) {
      const outcome = await getList(reference).catch(() => 'broken');
      if (outcome === 'broken') broken.push(request);
    }
    expect(broken).toEqual([17, 19, 34, 38]);
  });
});
