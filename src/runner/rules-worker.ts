// The thread in which the command tries the rules. If a target blocks it, the main thread still answers.
import { parentPort } from 'node:worker_threads';
import { rules } from '../../suites/index.ts';
import type { FromWorker, ToWorker } from './run-in-worker.ts';
import { runRules } from './run-rules.ts';

if (parentPort === null) throw new Error('This file is a worker of the command.');
const host = parentPort;
const stop = new AbortController();
const post = (message: FromWorker): void => host.postMessage(message);

async function tryRules(plan: Exclude<ToWorker, 'stop'>): Promise<void> {
  const { faults } = await runRules(plan, rules, {
    signal: stop.signal,
    onPhase: (activity) => post({ state: { activity } }),
    onWait: (waiting) => post({ state: { waiting } }),
    onWarning: (warning) => post({ warning }),
    onRule: (update) => post({ update }),
  });
  post({ faults });
}

host.on('message', (message: ToWorker) => {
  if (message === 'stop') stop.abort();
  else void tryRules(message);
});
