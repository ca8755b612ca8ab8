import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findIdentity, keyOf } from '../../src/survey/identity.ts';
import { readJson } from '../../src/target/json.ts';

type Make = (index: number, reading: number) => unknown;

/** A list of so many records, of which the first page is read twice. */
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

  it('is any field that differs where none has a telling name', () => {
    expect(fieldOf((index) => ({ kind: 'bug', summary: `t${index}` }))).toBe('summary');
  });

  it('is found within a record', () => {
    expect(fieldOf((index) => ({ kind: 'bug', data: { meta: { uuid: `u${odd(index)}` } } }))).toBe(
      'data.meta.uuid',
    );
  });

  it('is not taken from within where there is one outside', () => {
    expect(fieldOf((index) => ({ author: { id: odd(index) }, key: `K-${index}` }))).toBe('key');
  });

  it('is not looked for in arrays nor endlessly deep', () => {
    expect(fieldOf((index) => ({ tags: [{ id: index }], a: { b: { c: { id: index } } } }))).toBe('record');
  });

  it('is found under odd names', () => {
    for (const name of ['', '.', 'a.b', 'constructor', '日本語', ' '])
      expect(identityOf((index) => ({ kind: 'bug', [name]: `t${index}` }))).toEqual({
        kind: 'field',
        path: [name],
      });
  });

  it('is not one that some records share', () => {
    expect(fieldOf((index) => ({ id: Math.floor(index / 2), slug: `s${index}` }))).toBe('slug');
  });

  it('is not one that some records lack, or have as null', () => {
    expect(fieldOf((index) => ({ ...(index === 4 ? {} : { id: index }), slug: `s${index}` }))).toBe('slug');
    expect(fieldOf((index) => ({ id: index === 4 ? null : index, slug: `s${index}` }))).toBe('slug');
  });

  it('is not one that changes from reading to reading', () => {
    expect(fieldOf((index, reading) => ({ id: `${reading}-${index}`, slug: `s${index}` }))).toBe('slug');
  });

  it('is not a place on the page where two pages were read', () => {
    expect(fieldOf((index) => ({ id: index % 10, slug: `s${index}` }))).toBe('slug');
  });

  it('is not a running count without a telling name where another field will do', () => {
    expect(fieldOf((index) => ({ place: index, summary: `t${odd(index)}` }))).toBe('summary');
  });

  it('stays the same though somebody writes between the readings', () => {
    const pages = [Array.from({ length: 20 }, (_, index) => ({ id: index, title: `t${index}` }))];
    const again = Array.from({ length: 20 }, (_, index) => ({ id: index - 2, title: `t${index - 2}` }));
    expect(findIdentity(pages, [{ records: again, from: 0 }])).toEqual({ kind: 'field', path: ['id'] });
  });

  it('tells ids beyond 2^53 apart', () => {
    const text = '[{"id":9007199254740993},{"id":9007199254740992},{"id":9007199254740994}]';
    const reading = readJson(text);
    const list = reading.kind === 'json' && Array.isArray(reading.value) ? (reading.value as unknown[]) : [];
    const identity = findIdentity([list], [{ records: list, from: 0 }]);
    expect(identity).toEqual({ kind: 'field', path: ['id'] });
    expect(list.map((record) => keyOf(record, identity))).toEqual([
      '9007199254740993',
      '9007199254740992',
      '9007199254740994',
    ]);
  });
});

describe('where no field differs in every record', () => {
  it('the whole record tells issues apart', () => {
    const identity = identityOf((index) => ({ a: index % 5, b: Math.floor(index / 5) }));
    expect(identity.kind).toBe('record');
    expect(keyOf({ a: 1, b: 2 }, identity)).toBe(keyOf({ b: 2, a: 1 }, identity));
    expect(keyOf({ a: 1, b: 2 }, identity)).not.toBe(keyOf({ a: 2, b: 1 }, identity));
  });

  it('its restless parts do not count', () => {
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
    expect(keyOf('issue 1', identity)).not.toBe(keyOf('issue 2', identity));
  });

  it('two records that are alike cannot be told apart', () => {
    expect(identityOf((index) => ({ a: index % 5 }))).toEqual({
      kind: 'none',
      why: expect.stringContaining('some are alike'),
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
