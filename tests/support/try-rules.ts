import { type UndecidedReason, undecidedReasonIn } from '../../src/client/undecided-reason.ts';
import type { RunDependencies, RunSettings } from '../../src/context/run-settings.ts';
import { Session } from '../../src/engine/session.ts';
import type { TrialResult } from '../../src/engine/trial.ts';
import { nameBlockers } from '../../src/model/causes.ts';
import type { Verdict } from '../../src/model/verdict.ts';
import type { AnyRule } from '../../src/observe/observed-rule.ts';

export interface TriedAll {
  readonly tried: readonly TrialResult[];
  readonly requests: number;
  readonly retries: number;
  /** The reason for which the target cannot be checked; `null` if it can. */
  readonly unusable: string | null;
}

/** Adds the explaining rule to the reason of each undecided rule. */
function withReasons(tried: readonly TrialResult[]): TrialResult[] {
  const open = tried.map(({ rule: { id }, verdict }) => ({
    id,
    verdict: verdict.verdict,
    ...doubtOf(verdict),
  }));
  const known = nameBlockers(open);
  return tried.map((each, place) => {
    const { cause, reason } = known[place] ?? {};
    return cause === undefined || reason === undefined || !('reason' in each.verdict)
      ? each
      : { ...each, verdict: { ...each.verdict, cause, reason, blockedBy: undefined } };
  });
}

const doubtOf = (verdict: Verdict): Partial<UndecidedReason> =>
  'reason' in verdict ? undecidedReasonIn(verdict) : {};

/** Tries rules and returns their verdicts, without reports. */
export async function tryRules(
  settings: RunSettings,
  rules: readonly AnyRule[],
  surroundings: RunDependencies = {},
): Promise<TriedAll> {
  const session = new Session(settings, surroundings);
  try {
    const tried = withReasons(await session.tryAll(rules));
    const { requests, retries } = session.run.client;
    return { tried, requests, retries, unusable: session.run.unusable };
  } finally {
    await session.close();
  }
}
