import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Identity } from '../../src/snapshot/identity.ts';
import { Kept } from '../../src/snapshot/kept.ts';
import { LetGo, Records } from '../../src/snapshot/records.ts';

const byId: Identity = { kind: 'field', path: ['id'] };
const whole: Identity = { kind: 'record', volatile: new Set() };

/** Returns new copies of records, as they arrive with a response. */
const come = (values: readonly unknown[]): Records => {
  return new Records(JSON.parse(JSON.stringify(values)) as unknown[]);
};
/** Returns a list of issues with a name that is unique among the tests. */
const issues = (name: string, length: number, from = 1) =>
  Array.from({ length }, (_, index) => ({ id: from + index, title: name }));

describe('the records of an answer', () => {
  it('are counted, and the first that is none is known', () => {
    expect([come([]).length, come([{ id: 1 }, null, 'x']).length]).toEqual([0, 3]);
    expect([come([{ id: 1 }]).odd, come([{ id: 1 }, null, 'x']).odd]).toEqual([
      null,
      { place: 1, type: 'null' },
    ]);
    expect(come([[]]).odd).toEqual({ place: 0, type: 'array' });
  });

  it('are kept once, whatever answer they come with', () => {
    const [one, other] = [come(issues('kept once', 5)), come(issues('kept once', 7))];
    expect(other.all.slice(0, 5).every((record, place) => record === one.all[place])).toBe(true);
    expect([one.bytes > 0, other.bytes > 0, other.bytes < one.bytes]).toEqual([true, true, true]);
    expect(come(issues('kept once', 5)).bytes).toBe(0);
  });

  it('are other ones where anything of them is another', () => {
    const [one, other] = [come([{ id: 1, title: 'other' }]), come([{ title: 'other', id: 1 }])];
    expect(one.all[0] === other.all[0]).toBe(false);
    expect(Object.keys(other.all[0] as object)).toEqual(['title', 'id']);
  });

  it('are counted, and have keys, when they were let go', () => {
    const records = come([...issues('let go', 3), null]);
    const keys = records.keysBy(byId);
    records.letGo();
    expect([records.length, records.odd?.place, records.areKept, records.bytes]).toEqual([4, 3, false, 0]);
    expect(records.keysBy(byId)).toBe(keys);
    expect(keys.slice(0, 3)).toEqual(['1', '2', '3']);
  });

  it('leave nothing behind that would be taken for an empty list', () => {
    const records = come(issues('nothing left', 3));
    records.keysBy(byId);
    records.letGo();
    expect(() => records.all).toThrow(LetGo);
    expect(() => records.sample).toThrow(LetGo);
    expect(() => records.keysBy(whole)).toThrow(LetGo);
    records.letGoOfKeys();
    expect(() => records.keysBy(byId)).toThrow(LetGo);
  });

  it('have one list of keys where they are many and stand as they stood before', () => {
    const [one, other] = [come(issues('many', 2000)), come(issues('many, once more', 2000))];
    const keys = one.keysBy(byId);
    expect(other.keysBy(byId)).toBe(keys);
    expect([one.bytesOfKeys > 0, other.bytesOfKeys]).toEqual([true, 0]);
    expect(come(issues('many', 2000).toReversed()).keysBy(byId)).not.toBe(one.keysBy(byId));
  });

  it('show how issues are told apart by as many as a page may hold', () => {
    expect(come(issues('sample', 100)).sample).toHaveLength(100);
    expect(come(issues('sample', 3000)).sample).toHaveLength(500);
  });
});

