import { BroadcastChannel } from 'node:worker_threads';
import { afterAll, test } from 'vitest';
import type { AnyRule } from '../model/rule.ts';
import type { Phase } from '../model/words.ts';
import { runWithin } from './in-process.ts';
import { type ProgressMessage, type RunPlan, type StopMessage, type TriedRule } from './plan.ts';

declare module 'vitest' {
  interface ProvidedContext {
    conformance: RunPlan;
  }
  interface TaskMeta {
    rule?: string;
    tried?: TriedRule;
  }
}

const TELL_EVERY_MS = 1000;

/** Tells the thread of the host about the progress of a run. The signal aborts if that thread stops the run. */
class Link {
  readonly #channel: BroadcastChannel;
  readonly #stop = new AbortController();
  #phase: Phase | null = null;
  #requests = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(name: string) {
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = (message) => {
      this.#stop.abort((message as { data: StopMessage }).data.stop);
    };
    this.#channel.unref();
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  readonly onPhase = (phase: Phase): void => {
    this.#phase = phase;
    this.#tell();
  };

  readonly onWarning = (warning: string): void => this.#tell({ warning });

  readonly onRequests = (requests: number): void => {
    this.#requests = requests;
    if (performance.now() - this.#toldAt >= TELL_EVERY_MS) this.#tell();
  };

  close(): void {
    this.#channel.close();
  }

  #tell(more: Pick<ProgressMessage, 'warning'> = {}): void {
    this.#toldAt = performance.now();
    const message: ProgressMessage = { phase: this.#phase, requests: this.#requests, ...more };
    this.#channel.postMessage(message);
  }
}

/**
 * Registers each rule of a plan as a vitest test, named by its id. A test ends with its rule and carries the
 * result; it fails only if there is none.
 */
export function hostRules(plan: RunPlan, all: readonly AnyRule[]): void {
  const link = new Link(plan.channel);
  const results = new Map<string, TriedRule>();
  const waiting = new Map<string, () => void>();
  const { signal, onPhase, onRequests, onWarning } = link;
  const onRule = (tried: TriedRule): void => {
    results.set(tried.report.id, tried);
    waiting.get(tried.report.id)?.();
  };
  let running: ReturnType<typeof runWithin> | null = null;
  for (const id of plan.rules) {
    test.concurrent(id, { meta: { rule: id }, timeout: 0 }, async ({ task }) => {
      running ??= runWithin(plan, all, { signal, onPhase, onRequests, onWarning, onRule });
      const ended = running.then(({ faults }) => faults[0] ?? 'it was not tried');
      const decided = new Promise<null>((resolve) => waiting.set(id, () => resolve(null)));
      const fault = results.has(id) ? null : await Promise.race([decided, ended]);
      const tried = results.get(id);
      if (tried === undefined) throw new Error(fault ?? 'it was not tried');
      task.meta.tried = tried;
    });
  }
  afterAll(() => link.close(), 0);
}
