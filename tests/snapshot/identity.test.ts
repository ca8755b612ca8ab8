import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/client/json.ts';
import { findIdentity, type Identity, keyOf } from '../../src/snapshot/identity.ts';

type Make = (index: number, reading: number) => unknown;

/** Returns the identity for a list of some records, whose first page is read twice. */
function identityOf(make: Make, sizes: readonly number[] = [10, 10]): Identity {
  let made = 0;
  const pages = sizes.map((size) => Array.from({ length: size }, () => make(made++, 1)));
  const again = Array.from({ length: sizes[0] ?? 0 }, (_, index) => make(index, 2));
  return findIdentity(pages, [{ records: again, from: 0 }]);
}
const nameOf = (identity: Identity): string =>
  identity.kind === 'field' ? identity.path.join('.') : identity.kind;
const odd = (index: number): number => (index * 7919) % 1009;
const title = (index: number): string => `t${index}`;

describe('what tells issues apart', () => {
  it.each<[string, string, Make, (readonly number[])?]>([
    ['id before all', 'id', (n) => ({ title: title(n), number: n, url: `/${n}`, id: odd(n) })],
    ['number where there is no id', 'number', (n) => ({ url: `/${n}`, number: odd(n) })],
    ['a url before a title', 'html_url', (n) => ({ title: title(n), html_url: `/${n}` })],
    ['a nested name', 'data.meta.uuid', (n) => ({ data: { meta: { uuid: `u${odd(n)}` } } })],
    ['nested, beside a unique text', 'node.id', (n) => ({ place: `p${n}`, node: { id: odd(n) } })],
    ['an outer name before a nested one', 'key', (n) => ({ data: { id: odd(n) }, key: `K-${n}` })],
    [
      'nothing in arrays or four deep',
      'record',
      (n) => ({ a: { b: { c: { id: odd(n) } } }, tags: [{ id: n }] }),
    ],
    ['no name that records share', 'key', (n) => ({ id: Math.floor(n / 2), key: `K-${n}`, title: title(n) })],
    ['no name that a record lacks', 'key', (n) => ({ ...(n === 4 ? {} : { id: n }), key: `K${n}` })],
    ['no name that is null', 'key', (n) => ({ id: n === 4 ? null : n, key: `K${n}` })],
    ['no name that changes', 'key', (n, reading) => ({ id: `${reading}-${n}`, key: `K-${n}` })],
    ['no place on a page', 'key', (n) => ({ id: n % 10, key: `K-${n}` })],
    ['no counter where another will do', 'number', (n) => ({ id: n + 1, number: odd(n) })],
    [
      'a name beside an element that is none',
      'id',
      (n) => (n === 0 ? null : { id: odd(n), title: 'a' }),
      [10],
    ],
    ['no title', 'record', (n) => ({ kind: 'bug', title: title(n) })],
    ['no text under another name', 'record', (n) => ({ kind: 'bug', summary: title(n) })],
    ['no inherited name', 'record', (n) => ({ kind: 'bug', constructor: title(n) })],
    ['no id of an author', 'record', (n) => ({ user: { id: odd(n) }, title: title(n) }), [5]],
    ['no id of a repository', 'record', (n) => ({ repository: { id: odd(n) }, title: title(n) }), [5]],
    ['no id of a comment', 'record', (n) => ({ latest_comment: { id: odd(n) }, title: title(n) }), [5]],
    ['no flat id of an author', 'record', (n) => ({ author_id: odd(n), title: title(n) }), [5]],
    ['elements by themselves', 'record', (n) => `issue ${n}`],
    ['no element that changes', 'none', (n, reading) => `issue ${reading}-${n}`],
    ['nothing of what changes', 'none', (n, reading) => ({ kind: 'bug', seen: reading * 100 + n })],
    ['nothing where all are alike', 'none', () => ({ a: 1 })],
    ['nothing in an empty list', 'none', () => null, [0]],
  ])('%s: %s', (_what, expected, make, sizes) => {
    expect(nameOf(identityOf(make, sizes))).toBe(expected);
  });

  it('is no number that two quite different issues share', () => {
    const make: Make = (n) => ({
      type: n < 10 ? 'pull' : 'issue',
      id: odd(n % 10),
      title: title(n),
      state: 'open',
    });
    expect(identityOf(make)).toMatchObject({ kind: 'record', named: false, repeats: false });
  });

  it.each([
    ['that is the first one once more', (page: Page) => [page(0), page(0)]],
    ['that begins with the last issue of the page before', (page: Page) => [page(0), page(9)]],
    [
      'that shows an issue twice',
      (page: Page) => [[...page(0).slice(0, -1), ...page(0).slice(0, 1)], page(10)],
    ],
  ])('is the id in spite of a page %s', (_what, pagesOf) => {
    const page: Page = (from) =>
      Array.from({ length: 10 }, (_, index) => ({
        id: odd(from + index),
        title: title(from + index),
        at: 7,
      }));
    const again = [{ records: page(0).slice(0, 3), from: 0 }];
    expect(nameOf(findIdentity(pagesOf(page), again))).toBe('id');
  });

  it('stays the id though somebody writes between two readings', () => {
    const page = (first: number) =>
      Array.from({ length: 20 }, (_, index) => ({ id: index + first, title: title(index + first) }));
    expect(nameOf(findIdentity([page(5)], [{ records: page(3), from: 0 }]))).toBe('id');
  });

  it('is no id that is another one where the issue stands on another page', () => {
    const issue = (n: number) => ({ title: title(n), text: `x${odd(n)}` });
    const first = Array.from({ length: 20 }, (_, n) => ({ id: `1-${n}`, ...issue(n) }));
    const second = Array.from({ length: 5 }, (_, n) => ({ id: `2-${n}`, ...issue(n + 5) }));
    const again = { records: first, from: 0 };
    expect(nameOf(findIdentity([first], [again]))).toBe('id');
    const identity = findIdentity([first], [again, { records: second, from: 5 }]);
    expect(keyOf(second[0], identity)).toBe(keyOf(first[5], identity));
    expect(keyOf(second[0], identity)).not.toBe(keyOf(first[0], identity));
  });

  it('may be records of which some repeat', () => {
    expect(identityOf((n) => ({ a: n % 5 }))).toMatchObject({ kind: 'record', repeats: true });
  });
});