describe('what is kept of an answer', () => {
  const MEBI = 1024 * 1024;

  it('is counted, whatever its type: a text among the records as well as one in a record', () => {
    for (const values of [['x'.repeat(4000)], [{ id: 1, title: 'y'.repeat(4000) }], [['z'.repeat(4000)]]])
      expect(come(values).bytes).toBeGreaterThan(8000);
    expect(come(Array.from({ length: 1000 }, (_, n) => n)).bytes).toBeGreaterThan(16_000);
    expect(come([{ ['n'.repeat(4000)]: 1 }]).bytes).toBeGreaterThan(8000);
  });

  it('is little of a long text, by which it is still told apart from one that begins alike', () => {
    const [one, other] = ['1', '2'].map((end) =>
      come([`${'x'.repeat(MEBI)}${end}`, { body: `${'x'.repeat(MEBI)}${end}` }]),
    );
    expect([one, other].every((records) => (records?.bytes ?? MEBI) < 10_000)).toBe(true);
    expect(one?.all[0]).not.toBe(other?.all[0]);
    expect(one?.all[1]).not.toEqual(other?.all[1]);
    expect(come([{ body: `${'x'.repeat(MEBI)}1` }]).all[0]).toBe(one?.all[1]);
  });

  it('is a field of any name with a long text in it', () => {
    const [record] = come([
      JSON.parse(`{"__proto__":"${'x'.repeat(20_000)}","a":{"b":["${'y'.repeat(20_000)}"]}}`),
    ]).all;
    expect(JSON.stringify(record).length).toBeLessThan(3000);
    expect(Object.keys(record as object)).toEqual(['__proto__', 'a']);
  });
});

describe('what a run keeps of lists', () => {
  const listOf = (name: string): Records => come(issues(name.padEnd(90, '.'), 10));
  /** Size of such a list in bytes. */
  const LIST = listOf('any').bytes;
  const LIMITS = { records: 1.5 * LIST, keys: 10_000 };

  it('is so much of their text at a time, and the oldest is let go first', () => {
    const kept = new Kept(LIMITS);
    const lists = ['a', 'b', 'c', 'd'].map((name) => listOf(`oldest ${name}`));
    for (const each of lists) kept.add(each);
    expect(lists.map(({ areKept }) => areKept)).toEqual([false, false, false, true]);
  });

  it('is the newest, however large it is', () => {
    const kept = new Kept(LIMITS);
    const large = come(issues('large', 1000));
    kept.add(large);
    expect(large.areKept).toBe(true);
  });

  it('is what was used last', () => {
    const kept = new Kept({ ...LIMITS, records: 2.5 * LIST });
    const [one, two, three] = ['a', 'b', 'c'].map((name) => listOf(`used ${name}`));
    if (one === undefined || two === undefined || three === undefined) throw new Error('three lists');
    for (const each of [one, two, one, three]) kept.add(each);
    expect([one, two, three].map(({ areKept }) => areKept)).toEqual([true, false, true]);
  });

  it('is what is needed to the end before all else', () => {
    const kept = new Kept({ ...LIMITS, records: 2.5 * LIST });
    const [needed, ...others] = ['a', 'b', 'c'].map((name) => listOf(`needed ${name}`));
    if (needed === undefined) throw new Error('three lists');
    kept.add(needed, true);
    kept.add(needed);
    for (const each of others) kept.add(each);
    expect([needed, ...others].map(({ areKept }) => areKept)).toEqual([true, false, true]);
  });

  it('is what came before and comes again, at no cost', () => {
    const kept = new Kept(LIMITS);
    const lists = Array.from({ length: 20 }, () => listOf('again'));
    for (const each of lists) kept.add(each);
    expect(lists.every(({ areKept }) => areKept)).toBe(true);
  });

  it('is the keys of what was let go, as long as there is room for those', () => {
    const kept = new Kept({ records: 0, keys: 3000 });
    const lists = Array.from({ length: 20 }, (_, nth) => come(issues(`keys ${nth}`, 20, 100 * nth)));
    for (const list of lists) {
      list.keysBy(byId);
      kept.add(list);
    }
    expect(lists.map(({ areKept }) => areKept)).toEqual(lists.map((list) => list === lists.at(-1)));
    const having = lists.filter((list) => list.hasKeysBy(byId));
    expect(having.length).toBeGreaterThan(2);
    expect(having).toEqual(lists.slice(-having.length));
  });
});

describe('elements that are no objects', () => {
  it('do not keep the memory of long texts', () => {
    const megabyte = 1024 * 1024;
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    const used = (): number => {
      if (typeof collect === 'function') collect();
      return process.memoryUsage().heapUsed;
    };
    const before = used();
    const lists = Array.from({ length: 24 }, (_, at) => {
      const records = new Records([`${at} ${'x'.repeat(megabyte)}`]);
      records.letGo();
      return records;
    });
    expect(used() - before).toBeLessThan(6 * megabyte);
    expect(lists.every(({ odds }) => odds.length === 2)).toBe(true);
  });
});
