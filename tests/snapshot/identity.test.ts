import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/client/json.ts';
import { findIdentity, type Identity, keyOf } from '../../src/snapshot/identity.ts';

type Make = (index: number, reading: number) => unknown;

/** Returns the identity for a list of some records, whose first page is read twice. */
function identityOf(make: Make, sizes: readonly number[] = [10, 10]) {
  let made = 0;
  const pages = sizes.map((size) => Array.from({ length: size }, () => make(made++, 1)));
  const again = Array.from({ length: sizes[0] ?? 0 }, (_, index) => make(index, 2));
  return findIdentity(pages, [{ records: again, from: 0 }]);
}
const fieldOf = (make: Make, sizes?: readonly number[]): string => {
  const identity = identityOf(make, sizes);
  return identity.kind === 'field' ? identity.path.join('.') : identity.kind;
};
const odd = (index: number): number => (index * 7919) % 1009;
const kindOf = (make: Make, sizes?: readonly number[]): string => identityOf(make, sizes).kind;

describe('the field that tells issues apart', () => {
  it('is id before all others that would do', () => {
    expect(
      fieldOf((index) => ({ title: `t${index}`, number: index, url: `/${index}`, id: odd(index) })),
    ).toBe('id');
  });

  it('is number where there is no id', () => {
    expect(fieldOf((index) => ({ title: `t${index}`, url: `/${index}`, number: odd(index) }))).toBe('number');
  });

  it('is a url before a text without a telling name', () => {
    expect(fieldOf((index) => ({ title: `t${index}`, html_url: `/${index}` }))).toBe('html_url');
  });

  it('is found within a record', () => {
    expect(fieldOf((index) => ({ kind: 'bug', data: { meta: { uuid: `u${odd(index)}` } } }))).toBe(
      'data.meta.uuid',
    );
  });

  it('is found within a record beside a text outside that differs in each', () => {
    expect(fieldOf((index) => ({ place: `p${index}`, node: { id: odd(index) } }))).toBe('node.id');
  });

  it('is not taken from within where there is one outside', () => {
    expect(fieldOf((index) => ({ data: { id: odd(index) }, key: `K-${index}` }))).toBe('key');
  });

  it('is not looked for in arrays nor endlessly deep', () => {
    expect(fieldOf((index) => ({ tags: [{ id: odd(index) }], a: { b: { c: { id: odd(index) } } } }))).toBe(
      'record',
    );
  });

  it('is not one that some records share', () => {
    expect(fieldOf((index) => ({ id: Math.floor(index / 2), title: `t${index}`, key: `K-${index}` }))).toBe(
      'key',
    );
  });

  it('is not one that some records lack, or have as null', () => {
    expect(fieldOf((index) => ({ ...(index === 4 ? {} : { id: index }), key: `K${index}` }))).toBe('key');
    expect(fieldOf((index) => ({ id: index === 4 ? null : index, key: `K${index}` }))).toBe('key');
  });

  it('is not one that changes from reading to reading', () => {
    expect(fieldOf((index, reading) => ({ id: `${reading}-${index}`, key: `K-${index}` }))).toBe('key');
  });

  it('is not a place on the page where two pages were read', () => {
    expect(fieldOf((index) => ({ id: index % 10, key: `K-${index}` }))).toBe('key');
  });

  it('is not what counts from 0 or 1 where another one will do', () => {
    expect(fieldOf((index) => ({ id: index + 1, number: odd(index) }))).toBe('number');
  });

  it('stays the same though somebody writes between the readings', () => {
    const pages = [Array.from({ length: 20 }, (_, index) => ({ id: index + 5, title: `t${index}` }))];
    const again = Array.from({ length: 20 }, (_, index) => ({ id: index + 3, title: `t${index - 2}` }));
    expect(findIdentity(pages, [{ records: again, from: 0 }])).toMatchObject({ kind: 'field', path: ['id'] });
  });

  it('tells ids beyond 2^53 apart', () => {
    const text = '[{"id":9007199254740993},{"id":9007199254740992},{"id":9007199254740994}]';
    const reading = readJson(text);
    const list: unknown[] = reading.kind === 'json' && Array.isArray(reading.value) ? reading.value : [];
    const identity = findIdentity([list], [{ records: list, from: 0 }]);
    expect(identity).toMatchObject({ kind: 'field', path: ['id'] });
    expect(list.map((record) => keyOf(record, identity))).toEqual([
      '9007199254740993',
      '9007199254740992',
      '9007199254740994',
    ]);
  });

  it('is found though a record among the others is none', () => {
    const page = [null, ...Array.from({ length: 9 }, (_, index) => ({ id: odd(index), title: 'a' }))];
    expect(findIdentity([page], [{ records: page, from: 0 }])).toMatchObject({ path: ['id'] });
  });
});

