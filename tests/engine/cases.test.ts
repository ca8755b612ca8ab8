import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answeredLike, withQuery } from '../../src/checks/alike.ts';
import { judgeStatus, telling } from '../../src/checks/answers.ts';
import { because } from '../../src/client/doubt.ts';
import { from, type RuleCase } from '../../src/model/case.ts';
import { broken, type Check, held } from '../../src/model/check.ts';
import type { Property } from '../../src/model/generated.ts';
import { without } from '../../src/model/query.ts';
import { REQUESTS_TO_SHRINK } from '../../src/model/tuning.ts';
import type { Stage } from '../../src/model/twins.ts';
import type { Trial } from '../../src/run/trial.ts';
import { recordsOf } from '../../src/snapshot/listing.ts';
import { inEach } from '../checks/looks.ts';
import {
  type Answering,
  answerList,
  caseRule,
  jsonAnswer,
  someIssues,
  tryIn,
  tryRule,
  undecidedReason,
  violationIn,
  withSession,
} from './trying.ts';

const LIST = someIssues(150);
const well: Answering = (asked) => answerList(asked, LIST);
/** Answers 404 where `isBroken` says so of what is asked with `q`. */
const brokenWhere =
  (isBroken: (q: number) => boolean): Answering =>
  (asked) =>
    asked.query.has('q') && isBroken(Number(asked.query.get('q')))
      ? jsonAnswer(404)
      : answerList(asked, LIST);

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

describe('a generated case that breaks its rule', () => {
  const above50 = brokenWhere((q) => q > 50);

  it('is reported by the smallest value that does, confirmed like any other', async () => {
    const violation = violationIn(
      await tryRule(above50, generating({ values: upTo(1000), runs: inEach(20) })),
    );
    expect(violation).toMatchObject({
      counterexample: { q: '51' },
      reproduced: { seen: 3, tries: 3 },
      generated: { property: 0, value: 51 },
    });
    expect(violation.exchanges.map(({ request }) => new URL(request.url).search)).toEqual(['?q=51']);
  });

  it('is reported by an example if that is the smallest one', async () => {
    const rule = generating({ values: upTo(1000), runs: inEach(20), examples: inEach([10, 51, 900]) });
    expect(violationIn(await tryRule(above50, rule)).counterexample).toEqual({ q: '51' });
  });

  it('takes few requests to be made smaller', async () => {
    const tried = await tryRule(above50, generating({ values: upTo(1_000_000), runs: inEach(10) }), {
      profile: 'quick',
    });
    expect(Number(violationIn(tried).counterexample['q'])).toBeGreaterThan(50);
    // Ten cases, a second look at each, three to confirm, some to shrink, and three for the smaller case.
    expect(tried.requests).toBeLessThanOrEqual(10 + 10 + 3 + REQUESTS_TO_SHRINK + 3);
  });

  it('is reported as it was generated where no smaller one is broken each time', async () => {
    let [larger, smaller] = [0, 0];
    const twice = brokenWhere((q) => {
      if (q === 1000) larger += 1;
      // Seen and confirmed: from now on a smaller value slips, as often as it takes to be taken for one that is broken.
      else if (larger >= 1 + 3) smaller += 1;
      return q === 1000 || (smaller > 0 && smaller <= 2);
    });
    const rule = generating({ values: fc.constantFrom(1, 2, 1000).map((value) => value), runs: inEach(40) });
    expect(violationIn(await tryRule(twice, rule)).counterexample).toEqual({ q: '1000' });
  });
});

describe('a property that holds', () => {
  it('asks for each of its values once', async () => {
    const tried = await tryRule(
      well,
      generating({ values: upTo(5), runs: inEach(50), examples: inEach([3, 3, 4]) }),
    );
    expect([tried.verdict.verdict, tried.requests, tried.cases]).toEqual(['pass', 5, 5]);
  });

  it('with neither runs nor examples does not pass', async () => {
    const tried = await tryRule(well, generating({ values: upTo(9), runs: inEach(0) }));
    expect(undecidedReason(tried)).toBe('No case of this rule could be tried.');
  });
});

describe('a case that is deeper than the profile', () => {
  const rule = caseRule({
    cases: (t) => [
      t.list({ q: '1' }),
      ...from('standard', [t.list({ q: '2' }), t.list({ q: '3' }, { depth: 'thorough' })]),
      ...from('standard', [{ ...t.list({ q: '4' }), until: 'quick' }]),
      { ...t.list({ q: '5' }), until: 'quick' },
    ],
    check: () => ok,
  });

  it.each([
    ['quick', ['1', '5']],
    ['standard', ['1', '2']],
    ['thorough', ['1', '2', '3']],
  ] as const)('is not asked in %s', async (profile, expected) => {
    const { asked, cases } = await tryRule(well, rule, { profile });
    expect(asked.flatMap(({ query }) => query.get('q') ?? [])).toEqual(expected);
    expect(cases).toBe(expected.length);
  });
});

