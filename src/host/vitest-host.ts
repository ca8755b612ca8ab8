import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { type Reporter, startVitest } from 'vitest/node';
import { messageOf } from '../client/thrown.ts';
import type { Progress } from '../document/progress.ts';
import type { Phase } from '../model/words.ts';
import type { RunPlan } from './plan.ts';
import type { FreshReport } from './rule-report.ts';
import type { Collected, TriedRule } from './runner.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What the rules need of a plan. */
    plan: Pick<RunPlan, 'session' | 'rules'>;
  }
}

/** Messages from the rules' thread. */
export interface FromThread {
  readonly tried?: TriedRule;
  readonly activity?: Phase;
  readonly warning?: string;
  readonly faults?: readonly string[];
}

/** V8 flags of the rules' thread. The defaults save a few collections but cost a hundred megabytes on large answers. */
const HEAP = ['--max-semi-space-size=4', '--heap-growing-percent=40'];

/** Milliseconds that the rules have to report after a stop, or after the deadline; then nobody waits for them. */
const PATIENCE_MS = 5000;

/** The name of the file that loads the suites, its folder, and that of its package. */
const SUITES = 'conformance.test.js';
const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

const RULES_ID = '/rules.js';

/**
 * Serves the file by its name alone. Its content needs no other file: the thread has loaded the rules. Vite takes some
 * characters of a path for parts of an address.
 */
const RULES_FILE = {
  name: 'rules-file',
  enforce: 'pre',
  resolveId: (id: string) => (id.endsWith(SUITES) ? RULES_ID : null),
  load: (id: string) => (id === RULES_ID ? 'globalThis.hostConformanceRules();' : null),
} as const;

/** Events on which vitest and vite end the process. */
const ENDING: ReadonlySet<unknown> = new Set(['SIGINT', 'SIGTERM', 'unhandledRejection']);

/**
 * Removes a listener of vitest or vite, which would end the process without a report. It is removed in a microtask, before it
 * can receive a signal.
 */
const refuse = (event: unknown, listener: (...args: unknown[]) => void): void => {
  if (ENDING.has(event)) queueMicrotask(() => process.off(String(event), listener));
};

/** Runs the one file of rules in a thread, without any output of vitest. */
async function startRules({ session, rules }: RunPlan, reporter: Reporter): Promise<void> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const vitest = await startVitest(
    'test',
    [],
    {
      config: false,
      watch: false,
      root: PACKAGE,
      dir: FOLDER,
      // A pattern relative to the folder, whose own name may have any character.
      include: [SUITES],
      exclude: [],
      pool: 'threads',
      execArgv: ['--import', new URL('./rules.js', import.meta.url).href],
      isolate: false,
      maxWorkers: 1,
      cache: false,
      provide: { plan: { session, rules } },
      reporters: [reporter],
    },
    { logLevel: 'silent', plugins: [RULES_FILE] },
    { stdout: silence, stderr: silence },
  );
  await vitest.close();
}

/** What the thread tells of its rules. Vitest's own results are ignored, but for errors outside of the rules. */
class Results implements Reporter, Collected {
  readonly rules = new Map<string, FreshReport>();
  readonly faults: string[] = [];
  tally: Collected['tally'] = { requests: 0, retries: 0 };
  unusable: string | null = null;
  cutShort: Collected['cutShort'] = null;
  readonly #progress: Progress;

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  readonly take = ({ tried, faults = [], activity, warning }: FromThread): void => {
    this.faults.push(...faults);
    if (activity !== undefined) this.#progress.update({ activity });
    if (warning !== undefined) this.#progress.say(warning);
    if (tried === undefined) return;
    this.rules.set(tried.report.id, tried.report);
    this.tally = tried.tally;
    this.unusable = tried.unusable;
    const failed = [...this.rules.values()].filter(({ verdict }) => verdict === 'fail').length;
    this.#progress.update({ decided: this.rules.size, failed, requests: tried.tally.requests });
  };

  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandled) => {
    const errors = [...modules.flatMap((module) => module.errors()), ...unhandled];
    this.faults.push(...errors.map(({ message }) => message));
  };
}

/**
 * Runs the rules of a plan under vitest, without any output of vitest. An interruption or the deadline ends the run within
 * seconds, even if the thread is blocked. The results so far are kept.
 */
export async function runUnderVitest(
  plan: RunPlan,
  progress: Progress,
  signal: AbortSignal,
): Promise<Collected> {
  const { session } = plan;
  const results = new Results(progress);
  const channel = new BroadcastChannel(session.runId);
  channel.onmessage = ({ data }: { readonly data: FromThread }) => {
    // Nobody may have listened when it was said first.
    if (signal.aborted) channel.postMessage('stop');
    results.take(data);
  };
  let giveUp = (): void => undefined;
  const givenUp = new Promise<void>((resolve) => (giveUp = resolve));
  const interrupt = (): void => {
    results.cutShort = 'interrupted';
    channel.postMessage('stop');
    setTimeout(giveUp, PATIENCE_MS).unref();
  };
  signal.addEventListener('abort', interrupt);
  const late = setTimeout(() => {
    results.cutShort ??= 'late';
    giveUp();
  }, session.deadlineMs + PATIENCE_MS);
  const fail = (error: unknown): void => {
    results.faults.push(`the test runner failed, as it does when memory runs out: ${messageOf(error)}`);
    giveUp();
  };
  for (const flag of HEAP) setFlagsFromString(flag);
  process.setUncaughtExceptionCaptureCallback(fail);
  process.on('newListener', refuse);
  try {
    if (signal.aborted) results.cutShort = 'interrupted';
    else await Promise.race([startRules(plan, results), givenUp]);
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', interrupt);
    process.off('newListener', refuse);
    process.setUncaughtExceptionCaptureCallback(null);
    channel.close();
  }
  return results;
}
