import { describe, expect, it } from 'vitest';
import { because } from '../../src/client/doubt.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { type Errors, type Evidence, next } from '../../src/engine/next-step.ts';
import { broken, held, type Judgement, undecided } from '../../src/model/check.ts';
import { chanceOfErrors, inRun, isTrait, RuleErrors, ServerErrors } from '../../src/run/server-errors.ts';
import { brokenJudgement, ids } from '../checks/looks.ts';

const answered = (
  status: number,
  { url = 'http://x/issues', method = 'GET', body = null as string | null } = {},
): Exchange => ({
  request: { method, url, headers: {}, body },
  response: { status, headers: {}, body: '', utf8: true },
  fault: null,
  startedAt: 0,
  ms: 0,
});

describe('how likely chance dealt the errors', () => {
  it.each([
    { own: [8, 26], others: [0, 52], isNoChance: true },
    { own: [5, 26], others: [0, 26], isNoChance: false },
    { own: [38, 126], others: [0, 126], isNoChance: true },
    { own: [10, 100], others: [10, 100], isNoChance: false },
  ])('$own against $others', ({ own, others, isNoChance }) => {
    const [errors = 0, tries = 0] = own;
    const [otherErrors = 0, otherTries = 0] = others;
    const chance = chanceOfErrors({ errors, tries }, { errors: otherErrors, tries: otherTries });
    expect(chance).toBeGreaterThan(0);
    expect(chance < 0.0001).toBe(isNoChance);
  });

  it('is certainty where nothing was asked beside it, or nothing failed', () => {
    expect(chanceOfErrors({ errors: 5, tries: 5 }, { errors: 0, tries: 0 })).toBeCloseTo(1);
    expect(chanceOfErrors({ errors: 0, tries: 50 }, { errors: 9, tries: 50 })).toBeCloseTo(1);
  });
});

describe('errors by chance', () => {
  const errors = new ServerErrors('run1');
  const hear = (...statuses: number[]): void => {
    for (const status of statuses) errors.hear(answered(status), 'member');
  };
  hear(500, 200, 200, 503);
  for (const status of [500, 500, 500]) errors.hear(answered(status, { url: 'http://x/broken' }), 'member');
  for (const [status, marker] of [
    [500, 'ic-run1-0001'],
    [201, 'ic-run1-0002'],
  ] as const)
    errors.hear(answered(status, { method: 'POST', body: `{"title":"conformance ${marker}"}` }), 'member');

  it('are those to requests that are answered otherwise when they are sent again, whatever marker they have', () => {
    expect(errors.byChance('GET')).toEqual({ method: 'GET', errors: 2, tries: 7, statuses: [500, 503] });
    expect(errors.byChance('POST')).toMatchObject({ errors: 1, tries: 2 });
  });

  it('are none where a rule explains them', () => {
    const explained = new ServerErrors('run1');
    for (const status of [500, 200, 500]) explained.hear(answered(status), 'member');
    explained.explain(new Set([explained.keyOf(answered(200))]));
    expect(explained.byChance('GET')).toMatchObject({ errors: 0, tries: 3 });
  });

  it('are a trait of the service from two and one in a hundred on', () => {
    expect([1, 2, 3].map((some) => isTrait({ errors: some, tries: 200 }))).toEqual([false, false, true]);
    expect(isTrait({ errors: 1, tries: 10 })).toBe(false);
  });

  it('of one caller are counted apart from those of others', () => {
    const own = new RuleErrors();
    own.keys.add(errors.keyOf(answered(200, { url: 'http://x/broken' })));
    expect(inRun(errors, own, 'GET', 'member')).toMatchObject({
      own: { errors: 3, tries: 3 },
      others: { errors: 2, tries: 4 },
    });
    expect(inRun(errors, own, 'GET', 'anonymous').own).toEqual({ errors: 0, tries: 0 });
  });

  it('of a case are compared with those of the twin that gets most of them', () => {
    const own = new RuleErrors();
    for (let left = 3; left > 0; left -= 1)
      own.add(
        'member',
        [answered(500)],
        [
          ['plain', [answered(200)]],
          ['sized', [answered(left === 1 ? 200 : 500)]],
        ],
      );
    expect([own.own('member'), own.twins('member'), own.twins('anonymous')]).toEqual([
      { errors: 3, tries: 3 },
      { errors: 2, tries: 3 },
      { errors: 0, tries: 0 },
    ]);
  });
});

describe('confirming a 5xx', () => {
  const NONE = { errors: 0, tries: 0 };
  const clean: Errors = { areElsewhere: false, own: NONE, others: NONE, chanceInRun: 1, isAskedBeside: true };
  const seen = (times: number): Judgement =>
    times === 0
      ? held([ids(1)])
      : broken({ kind: 'server-error', expected: '200', actual: '500', exchanges: [answered(500)] }, times);
  const step = (judgement: Judgement, looks: number, errors: Partial<Errors> = {}): string => {
    const evidence: Evidence = {
      first: brokenJudgement(seen(1)),
      judgement,
      looks,
      before: 0,
      by: 'requests',
      aged: false,
      chance: 0,
      isFlaky: true,
      isRationed: false,
      errors: { ...clean, ...errors },
    };
    const then = next(evidence);
    return then.kind === 'end' ? then.as : then.kind;
  };
  const certain = { own: { errors: 17, tries: 50 }, others: { errors: 0, tries: 50 }, chanceInRun: 0.001 };
  const others = { errors: 1, tries: 10 };

  it.each([
    ['three of three where no other request gets any', seen(3), 3, {}, 'violated'],
    [
      'three of three are not enough where others get some by chance',
      seen(3),
      3,
      { areElsewhere: true },
      'look',
    ],
    ['ten of ten, whatever else', seen(10), 10, { areElsewhere: true, others }, 'violated'],
    ['most of ten where no other request gets any by chance', seen(6), 10, {}, 'violated'],
    ['but not where some do', seen(6), 10, { areElsewhere: true }, 'chance'],
    ['half of ten is chance', seen(5), 10, {}, 'chance'],
    ['half of ten is looked at on where the run says more', seen(5), 10, { chanceInRun: 0.01 }, 'look'],
    ['more often than twins, by far', seen(17), 50, certain, 'erring'],
    ['too seldom to be sure in the end', seen(5), 51, { chanceInRun: 0.01 }, 'slip'],
    ['never again, and others get some by chance', seen(0), 3, { areElsewhere: true }, 'chance'],
    ['what a twin explains', undecided(because('unclear', 'Why.')), 3, certain, 'undecided'],
  ] as const)('%s', (_name, judgement, looks, errors, expected) => {
    expect(step(judgement, looks, errors)).toBe(expected);
  });
});
