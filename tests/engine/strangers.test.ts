import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answeredLike } from '../../src/checks/alike.ts';
import { accepted } from '../../src/checks/answers.ts';
import { PROFILES } from '../../src/model/profile.ts';
import { without } from '../../src/model/query.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { inEach } from '../checks/looks.ts';
import {
  type Answering,
  type Arrived,
  answerList,
  caseRule,
  jsonAnswer,
  someIssues,
  type TriedOnce,
  tryIn,
  tryRule,
  undecidedReason,
  violationIn,
  withSession,
  withToken,
} from './trying.ts';

const LIST = someIssues(150);
const well: Answering = (asked) => answerList(asked, LIST);
const isStranger = ({ credential }: Arrived): boolean => credential === undefined;
const { none: ration = { most: 0, kept: 0 } } = PROFILES.standard.rations;

/** So many listings that are asked for without a credential, `named` of them by name and the others drawn. */
const strangers = (named: number, drawn: number, id: RuleId = 'list.ok') =>
  caseRule({
    id,
    cases: (t) => [
      ...Array.from({ length: named }, (_, nth) =>
        t.list({ q: `named ${nth} of ${id}` }, { by: 'anonymous' }),
      ),
      ...t.generated(
        { values: fc.integer({ min: 1, max: 10 ** 9 }), runs: inEach(drawn) },
        (q, by) => t.list({ q: `drawn ${q} of ${id}` }, { by }),
        ['anonymous'],
      ),
    ],
    check: () => accepted(),
  });
const askedFor = ({ asked }: Pick<TriedOnce, 'asked'>, what: string): number =>
  asked.filter(({ query }) => query.get('q')?.startsWith(what)).length;

