import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Identity } from '../../src/snapshot/identity.ts';
import { Kept } from '../../src/snapshot/kept.ts';
import { LetGo, Records } from '../../src/snapshot/records.ts';

const byId: Identity = { kind: 'field', path: ['id'] };
const whole: Identity = { kind: 'record', volatile: new Set() };
const MEBI = 1024 * 1024;

/** Returns new copies of records, as they arrive with a response. */
const come = (values: readonly unknown[]): Records =>
  new Records(JSON.parse(JSON.stringify(values)) as unknown[]);
/** Returns a list of issues with a name that is unique among the tests. */
const issues = (name: string, length: number, from = 1) =>
  Array.from({ length }, (_, index) => ({ id: from + index, title: name }));

describe('the records of an answer', () => {
  it.each([
    [[], null],
    [[{ id: 1 }], null],
    [[{ id: 1 }, null, 'x'], { place: 1, type: 'null' }],
    [[[]], { place: 0, type: 'array' }],
  ])('%j are counted, and the first that is none is %j', (values, odd) => {
    expect([come(values).length, come(values).odd]).toEqual([values.length, odd]);
  });

  it('are kept once, whatever answer they come with', () => {
    const [one, other] = [come(issues('kept once', 5)), come(issues('kept once', 7))];
    expect(other.all.slice(0, 5).every((record, place) => record === one.all[place])).toBe(true);
    expect([one.bytes > other.bytes, other.bytes > 0, come(issues('kept once', 5)).bytes]).toEqual([
      true,
      true,
      0,
    ]);
  });

  it('leave keys behind when they are let go, and nothing that would be taken for an empty list', () => {
    const records = come([...issues('let go', 3), null]);
    const keys = records.keysBy(byId);
    records.letGo();
    expect([records.length, records.odd?.place, records.areKept, records.bytes]).toEqual([4, 3, false, 0]);
    expect(records.keysBy(byId)).toBe(keys);
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
    expect(other.bytesOfKeys).toBe(0);
    expect(come(issues('many', 2000).toReversed()).keysBy(byId)).not.toBe(one.keysBy(byId));
  });

  it.each([[['x'.repeat(4000)]], [[{ id: 1, title: 'y'.repeat(4000) }]], [[{ ['n'.repeat(4000)]: 1 }]]])(
    'are counted by their texts, wherever they stand',
    (values) => {
      expect(come(values).bytes).toBeGreaterThan(8000);
    },
  );

  it('keep little of a long text, by which it is told apart from one that begins alike', () => {
    const [one, other] = ['1', '2'].map((end) =>
      come([`${'x'.repeat(MEBI)}${end}`, { body: 'x'.repeat(MEBI) + end }]),
    );
    expect([one, other].every((records) => (records?.bytes ?? MEBI) < 10_000)).toBe(true);
    expect(one?.all[0]).not.toBe(other?.all[0]);
    expect(one?.all[1]).not.toEqual(other?.all[1]);
  });

  it('that are texts do not keep the memory of long ones', () => {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    const used = (): number => {
      if (typeof collect === 'function') collect();
      return process.memoryUsage().heapUsed;
    };
    const before = used();
    const lists = Array.from({ length: 24 }, (_, at) => new Records([`${at} ${'x'.repeat(MEBI)}`]));
    for (const records of lists) records.letGo();
    expect(used() - before).toBeLessThan(6 * MEBI);
    expect(lists.every(({ odds }) => odds.length === 2)).toBe(true);
  });
});

describe('what a run keeps of lists', () => {
  const listOf = (name: string): Records => come(issues(name.padEnd(90, '.'), 10));
  /** Size of such a list in bytes. */
  const LIST = listOf('any').bytes;

  it.each<readonly [string, number, string, string]>([
    ['the latest one', 1.5, 'a b c d', 'd'],
    ['what was used last', 2.5, 'a b a c', 'ac'],
    ['what is needed to the end', 2.5, '!a a b c', 'ac'],
  ])('is %s', (_what, lists, added, expected) => {
    const kept = new Kept({ records: lists * LIST, keys: 10_000 });
    const known = new Map<string, Records>();
    for (const each of added.split(' ')) {
      const name = each.replace('!', '');
      const list = known.get(name) ?? listOf(`${added} ${name}`);
      known.set(name, list);
      kept.add(list, each.startsWith('!'));
    }
    expect([...known].flatMap(([name, { areKept }]) => (areKept ? [name] : [])).join('')).toBe(expected);
  });

  it('is the newest however large it is, and what comes again at no cost', () => {
    const kept = new Kept({ records: 1.5 * LIST, keys: 10_000 });
    const large = come(issues('large', 1000));
    kept.add(large);
    expect(large.areKept).toBe(true);
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
    const having = lists.filter((list) => list.hasKeysBy(byId));
    expect(having.length).toBeGreaterThan(2);
    expect(having).toEqual(lists.slice(-having.length));
  });
});
