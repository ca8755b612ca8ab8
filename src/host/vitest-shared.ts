import type { RuleId } from '../engine/rule-ids.ts';
import type { Delivery } from './deliver.ts';
import type { RunPlan } from './plan.ts';
import type { RawSettings, Settings } from './settings.ts';
import type { Waited } from './wait.ts';

/** The project of vitest in which each rule is a test. */
export const RULES_PROJECT = 'conformance';

/** What a run under somebody's own vitest shares between its configuration, its set-up and its reporter. */
interface Shared {
  /** The environment as the caller gave it: vitest puts values of its own into it (BASE_URL among them). */
  readonly environment: RawSettings;
  run: {
    readonly plan: RunPlan;
    readonly settings: Settings;
    readonly bundled: boolean;
    readonly waited: Waited | null;
    readonly delivery: Delivery;
    /** Makes the next pass try these rules of the plan and no others. */
    readonly choose: (rules: readonly RuleId[]) => void;
  } | null;
}

const KEY = Symbol.for('issue-conformance.run');

/**
 * What is shared, made where it is first asked for. vitest loads the configuration, the set-up and the reporter as modules
 * of their own, so it hangs on what all of them see; the configuration asks first, while the environment is the caller's.
 */
export function vitestShared(): Shared {
  const all = globalThis as { [key: symbol]: Shared | undefined };
  return (all[KEY] ??= { environment: { ...process.env }, run: null });
}
