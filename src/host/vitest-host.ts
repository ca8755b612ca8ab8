import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import { startVitest, type Vitest } from 'vitest/node';
import { messageOf } from '../client/thrown.ts';
import { type Collected, Collector, type OnState } from './collector.ts';
import type { CutShort, Interrupting, ProgressMessage, RunPlan, StopMessage } from './plan.ts';
import type { RuleThread } from './rule-thread.ts';

/** Rules wait for the target, not for a processor, so a whole phase may run concurrently. */
const MAX_CONCURRENT_TESTS = 128;
/** Milliseconds that the rules have to report after a stop, before the test runner is stopped too. */
const GRACE_MS = 3000;

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
  load: (id: string) => (id === RULES_ID ? 'await globalThis.hostConformanceRules();' : null),
} as const;

class Silence extends Writable {
  text = '';

  override _write(chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    if (this.text.length < 10_000) this.text += String(chunk);
    done();
  }
}

/** Further milliseconds before a busy thread is abandoned. */
const PATIENCE_MS = 2000;
const EVERY_MS = 50;

/** Events on which vitest and vite end the process. */
const ENDING: ReadonlySet<unknown> = new Set(['SIGINT', 'SIGTERM', 'unhandledRejection']);

/**
 * Removes a listener of vitest or vite, which would end the process without a report. It is removed in a microtask, before it
 * can receive a signal.
 */
const refuse = (event: unknown, listener: (...args: unknown[]) => void): void => {
  if (ENDING.has(event)) queueMicrotask(() => process.off(String(event), listener));
};

/** Stops a run that is interrupted or late: the rules first, then the test runner. At last nobody waits for it. */
class EarlyEnd {
  readonly #channel: BroadcastChannel;
  readonly #interruption: Interrupting;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #faults: string[] = [];
  #giveUp = (): void => undefined;
  /** Resolves when nobody waits for the run any more. */
  readonly givenUp = new Promise<void>((resolve) => {
    this.#giveUp = resolve;
  });
  readonly #interrupt = (): void => this.#stop('interrupted');
  #isLate = false;
  runner: Vitest | null = null;

  constructor(channel: BroadcastChannel, interruption: Interrupting, deadlineMs: number) {
    this.#channel = channel;
    this.#interruption = interruption;
    interruption.signal.addEventListener('abort', this.#interrupt);
    this.#after(deadlineMs + GRACE_MS, () => {
      this.#isLate = true;
      this.#stop('deadline');
    });
    interruption.tellFaults((error) => {
      const what = messageOf(error);
      this.#faults.push(`the test runner failed, as it does when memory runs out: ${what}`);
      this.#giveUp();
    });
  }

  get faults(): readonly string[] {
    return this.#faults;
  }

  get cutShort(): CutShort | null {
    return this.#interruption.signal.aborted ? 'interrupted' : this.#isLate ? 'late' : null;
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#interruption.signal.removeEventListener('abort', this.#interrupt);
    this.#interruption.tellFaults(null);
  }

  #after(ms: number, work: () => void): void {
    this.#timers.push(setTimeout(work, Math.min(ms, 2 ** 31 - 1)));
  }

  #stop(cause: StopMessage['stop']): void {
    // Repeated, because the thread may not listen yet.
    this.#timers.push(
      setInterval(() => this.#channel.postMessage({ stop: cause } satisfies StopMessage), EVERY_MS),
    );
    this.#after(GRACE_MS, () => void this.runner?.cancelCurrentRun('keyboard-input'));
    this.#after(GRACE_MS + PATIENCE_MS, () => this.#giveUp());
  }
}

/** Opens the channel to the thread that tries the rules. Its progress is passed on. */
function openChannel(name: string, onState: OnState): BroadcastChannel {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (message) => {
    const { phase, ...state } = (message as { data: ProgressMessage }).data;
    onState({ ...(phase === null ? {} : { activity: phase }), ...state });
  };
  channel.unref();
  return channel;
}

/** Runs the one file of rules in a given thread, without any output of vitest. */
const startRules = (
  plan: RunPlan,
  thread: RuleThread,
  collector: Collector,
  output: Writable,
): Promise<Vitest> =>
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
      maxConcurrency: MAX_CONCURRENT_TESTS,
      cache: false,
      reporters: [collector],
      provide: { conformance: plan },
    },
    { logLevel: 'silent', plugins: [RULES_FILE] },
    { stdout: output, stderr: output },
  );

/**
 * Runs the rules of a plan under vitest in a given thread, without any output of vitest. An interruption or
 * the deadline ends the run within seconds, even if the thread is blocked. The results so far are kept.
 */
export async function runUnderVitest(
  plan: RunPlan,
  thread: RuleThread,
  onState: OnState,
  interruption: Interrupting,
): Promise<Collected & { readonly cutShort: CutShort | null }> {
  const collector = new Collector(onState);
  if (interruption.signal.aborted) return { ...collector.collected, cutShort: 'interrupted' };
  const channel = openChannel(plan.channel, onState);
  const early = new EarlyEnd(channel, interruption, plan.session.deadlineMs);
  const silence = new Silence();
  thread.printTo(silence);
  process.on('newListener', refuse);
  const whole = async (): Promise<void> => {
    early.runner = await startRules(plan, thread, collector, silence);
    await early.runner.close();
  };
  try {
    await Promise.race([whole(), early.givenUp]);
  } finally {
    early.close();
    channel.close();
    process.off('newListener', refuse);
  }
  const { cutShort } = early;
  const { collected } = collector;
  const faults = [...collected.faults, ...early.faults];
  if (collected.rules.size === 0 && faults.length === 0 && cutShort === null)
    faults.push(`the test runner reported nothing: ${silence.text.trim()}`);
  return { ...collected, faults, cutShort };
}