type Page = (from: number) => readonly unknown[];

const seen: Make = (n, reading) => ({ a: n % 5, b: n >> 2, s: reading * 100 + n });

describe('two records of one list', () => {
  it.each<readonly [string, Make, unknown, unknown, boolean]>([
    [
      'whose fields are in another order',
      (n) => ({ a: n % 5, b: n >> 2 }),
      { a: 1, b: 2 },
      { b: 2, a: 1 },
      true,
    ],
    ['that differ', (n) => ({ a: n % 5, b: n >> 2 }), { a: 1, b: 2 }, { a: 2, b: 1 }, false],
    ['that differ in a volatile field', seen, { a: 1, b: 2, s: 5 }, { a: 1, b: 2, s: 6 }, true],
    ['that differ beside it', seen, { a: 1, b: 2, s: 5 }, { a: 1, b: 3, s: 5 }, false],
    [
      'with one counter and two titles',
      (n) => ({ id: n + 1, t: title(n) }),
      { id: 1, t: 'a' },
      { id: 1, t: 'b' },
      false,
    ],
    ['at two ranks', (n) => ({ rank: n + 1, t: title(n) }), { rank: 1, t: 'a' }, { rank: 2, t: 'a' }, true],
    [
      'with one cursor',
      (n) => ({ at: `o:${n}`, x: { t: title(n) } }),
      { at: 3, x: { t: 'a' } },
      { at: 3, x: { t: 'b' } },
      false,
    ],
    [
      'that differ in what all shared',
      (n) => ({ t: title(n), sort: null }),
      { t: 'a', sort: 'x' },
      { t: 'a' },
      true,
    ],
    ['that are texts', (n) => `issue ${n}`, 'issue 1', 'issue 2', false],
  ])('%s are one issue or two', (_what, make, one, other, isOne) => {
    const identity = identityOf(make);
    expect(identity.kind).not.toBe('none');
    expect(keyOf(one, identity) === keyOf(other, identity)).toBe(isOne);
  });

  it('have ids beyond 2^53', () => {
    const reading = readJson('[{"id":9007199254740993},{"id":9007199254740992},{"id":9007199254740994}]');
    const list: unknown[] = reading.kind === 'json' && Array.isArray(reading.value) ? reading.value : [];
    const identity = findIdentity([list], [{ records: list, from: 0 }]);
    expect(new Set(list.map((record) => keyOf(record, identity))).size).toBe(3);
  });

  it('have short keys, however long they are', () => {
    const whole: Identity = { kind: 'record', volatile: new Set() };
    const long = (end: string): string => keyOf({ title: `${'x'.repeat(100_000)}${end}` }, whole);
    expect(long('1').length).toBeLessThan(4200);
    expect([long('1') === long('1'), long('1') === long('2')]).toEqual([true, false]);
  });

  it('are told apart by all of them where the field is missing', () => {
    const byId: Identity = { kind: 'field', path: ['id'] };
    expect(keyOf({ id: 7, a: 1 }, byId)).toBe('7');
    expect(keyOf({ a: 1 }, byId)).not.toBe(keyOf({ a: 2 }, byId));
  });

  it('have one key if they are equal and two if they are not, whatever the list', () => {
    const record = fc.record({
      a: fc.integer({ min: 0, max: 3 }),
      b: fc.string({ maxLength: 2 }),
      c: fc.nat(50),
    });
    const lists = fc.uniqueArray(record, { selector: (one) => JSON.stringify(one), minLength: 1 });
    fc.assert(
      fc.property(lists, (list) => {
        const identity = findIdentity([list], [{ records: list, from: 0 }]);
        const keys = list.map((one) => keyOf(one, identity));
        expect([identity.kind === 'none', new Set(keys).size]).toEqual([false, list.length]);
        expect(list.map((one) => keyOf(structuredClone(one), identity))).toEqual(keys);
      }),
    );
  });
});
