import type { RuleId } from '../engine/rule-ids.ts';

/** One statement of the specification, in this project's own words, and what becomes of it. */
export interface Sentence {
  /** Section of the specification. */
  readonly section: string;
  /** Where in the section it stands. */
  readonly place: string;
  /** What it says, in a few words. */
  readonly says: string;
  /** Rules that try it. */
  readonly rules: readonly RuleId[];
  /** Why no rule does; only where `rules` is empty. */
  readonly why?: string;
}
