import { RunContext } from '../../src/context/run-context.ts';
import type { RunDependencies, RunSettings } from '../../src/context/run-settings.ts';
import type { TrialResult } from '../../src/engine/trial.ts';
import { tryAll } from '../../src/engine/try-all.ts';
import type { AnyRule } from '../../src/observe/observed-rule.ts';

export interface TriedAll {
  readonly tried: readonly TrialResult[];
  readonly requests: number;
  readonly retries: number;
  /** Milliseconds of its waits, by what they were for. */
  readonly waited: Readonly<Record<string, number>>;
  /** The reason for which the target cannot be checked; `null` if it can. */
  readonly unusable: string | null;
}

/** Tries rules and returns their verdicts, without reports. */
export async function tryRules(
  settings: RunSettings,
  rules: readonly AnyRule[],
  surroundings: RunDependencies = {},
): Promise<TriedAll> {
  const run = new RunContext(settings, surroundings);
  const waited: Record<string, number> = {};
  let [what, from] = ['', 0];
  const onWait = (sentence: string | null): void => {
    if (what !== '') waited[what] = (waited[what] ?? 0) + run.clock.now() - from;
    [what, from] = [(sentence ?? '').replace(/^waiting \d+ s for |:.*/g, ''), run.clock.now()];
  };
  try {
    const { results, unusable } = await tryAll(run, rules, { onWait });
    const { requests, retries, throttle } = run.client;
    waited['limits, retries and outages'] = throttle.heldUpMs;
    return { tried: results, requests, retries, waited, unusable: unusable?.reason ?? null };
  } finally {
    await run.close();
  }
}
