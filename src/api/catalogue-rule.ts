import type { RuleId } from '../model/rule-ids.ts';

/** A rule of the catalogue, as data. */
export interface CatalogueRule {
  /** Never changed or removed once released. */
  readonly id: RuleId;
  /**
   * `required` and `implied` rules are gating: they decide the outcome. An `observed` rule only records a
   * fact.
   */
  readonly level: 'required' | 'implied' | 'observed';
  /** Sections of the specification that state the rule. */
  readonly sections: readonly string[];
  /** The rule in one sentence; for an `observed` rule, the question that it answers. */
  readonly statement: string;
  /** Settings without which the rule is skipped. */
  readonly needs: readonly ('TOKEN' | 'OUTSIDER_TOKEN' | 'PRIVATE_REPO' | 'WRITES=rejected' | 'WRITES=all')[];
  /** The procedure of the rule, and what leaves it undecided. */
  readonly tried: string;
  /** The impact of a violation; for an `observed` rule, why the fact is worth knowing. */
  readonly means: string;
}
