import { RunContext } from '../../src/context/run-context.ts';
import type { RunDependencies, RunSettings } from '../../src/context/run-settings.ts';
import type { TrialResult } from '../../src/engine/trial.ts';
import { tryAll } from '../../src/engine/try-all.ts';
import type { AnyRule } from '../../src/observe/observed-rule.ts';

export interface TriedAll {
  readonly tried: readonly TrialResult[];
  readonly requests: number;
  readonly retries: number;
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
  try {
    const { results, unusable } = await tryAll(run, rules);
    const { requests, retries } = run.client;
    return { tried: results, requests, retries, unusable: unusable?.reason ?? null };
  } finally {
    await run.close();
  }
}
