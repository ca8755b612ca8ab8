import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { PoolWorker } from 'vitest/node';
import type { Phase } from '../model/words.ts';
import type { RunPlan } from './plan.ts';
import type { TriedRule } from './runner.ts';

/** What the rules need of a plan. */
export type ThreadPlan = Pick<RunPlan, 'session' | 'rules'>;

/** Messages to the thread, beside those of vitest. */
export interface ToThread {
  readonly plan?: ThreadPlan;
  readonly stop?: true;
}

/** Messages from the thread, beside those of vitest. */
export interface FromThread {
  readonly tried?: TriedRule;
  readonly activity?: Phase;
  readonly warning?: string;
  readonly faults?: readonly string[];
}

/**
 * V8 heap flags of the rules' thread. The defaults save a few collections but cost a hundred megabytes on
 * large answers.
 */
const HEAP = ['--max-semi-space-size=4', '--heap-growing-percent=40'];

/**
 * The thread that tries the rules. Vitest would start its own only after loading. Starting this one earlier
 * loads the rules meanwhile.
 */
export class RuleThread extends Worker implements PoolWorker {
  readonly name = 'rules';
  /** The error that ended it. */
  error: unknown = null;

  constructor() {
    for (const flag of HEAP) setFlagsFromString(flag);
    super(new URL('./rules.js', import.meta.url), { stdout: true, stderr: true });
    // Until vitest listens, nobody else would notice the end of the thread.
    this.on('error', (error) => (this.error ??= error));
  }

  start(): Promise<void> {
    return this.error === null ? Promise.resolve() : Promise.reject(this.error);
  }

  async stop(): Promise<void> {
    await this.terminate();
  }

  send(message: Parameters<PoolWorker['send']>[0] | ToThread): void {
    this.postMessage(message);
  }

  deserialize(message: unknown): unknown {
    return message;
  }
}
