import { describe, expect, it } from 'vitest';
import type { RunSettings } from '../../src/run/run-settings.ts';
import type { FirstReading } from '../../src/snapshot/first-reading.ts';
import { hasChanged } from '../../src/snapshot/first-reading.ts';
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

/** Performs the first reading of a service and records its requests. */
async function readingOf(
  answer: Answering,
  settings: Partial<RunSettings> = {},
): Promise<{ reading: FirstReading; asked: readonly Arrived[] }> {
  return withSession(answer, settings, async ({ session, asked }) => {
    const reading = await session.run.first();
    return { reading, asked };
  });
}
const isStranger = ({ credential }: Arrived): boolean => credential === undefined;

/** Answers like a service whose default of `page` is the given one. */
const whoseDefaultIs =
  (page: number, all: readonly unknown[]): Answering =>
  (asked) => {
    const query = new URLSearchParams(asked.query);
    if (!query.has('page')) query.set('page', String(page));
    return answerList({ ...asked, query }, all);
  };

describe('the first reading', () => {
  it('takes the plain list twice, two pages, the documented example and the open issues', async () => {
    const { reading, asked } = await readingOf((one) => answerList(one, newestFirst(137)));
    expect(asked.map(({ query }) => query.toString())).toEqual([
      '',
      'per_page=5&page=2',
      'per_page=100',
      'per_page=100&page=2',
      'state=open&per_page=100',
      '',
    ]);
    expect(reading.identity).toMatchObject({ kind: 'field', path: ['id'] });
    expect([reading.snapshot.keys.length, reading.snapshot.complete]).toEqual([137, true]);
    expect(reading.distinction).toBe('told');
  });

  it('reads on where the first pages show an issue twice', async () => {
    // A list in which each page of a hundred ends with a copy of its first issue.
    const twice = newestFirst(137).map((issue, index, all) => (index % 100 === 99 ? all[index - 99] : issue));
    const { reading } = await readingOf((asked) =>
      answerList(asked, asked.nth > 5 ? newestFirst(137) : twice),
    );
    expect([reading.identity.kind, reading.snapshot.keys.length]).toEqual(['field', 137]);
  });
});

describe('who asks where one caller will do', () => {
  it('is the holder of TOKEN where that lists, and all who list are known', async () => {
    const { reading } = await readingOf((asked) => answerList(asked, newestFirst(40)), withToken);
    expect([reading.base, reading.listers]).toEqual(['member', ['member', 'anonymous']]);
  });

  it('is nobody in particular where TOKEN is refused', async () => {
    const { reading } = await readingOf(
      (asked) => (isStranger(asked) ? answerList(asked, newestFirst(40)) : jsonAnswer(401)),
      { ...withToken, writes: 'rejected' },
    );
    expect([reading.base, reading.listers]).toEqual(['anonymous', ['anonymous']]);
    expect(reading.plain.get('member')?.response?.status).toBe(401);
  });

  it('is the holder of TOKEN where all others are refused', async () => {
    const { reading } = await readingOf(
      (asked) => (isStranger(asked) ? jsonAnswer(401) : answerList(asked, newestFirst(40))),
      withToken,
    );
    expect([reading.base, reading.listers]).toEqual(['member', ['member']]);
  });
});

describe('a target that cannot be checked', () => {
  it('is said to be none, with what to set', async () => {
    await expect(readingOf(() => jsonAnswer(401))).rejects.toThrow(
      /answers 401 without a credential: set TOKEN/,
    );
    await expect(readingOf(() => jsonAnswer(401), withToken)).rejects.toThrow(
      /with TOKEN and without it: check TOKEN/,
    );
  });

  it('is one that lists where the recommended headers are left out', async () => {
    const { reading } = await readingOf((asked) =>
      asked.isBare ? answerList(asked, newestFirst(40)) : jsonAnswer(406),
    );
    expect(reading.snapshot.keys).toEqual([]);
  });
});

describe('the default of page', () => {
  for (const [page, count] of [
    [2, 255],
    [2, 137],
    [2, 45],
    [3, 200],
  ] as const) {
    it(`may be ${page}, of ${count} issues: then the first page is asked for by its number`, async () => {
      const { reading } = await readingOf(whoseDefaultIs(page, newestFirst(count)));
      expect(reading.firstIsNamed).toBe(true);
      const { keys } = reading.snapshot;
      expect([keys[0], keys.length]).toEqual([String(999 + count), Math.min(200, count)]);
    });
  }

  it('may be the last page of a long list', async () => {
    const all = newestFirst(350);
    const { reading } = await readingOf((asked, nth) => {
      const size = Number(asked.query.get('per_page') ?? 30);
      return whoseDefaultIs(Math.ceil(all.length / size), all)(asked, nth);
    });
    expect(reading.firstIsNamed).toBe(true);
    expect(reading.snapshot.keys[0]).toBe('1349');
  });

  it('is 1 where the plain list is broken, or has moved on', async () => {
    const all = newestFirst(255);
    for (const plain of [
      all.slice(30, 61),
      all.slice(29, 59),
      all.slice(30, 60).toReversed(),
      all.slice(1, 31),
      [],
      newestFirst(256).slice(0, 30),
    ]) {
      const { reading } = await readingOf((asked) =>
        asked.query.size === 0 ? jsonAnswer(200, plain) : answerList(asked, all),
      );
      expect(reading.firstIsNamed).toBe(false);
      expect(reading.snapshot.keys[0]).toBe('1254');
    }
  });

  it('is 1 where pages are counted from zero', async () => {
    const all = newestFirst(255);
    const { reading } = await readingOf(({ query, ...rest }) => {
      const page = query.get('page');
      const shifted = new URLSearchParams(query);
      if (page !== null) shifted.set('page', String(Number(page) + 1));
      return answerList({ ...rest, query: shifted }, all);
    });
    expect(reading.firstIsNamed).toBe(false);
  });
});

describe('a target that answers one request in two ways', () => {
  it('shows nothing, whichever of the two it is', async () => {
    for (const status of [404, 401]) {
      const { reading } = await readingOf((asked) =>
        asked.nth === 6 ? jsonAnswer(status) : answerList(asked, newestFirst(40)),
      );
      expect(reading.distinction).toBe('flaky');
    }
  });

  it('is no such target where it was only in trouble', async () => {
    const { reading } = await readingOf((asked) =>
      asked.nth >= 6 && asked.nth <= 10 && asked.query.size === 0
        ? jsonAnswer(503)
        : answerList(asked, newestFirst(40)),
    );
    expect(reading.distinction).toBe('told');
  });

  it('is known by two sound statuses, and not by a bad day', () => {
    expect(hasChanged(answered([]), answered({}, 404))).toBe(true);
    expect(hasChanged(answered([]), answered([]))).toBe(false);
    for (const other of [answered({}, 500), answered({}, 429), faulty('timeout'), faulty('broken')])
      expect([hasChanged(answered([]), other), hasChanged(other, answered([]))]).toEqual([false, false]);
  });
});
