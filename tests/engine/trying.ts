import { accepted } from '../../src/checks/answers.ts';
import type { Tried } from '../../src/engine/rule-attempt.ts';
import { groupsOf, Session } from '../../src/engine/session.ts';
import type { CaseRule } from '../../src/run/rule.ts';
import type { RunSettings } from '../../src/run/run-settings.ts';
import { type Answer, JSON_TYPE } from '../../src/service/answer.ts';
import { openService } from '../../src/service/service.ts';
import { Kept } from '../../src/snapshot/kept.ts';
import { inProcess } from '../support/in-process.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

/** A request, as a service of these tests sees it. */
export interface Arrived {
  readonly method: string;
  readonly query: URLSearchParams;
  /** The value of the Authorization header. */
  readonly credential: string | undefined;
  readonly body: string;
  /** Whether the recommended headers are left out. */
  readonly isBare: boolean;
  /** Counts the requests of this kind from 1: those of cases are told from others by the parameter `q`. */
  readonly nth: number;
  /** When it came, by the clock of the run. */
  readonly at: number;
}

/** What a service does with a request: an answer, or none at all. */
type Reply = Answer | 'none';

export type Answering = (asked: Arrived, clock: VirtualClock) => Reply | Promise<Reply>;

export const jsonAnswer = (
  status: number,
  value: unknown = {},
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  headers: { 'content-type': JSON_TYPE, ...headers },
  body: JSON.stringify(value),
});

export const someIssues = (count: number, from = 1): { id: number; title: string }[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index, title: `issue ${from + index}` }));

export const LIST = someIssues(150);

/** Answers a listing as a conforming service does. */
export function answerList({ query }: Arrived, all: readonly unknown[]): Answer {
  const size = Number(query.get('per_page') ?? 30);
  const begin = (Number(query.get('page') ?? 1) - 1) * size;
  return jsonAnswer(200, all.slice(begin, begin + size));
}

export const well: Answering = (asked) => answerList(asked, LIST);

export const SETTINGS: RunSettings = {
  runId: 'testrun001',
  canarySeed: 'seed of the canary in tests',
  address: {
    baseUrl: 'http://service.test',
    accept: 'application/json',
    apiVersion: '1',
    apiVersionHeader: 'x-version',
    userAgent: 'tests',
  },
  bed: {
    repository: { owner: 'acme', repo: 'widgets' },
    written: { owner: 'acme', repo: 'widgets' },
    privateRepository: undefined,
    token: undefined,
    outsiderToken: undefined,
  },
  writes: 'none',
  profile: 'standard',
  seed: 7,
  concurrency: 4,
  maxRequests: 500,
  maxRate: undefined,
  timeoutMs: 5000,
  deadlineMs: 600_000,
  listedWithinMs: 2000,
};

/** Settings with which somebody asks who has a token, so that what is asked without one is rationed. */
export const withToken: Pick<RunSettings, 'bed'> = { bed: { ...SETTINGS.bed, token: 'token-of-a-member' } };

/** A session with a service of its own, by a clock of its own. */
export interface Opened {
  readonly session: Session;
  readonly clock: VirtualClock;
  /** All requests that came to the repository, in their order. */
  readonly asked: readonly Arrived[];
}

/** Opens a session with a service; a repository other than the configured one is answered 404. */
export async function withSession<T>(
  answer: Answering,
  settings: Partial<RunSettings>,
  use: (opened: Opened) => Promise<T>,
  kept = new Kept(),
): Promise<T> {
  const clock = new VirtualClock();
  const asked: Arrived[] = [];
  const counts = new Map<boolean, number>();
  const service = {
    ...openService({ issues: 0, clock }),
    handle: async ({
      method,
      url,
      header,
      body,
    }: Parameters<ReturnType<typeof openService>['handle']>[0]) => {
      if (url.pathname !== '/repos/acme/widgets/issues') return jsonAnswer(404);
      const { searchParams: query } = url;
      const nth = (counts.get(query.has('q')) ?? 0) + 1;
      counts.set(query.has('q'), nth);
      const credential = header('authorization');
      const isBare = header('accept') === undefined;
      const one = { method, query, credential, body: await body(), nth, at: clock.now(), isBare };
      asked.push(one);
      const reply = await answer(one, clock);
      return reply === 'none' ? new Promise<never>(() => undefined) : reply;
    },
  };
  const transport = inProcess(service, clock);
  const session = new Session({ ...SETTINGS, ...settings }, { transport, clock, kept });
  try {
    return await use({ session, clock, asked });
  } finally {
    await session.close();
  }
}

/** A rule of cases, under the id of one that needs no setting. */
export const caseRule = (rule: Pick<CaseRule, 'cases' | 'check'> & Partial<CaseRule>): CaseRule => ({
  id: 'list.ok',
  level: 'required',
  statedIn: ['4.1 success status'],
  phase: 'read',
  needs: [],
  says: 'Something holds.',
  tried: 'It is tried.',
  compared: 'by itself',
  seen: '3',
  impact: { general: 'Something breaks.' },
  explainedBy: [],
  preconditions: [],
  ...rule,
});

/** The cases and the check of a rule that asks for a number of listings and expects 200. */
export const ofCases = (count: number): Pick<CaseRule, 'cases' | 'check'> => ({
  cases: (t) => Array.from({ length: count }, (_, q) => t.list({ q: String(q) })),
  check: () => accepted(),
});
export const some = (count: number): CaseRule => caseRule(ofCases(count));

export interface TriedOnce extends Tried {
  /** All requests that came to the repository. */
  readonly asked: readonly Arrived[];
  /** Milliseconds that the run took, by its own clock. */
  readonly runMs: number;
}

/** Tries rules of one phase in a session that was opened for them. */
export async function tryIn(session: Session, rules: readonly CaseRule[]): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const group of groupsOf(rules)) {
    session.begin(group);
    tried.push(...(await Promise.all(group.rules.map((rule) => session.try(rule)))));
    await session.end();
    // As under a test runner: what waited when a limit was reached is turned away before the next phase begins.
    await session.run.clock.sleep(0);
  }
  return tried;
}

/** Tries one rule on a service. */
export function tryRule(
  answer: Answering,
  rule: CaseRule,
  settings: Partial<RunSettings> = {},
): Promise<TriedOnce> {
  return withSession(answer, settings, async ({ session, asked, clock }) => {
    const [tried] = await tryIn(session, [rule]);
    if (tried === undefined) throw new Error('the rule was not tried');
    return { ...tried, asked, runMs: clock.now() };
  });
}

/** Why a rule was not decided; empty where it was. */
export const undecidedReason = ({ verdict }: Tried): string => ('reason' in verdict ? verdict.reason : '');

/** The violation of a rule that failed. @throws {Error} where it did not */
export function violationIn(tried: Tried) {
  if (tried.verdict.verdict !== 'fail')
    throw new Error(`it is ${tried.verdict.verdict}: ${undecidedReason(tried)}`);
  return tried.verdict.violation;
}
