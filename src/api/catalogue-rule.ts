import type { RuleId } from '../engine/rule-ids.ts';

/** One rule of the catalogue, as data. */
export interface CatalogueRule {
  /** Never changed, and never removed, once released. */
  readonly id: RuleId;
  /** `required` and `implied` rules are gating: they decide the outcome. What an `observed` one finds is written down only. */
  readonly level: 'required' | 'implied' | 'observed';
  /** Sections of the specification that the rule is read from. */
  readonly sections: readonly string[];
  /** The rule in one sentence; of an `observed` one, the question that is answered. */
  readonly statement: string;
  /** Settings without which it is skipped. */
  readonly needs: readonly ('TOKEN' | 'OUTSIDER_TOKEN' | 'PRIVATE_REPO' | 'WRITES=rejected' | 'WRITES=all')[];
  /** How it is tried, and what leaves it inconclusive. */
  readonly tried: string;
  /** The impact of breaking it; of an `observed` one, why one would want to know. */
  readonly means: string;
}
