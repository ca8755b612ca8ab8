import { describe, expect, it } from 'vitest';
import { judgeStatus } from '../../src/checks/answers.ts';
import type { RuleCase } from '../../src/model/case.ts';
import type { Trial } from '../../src/run/trial.ts';
import { tryService } from '../support/try-service.ts';
import {
  type Answering,
  answerList,
  caseRule,
  jsonAnswer,
  someIssues,
  tryRule,
  undecidedReason,
  violationIn,
  withToken,
} from './trying.ts';

/** A rule that expects a status of the plain list. */
const expecting = (status: number) =>
  caseRule({
    cases: (t: Trial): RuleCase[] => [t.list({})],
    check: () => ({
      says: `${status}`,
      twins: () => ({}),
      judge: ({ looks }, one) => judgeStatus(looks, one, `${status}`, (each) => each === status),
    }),
  });

/** Sends the same records, whatever is asked; unknown tokens are refused or not. */
const file =
  (records: readonly unknown[], refusesTokens: boolean): Answering =>
  ({ credential }) =>
    refusesTokens && credential !== undefined && credential !== 'Bearer token-of-a-member'
      ? jsonAnswer(401)
      : jsonAnswer(200, records);

describe('a service that sends one file, whatever is asked', () => {
  it.each([0, 1, 30, 150])('passes no rule with %i records', async (count) => {
    const tried = await tryRule(file(someIssues(count), false), expecting(200), withToken);
    expect(tried.verdict.verdict).toBe('inconclusive');
    expect(undecidedReason(tried)).toContain('whatever page, size or token is sent');
  });

  it('fails what it breaks all the same', async () => {
    expect(violationIn(await tryRule(file(someIssues(30), false), expecting(418), withToken))).toMatchObject({
      kind: 'status',
    });
  });
});

describe('a service that lists for nobody', () => {
  it('leaves a rule on lists undecided, and the reason names what it answers', async () => {
    const { tried } = await tryService(
      { faults: ['answer-status-203'] },
      { profile: 'quick', only: ['list.state.open'] },
    );
    expect(tried.map(({ verdict }) => ('reason' in verdict ? verdict.reason : verdict.verdict))).toEqual([
      'Nobody is listed the public repository with 200 (203).',
    ]);
  });
});

describe('a service that reads what it is asked', () => {
  it.each([6, 30, 150])('is known by its pages with %i issues', async (count) => {
    const paged: Answering = (asked) => answerList(asked, someIssues(count));
    expect((await tryRule(paged, expecting(200), withToken)).verdict.verdict).toBe('pass');
  });

  it.each([0, 30])('is known by the tokens that it refuses with %i issues', async (count) => {
    const tried = await tryRule(file(someIssues(count), true), expecting(200), withToken);
    expect(tried.verdict.verdict).toBe('pass');
  });
});

describe('a service that echoes the query', () => {
  it('passes no rule', async () => {
    const echo: Answering = ({ query }) =>
      jsonAnswer(
        200,
        [...query].map(([name, value]) => ({ name, value })),
      );
    expect((await tryRule(echo, expecting(200), withToken)).verdict.verdict).toBe('inconclusive');
  });
});
