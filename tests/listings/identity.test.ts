import { expect, it } from 'vitest';
import { canonical, readJson } from '../../src/client/json.ts';
import { areOneIssue, findIdentity, type Pair } from '../../src/listings/records.ts';

/** Makes a record: of which issue, on which reading, and where it stands on its page. */
type Make = (issue: number, reading: number, place: number) => unknown;

const page = (make: Make, from: number, length: number, reading: number): unknown[] =>
  Array.from({ length }, (_, place) => make(from + place, reading, place));

/** Returns what names each of 20 records: a field of some name, the whole record, or nothing. */
function namedBy(make: Make): readonly (string | null)[] | null {
  const [first, again, third] = [page(make, 0, 10, 1), page(make, 0, 10, 2), page(make, 0, 10, 3)];
  const [second, both] = [page(make, 10, 10, 4), page(make, 0, 20, 5)];
  const twice: Pair[] = [
    [first, again],
    [again, third],
    [first, third],
  ];
  const aligned: Pair[] = [
    [first, both.slice(0, 10)],
    [second, both.slice(10)],
  ];
  const identity = findIdentity([first, both, second], twice, aligned);
  return identity && both.map(identity);
}

const odd = (index: number): number => 1000 + ((index * 7919) % 1009);
const title = (index: number): string => `t${index}`;
const texts = (n: number) => ({ title: title(n), body: `b${n}` });

/** Returns the field by which records are named. */
function fieldOf(make: Make): string {
  const names = namedBy(make);
  if (names === null) return 'nothing';
  if (names.every((name) => name === null)) return 'null';
  const [record] = page(make, 0, 1, 5);
  const paths = (value: unknown, path: string): [string, unknown][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => paths(inner, path === '' ? name : `${path}.${name}`))
      : [[path, value]];
  const found = paths(record, '').find(([, value]) => String(value) === names[0]);
  return found?.[0] ?? 'the whole record';
}

it.each<readonly [string, string, Make]>([
  ['id before all', 'id', (n) => ({ title: title(n), number: n, url: `/${n}`, id: odd(n) })],
  ['number where there is no id', 'number', (n) => ({ url: `/${n}`, number: odd(n) })],
  ['a url before a title', 'html_url', (n) => ({ title: title(n), html_url: `/${n}` })],
  ['a nested name', 'data.meta.uuid', (n) => ({ data: { meta: { uuid: `u${odd(n)}` } } })],
  ['an outer name before a nested one', 'key', (n) => ({ data: { id: odd(n) }, key: `K-${n}` })],
  ['an id, if pages repeat whole records', 'id', (n) => ({ id: n - (n % 4 === 1 ? 1 : 0), title: 'same' })],
  ['no name that records share', 'key', (n) => ({ id: Math.floor(n / 2), key: `K-${n}` })],
  ['no name that a record lacks', 'key', (n) => ({ ...(n === 4 ? {} : { id: n }), key: `K${n}` })],
  ['no name that is null', 'key', (n) => ({ id: n === 4 ? null : n, key: `K${n}` })],
  ['no name that is new in each answer', 'key', (n, reading) => ({ id: `${reading}-${n}`, key: `K-${n}` })],
  ['no place on a page', 'key', (n, _reading, place) => ({ id: place, key: `K-${n}`, ...texts(n) })],
  [
    'no link that repeats the request',
    'the whole record',
    (n, reading) => ({ self: `/${n}?of=${Math.max(3, reading)}`, ...texts(n) }),
  ],
  ['no title', 'the whole record', (n) => ({ kind: 'bug', title: title(n) })],
  [
    'the rest of what changes',
    'the whole record',
    (n, reading) => ({ kind: 'bug', ...texts(n), seen: reading * 100 + n }),
  ],
  ['nothing if all are alike', 'nothing', () => ({ a: 1 })],
  ['nothing if they are no objects', 'nothing', (n) => `issue ${n}`],
  ['nothing if all of it changes', 'nothing', (n, reading) => ({ seen: reading * 100 + n })],
])('what names a record is %s: %s', (_what, expected, make) => {
  expect(fieldOf(make)).toBe(expected);
});

