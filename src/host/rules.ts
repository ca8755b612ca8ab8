// Entry of the rules' thread: it serves vitest like vitest's own workers, and loads the rules at once.
import { parentPort } from 'node:worker_threads';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';

if (parentPort === null) throw new Error('the rules are tried in a thread of their own');
const port = parentPort;
init({
  post: (answer) => port.postMessage(answer),
  on: (listener) => port.on('message', listener),
  off: (listener) => port.off('message', listener),
  teardown: () => port.removeAllListeners('message'),
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
});

// What the test file calls. Its errors are reported by vitest, those of loading ahead as well.
Object.assign(globalThis, { hostConformanceRules: () => import('./suites.ts') });
await Promise.all([import('./host-rules.ts'), import('../../suites/index.ts')]).catch(() => undefined);
