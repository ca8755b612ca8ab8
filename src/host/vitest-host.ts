import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import { startVitest, type Vitest } from 'vitest/node';
import { type Collected, Collector, type OnRule } from './collector.ts';
import type { RunPlan, StopMessage } from './plan.ts';

/** Rules wait for the target, not for a processor: all of a phase may be under way at once. */
const AT_ONCE = 128;
/** How long after a stop the rules may take to report before the test runner is stopped too, in milliseconds. */
const GRACE_MS = 3000;

/** The file that loads the suites, and the package that it is in. */
const SUITES = fileURLToPath(new URL('./conformance.test.js', import.meta.url));
const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

class Silence extends Writable {
  text = '';

  override _write(chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    if (this.text.length < 10_000) this.text += String(chunk);
    done();
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs the rules of a plan under vitest, in a thread of this process, without a word of vitest's own. An interruption or
 * the deadline ends the run early, with what was decided so far.
 */
export async function runUnderVitest(
  plan: RunPlan,
  onRule: OnRule,
): Promise<Collected & { readonly interrupted: boolean }> {
  const collector = new Collector(onRule);
  const channel = new BroadcastChannel(plan.channel);
  channel.unref();
  let vitest: Vitest | null = null;
  let interrupted = false;
  const stop = (cause: StopMessage['stop']): void => {
    channel.postMessage({ stop: cause } satisfies StopMessage);
    setTimeout(() => void vitest?.cancelCurrentRun('keyboard-input'), GRACE_MS).unref();
  };
  const interrupt = (): void => {
    interrupted = true;
    stop('interrupted');
  };
  // vitest would end the process at a signal, and the report with it.
  const theirs = SIGNALS.map((signal) => ({ signal, listeners: process.listeners(signal) }));
  const takeSignals = (): void => {
    for (const signal of SIGNALS) {
      process.removeAllListeners(signal);
      process.on(signal, interrupt);
    }
  };
  const watchdog = setTimeout(
    () => stop('deadline'),
    Math.min(plan.session.deadlineMs + GRACE_MS, 2 ** 31 - 1),
  );
  const silence = new Silence();
  try {
    takeSignals();
    vitest = await startVitest(
      'test',
      [],
      {
        config: false,
        watch: false,
        root: PACKAGE,
        dir: PACKAGE,
        include: [SUITES],
        exclude: [],
        pool: 'threads',
        isolate: false,
        maxWorkers: 1,
        maxConcurrency: AT_ONCE,
        cache: false,
        // The suites, bundled beside this file, are loaded as they are: to transform them takes longer.
        server: { deps: { external: [/\/suites\.js$/] } },
        reporters: [{ onInit: takeSignals }, collector],
        provide: { conformance: plan },
      },
      { logLevel: 'silent' },
      { stdout: silence, stderr: silence },
    );
  } finally {
    clearTimeout(watchdog);
    channel.close();
    await vitest?.close();
    for (const { signal, listeners } of theirs) {
      process.removeAllListeners(signal);
      for (const listener of listeners) process.on(signal, listener);
    }
  }
  const { collected } = collector;
  const silent = collected.rules.size === 0 && collected.faults.length === 0 && !interrupted;
  const faults = silent ? [`the test runner reported nothing: ${silence.text.trim()}`] : collected.faults;
  return { ...collected, faults, interrupted };
}