it('what names a record is the same for a record without its volatile fields, whatever their order', () => {
  const make: Make = (n, reading) => ({ t: title(n), b: `b${n}`, c: 'c', s: reading * 100 + n });
  const list = page(make, 0, 10, 1);
  const again = page(make, 0, 10, 2);
  const identity = findIdentity([list], [[list, again]], []);
  expect(identity?.({ s: 9, c: 'c', b: 'b1', t: 't1' })).toBe(identity?.({ t: 't1', b: 'b1', c: 'c', s: 8 }));
  expect(identity?.({ t: 't1', b: 'b2', c: 'c', s: 8 })).not.toBe(
    identity?.({ t: 't1', b: 'b1', c: 'c', s: 8 }),
  );
});

it('what names a record stays the id though somebody writes between two answers, or a page repeats an issue', () => {
  const make: Make = (n) => ({ id: odd(n), ...texts(n) });
  const [earlier, later] = [page(make, 5, 20, 1), page(make, 3, 20, 2)];
  const repeating = [...page(make, 0, 19, 1), make(0, 1, 0)];
  for (const listings of [[earlier, later], [repeating]])
    expect(findIdentity(listings, [[listings[0] ?? [], listings.at(-1) ?? []]], [])?.(make(7, 3, 0))).toBe(
      String(odd(7)),
    );
});

it('what names a record is what lasts, though most fields change from answer to answer, but for places on a page alone', () => {
  const signed = (n: number, reading: number) =>
    Object.fromEntries([1, 2, 3].map((link) => [`link${link}`, `/${n}?${reading}`]));
  const names = (make: Make) => new Set(namedBy(make)).size;
  expect(names((n, reading) => ({ id: odd(n), title: title(n), ...signed(n, reading) }))).toBe(20);
  // The list moves from reading to reading.
  const placed: Make = (n, reading, place) => {
    const issue = n + reading;
    return { place, cursor: `c${place}`, id: odd(issue), title: title(issue), text: `b${issue}` };
  };
  expect(namedBy(placed)?.[0]).not.toMatch(/cursor/);
});

it('what names a record is short, however long the record is', () => {
  const make: Make = (n) => ({ title: title(n), text: 'long '.repeat(1000) + String(n) });
  const names = namedBy(make) ?? [];
  expect(new Set(names).size).toBe(20);
  expect(Math.max(...names.map((name) => name?.length ?? Infinity))).toBeLessThan(300);
});

it('what names a record is shared by two issues if a unique field differs in one walk', () => {
  const areOne = (second: number): boolean => {
    const records = [1, 2, 3, second].map((n, at) => ({
      id: at === 3 ? 1 : n,
      at: `d${n}`,
      by: 'me',
      of: n % 2,
    }));
    return areOneIssue(records, (record) => String((record as { readonly id: number }).id));
  };
  expect([areOne(1), areOne(4)]).toEqual([true, false]);
  // Between two answers, somebody may have changed the issue.
  const issue = (id: number, at: number) => ({ id, at: `d${at}`, by: 'me', of: at % 2 });
  const first = [1, 2, 3].map((n) => issue(n, n));
  expect(findIdentity([first, [issue(1, 5)]], [[first, first]], [])?.(issue(1, 5))).toBe('1');
});

it('what names a record tells ids beyond 2^53 apart', () => {
  const reading = readJson('[{"id":9007199254740993},{"id":9007199254740992},{"id":9007199254740994}]');
  const list: unknown[] = reading.kind === 'json' && Array.isArray(reading.value) ? reading.value : [];
  const identity = findIdentity([list], [[list, list]], []);
  expect(new Set(list.map((record) => identity?.(record))).size).toBe(3);
  expect(identity?.(list[0])).not.toBe(canonical(list[0]));
});
