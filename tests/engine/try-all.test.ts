import { describe, expect, it } from 'vitest';
import { interrupted, Stopped } from '../../src/client/stopped.ts';
import type { Attempt, Case, Rule } from '../../src/context/rule.ts';
import type { RunSettings } from '../../src/context/run-settings.ts';
import { tryAll } from '../../src/engine/try-all.ts';
import { type Finding, violated as foundBroken, holds } from '../../src/model/finding.ts';
import { type Answer, sendInOrder } from '../../src/model/planned-request.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import { KINDS } from '../../src/model/violation-kinds.ts';
import { isGatingRule } from '../../src/observe/observed-rule.ts';
import { rules } from '../../suites/index.ts';
import { ruleOf } from '../report/reports.ts';
import { resultsOf } from '../support/try-service.ts';
import {
  type Answering,
  cases,
  endOf,
  jsonAnswer,
  onCases,
  some,
  someIssues,
  tryOn,
  well,
  withRun,
  withToken,
} from './trying.ts';

const broken = onCases(() => jsonAnswer(404));
const silent = onCases(() => 'never');
const LATE = 'list.unknown-owner';
const observed = rules.filter(({ level }) => level === 'observed').slice(0, 1);

describe('MAX_REQUESTS', () => {
  it.each<[string, Answering, number, readonly Rule[]]>([
    ['a rule', well, 20, [some(40)]],
    ['repetitions', onCases(() => jsonAnswer(503)), 60, [some(100)]],
    ['confirming', broken, 12, [some(3)]],
    ['the preflight', well, 2, [some(1)]],
    ['all rules together', well, 30, [some(60), some(60, { id: LATE })]],
  ])('is never exceeded by %s, and what it leaves open is inconclusive', async (_what, answer, most, all) => {
    const { ends, asked } = await tryOn(answer, all, { maxRequests: most });
    expect(asked.length).toBeLessThanOrEqual(most);
    expect(Object.values(ends)).toEqual(all.map(() => 'inconclusive limit'));
  });

  it('is shared by the phases: one that used up its share leaves later ones theirs', async () => {
    const greedy = some(400, { id: 'create.missing-title', phase: 'refusing' });
    const { ends } = await tryOn(well, [greedy, some(5)], { maxRequests: 100, writes: 'rejected' });
    expect(ends).toEqual({ 'create.missing-title': 'inconclusive limit', 'list.unknown-repo': 'pass' });
  });
});

describe('the end of a run', () => {
  it('comes when the deadline is due, though the target does not answer', async () => {
    const { ends, ms } = await tryOn(silent, [some(3)], { deadlineMs: 4000, timeoutMs: 600_000 });
    expect([ends, ms]).toEqual([{ 'list.unknown-repo': 'inconclusive limit' }, 4000]);
  });

  it.each([
    ['lets nothing be sent after it', new Stopped('limit', 'Too late.'), [some(5)], 'inconclusive limit'],
    ['is why an observation was not made', interrupted(), observed, 'inconclusive interrupted'],
  ])('%s', async (_, why, one, end) => {
    await withRun(well, {}, async ({ run, asked }) => {
      run.client.throttle.stop(why);
      const { results } = await resultsOf(run, one);
      expect([asked.length, results.map(endOf)]).toEqual([0, [end]]);
    });
  });

  it('aborts what is in flight if it is an interruption, and every rule has its verdict', async () => {
    let stop = (): void => undefined;
    const interrupting: Answering = (asked) => {
      if (asked.query.has('sort')) stop();
      return asked.query.has('sort') ? 'never' : well(asked);
    };
    await withRun(interrupting, { timeoutMs: 600_000 }, async ({ run, clock }) => {
      stop = () => run.client.throttle.stop(interrupted());
      const { results: tried } = await resultsOf(run, rules.filter(isGatingRule));
      expect(tried.map(({ rule }) => rule.id)).toEqual(gatingIds);
      expect(new Set(tried.map(endOf))).toEqual(new Set(['inconclusive interrupted', 'skip setting']));
      expect(clock.now()).toBeLessThan(600_000);
    });
  });

  it.each([0, 4])('takes no violation away that was confirmed %i requests before it', async (later) => {
    let after = 0;
    let stop = (): void => undefined;
    const ending: Answering = (asked) => {
      if (asked.query.has('late') && after++ >= later) stop();
      return broken(asked);
    };
    const late = some(0, { id: LATE, phase: 'auditing', cases: cases(9, 'late') });
    await withRun(ending, { writes: 'all' }, async ({ run }) => {
      stop = () => run.client.throttle.stop(new Stopped('limit', 'Too late.'));
      const { results: tried } = await resultsOf(run, [some(1), late]);
      expect(tried.map(endOf)).toEqual(['inconclusive limit', 'fail']);
      expect(tried[1]?.verdict).toMatchObject({ violation: { reproduced: { seen: KINDS.status.attempts } } });
    });
  });
});

