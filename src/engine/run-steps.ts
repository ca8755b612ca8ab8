import type { Throttle } from '../client/throttle.ts';
import type { RunSettings } from '../context/run-settings.ts';
import type { Phase } from '../model/rule-metadata.ts';

/** A part of a run. */
export interface RunStep {
  readonly phase: Phase;
  readonly depth: 'quick' | 'all';
  /** Its part of the requests, in proportion to the others. */
  readonly share: number;
}

/** Returns the steps of a run. Listings are tried before and after the writes, to see what a write breaks. */
export function runSteps({ writes, profile }: RunSettings): RunStep[] {
  const depth = profile === 'quick' ? 'quick' : 'all';
  const isWriting = writes !== 'none';
  const isCreating = writes === 'all';
  return [
    ...(isWriting && profile !== 'quick' ? [{ phase: 'lists', depth: 'quick', share: 4 } as const] : []),
    ...(isCreating ? [{ phase: 'accepting', depth, share: 2 } as const] : []),
    ...(isWriting ? [{ phase: 'refusing', depth, share: 3 } as const] : []),
    ...(isCreating ? [{ phase: 'concurrent', depth, share: 4 } as const] : []),
    { phase: 'lists', depth, share: 10 },
    ...(isWriting ? [{ phase: 'auditing', depth, share: 4 } as const] : []),
  ];
}

/** The share of observations, which come last. */
const OBSERVING_SHARE = 2;
/** The share of waiting cases, before the audit. */
const LEFTOVER_SHARE = 2;

/** Reserves requests for later steps and observations. @param share the present step's share of the rest */
export function keepFor(later: readonly RunStep[], throttle: Throttle, share = LEFTOVER_SHARE): void {
  const rest = later.reduce((sum, one) => sum + one.share, OBSERVING_SHARE);
  throttle.keep(0);
  throttle.keep(Math.floor((throttle.left * rest) / (share + rest)));
}
