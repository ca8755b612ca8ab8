import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accepted } from '../../src/checks/answers.ts';
import { PROFILES, type ProfileName } from '../../src/model/profile.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { CaseRule } from '../../src/run/rule.ts';
import { inEach } from '../checks/looks.ts';
import {
  type Answering,
  type Arrived,
  answerList,
  caseRule,
  jsonAnswer,
  LIST,
  tryIn,
  tryRule,
  well,
  withSession,
  withToken,
} from './trying.ts';

const isStranger = ({ credential }: Arrived): boolean => credential === undefined;
const { none: ration = { most: 0, kept: 0 } } = PROFILES.standard.rations;
const qOf = ({ query }: Arrived): string => query.get('q') ?? '';

/** So many listings that are asked for without a credential, `named` of them by name and the others drawn. */
const strangers = (named: number, drawn: number, id: RuleId = 'list.ok'): CaseRule =>
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

/** Answers some of what strangers ask for with a status. */
const refusing =
  (status: number, isRefused: (q: string, nth: number) => boolean): Answering =>
  (asked) =>
    isStranger(asked) && asked.query.has('q') && isRefused(qOf(asked), asked.nth)
      ? jsonAnswer(status, {}, { 'retry-after': '1' })
      : answerList(asked, LIST);

describe('what is asked without a credential, where TOKEN is set', () => {
  const seen = new Set<string>();
  const isFirst = (q: string): boolean => !seen.has(q) && seen.add(q).size > 0;
  const later = (rule: CaseRule): CaseRule => ({
    ...rule,
    later: (t) =>
      Array.from({ length: 3 }, () => ({ ...t.list({ q: 'named' }, { by: 'anonymous' }), anew: true })),
  });
  const some = ration.most - ration.kept;

  it.each<readonly [string, Answering, CaseRule, string, number, number]>([
    ['what is drawn is rationed', well, strangers(5, 200), 'pass', 5, some],
    ['what follows is taken from what is kept', well, later(strangers(5, 200)), 'pass', 8, ration.most],
    [
      'a refusal is confirmed',
      refusing(404, (q) => /named 0/.test(q)),
      strangers(some, 20),
      'fail',
      some,
      ration.most,
    ],
    [
      'what slips exhausts no more',
      refusing(404, isFirst),
      strangers(15, 20),
      'inconclusive',
      15,
      ration.most,
    ],
  ])('%s', async (_what, answer, rule, verdict, named, most) => {
    const tried = await tryRule(answer, rule, withToken);
    expect(tried.verdict.verdict).toBe(verdict);
    expect(tried.asked.filter((one) => qOf(one).startsWith('named')).length).toBeGreaterThanOrEqual(named);
    expect(tried.asked.filter(isStranger).length).toBeLessThanOrEqual(most);
  });

  it('is drawn for each rule before it is drawn a second time for any', async () => {
    await withSession(well, withToken, async ({ session, asked }) => {
      const idsOf = ['list.ok', 'list.array', 'list.records'] as const;
      await tryIn(session, [
        strangers(20, 100, idsOf[0]),
        strangers(0, 100, idsOf[1]),
        strangers(0, 100, idsOf[2]),
      ]);
      const drawn = asked.map(qOf).filter((q) => q.startsWith('drawn'));
      const counts = idsOf.map((id) => drawn.filter((q) => q.endsWith(` ${id}`)).length);
      expect(Math.min(...counts)).toBeGreaterThan(0);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    });
  });

  it('is not rationed where nobody has a token, and in a thorough run', async () => {
    for (const settings of [{}, { ...withToken, profile: 'thorough' as const }])
      expect((await tryRule(well, strangers(0, 100), settings)).requests).toBeGreaterThan(ration.most);
  });
});

describe('who asks for a listing that the specification names', () => {
  const [m, a] = ['member', 'anonymous'] as const;

  it.each<readonly [ProfileName, object, readonly string[]]>([
    ['standard', {}, [a, m, m]],
    ['thorough', {}, [a, m, m, m]],
    ['quick', {}, [m]],
    ['quick', { inQuick: 'other' }, [a]],
    ['quick', { inQuick: 'both' }, [a, m]],
    ['standard', { inQuick: 'both' }, [a, m, m]],
    ['standard', { inQuick: 'other', others: 'thorough' }, [m]],
    ['thorough', { inQuick: 'other', others: 'thorough' }, [a, m, m, m]],
  ])('in %s with %o', async (profile, who, expected) => {
    const rule = caseRule({
      cases: (t) => t.everyCaller({ q: '1' }, who),
      check: () => accepted({ twins: () => ({}) }),
    });
    const { asked } = await tryRule(well, rule, { ...withToken, profile });
    const own = asked.filter(({ query }) => query.has('q'));
    expect(own.map((one) => (isStranger(one) ? a : m)).toSorted()).toEqual(expected);
  });
});
