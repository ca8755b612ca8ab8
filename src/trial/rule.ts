import type { RuleId } from '../catalogue/index.ts';
import type { Trial } from './trial.ts';

/** Tries one rule: asks, notes controls, records results. It decides nothing and knows nothing of any test runner. */
export type Check = (t: Trial) => Promise<void> | void;

/** The check that belongs to a rule of the catalogue. */
export interface Rule {
  readonly id: RuleId;
  readonly check: Check;
}

export const rule = (id: RuleId, check: Check): Rule => ({ id, check });