describe('what is asked without a credential, where TOKEN is set', () => {
  it('is rationed: of what is drawn, only as much is asked for as leaves enough to confirm', async () => {
    const tried = await tryRule(well, strangers(5, 200), withToken);
    expect(tried.verdict.verdict, undecidedReason(tried)).toBe('pass');
    expect(tried.asked.filter(isStranger).length).toBeLessThanOrEqual(ration.most - ration.kept);
    expect(askedFor(tried, 'named')).toBe(5);
    expect(askedFor(tried, 'drawn')).toBeGreaterThan(5);
  });

  it('is asked for by name for all rules first, and drawn only then', async () => {
    await withSession(well, withToken, async ({ session, asked }) => {
      await tryIn(session, [strangers(6, 100), strangers(6, 0, 'list.array')]);
      expect(askedFor({ asked }, 'named')).toBe(12);
      expect(asked.filter(isStranger).length).toBeLessThanOrEqual(ration.most - ration.kept);
    });
  });

  it('is drawn for each rule before it is drawn a second time for any', async () => {
    await withSession(well, withToken, async ({ session, asked }) => {
      await tryIn(session, [
        strangers(20, 100),
        strangers(0, 100, 'list.array'),
        strangers(0, 100, 'list.records'),
      ]);
      const drawn = asked
        .filter(isStranger)
        .map(({ query }) => query.get('q')?.match(/^drawn .* of (.*)$/)?.[1]);
      const counts = ['list.ok', 'list.array', 'list.records'].map(
        (id) => drawn.filter((each) => each === id).length,
      );
      expect(Math.min(...counts)).toBeGreaterThan(0);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    });
  });

  it('can still be confirmed where all that is named was looked at', async () => {
    const refusing: Answering = (asked) =>
      isStranger(asked) && asked.query.get('q')?.startsWith('named 0') === true
        ? jsonAnswer(404)
        : answerList(asked, LIST);
    const tried = await tryRule(refusing, strangers(ration.most - ration.kept, 20), withToken);
    expect(violationIn(tried)).toMatchObject({ actual: '404', reproduced: { seen: 3, tries: 3 } });
    expect(tried.asked.filter(isStranger).length).toBeLessThanOrEqual(ration.most);
  });

  it('is never more than the ration, however much disagrees; what could not be seen again is undecided', async () => {
    // Each of them slips when it is asked for first, so that all have to be looked at again.
    const seen = new Set<string>();
    const slipping: Answering = (asked) => {
      const q = asked.query.get('q');
      if (q === null || seen.has(q)) return answerList(asked, LIST);
      seen.add(q);
      return jsonAnswer(404);
    };
    const tried = await tryRule(slipping, strangers(15, 20), withToken);
    expect(tried.verdict.verdict).toBe('inconclusive');
    expect(tried.asked.filter(isStranger).length).toBeLessThanOrEqual(ration.most);
  });

  it('is asked for by name though requests that were sent again have used up what is for looking', async () => {
    let refused = 0;
    const busy: Answering = (asked) => {
      if (!isStranger(asked) || !asked.query.has('q') || refused === 8) return answerList(asked, LIST);
      refused += 1;
      return jsonAnswer(429, {}, { 'retry-after': '1' });
    };
    await withSession(busy, withToken, async ({ session, asked }) => {
      await tryIn(session, [strangers(8, 0)]);
      const [tried] = await tryIn(session, [strangers(ration.most - ration.kept - 8, 0, 'list.array')]);
      expect(asked.filter(isStranger).length).toBeGreaterThan(ration.most - ration.kept);
      expect(tried?.verdict.verdict).toBe('pass');
    });
  });

  it('is asked for later of what is kept to confirm, since it is asked for because others were refused', async () => {
    const rule = caseRule({
      ...strangers(5, 200),
      later: (t) =>
        Array.from({ length: 3 }, () => ({
          ...t.list({ q: 'later' }, { by: 'anonymous' }),
          anew: true,
        })),
    });
    const tried = await tryRule(well, rule, withToken);
    expect(tried.verdict.verdict, undecidedReason(tried)).toBe('pass');
    expect(askedFor(tried, 'later')).toBe(3);
    expect(tried.asked.filter(isStranger).length).toBeLessThanOrEqual(ration.most);
  });

  it('is left out where it is drawn, and others took more than was reckoned with', async () => {
    const drawn = strangers(0, 200);
    const tried = await tryRule(
      well,
      caseRule({
        ...drawn,
        // Each of them is asked anew, and all have one name.
        cases: async (t) => [
          ...Array.from({ length: 5 }, () => ({
            ...t.list({ q: 'named' }, { by: 'anonymous' }),
            anew: true,
          })),
          ...(await drawn.cases(t)),
        ],
      }),
      withToken,
    );
    expect(tried.verdict.verdict, undecidedReason(tried)).toBe('pass');
    expect(askedFor(tried, 'named')).toBe(5);
    expect(tried.asked.filter(isStranger).length).toBeLessThanOrEqual(ration.most - ration.kept);
  });

  it('is not rationed where nobody has a token, and in a thorough run', async () => {
    expect(askedFor(await tryRule(well, strangers(0, 100)), 'drawn')).toBeGreaterThan(ration.most);
    const thorough = { ...withToken, profile: 'thorough' as const };
    expect(askedFor(await tryRule(well, strangers(0, 100), thorough), 'drawn')).toBeGreaterThan(ration.most);
  });
});

describe('who asks for a listing that the specification names', () => {
  const named = caseRule({
    cases: (t) => t.everyCaller({ q: '1' }),
    check: () => accepted({ twins: () => ({}) }),
  });
  const credentials = async (profile: 'quick' | 'standard' | 'thorough', rule = named) => {
    const { asked } = await tryRule(well, rule, { ...withToken, profile });
    return asked
      .filter(({ query }) => query.has('q'))
      .map((one) => (isStranger(one) ? 'anonymous' : 'member'));
  };

  it('is everybody who may list, and the base caller once more, or twice', async () => {
    expect((await credentials('standard')).toSorted()).toEqual(['anonymous', 'member', 'member']);
    expect((await credentials('thorough')).toSorted()).toEqual(['anonymous', 'member', 'member', 'member']);
  });

  it('is one of them by turns in a quick run', async () => {
    const second = caseRule({ ...named, cases: (t) => t.everyCaller({ q: '1' }, { inQuick: 'other' }) });
    expect(await credentials('quick')).toEqual(['member']);
    expect(await credentials('quick', second)).toEqual(['anonymous']);
  });

  it('are two of them in a quick run, if the rule says so, and no more than otherwise in another one', async () => {
    const both = caseRule({ ...named, cases: (t) => t.everyCaller({ q: '1' }, { inQuick: 'both' }) });
    expect((await credentials('quick', both)).toSorted()).toEqual(['anonymous', 'member']);
    expect((await credentials('standard', both)).toSorted()).toEqual(['anonymous', 'member', 'member']);
  });

  it('is the base caller alone up to the profile from which on others ask', async () => {
    const late = caseRule({
      ...named,
      cases: (t) => t.everyCaller({ q: '1' }, { inQuick: 'other', others: 'thorough' }),
    });
    expect(await credentials('quick', late)).toEqual(['anonymous']);
    expect(await credentials('standard', late)).toEqual(['member']);
    expect((await credentials('thorough', late)).toSorted()).toEqual([
      'anonymous',
      'member',
      'member',
      'member',
    ]);
  });

  it('is not somebody who is refused the plain list', async () => {
    const wantsToken: Answering = (asked) => (isStranger(asked) ? jsonAnswer(401) : answerList(asked, LIST));
    const tried = await tryRule(wantsToken, named, withToken);
    expect(tried.asked.filter((one) => one.query.has('q') && isStranger(one))).toEqual([]);
    expect(tried.verdict.verdict).toBe('pass');
  });
});