describe('a rule', () => {
  it('is skipped if its settings are missing, and sends nothing', async () => {
    const { ends, asked } = await tryOn(well, [some(1, { needs: ['TOKEN', 'WRITES=all'] })]);
    expect(ends).toEqual({ 'list.unknown-repo': 'skip setting' });
    expect(asked.filter(({ query }) => query.has('q'))).toEqual([]);
  });

  const wrong = (): never => {
    throw new TypeError('wrong');
  };
  it.each<[string, Partial<Rule>]>([
    ['its cases are wrong', { cases: wrong }],
    ['its check throws', { cases: cases(1, 'q', { check: wrong }) }],
  ])('ends the run with an error if %s', async (_what, part) => {
    await expect(tryOn(well, [some(1, part)])).rejects.toThrow('wrong');
  });

  it('is told as soon as it is decided', async () => {
    await withRun(broken, { writes: 'rejected' }, async ({ run, asked }) => {
      const told = new Map<string, number>();
      const early = some(1, { id: 'create.missing-title', phase: 'refusing' });
      const blockedBy = ['list.unknown-repo'] as const;
      const explained = some(1, { id: 'create.title-type', phase: 'refusing', blockedBy });
      // Another client may show later, and explain it.
      const compared = some(1, {
        id: 'list.per-page.zero',
        cases: cases(1, 'q', {
          twins: { twin: sendInOrder(run.list(run.primaryCaller)) },
          check: ({ answers }) =>
            foundBroken('too-few', { expected: '3 results', actual: '2 results', answers }),
        }),
      });
      const last = some(1, { id: 'create.once', phase: 'auditing' });
      await tryAll(run, [some(20), early, explained, compared, last], {
        onTried: ({ rule }) => told.set(rule.id, asked.length),
      });
      expect(told.get('create.missing-title')).toBeLessThan(asked.length);
      expect(told.get('create.title-type')).toBe(asked.length);
      expect(told.get('list.per-page.zero')).toBe(asked.length);
    });
  });

  it.each([
    [200, 'fail'],
    [403, 'inconclusive limit'],
  ])('that three attempts break ends so if the plain list then gets %i: %s', async (plain, end) => {
    let seen = 0;
    const answer: Answering = (asked) => {
      if (asked.query.has('q')) seen += 1;
      return seen >= 3 && asked.query.size === 0 && plain !== 200 ? jsonAnswer(plain) : well(asked);
    };
    const check = ({ answers }: Attempt) =>
      foundBroken('status', { expected: '401', actual: '200', answers, isUnambiguous: true });
    const { ends } = await tryOn(answer, [some(3, { cases: cases(3, 'q', { check }) })]);
    expect(Object.values(ends)).toEqual([end]);
  });
});

const redirecting =
  (location: string): Answering =>
  () =>
    jsonAnswer(301, {}, { location });
const PATH = 'repos/acme/widgets/issues';
/** Answers twice with an error, and nothing from then on. */
const fallingSilent = (): Answering => {
  let seen = 0;
  return () => ((seen += 1) > 2 ? 'never' : jsonAnswer(503));
};

it.each<[string, Answering, RegExp, Partial<RunSettings>?]>([
  ['does not answer before the deadline', () => 'never', /no whole answer/, { deadlineMs: 1000 }],
  ['answers 503, and then falls silent', fallingSilent(), /503/],
  [
    'redirects to an address that BASE_URL could have',
    redirecting(`https://issues.example.com/v2//${PATH}`),
    /to https:\/\/issues\.example\.com\/v2\/\/repos.*: set BASE_URL to that address without \/repos/,
  ],
  ['redirects elsewhere', redirecting('/login'), /to \/login\).*: check BASE_URL\./],
])('a target that %s cannot be checked', async (_what, answer, says, settings = {}) => {
  const { unusable, ends } = await tryOn(answer, [some(1)], settings);
  expect([unusable, Object.values(ends)]).toEqual([
    expect.stringMatching(says),
    [expect.stringMatching(/^inconclusive/)],
  ]);
});

it('a body that is no list is not read again for a new issue', async () => {
  const wrapped: Answering = ({ method }) =>
    method === 'POST' ? jsonAnswer(201, { id: 1 }) : jsonAnswer(200, { items: someIssues(5) });
  const { ms } = await tryOn(wrapped, [ruleOf('create.listed')], {
    ...withToken,
    writes: 'all',
    listedWithinMs: 60_000,
  });
  expect(ms).toBeLessThan(90_000);
});

it('an error is confirmed, however many differences of contents wait for lists to settle', async () => {
  let waiting = 6;
  // Differs at first, as a stale list does.
  const differsOnce: Pick<Case, 'check'> = {
    check: ({ answers }) => {
      waiting -= 1;
      return waiting < 0
        ? holds(answers)
        : foundBroken('wrong-results', { expected: 'the same results', actual: 'others', answers });
    },
  };
  const rule = some(1, {
    // The failing request has more parameters, so it is looked at last.
    cases: (run) => [
      ...cases(6, 'state', differsOnce)(run),
      ...cases(1, 'q', {
        script: sendInOrder(run.list(run.primaryCaller, { q: '0', page: '1', per_page: '5' })),
      })(run),
    ],
  });
  const { ends } = await tryOn(
    onCases(() => jsonAnswer(500)),
    [rule],
  );
  expect(ends[rule.id]).toBe('fail');
});

it.each([2, 3, 4])('an answer that a rule judges twice counts once, beside answer %i', async (second) => {
  let asked = 0;
  const judge = ({ list, ask }: Answer): Finding =>
    list === null && 'q' in ask.query
      ? foundBroken('malformed', { expected: '[', actual: '{', answers: [], isUnambiguous: true })
      : holds([]);
  const check = ({ answers }: Attempt): Finding => answers.map(judge)[0] ?? holds([]);
  const rule = some(1, { everyListing: judge, cases: cases(1, 'q', { check }) });
  const answer = onCases((one) => ([1, second].includes((asked += 1)) ? jsonAnswer(200, {}) : well(one)));
  expect((await tryOn(answer, [rule])).ends[rule.id]).not.toBe('fail');
});
