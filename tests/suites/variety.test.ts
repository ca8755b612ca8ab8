import { expect, it } from 'vitest';
import type { ProfileName } from '../../src/model/profile.ts';
import { tryService } from '../support/try-service.ts';

/** What a run sent to the healthy service. */
interface Sent {
  readonly requests: number;
  /** Sizes within the range. */
  readonly sizes: ReadonlySet<string>;
  readonly sorts: ReadonlySet<string>;
  readonly credentials: ReadonlySet<string>;
  readonly payloads: readonly unknown[];
}

async function sentBy(seed: number, profile: ProfileName = 'standard'): Promise<Sent> {
  const queries: URLSearchParams[] = [];
  const credentials = new Set<string>();
  const bodies: string[] = [];
  const { requests } = await tryService({
    profile,
    seed,
    handle: async (request, service) => {
      queries.push(request.url.searchParams);
      credentials.add(request.header('authorization') ?? '');
      if (request.method === 'POST') bodies.push(await request.body());
      return service.handle(request);
    },
  });
  const all = (name: string): Set<string> => new Set(queries.flatMap((query) => query.getAll(name)));
  const sizes = [...all('per_page')].filter((size) => /^([1-9]\d?|100)$/.test(size));
  const payloads = bodies.flatMap((body): unknown[] => {
    try {
      return [JSON.parse(body)];
    } catch {
      return [];
    }
  });
  return { requests, sizes: new Set(sizes), sorts: all('sort'), credentials, payloads };
}

/** Classes of sorts of which every run sends one at least. */
const SORTS = [
  /^[a-z]+$/i,
  /^\d+$/,
  /\0/,
  / /,
  /\\/,
  /(?!\0)\p{Cc}/u,
  /['"`]/,
  /</,
  /%/,
  /\./,
  /,asc$/,
  /\P{ASCII}/u,
  /^(__proto__|constructor|toString)/,
  /.{1000}/s,
];

const seeds = [42, 7, 1001];
const runs = Promise.all(seeds.map((seed) => sentBy(seed)));

it('a standard run sends 28 sizes, 40 sorts and 30 credentials at least, in 450 requests', async () => {
  for (const { requests, sizes, sorts, credentials } of await runs) {
    expect(requests).toBeLessThanOrEqual(450);
    expect(sizes.size).toBeGreaterThanOrEqual(28);
    expect(sorts.size).toBeGreaterThanOrEqual(40);
    expect(credentials.size).toBeGreaterThanOrEqual(30);
  }
});

it('each run sends every class of values, and others of them than another run', async () => {
  const all = await runs;
  const sent = ({ sizes, sorts }: Sent): Set<string> => new Set([...sizes, ...sorts]);
  for (const { sizes, sorts } of all) {
    for (const kind of SORTS)
      expect(
        [...sorts].filter((sort) => kind.test(sort)),
        `${kind}`,
      ).not.toEqual([]);
    expect([...sizes].filter((size) => ['8', '16', '32', '64'].includes(size))).not.toEqual([]);
  }
  for (const [place, one] of all.entries())
    for (const other of all.slice(place + 1))
      expect([...sent(one)].filter((value) => sent(other).has(value)).length).toBeLessThan(
        sent(one).size / 2,
      );
});

it('each standard run sends each type of JSON, empty and full, as title, body and payload', async () => {
  const [{ payloads }] = (await runs) as [Sent];
  const field = (name: string): string[] =>
    payloads.map((payload) => JSON.stringify((payload as Record<string, unknown> | null)?.[name] ?? null));
  for (const name of ['title', 'body']) {
    const wrong = ['0', 'true', 'false', '[]', '{}', '{"title":"a"}'];
    expect(field(name)).toEqual(expect.arrayContaining(wrong));
    for (const drawn of [/^(?:12|-1|1\.5|1e\+21)$/, /^\["a"(?:,"b")?\]$/])
      expect(field(name)).toContainEqual(expect.stringMatching(drawn));
  }
  const whole = payloads.map((payload) => JSON.stringify(payload));
  expect(whole).toEqual(expect.arrayContaining(['null', '12', '0', 'true', 'false', '""', '[]', '{}']));
  expect(payloads.some((payload) => typeof payload === 'string' && payload.startsWith('{"title":'))).toBe(
    true,
  );
});

it('quick draws in 90 requests', async () => {
  const [one, other] = await Promise.all([sentBy(1, 'quick'), sentBy(2, 'quick')]);
  expect(one.requests).toBeLessThanOrEqual(90);
  expect(one.sorts).not.toEqual(other.sorts);
});
