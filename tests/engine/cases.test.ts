import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answeredLike, withQuery } from '../../src/checks/alike.ts';
import { judgeStatus } from '../../src/checks/answers.ts';
import { from, type RuleCase } from '../../src/model/case.ts';
import type { Check } from '../../src/model/check.ts';
import type { Property } from '../../src/model/generated.ts';
import { without } from '../../src/model/query.ts';
import type { Stage } from '../../src/model/twins.ts';
import type { Trial } from '../../src/run/trial.ts';
import { inEach } from '../checks/looks.ts';
import {
  type Answering,
  answerList,
  caseRule,
  jsonAnswer,
  LIST,
  tryIn,
  tryRule,
  violationIn,
  well,
  withSession,
} from './trying.ts';

/** Answers 404 where `isBroken` says so of what is asked with `q`. */
const brokenWhere =
  (isBroken: (q: number) => boolean): Answering =>
  (asked) =>
    asked.query.has('q') && isBroken(Number(asked.query.get('q')))
      ? jsonAnswer(404)
      : answerList(asked, LIST);
const refusing = brokenWhere(() => true);

/** 200, and nothing to compare it with. */
const ok: Check = {
  says: '200',
  twins: () => ({}),
  judge: ({ looks }, one) => judgeStatus(looks, one, '200', (status) => status === 200),
};
const ofCases = (...queries: readonly string[]) => ({
  cases: (t: Trial): RuleCase[] => queries.map((q) => t.list({ q })),
  check: () => ok,
});
const generating = (property: Property<number>) =>
  caseRule({
    cases: (t) => t.generated(property, (value, by) => t.list({ q: String(value) }, { by })),
    check: () => ok,
  });
const upTo = (max: number) => fc.integer({ min: 1, max });

describe('generated cases', () => {
  it.each([undefined, inEach([10, 51, 900])])(
    'are reported by the smallest value that breaks the rule',
    async (examples) => {
      const rule = generating({ values: upTo(1000), runs: inEach(20), ...(examples && { examples }) });
      const violation = violationIn(
        await tryRule(
          brokenWhere((q) => q > 50),
          rule,
        ),
      );
      expect(violation).toMatchObject({ counterexample: { q: '51' }, reproduced: { seen: 3, tries: 3 } });
      expect(violation.exchanges.map(({ request }) => new URL(request.url).search)).toEqual(['?q=51']);
    },
  );

  it('are asked for once each, and none passes nothing', async () => {
    const property = { values: upTo(5), runs: inEach(50), examples: inEach([3, 3, 4]) };
    const tried = await tryRule(well, generating(property));
    expect([tried.verdict.verdict, tried.requests, tried.cases]).toEqual(['pass', 5, 5]);
    const none = await tryRule(well, generating({ values: upTo(9), runs: inEach(0) }));
    expect(none.verdict.verdict).toBe('inconclusive');
  });
});

it.each([
  ['quick', ['1', '5']],
  ['standard', ['1', '2']],
  ['thorough', ['1', '2', '3']],
] as const)('%s asks the cases of its depth', async (profile, expected) => {
  const rule = caseRule({
    cases: (t) => [
      t.list({ q: '1' }),
      ...from('standard', [t.list({ q: '2' }), t.list({ q: '3' }, { depth: 'thorough' })]),
      ...from('standard', [{ ...t.list({ q: '4' }), until: 'quick' }]),
      { ...t.list({ q: '5' }), until: 'quick' },
    ],
    check: () => ok,
  });
  const { asked } = await tryRule(well, rule, { profile });
  expect(asked.flatMap(({ query }) => query.get('q') ?? [])).toEqual(expected);
});

describe('what is asked', () => {
  it('by several rules is asked for once, and what follows from it later', async () => {
    const following = caseRule({
      ...ofCases('1', '2'),
      later: (t) =>
        t.run.listings.heard.some(({ spec }) => spec.query?.['q'] === 'seen') ? [t.list({ q: 'later' })] : [],
    });
    await withSession(well, {}, async ({ session, asked }) => {
      await tryIn(session, [following, caseRule({ ...ofCases('1', '2', 'seen'), id: 'list.array' })]);
      const own = asked.flatMap(({ query }) => query.get('q') ?? []);
      expect([own.toSorted(), own.at(-1)]).toEqual([['1', '2', 'later', 'seen'], 'later']);
    });
  });

  it('as their twin by several cases is asked for once, and anew by cases that want it so', async () => {
    const like = caseRule({
      cases: (t) => ['1', '2', '3'].map((q) => t.list({ q, per_page: '10' })),
      check: () => answeredLike(without('q'), 'the same without q'),
    });
    const { asked } = await tryRule(well, like);
    expect(asked.filter(({ query }) => query.toString() === 'per_page=10')).toHaveLength(1);
    const anew = caseRule({
      cases: (t) => [
        t.list({ q: '1' }),
        t.list({ q: '1' }, { anew: true }),
        t.list({ q: '1' }, { anew: true }),
      ],
      check: () => ok,
    });
    expect((await tryRule(well, anew)).requests).toBe(3);
  });

  it('as a twin is asked at the stage that it is needed at', async () => {
    const stages: readonly Stage[] = ['look', 'confirm', 'again'];
    const check: Check = {
      ...ok,
      twins: (one) =>
        Object.fromEntries(
          stages.map((each) => [each, { asks: [withQuery(one, { needed: each })], at: [each] }]),
        ),
    };
    const tried = await tryRule(refusing, caseRule({ ...ofCases('1'), check: () => check }));
    const needed = tried.asked.flatMap(({ query }) => query.get('needed') ?? []);
    expect(needed).toEqual(['look', 'confirm', 'again', 'again']);
  });
});
