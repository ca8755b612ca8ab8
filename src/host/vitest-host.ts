import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Reporter, startVitest, type Vitest } from 'vitest/node';
import { messageOf } from '../client/thrown.ts';
import type { Progress } from '../document/progress.ts';
import type { FreshReport } from './rule-report.ts';
import type { FromThread, RuleThread, ThreadPlan } from './rule-thread.ts';
import type { Collected } from './runner.ts';

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

/** Runs the one file of rules in a given thread, without any output of vitest. */
const startRules = (thread: RuleThread, reporter: Reporter, output: Writable): Promise<Vitest> =>
  startVitest(
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
      pool: { name: thread.name, createPoolWorker: () => thread },
      isolate: false,
      maxWorkers: 1,
      cache: false,
      reporters: [reporter],
    },
    { logLevel: 'silent', plugins: [RULES_FILE] },
    { stdout: output, stderr: output },
  );

/** Sources of an early end of a run. */
export interface Interrupting {
  /** Aborts when the run shall end with the results so far. */
  readonly signal: AbortSignal;
  /** Receives unhandled errors, which would otherwise end the process. */
  onFault: (error: unknown) => void;
}

/** Receives the parts of the progress that changed, and warnings. */
export type OnState = (change: Parameters<Progress['update']>[0] & Pick<FromThread, 'warning'>) => void;

/** What the thread tells of its rules. Vitest's own results are ignored, but for errors outside of the rules. */
class Results implements Reporter, Collected {
  readonly rules = new Map<string, FreshReport>();
  readonly faults: string[] = [];
  tally: Collected['tally'] = { requests: 0, retries: 0 };
  unusable: string | null = null;
  cutShort: Collected['cutShort'] = null;
  readonly #onState: OnState;

  constructor(onState: OnState) {
    this.#onState = onState;
  }

  readonly take = ({ tried, faults = [], activity, warning }: FromThread): void => {
    this.faults.push(...faults);
    if (activity !== undefined) this.#onState({ activity });
    if (warning !== undefined) this.#onState({ warning });
    if (tried === undefined) return;
    this.rules.set(tried.report.id, tried.report);
    this.tally = tried.tally;
    this.unusable = tried.unusable;
    const failed = [...this.rules.values()].filter(({ verdict }) => verdict === 'fail').length;
    this.#onState({ decided: this.rules.size, failed, requests: tried.tally.requests });
  };

  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandled) => {
    const errors = [...modules.flatMap((module) => module.errors()), ...unhandled];
    this.faults.push(...errors.map(({ message }) => message));
  };
}

/**
 * Runs the rules of a plan under vitest in a given thread, without any output of vitest. An interruption or
 * the deadline ends the run within seconds, even if the thread is blocked. The results so far are kept.
 */
export async function runUnderVitest(
  plan: ThreadPlan,
  thread: RuleThread,
  onState: OnState,
  interruption: Interrupting,
): Promise<Collected> {
  const { signal, onFault } = interruption;
  const results = new Results(onState);
  const timers: NodeJS.Timeout[] = [];
  const after = (ms: number, work: () => void): void => {
    timers.push(setTimeout(work, Math.min(ms, 2 ** 31 - 1)));
  };
  let giveUp = (): void => undefined;
  const givenUp = new Promise<void>((resolve) => (giveUp = resolve));
  const interrupt = (): void => {
    results.cutShort = 'interrupted';
    thread.send({ stop: true });
    after(PATIENCE_MS, giveUp);
  };
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  thread.on('message', results.take);
  thread.send({ plan });
  signal.addEventListener('abort', interrupt);
  after(plan.session.deadlineMs + PATIENCE_MS, () => {
    results.cutShort ??= 'late';
    giveUp();
  });
  interruption.onFault = (error) => {
    results.faults.push(`the test runner failed, as it does when memory runs out: ${messageOf(error)}`);
    giveUp();
  };
  process.on('newListener', refuse);
  try {
    if (signal.aborted) results.cutShort = 'interrupted';
    else await Promise.race([startRules(thread, results, silence).then((vitest) => vitest.close()), givenUp]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener('abort', interrupt);
    interruption.onFault = onFault;
    process.off('newListener', refuse);
  }
  // Vitest says only that its worker failed.
  if (thread.error !== null) results.faults.unshift(messageOf(thread.error));
  return results;
}
