import type { RunPlan } from './plan.ts';
import type { RawSettings, Settings } from './settings.ts';

/** What a run under somebody's own vitest shares between its configuration, its set-up and its reporter. */
interface Shared {
  /** The environment as the caller gave it: vitest puts values of its own into it (BASE_URL among them). */
  environment: RawSettings | null;
  run: { readonly plan: RunPlan; readonly settings: Settings; readonly bundled: boolean } | null;
}

/**
 * vitest loads the configuration, the set-up and the reporter as modules of their own, so what they share hangs on what
 * all of them see.
 */
export const shared: Shared = ((globalThis as { [key: symbol]: unknown })[
  Symbol.for('issue-conformance.run')
] ??= {
  environment: null,
  run: null,
} satisfies Shared) as Shared;

/** To be called by the configuration, while the environment is still the caller's. */
export function keepEnvironment(): void {
  // The first time only: when the configuration is loaded again, vitest has put values of its own into it.
  shared.environment ??= { ...process.env };
}
