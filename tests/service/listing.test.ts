import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../src/service/start.ts';
import { getList, listAll, numbers, type ShownIssue, send, shownRecords } from './client.ts';

let reference: RunningService;
let open: readonly ShownIssue[];

beforeAll(async () => {
  reference = await startService();
  open = await listAll(reference);
});
afterAll(async () => reference.stop());

describe('a listing', () => {
  it('is one JSON array of objects, pull requests among them', async () => {
    const response = await send(reference);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.has('x-powered-by')).toBe(false);
    const issues: unknown = await response.json();
    expect(Array.isArray(issues)).toBe(true);
    expect(open.every((issue) => typeof issue === 'object')).toBe(true);
    const pullRequests = open.filter((issue) => issue['pull_request'] !== undefined);
    expect(pullRequests.length).toBeGreaterThan(3);
    expect(pullRequests.length).toBeLessThan(open.length / 2);
  });

  it('is the same with a token, with none, and with the recommended headers', async () => {
    const expected = numbers(await getList(reference));
    const headers = { accept: 'application/vnd.service+json', 'x-service-api-version': '2022-11-28' };
    expect(numbers(await getList(reference, '', { token: reference.token }))).toEqual(expected);
    expect(numbers(await getList(reference, '', { token: reference.outsiderToken, headers }))).toEqual(
      expected,
    );
  });

  it('holds the open ones where no state is given', async () => {
    expect(numbers(await getList(reference))).toEqual(numbers(await getList(reference, '?state=open')));
    expect(open).toHaveLength(137);
    expect(new Set(open.map(({ state }) => state))).toEqual(new Set(['open']));
  });

  it('holds others where they are asked for', async () => {
    const closed = await listAll(reference, 'closed');
    const all = await listAll(reference, 'all');
    expect(closed.length).toBeGreaterThanOrEqual(9);
    expect(all).toHaveLength(open.length + closed.length);
    expect(all.slice(0, 100).filter(({ state }) => state === 'closed').length).toBeGreaterThan(4);
  });

  it('tells its neighbours in a Link header that leads through all pages', async () => {
    const seen: number[] = [];
    let next: string | undefined = `${reference.baseUrl}/repos/acme/widgets/issues?per_page=50`;
    while (next !== undefined) {
      const response: Response = await fetch(next);
      seen.push(...numbers(await shownRecords(response)));
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(numbers(open));
  });

  it('is not sent again to who has it', async () => {
    const etag = (await send(reference)).headers.get('etag') ?? '';
    const again = await send(reference, '', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });
});

describe('per_page', () => {
  it('is 30 by default', async () => {
    expect(numbers(await getList(reference))).toEqual(numbers(open.slice(0, 30)));
  });

  it.each([1, 2, 5, 10, 30, 31, 99, 100])('gives exactly %i', async (size) => {
    expect(numbers(await getList(reference, `?per_page=${size}`))).toEqual(numbers(open.slice(0, size)));
  });

  it.each([
    '101',
    '150',
    '2147483647',
    '2147483648',
    '4294967301',
    '9223372036854775808',
    '18446744073709551621',
    '1'.padEnd(400, '0'),
  ])('is capped at 100 for %s', async (raw) => {
    expect(numbers(await getList(reference, `?per_page=${raw}`))).toEqual(numbers(open.slice(0, 100)));
  });

  it.each([
    '0',
    '-0',
    '000',
    '-1',
    '-5',
    '-30',
    '-2147483649',
    '-4294967291',
    '-9223372036854775809',
    '-1'.padEnd(400, '0'),
    'abc',
    '',
    '1.5',
    '1e2',
    '%205',
  ])('falls back to 30 for %s', async (raw) => {
    expect(numbers(await getList(reference, `?per_page=${raw}`))).toEqual(numbers(open.slice(0, 30)));
  });
});

describe('page', () => {
  it('gives results 6 to 10 for the second page of 5', async () => {
    expect(numbers(await getList(reference, '?per_page=5&page=2'))).toEqual(numbers(open.slice(5, 10)));
  });

  it.each([1, 3, 7, 30, 64, 100])(
    'cuts the list into pages of %i, the short last one included',
    async (size) => {
      const walked: number[] = [];
      for (let page = 1; page <= Math.ceil(137 / size); page += 1) {
        walked.push(...numbers(await getList(reference, `?per_page=${size}&page=${page}`)));
      }
      expect(walked).toEqual(numbers(open));
    },
  );

  it('follows on by the size that is really used', async () => {
    expect(numbers(await getList(reference, '?per_page=150&page=2'))).toEqual(numbers(open.slice(100)));
    expect(numbers(await getList(reference, '?per_page=0&page=2'))).toEqual(numbers(open.slice(30, 60)));
    expect(numbers(await getList(reference, '?per_page=-5&page=3'))).toEqual(numbers(open.slice(60, 90)));
  });

  it('is empty beyond the end, however far', async () => {
    expect(await getList(reference, '?per_page=30&page=6')).toEqual([]);
    expect(await getList(reference, `?page=${'9'.repeat(300)}`)).toEqual([]);
  });
});

describe('sort', () => {
  const invalid = [
    'zzqx',
    '',
    "'",
    '";--',
    '検索',
    '\u0000\n\u007f',
    '__proto__',
    'constructor',
    'toString',
    'x'.repeat(9000),
  ];

  it.each(invalid.map((sort) => [sort.slice(0, 20), sort]))(
    'that is %j leaves the default order and ignores the direction',
    async (_name, sort) => {
      const query = `?sort=${encodeURIComponent(sort)}`;
      for (const direction of ['', '&direction=asc', '&direction=desc', '&direction=%00']) {
        expect(numbers(await getList(reference, query + direction))).toEqual(numbers(open.slice(0, 30)));
      }
      expect(numbers(await getList(reference, `${query}&direction=asc&per_page=7&page=4`))).toEqual(
        numbers(open.slice(21, 28)),
      );
    },
  );

  it.each(['created', 'updated', 'comments'])('by %s is turned round by the direction', async (sort) => {
    const size = 'per_page=100';
    const descending = await getList(reference, `?sort=${sort}&${size}`);
    const ascending = await getList(reference, `?sort=${sort}&direction=asc&${size}&page=2`);
    expect(numbers(ascending).toReversed()).toEqual(numbers(descending.slice(0, 37)));
  });

  it('orders by each key differently', async () => {
    const heads = await Promise.all(
      ['created', 'updated', 'comments'].map(async (sort) =>
        numbers(await getList(reference, `?sort=${sort}`)),
      ),
    );
    expect(new Set(heads.map(String)).size).toBe(3);
    expect(heads[0]).toEqual(numbers(open.slice(0, 30)));
  });
});
