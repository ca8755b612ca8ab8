// Preloaded by the thread in which vitest runs its one test file.
import { inject, test } from 'vitest';
import { rules } from '../../suites/index.ts';
import { runWithin } from './runner.ts';
import type { FromThread } from './vitest-host.ts';

/** Tries the rules, and sends the results to the host, which sends a message to stop. */
async function tryRules(): Promise<void> {
  const plan = inject('plan');
  const host = new BroadcastChannel(plan.session.runId);
  const stop = new AbortController();
  host.onmessage = () => stop.abort();
  const post = (message: FromThread): void => host.postMessage(message);
  post({});
  const { faults } = await runWithin(plan, rules, {
    signal: stop.signal,
    onPhase: (activity) => post({ activity }),
    onWarning: (warning) => post({ warning }),
    onRule: (tried) => post({ tried }),
  });
  post({ faults });
}

// What the test file calls: the whole run is one test, since the host takes results from the messages alone.
Object.assign(globalThis, { hostConformanceRules: () => test('rules', { timeout: 0 }, tryRules) });
