// Entry of the rules' thread: it serves vitest like vitest's own workers, and has loaded the rules before.
import { parentPort } from 'node:worker_threads';
import { test } from 'vitest';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';
import { rules } from '../../suites/index.ts';
import type { FromThread, ThreadPlan, ToThread } from './rule-thread.ts';
import { runWithin } from './runner.ts';

if (parentPort === null) throw new Error('the rules are tried in a thread of their own');
const port = parentPort;
const post = (message: FromThread): void => port.postMessage(message);
const stop = new AbortController();
const planned = new Promise<ThreadPlan>((resolve) => {
  port.on('message', (message: ToThread) => {
    if (message.plan !== undefined) resolve(message.plan);
    if (message.stop !== undefined) stop.abort(message.stop);
  });
});
init({
  post: (answer) => port.postMessage(answer),
  on: (listener) => port.on('message', listener),
  off: (listener) => port.off('message', listener),
  teardown: () => port.removeAllListeners('message'),
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
});

/** Tries the rules, and sends the results to the host. @param onDecided called with each rule that is decided */
async function tryRules(plan: ThreadPlan, onDecided: (id: string) => void): Promise<void> {
  const { faults } = await runWithin(plan, rules, {
    signal: stop.signal,
    onPhase: (activity) => post({ activity }),
    onWarning: (warning) => post({ warning }),
    onRule: (tried) => {
      post({ tried });
      onDecided(tried.report.id);
    },
  });
  post({ faults });
}

// What the test file calls: each rule is a test, named by its id, which ends with its rule.
Object.assign(globalThis, {
  hostConformanceRules: async () => {
    const plan = await planned;
    const waiting = new Map<string, () => void>();
    let running: Promise<void> | null = null;
    for (const id of plan.rules)
      test.concurrent(id, { timeout: 0 }, async () => {
        const decided = new Promise<void>((resolve) => waiting.set(id, resolve));
        running ??= tryRules(plan, (rule) => waiting.get(rule)?.());
        await Promise.race([decided, running]);
      });
  },
});