describe('a field names no issue', () => {
  it('where it is a text that somebody may write again, under whatever name', () => {
    for (const name of ['title', 'summary', 'slug', '', '.', 'a.b', 'constructor', '日本語'])
      expect(kindOf((index) => ({ kind: 'bug', [name]: `t${index}` }))).toBe('record');
  });

  it('where two issues have the same one, and little else in common', () => {
    const make: Make = (index) => ({
      type: index < 10 ? 'pull_request' : 'issue',
      id: odd(index % 10),
      number: odd(index % 10),
      title: `t${index}`,
      state: 'open',
    });
    expect(identityOf(make)).toMatchObject({ kind: 'record', named: false, repeats: false });
  });

  it('where it belongs to another thing that a record shows', () => {
    for (const name of ['author', 'user', 'repository', 'milestone', 'latest_comment'])
      expect(kindOf((index) => ({ [name]: { id: odd(index) }, title: `t${index}` }), [5])).toBe('record');
    expect(kindOf((index) => ({ author_id: odd(index), title: `t${index}` }), [5])).toBe('record');
  });

  it('where it is another one when the issue is read on another page', () => {
    const issue = (index: number) => ({ title: `t${index}`, text: `x${odd(index)}` });
    const firstPage = Array.from({ length: 20 }, (_, index) => ({ id: `1-${index}`, ...issue(index) }));
    const second = Array.from({ length: 5 }, (_, index) => ({ id: `2-${index}`, ...issue(index + 5) }));
    const again = { records: firstPage, from: 0 };
    expect(findIdentity([firstPage], [again])).toMatchObject({ kind: 'field', path: ['id'] });
    const identity = findIdentity([firstPage], [again, { records: second, from: 5 }]);
    expect(identity.kind).toBe('record');
    expect(keyOf(second[0], identity)).toBe(keyOf(firstPage[5], identity));
    expect(keyOf(second[0], identity)).not.toBe(keyOf(firstPage[0], identity));
  });

  it('where all of them only count from 1: then the rest of the record has to be the same too', () => {
    const identity = identityOf((index) => ({ id: index + 1, title: `t${index}` }));
    expect(identity).toMatchObject({ kind: 'record', named: true });
    expect(keyOf({ id: 1, title: 'a' }, identity)).not.toBe(keyOf({ id: 1, title: 'b' }, identity));
  });
});

