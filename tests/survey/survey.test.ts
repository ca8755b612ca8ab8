import { describe, expect, it } from 'vitest';
import { tryRules } from '../../src/run/in-process.ts';
import type { Survey } from '../../src/survey/survey.ts';
import { suites } from '../../suites/index.ts';
import { fakeServices } from '../support/fake-services.ts';
import { sessionFor } from '../support/try-reference.ts';
import { type Answering, issues, json, list, withSession } from '../trial/trying.ts';

const newestFirst = (count: number) => issues(count, 1000).toReversed();

/** Surveys a service, and counts its listings. */
async function surveyOf(
  answer: Answering,
  use: (survey: Survey) => Promise<void> = () => Promise.resolve(),
): Promise<{ survey: Survey; listings: string[] }> {
  const listings: string[] = [];
  const noting: Answering = (asked) => {
    listings.push(asked.query.toString());
    answer(asked);
  };
  return withSession(noting, {}, async (session) => {
    const survey = await session.survey();
    await use(survey);
    return { survey, listings: [...listings] };
  });
}

/** Answers as a service does for which leaving `page` out means this one. */
const whoseDefaultIs =
  (page: number, all: readonly unknown[]): Answering =>
  (asked) => {
    const query = new URLSearchParams(asked.query);
    if (!query.has('page')) query.set('page', String(page));
    list({ ...asked, query }, all);
  };

describe('a survey', () => {
  it('takes the plain list twice, two pages and the documented example', async () => {
    const { survey, listings } = await surveyOf((asked) => list(asked, newestFirst(137)));
    expect(listings).toEqual(['', 'per_page=100', 'per_page=100&page=2', '', 'per_page=5&page=2']);
    expect(survey.identity).toMatchObject({ kind: 'field', path: ['id'] });
    expect((await survey.known()).keys.length).toBe(137);
    expect(survey.distinction).toBe('told');
  });

  it('reads on where the first pages show an issue twice', async () => {
    let asked = 0;
    const { survey } = await surveyOf(({ query, response }) => {
      asked += 1;
      list({ query, response, method: 'GET', nth: asked }, asked > 3 ? newestFirst(137) : twice(137));
    });
    expect([survey.isDistinct, (await survey.known()).keys.length]).toEqual([true, 137]);
  });
});

/** A list of which each page of a hundred ends with its first issue. */
const twice = (count: number) =>
  newestFirst(count).map((issue, index, all) => (index % 100 === 99 ? all[index - 99] : issue));

describe('the default of page', () => {
  for (const [page, count] of [
    [2, 255],
    [2, 137],
    [2, 45],
    [3, 200],
  ] as const) {
    it(`may be ${page}, of ${count} issues: then the first page is asked for by its number`, async () => {
      let again: string | undefined;
      const { survey } = await surveyOf(whoseDefaultIs(page, newestFirst(count)), async (taken) => {
        [again] = (await taken.reread(taken.base, 30)).keys;
      });
      expect(survey.fromBeginning({ sort: 'x' })).toEqual({ sort: 'x', page: '1' });
      expect(survey.fromBeginning({ page: '7' })).toEqual({ page: '7' });
      const { keys } = await survey.known();
      expect([keys[0], keys.length]).toEqual([String(999 + count), Math.min(200, count)]);
      expect(again).toBe(keys[0]);
    });
  }

  it('is 1 where the plain list is broken, or has moved on', async () => {
    const all = newestFirst(255);
    let nth = 0;
    for (const plain of [
      all.slice(30, 61),
      all.slice(29, 59),
      all.slice(30, 60).toReversed(),
      all.slice(1, 31),
      [],
      newestFirst(256).slice(0, 30),
    ]) {
      const { survey } = await surveyOf((asked) => {
        nth += 1;
        if (asked.query.size === 0) json(asked.response, 200, plain);
        else list(asked, all);
      });
      expect(survey.fromBeginning({})).toEqual({});
      expect((await survey.known()).keys[0]).toBe('1254');
    }
    expect(nth).toBeGreaterThan(0);
  });

  it('is 1 where pages are counted from zero', async () => {
    const all = newestFirst(255);
    const { survey } = await surveyOf(({ query, ...rest }) => {
      const page = query.get('page');
      const shifted = new URLSearchParams(query);
      if (page !== null) shifted.set('page', String(Number(page) + 1));
      list({ ...rest, query: shifted }, all);
    });
    expect(survey.fromBeginning({})).toEqual({});
  });
});

describe('a target that answers one question in two ways', () => {
  it('shows nothing, whichever of the two questions it is', async () => {
    for (const [status, nth] of [
      [404, 4],
      [401, 4],
    ]) {
      const { survey } = await surveyOf((asked) =>
        asked.nth === nth ? json(asked.response, status ?? 0, {}) : list(asked, newestFirst(40)),
      );
      expect([survey.distinction, survey.distinguished]).toEqual(['unsteady', false]);
    }
  });

  it('is no such target where it was only in trouble', async () => {
    const { survey } = await surveyOf((asked) =>
      asked.nth >= 4 && asked.nth <= 8 && asked.query.size === 0
        ? json(asked.response, 503, {})
        : list(asked, newestFirst(40)),
    );
    expect(survey.distinction).toBe('told');
  });

  for (const name of [
    'answers 200 [] and 404 by turns',
    'answers with a status at random, the same ones in every run',
  ]) {
    it(`passes no rule: one that ${name}`, async () => {
      const service = await fakeServices[name]?.start();
      if (service === undefined) throw new Error('there is no such service');
      try {
        const settings = sessionFor({
          baseUrl: service.baseUrl,
          owner: 'acme',
          repo: 'widgets',
          privateOwner: 'acme',
          privateRepo: 'vault',
          token: 'token-of-a-member',
          outsiderToken: 'token-of-an-outsider',
        });
        const chosen = [
          'list.ok',
          'list.array',
          'list.anonymous',
          'list.state.open',
          'list.sort.invalid-ok',
        ] as const;
        const { rules } = await tryRules({ ...settings, profile: 'quick', writes: 'none' }, suites, chosen);
        expect(rules.filter(({ verdict }) => verdict === 'pass')).toEqual([]);
      } finally {
        await service.stop();
      }
    });
  }
});
