import { describe, expect, it } from 'vitest';
import type { RunSettings } from '../../src/run/run-settings.ts';
import { type FirstReading, hasChanged } from '../../src/snapshot/first-reading.ts';
import {
  type Answering,
  type Arrived,
  answerList,
  jsonAnswer,
  someIssues,
  withSession,
  withToken,
} from '../engine/trying.ts';
import { answered, faulty } from './reading.ts';

const newestFirst = (count: number) => someIssues(count, 1000).toReversed();
const isStranger = ({ credential }: Arrived): boolean => credential === undefined;
const well: Answering = (asked) => answerList(asked, newestFirst(40));

const readingOf = (answer: Answering, settings: Partial<RunSettings> = {}): Promise<FirstReading> =>
  withSession(answer, settings, ({ session }) => session.run.first());

describe('the first reading', () => {
  it('takes six requests', async () => {
    await withSession(
      (one) => answerList(one, newestFirst(137)),
      {},
      async ({ session, asked }) => {
        const { identity, snapshot, distinction } = await session.run.first();
        expect(asked.map(({ query }) => query.toString())).toEqual([
          '',
          'per_page=5&page=2',
          'per_page=100',
          'per_page=100&page=2',
          'state=open&per_page=100',
          '',
        ]);
        expect(identity).toMatchObject({ kind: 'field', path: ['id'] });
        expect([snapshot.keys.length, snapshot.complete, distinction]).toEqual([137, true, 'told']);
      },
    );
  });

  it('reads on where the first pages show an issue twice', async () => {
    // A list in which each page of a hundred ends with a copy of its first issue.
    const twice = newestFirst(137).map((issue, index, all) => (index % 100 === 99 ? all[index - 99] : issue));
    const { identity, snapshot } = await readingOf((asked) =>
      answerList(asked, asked.nth > 5 ? newestFirst(137) : twice),
    );
    expect([identity.kind, snapshot.keys.length]).toEqual(['field', 137]);
  });

  it.each<readonly [string, Answering, FirstReading['base'], readonly string[]]>([
    ['who lists', well, 'member', ['member', 'anonymous']],
    [
      'who is refused',
      (asked) => (isStranger(asked) ? answerList(asked, newestFirst(40)) : jsonAnswer(401)),
      'anonymous',
      ['anonymous'],
    ],
    [
      'who alone lists',
      (asked) => (isStranger(asked) ? jsonAnswer(401) : answerList(asked, newestFirst(40))),
      'member',
      ['member'],
    ],
  ])('asks with a TOKEN %s', async (_who, answer, base, listers) => {
    const reading = await readingOf(answer, { ...withToken, writes: 'rejected' });
    expect([reading.base, reading.listers]).toEqual([base, listers]);
  });

  it('says of a target that lists for nobody what to set', async () => {
    await expect(readingOf(() => jsonAnswer(401))).rejects.toThrow(/401.*TOKEN/);
    await expect(readingOf(() => jsonAnswer(401), withToken)).rejects.toThrow(/check TOKEN/);
    const bare = await readingOf((asked) =>
      asked.isBare ? answerList(asked, newestFirst(40)) : jsonAnswer(406),
    );
    expect(bare.snapshot.keys).toEqual([]);
  });
});

describe('the default of page', () => {
  /** Answers like a service whose default of `page` is the given one. */
  const whoseDefaultIs =
    (page: (size: number) => number, all: readonly unknown[]): Answering =>
    (asked) => {
      const query = new URLSearchParams(asked.query);
      if (!query.has('page')) query.set('page', String(page(Number(query.get('per_page') ?? 30))));
      return answerList({ ...asked, query }, all);
    };

  it.each([
    ['2', () => 2, 255],
    ['2, of a short list', () => 2, 45],
    ['3', () => 3, 200],
    ['the last page', (size: number) => Math.ceil(350 / size), 350],
  ] as const)('may be %s', async (_which, page, count) => {
    const { firstIsNamed, snapshot } = await readingOf(whoseDefaultIs(page, newestFirst(count)));
    expect([firstIsNamed, snapshot.keys[0]]).toEqual([true, String(999 + count)]);
  });

  const all = newestFirst(255);
  it.each([
    ['has one result more', all.slice(30, 61)],
    ['begins one result early', all.slice(29, 59)],
    ['is turned round', all.slice(30, 60).toReversed()],
    ['begins one result late', all.slice(1, 31)],
    ['is empty', []],
    ['has moved on', newestFirst(256).slice(0, 30)],
  ])('is 1 where the plain list %s', async (_what, plain) => {
    const { firstIsNamed, snapshot } = await readingOf((asked) =>
      asked.query.size === 0 ? jsonAnswer(200, plain) : answerList(asked, all),
    );
    expect([firstIsNamed, snapshot.keys[0]]).toEqual([false, '1254']);
  });
});

describe('a target that answers one request in two ways', () => {
  it.each([
    [404, 'flaky'],
    [401, 'flaky'],
    [503, 'told'],
  ])('with %i at times is %s', async (status, distinction) => {
    const reading = await readingOf((asked) =>
      asked.nth >= 6 && asked.nth <= (status === 503 ? 10 : 6) && asked.query.size === 0
        ? jsonAnswer(status)
        : answerList(asked, newestFirst(40)),
    );
    expect(reading.distinction).toBe(distinction);
  });

  it('is known by two sound statuses, and not by a bad day', () => {
    expect(hasChanged(answered([]), answered({}, 404))).toBe(true);
    for (const other of [
      answered([]),
      answered({}, 500),
      answered({}, 429),
      faulty('timeout'),
      faulty('broken'),
    ])
      expect([hasChanged(answered([]), other), hasChanged(other, answered([]))]).toEqual([false, false]);
  });
});