describe('a list in which equals change places, where TOKEN is set', () => {
  /** Two issues come in one order or the other, by which request it is that arrives. */
  const tied = (isSwapped: (arrived: number) => boolean, isWrong: (asked: Arrived) => boolean): Answering => {
    let arrived = 0;
    const [first, second, ...rest] = LIST;
    return (asked) => {
      arrived += 1;
      const isOther = isSwapped(arrived) !== isWrong(asked);
      return answerList(asked, isOther ? [second, first, ...rest] : LIST);
    };
  };
  const byChance = (arrived: number): boolean => Math.imul(arrived, 0x9e3779b1) >>> 31 === 1;
  const some = (length: number) =>
    caseRule({
      cases: (t) => Array.from({ length }, (_, nth) => t.list({ q: `named ${nth}` }, { by: 'anonymous' })),
      check: () => answeredLike(without('q'), 'the same without q'),
    });

  it('costs next to none of the requests without a credential, and decides the rule', async () => {
    const tried = await tryRule(
      tied(byChance, () => false),
      some(24),
      withToken,
    );
    expect(tried.verdict.verdict, undecidedReason(tried)).toBe('pass');
    expect(tried.asked.filter(isStranger).length).toBeLessThanOrEqual(24 + 10);
  });

  it('excuses nothing that TOKEN is never shown', async () => {
    const reversed: Answering = (asked) =>
      isStranger(asked) && asked.query.has('q')
        ? answerList(asked, LIST.toReversed())
        : answerList(asked, LIST);
    expect(violationIn(await tryRule(reversed, some(6), withToken)).kind).toMatch(/wrong/);
    const alone = tied(
      () => false,
      (asked) => isStranger(asked) && asked.query.has('q'),
    );
    expect(violationIn(await tryRule(alone, some(6), withToken)).kind).toBe('wrong-order');
  });
});

describe('a list that callers without a credential are shown in another order each time', () => {
  it('leaves what is compared undecided, and keeps the requests for what shows the order', async () => {
    let arrived = 0;
    const reordered: Answering = (asked) => {
      arrived += 1;
      const weight = ({ id }: { readonly id: number }): number => (id * (2 * arrived + 1) * 40_503) % 65_521;
      return answerList(asked, isStranger(asked) ? LIST.toSorted((a, b) => weight(a) - weight(b)) : LIST);
    };
    const rule = caseRule({
      cases: (t) => [
        t.list({ per_page: '100' }, { by: 'anonymous', anew: true }),
        t.list({ per_page: '100' }, { by: 'anonymous', anew: true }),
        t.list({ q: 'compared' }, { by: 'anonymous' }),
      ],
      check: () => answeredLike(without('q'), 'the same without q'),
    });
    const tried = await tryRule(reordered, rule, withToken);
    expect(tried.verdict.verdict).toBe('inconclusive');
    expect(undecidedReason(tried)).toContain(
      'Without a credential one request was answered twice, in two orders or with mostly other results',
    );
    expect(askedFor(tried, 'compared')).toBe(1);
  });
});
