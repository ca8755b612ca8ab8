import type { Clock } from '../../src/client/clock.ts';
import type { Case, Rule } from '../../src/context/rule.ts';
import { RunContext } from '../../src/context/run-context.ts';
import type { RunSettings } from '../../src/context/run-settings.ts';
import type { TrialResult } from '../../src/engine/trial.ts';
import { holds, wrongStatus } from '../../src/model/finding.ts';
import { sendInOrder } from '../../src/model/planned-request.ts';
import type { AnyRule } from '../../src/observe/observed-rule.ts';
import { JSON_TYPE, type Reply } from '../../src/service/request.ts';
import type { Service } from '../support/in-process.ts';
import { openTarget, resultsOf } from '../support/try-service.ts';

/** A request, as a service of these tests sees it. */
export interface Arrived {
  readonly method: string;
  readonly query: URLSearchParams;
  /** The value of the Authorization header. */
  readonly credential: string | undefined;
  /** Milliseconds on the clock of the run. */
  readonly at: number;
}

/** Answers a request, or never. */
export type Answering = (asked: Arrived) => Reply | 'never';

export const jsonAnswer = (
  status: number,
  value: unknown = {},
  headers: Readonly<Record<string, string>> = {},
): Reply => ({ status, headers: { 'content-type': JSON_TYPE, ...headers }, body: JSON.stringify(value) });

export const someIssues = (count: number): { id: number; title: string }[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, title: `issue ${index + 1}` }));

/** Returns where the page that a query asks for begins and ends. */
export function pageIn(query: URLSearchParams): readonly [begin: number, end: number] {
  const size = Number(query.get('per_page') ?? 30);
  const begin = (Number(query.get('page') ?? 1) - 1) * size;
  return [begin, begin + size];
}

const LIST = someIssues(150);

/** Answers a listing as a conforming service does. */
export const well = ({ query }: Arrived): Reply => jsonAnswer(200, LIST.slice(...pageIn(query)));

/** Answers the cases of {@link some} with a status, and all else as a conforming service does. */
export const onCases =
  (answer: Answering): Answering =>
  (asked) =>
    asked.query.has('q') ? answer(asked) : well(asked);

const NO_ACCESS = { privateRepository: undefined, token: undefined, outsiderToken: undefined };
const { settings: bundled } = openTarget();
const { repository } = bundled.target;
const SETTINGS: RunSettings = {
  ...bundled,
  target: { repository, writeRepository: repository, ...NO_ACCESS },
  writes: 'none',
  concurrency: 4,
  maxRequests: 500,
  deadlineMs: 600_000,
  listedWithinMs: 2000,
};

export const withToken: Pick<RunSettings, 'target'> = {
  target: { ...SETTINGS.target, token: 'token-of-a-member' },
};

/** A run with a service of its own, by a clock of its own. */
export interface Opened {
  readonly run: RunContext;
  readonly clock: Clock;
  /** All requests that came to the repository, in their order. */
  readonly asked: readonly Arrived[];
}

/** Opens a run with a service; a repository other than the configured one is answered 404. */
export async function withRun<T>(
  answer: Answering,
  settings: Partial<RunSettings>,
  use: (opened: Opened) => Promise<T>,
): Promise<T> {
  const asked: Arrived[] = [];
  const handle: Service['handle'] = async ({ method, url, header }) => {
    if (url.pathname !== '/repos/acme/widgets/issues') return jsonAnswer(404);
    const one = { method, query: url.searchParams, credential: header('authorization'), at: clock.now() };
    asked.push(one);
    const reply = answer(one);
    return reply === 'never' ? new Promise<never>(() => undefined) : reply;
  };
  const opened = openTarget({ ...SETTINGS, ...settings, issues: 0, handle });
  const { clock } = opened.surroundings;
  const run = new RunContext(opened.settings, opened.surroundings);
  try {
    return await use({ run, clock, asked });
  } finally {
    await run.client.close();
  }
}

/** Makes cases that ask for `q=0`, `q=1` and so on, or by another name, and expect 200, unless `part` says otherwise. */
export const cases =
  (count: number, parameter = 'q', part: Partial<Case> = {}): Rule['cases'] =>
  (run: RunContext) =>
    Array.from(
      { length: count },
      (_, q): Case => ({
        name: `${parameter}=${q}`,
        script: sendInOrder(run.list(run.primaryCaller, { [parameter]: String(q) })),
        quick: true,
        check: ({ answers }) => {
          const [answer] = answers;
          return answer === undefined || answer.status === 200 ? holds(answers) : wrongStatus('200', answer);
        },
        ...part,
      }),
    );

/** Returns a rule with so many cases, under the id of one that needs no setting. */
export const some = (count: number, part: Partial<Rule> = {}): Rule => ({
  id: 'list.unknown-repo',
  level: 'required',
  statedIn: ['4.1 success status'],
  phase: 'lists',
  needs: [],
  statement: 'Something holds.',
  tried: 'It is tried.',
  impact: 'Something breaks.',
  judges: 'status',
  blockedBy: [],
  cases: cases(count),
  ...part,
});

export const endOf = ({ verdict }: TrialResult): string =>
  'cause' in verdict ? `${verdict.verdict} ${verdict.cause}` : verdict.verdict;

/** Tries rules on a service. @returns verdict and cause of each rule by its id, and the milliseconds of the run by its own clock */
export const tryOn = (answer: Answering, rules: readonly AnyRule[], settings: Partial<RunSettings> = {}) =>
  withRun(answer, settings, async ({ run, clock, asked }) => {
    const { results: tried, unusable } = await resultsOf(run, rules);
    const ends = Object.fromEntries(tried.map((one) => [one.rule.id, endOf(one)]));
    return { ends, asked, unusable: unusable?.message ?? null, ms: clock.now() };
  });
