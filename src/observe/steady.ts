import { because } from '../client/doubt.ts';
import type { Trial } from '../engine/trial.ts';
import { TRIES_TO_OBSERVE } from '../engine/tuning.ts';

/** What one try of an observation shows; `null` where nothing follows and the reason is noted. */
export type Shown =
  /** It is so, whatever others do meanwhile. */
  | { readonly kind: 'sure'; readonly value: string }
  /** Somebody else may have brought it about: it has to come twice. */
  | { readonly kind: 'seen'; readonly value: string }
  /** The list changed meanwhile, so that nothing follows yet. */
  | { readonly kind: 'changed' }
  | null;

/**
 * Tries something until it is sure, or is seen twice.
 * @param otherwise what happened if it never is, as a sentence without its end
 * @returns `null`, with the reason noted, where nothing follows
 * @throws {Stopped}
 */
export async function untilSteady(
  t: Trial,
  otherwise: string,
  attempt: () => Promise<Shown>,
): Promise<string | null> {
  const seen = new Set<string>();
  for (let left = TRIES_TO_OBSERVE; left > 0; left -= 1) {
    const shown = await attempt();
    if (shown === null) return null;
    if (shown.kind === 'changed') continue;
    if (shown.kind === 'sure' || seen.has(shown.value)) return shown.value;
    seen.add(shown.value);
  }
  t.unmet(because('unstable', `${otherwise}; run again while nobody else writes.`));
  return null;
}
