import { test } from 'vitest';
import type { AnyRule } from '../model/rule.ts';
import type { FromThread, ThreadPlan } from './rule-thread.ts';
import { runWithin } from './runner.ts';

const TELL_EVERY_MS = 1000;

interface Link {
  /** Aborts if the host ends the run early. */
  readonly signal: AbortSignal;
  readonly post: (message: FromThread) => void;
}

/**
 * Registers each rule of a plan as a vitest test, named by its id, which ends with its rule. The results go to
 * the host themselves.
 */
export function hostRules(plan: ThreadPlan, all: readonly AnyRule[], { signal, post }: Link): void {
  const waiting = new Map<string, () => void>();
  let toldAt = Number.NEGATIVE_INFINITY;
  const run = async (): Promise<void> => {
    const { faults } = await runWithin(plan, all, {
      signal,
      onPhase: (activity) => post({ state: { activity } }),
      onWarning: (warning) => post({ state: { warning } }),
      onRequests: (requests) => {
        if (performance.now() - toldAt < TELL_EVERY_MS) return;
        toldAt = performance.now();
        post({ state: { requests } });
      },
      onRule: (tried) => {
        post({ tried });
        waiting.get(tried.report.id)?.();
      },
    });
    post({ faults });
  };
  let running: Promise<void> | null = null;
  for (const id of plan.rules)
    test.concurrent(id, { timeout: 0 }, async () => {
      const decided = new Promise<void>((resolve) => waiting.set(id, resolve));
      running ??= run();
      await Promise.race([decided, running]);
    });
}
