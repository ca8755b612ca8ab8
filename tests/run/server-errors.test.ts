import { describe, expect, it } from 'vitest';
import { because } from '../../src/client/doubt.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { type Errors, next } from '../../src/engine/next-step.ts';
import { broken, held, type Judgement, undecided } from '../../src/model/check.ts';
import { inRun, isTrait, RuleErrors, ServerErrors } from '../../src/run/server-errors.ts';
import { brokenJudgement, ids } from '../checks/looks.ts';

const answered = (status: number, part: Partial<Exchange['request']> = {}): Exchange => ({
  request: { method: 'GET', url: 'http://x/issues', headers: {}, body: null, ...part },
  response: { status, headers: {}, body: '', utf8: true },
  fault: null,
  startedAt: 0,
  ms: 0,
});
const elsewhere = { url: 'http://x/broken' };
const marked = (marker: string) => ({ method: 'POST', body: `{"title":"conformance ${marker}"}` }) as const;

describe('errors by chance', () => {
  const errors = new ServerErrors('run1');
  for (const one of [
    ...[500, 200, 200, 503].map((status) => answered(status)),
    ...[500, 500, 500].map((status) => answered(status, elsewhere)),
    answered(500, marked('ic-run1-0001')),
    answered(201, marked('ic-run1-0002')),
  ])
    errors.hear(one, 'member');

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

  it('of one caller are counted apart from those of others', () => {
    const own = new RuleErrors();
    own.keys.add(errors.keyOf(answered(200, elsewhere)));
    expect(inRun(errors, own, 'GET', 'member')).toMatchObject({
      own: { errors: 3, tries: 3 },
      others: { errors: 2, tries: 4 },
    });
    expect(inRun(errors, own, 'GET', 'anonymous').own).toEqual({ errors: 0, tries: 0 });
  });

  it.each([
    [1, 10, false],
    [2, 200, false],
    [3, 200, true],
  ])('that are %i of %i are a trait of the service: %s', (some, tries, expected) => {
    expect(isTrait({ errors: some, tries })).toBe(expected);
  });
});

describe('confirming a 5xx', () => {
  const NONE = { errors: 0, tries: 0 };
  const clean: Errors = { areElsewhere: false, own: NONE, others: NONE, chanceInRun: 1, isAskedBeside: true };
  const violation = {
    kind: 'server-error',
    expected: '200',
    actual: '500',
    exchanges: [answered(500)],
  } as const;
  const seen = (times: number): Judgement => (times === 0 ? held([ids(1)]) : broken(violation, times));
  const step = (judgement: Judgement, looks: number, errors: Partial<Errors>): string => {
    const then = next({
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
    });
    return then.kind === 'end' ? then.as : then.kind;
  };

  it.each<readonly [string, Judgement, number, Partial<Errors>, string]>([
    ['three of three', seen(3), 3, {}, 'violated'],
    ['three of three where others get some', seen(3), 3, { areElsewhere: true }, 'look'],
    [
      'ten of ten, whatever else',
      seen(10),
      10,
      { areElsewhere: true, others: { errors: 1, tries: 10 } },
      'violated',
    ],
    ['most of ten', seen(6), 10, {}, 'violated'],
    ['most of ten where others get some', seen(6), 10, { areElsewhere: true }, 'chance'],
    ['half of ten', seen(5), 10, {}, 'chance'],
    ['never again where others get some', seen(0), 3, { areElsewhere: true }, 'chance'],
    ['what a twin explains', undecided(because('unclear', 'Why.')), 3, {}, 'undecided'],
  ])('%s', (_name, judgement, looks, errors, expected) => {
    expect(step(judgement, looks, errors)).toBe(expected);
  });
});
