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
    if (message.stop === true) stop.abort();
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

/** Tries the rules, and sends the results to the host. */
async function tryRules(): Promise<void> {
  const { faults } = await runWithin(await planned, rules, {
    signal: stop.signal,
    onPhase: (activity) => post({ activity }),
    onWarning: (warning) => post({ warning }),
    onRule: (tried) => post({ tried }),
  });
  post({ faults });
}

// What the test file calls: the whole run is one test, since the host takes results from the messages alone.
Object.assign(globalThis, { hostConformanceRules: () => test('rules', { timeout: 0 }, tryRules) });
