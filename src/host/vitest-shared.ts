import type { RuleId } from '../model/rule-ids.ts';
import type { RawSettings, Settings } from '../settings/parse.ts';
import type { Delivery } from './deliver.ts';
import type { RunPlan } from './plan.ts';
import type { Waited } from './wait.ts';

/** The vitest project in which each rule is a test. */
export const RULES_PROJECT = 'conformance';

/** State shared by the configuration, set-up and reporter of a run under a user's own vitest. */
interface Shared {
  /** The caller's environment, before vitest adds its own variables (BASE_URL among them). */
  readonly environment: RawSettings;
  run: {
    readonly plan: RunPlan;
    readonly settings: Settings;
    readonly bundled: boolean;
    readonly waited: Waited | null;
    readonly delivery: Delivery;
    /** Restricts the next pass to these rules of the plan. */
    readonly choose: (rules: readonly RuleId[]) => void;
  } | null;
}

const KEY = Symbol.for('issue-conformance.run');

/**
 * Returns the shared state, created at the first call. Vitest loads the configuration, set-up and reporter as
 * separate modules, so the state is global. The configuration calls first, while the environment is still the
 * caller's.
 */
export function vitestShared(): Shared {
  const all = globalThis as { [key: symbol]: Shared | undefined };
  return (all[KEY] ??= { environment: { ...process.env }, run: null });
}