describe('a precondition that does not hold', () => {
  const unmet = {
    says: 'something',
    establish: () => Promise.resolve(because('other-rule', 'Nothing can be told; mend it.')),
  };
  it('lets nothing be asked, and says why', async () => {
    const tried = await tryRule(well, caseRule({ ...ofCases('1'), preconditions: [unmet] }));
    expect([undecidedReason(tried), tried.requests, tried.cases]).toEqual([
      'Nothing can be told; mend it.',
      0,
      0,
    ]);
  });

  it('does not hide what the end of the run shows', async () => {
    const rule = caseRule({
      ...ofCases('1'),
      preconditions: [unmet],
      atEnd: async (t) => {
        const violation = {
          kind: 'stored' as const,
          expected: 'none',
          actual: 'one',
          counterexample: {},
          reproduced: { seen: 1, tries: 1 },
          exchanges: [await t.ask(t.listing({}, 'anonymous'))],
        };
        return [{ kind: 'violated', violation }];
      },
    });
    expect(violationIn(await tryRule(well, rule))).toMatchObject({ kind: 'stored' });
    expect(
      undecidedReason(await tryRule(well, caseRule({ ...rule, atEnd: () => Promise.resolve([]) }))),
    ).toBe('Nothing can be told; mend it.');
  });

  it('hides everything else then, unless the rule is tried whatever else is wrong', async () => {
    const refusing = brokenWhere(() => true);
    const rule = { ...ofCases('1'), preconditions: [unmet] };
    expect(undecidedReason(await tryRule(refusing, caseRule(rule)))).toBe('Nothing can be told; mend it.');
    expect(violationIn(await tryRule(refusing, caseRule({ ...rule, regardless: true }))).actual).toBe('404');
  });
});

describe('a check that is free of its case', () => {
  const free = (isOf: (q: string) => boolean) =>
    caseRule({
      ...ofCases('own'),
      id: 'list.array',
      phase: 'end',
      free: () => ({ check: areFew, of: ({ spec }) => isOf(String(spec.query?.['q'])) }),
    });
  const areFew: Check = {
    says: 'at most 30 results',
    twins: () => ({}),
    judge: ({ looks }) => {
      const many = looks
        .flatMap((look) => telling(look) ?? [])
        .filter((answer) => recordsOf(answer).length > 30);
      return many.length === 0
        ? held(looks.flatMap((look) => telling(look) ?? []))
        : broken({ kind: 'too-many', expected: '30', actual: '31', exchanges: many }, many.length);
    },
  };
  const tooMany: Answering = (asked) =>
    asked.query.get('q') === 'b' ? jsonAnswer(200, someIssues(31)) : answerList(asked, LIST);

  it('judges every listing that another rule was given, and confirms it by asking again', async () => {
    await withSession(tooMany, {}, async ({ session, asked }) => {
      const [other, tried] = await tryIn(session, [caseRule(ofCases('a', 'b')), free(() => true)]);
      expect(other?.verdict.verdict).toBe('pass');
      expect(tried === undefined ? {} : violationIn(tried)).toMatchObject({
        kind: 'too-many',
        counterexample: { q: 'b' },
        reproduced: { seen: 3, tries: 3 },
      });
      expect(asked.filter(({ query }) => query.get('q') === 'b')).toHaveLength(1 + 3);
    });
  });

  it('judges none of those that it is not meant for', async () => {
    await withSession(tooMany, {}, async ({ session }) => {
      const [, tried] = await tryIn(session, [caseRule(ofCases('a', 'b')), free((q) => q === 'a')]);
      expect(tried?.verdict.verdict).toBe('pass');
    });
  });
});

describe('what is asked by several rules', () => {
  it('is asked for once', async () => {
    await withSession(well, {}, async ({ session, asked }) => {
      const tried = await tryIn(session, [
        caseRule(ofCases('1', '2')),
        caseRule({ ...ofCases('1', '2'), id: 'list.array' }),
      ]);
      expect(tried.map(({ verdict }) => verdict.verdict)).toEqual(['pass', 'pass']);
      expect(asked.filter(({ query }) => query.has('q'))).toHaveLength(2);
    });
  });

  it('is asked for once as their twin', async () => {
    const rule = caseRule({
      cases: (t) => ['1', '2', '3'].map((q) => t.list({ q, per_page: '10' })),
      check: () => answeredLike(without('q'), 'the same without q'),
    });
    const tried = await tryRule(well, rule);
    expect(tried.asked.filter(({ query }) => query.toString() === 'per_page=10')).toHaveLength(1);
  });

  it('is asked for anew by a case that wants it anew', async () => {
    const rule = caseRule({
      cases: (t) => [
        t.list({ q: '1' }),
        t.list({ q: '1' }, { anew: true }),
        t.list({ q: '1' }, { anew: true }),
      ],
      check: () => ok,
    });
    expect((await tryRule(well, rule)).requests).toBe(3);
  });
});

describe('cases that follow from what the run has shown', () => {
  it('are asked once all rules of the phase have looked', async () => {
    const rule = caseRule({
      ...ofCases('1'),
      later: (t) =>
        t.run.listings.heard.some(({ spec }) => spec.query?.['q'] === 'seen') ? [t.list({ q: 'later' })] : [],
    });
    await withSession(well, {}, async ({ session, asked }) => {
      const tried = await tryIn(session, [
        rule,
        caseRule({ ...ofCases('a', 'b', 'c', 'seen'), id: 'list.array' }),
      ]);
      expect(tried[0]?.cases).toBe(2);
      expect(asked.at(-1)?.query.get('q')).toBe('later');
    });
  });
});

describe('twins', () => {
  it('are asked for at the stage that they are needed at: the first look, the first that confirms, all others', async () => {
    const stages: readonly Stage[] = ['look', 'confirm', 'again'];
    const check: Check = {
      ...ok,
      twins: (one) =>
        Object.fromEntries(
          stages.map((each) => [each, { asks: [withQuery(one, { needed: each })], at: [each] }]),
        ),
    };
    const refusing = brokenWhere(() => true);
    const tried = await tryRule(refusing, caseRule({ ...ofCases('1'), check: () => check }));
    expect(violationIn(tried).reproduced).toEqual({ seen: 3, tries: 3 });
    const needed = tried.asked.flatMap(({ query }) => query.get('needed') ?? []);
    expect(needed).toEqual(['look', 'confirm', 'again', 'again']);
  });
});