describe('where no field differs in every record', () => {
  it('the whole record tells issues apart', () => {
    const identity = identityOf((index) => ({ a: index % 5, b: Math.floor(index / 5) }));
    expect(identity.kind).toBe('record');
    expect(keyOf({ a: 1, b: 2 }, identity)).toBe(keyOf({ b: 2, a: 1 }, identity));
    expect(keyOf({ a: 1, b: 2 }, identity)).not.toBe(keyOf({ a: 2, b: 1 }, identity));
  });

  it('its volatile fields do not count', () => {
    const identity = identityOf((index, reading) => ({
      a: index % 5,
      b: { c: Math.floor(index / 5), seen: reading * 100 + index },
    }));
    expect(identity.kind).toBe('record');
    expect(keyOf({ a: 1, b: { c: 2, seen: 5 } }, identity)).toBe(
      keyOf({ a: 1, b: { c: 2, seen: 6 } }, identity),
    );
    expect(keyOf({ a: 1, b: { c: 2, seen: 5 } }, identity)).not.toBe(
      keyOf({ a: 1, b: { c: 3, seen: 5 } }, identity),
    );
  });

  it('records that are no objects are told apart by themselves', () => {
    const identity = identityOf((index) => `issue ${index}`);
    expect(identity.kind).toBe('record');
    expect(kindOf((index, reading) => `issue ${reading}-${index}`)).toBe('none');
    expect(keyOf('issue 1', identity)).not.toBe(keyOf('issue 2', identity));
  });

  it('records that show their place in the list are told apart by the rest alone', () => {
    const identity = identityOf((index) => ({ rank: index + 1, title: `t${index}` }));
    expect(keyOf({ rank: 1, title: 'a' }, identity)).toBe(keyOf({ rank: 2, title: 'a' }, identity));
  });

  it('a place that cannot be recognized as one does not make all orders alike', () => {
    const cursor = (index: number) => Buffer.from(`offset:${index}`).toString('base64');
    const identity = identityOf((index) => ({ cursor: cursor(index), node: { title: `t${index}` } }));
    expect(keyOf({ cursor: cursor(3), node: { title: 'a' } }, identity)).not.toBe(
      keyOf({ cursor: cursor(3), node: { title: 'b' } }, identity),
    );
  });

  it('what all of them have in common does not count', () => {
    const identity = identityOf((index) => ({ title: `t${index}`, sort: null, state: 'open' }));
    expect(keyOf({ title: 'a', sort: 'x', state: 'open' }, identity)).toBe(keyOf({ title: 'a' }, identity));
  });

  it('records may be alike, as long as not all of them are', () => {
    expect(identityOf((index) => ({ a: index % 5 }))).toMatchObject({ kind: 'record', repeats: true });
    expect(identityOf(() => ({ a: 1 }))).toEqual({
      kind: 'none',
      why: expect.stringContaining('they are alike'),
    });
  });

  it('records that differ only in what changes cannot be told apart', () => {
    expect(identityOf((index, reading) => ({ kind: 'bug', seen: reading * 100 + index })).kind).toBe('none');
  });

  it('an empty list has no issue to tell apart', () => {
    const none = { kind: 'none', why: 'The list holds no issue.' };
    expect(findIdentity([], [])).toEqual(none);
    expect(findIdentity([[]], [])).toEqual(none);
  });
});

describe('a key', () => {
  it('is short however long the record is, and tells it from another one', () => {
    const whole: Identity = { kind: 'record', volatile: new Set() };
    const long = (end: string): string => keyOf({ title: `${'x'.repeat(100_000)}${end}` }, whole);
    expect(long('1').length).toBeLessThan(4200);
    expect([long('1') === long('1'), long('1') === long('2')]).toEqual([true, false]);
    expect(keyOf({ id: 'x'.repeat(20_000) }, { kind: 'field', path: ['id'] }).length).toBeLessThan(4200);
    const short = 'x'.repeat(4096);
    expect(keyOf({ id: short }, { kind: 'field', path: ['id'] })).toBe(short);
  });

  it('falls back to the whole record where the field is missing', () => {
    const byId = { kind: 'field', path: ['id'] } as const;
    expect(keyOf({ id: 7, a: 1 }, byId)).toBe('7');
    expect(keyOf({ a: 1 }, byId)).not.toBe(keyOf({ a: 2 }, byId));
  });

  it('is the same for the same record and differs for another one, whatever the list', () => {
    const record = fc.record({
      a: fc.integer({ min: 0, max: 3 }),
      b: fc.string({ maxLength: 2 }),
      c: fc.nat(50),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(record, { selector: (one) => JSON.stringify(one), minLength: 1 }),
        (list) => {
          const identity = findIdentity([list], [{ records: list, from: 0 }]);
          expect(identity.kind).not.toBe('none');
          const keys = list.map((one) => keyOf(one, identity));
          expect(new Set(keys).size).toBe(list.length);
          expect(list.map((one) => keyOf(structuredClone(one), identity))).toEqual(keys);
        },
      ),
    );
  });
});
