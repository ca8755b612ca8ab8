// Entry of the rules' thread: it serves vitest like vitest's own workers, and loads the rules at once.
import { parentPort } from 'node:worker_threads';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';
import type { ThreadPlan, ToThread } from './rule-thread.ts';

if (parentPort === null) throw new Error('the rules are tried in a thread of their own');
const port = parentPort;
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

const loading = Promise.all([import('./host-rules.ts'), import('../../suites/index.ts')]);
// An error of loading is that of the test file, which waits for it.
loading.catch(() => undefined);
Object.assign(globalThis, {
  hostConformanceRules: async () => {
    const [{ hostRules }, { rules }] = await loading;
    hostRules(await planned, rules, { signal: stop.signal, post: (message) => port.postMessage(message) });
  },
});
