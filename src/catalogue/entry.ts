/** `required` and `implied` rules decide the outcome of a run; an `observed` one only writes down what the target does. */
export type Level = 'required' | 'implied' | 'observed';

/** A setting without which a rule cannot be tried. */
export type Need = 'TOKEN' | 'OUTSIDER_TOKEN' | 'PRIVATE_REPO' | 'WRITES=rejected' | 'WRITES=all';

/**
 * When in a run a rule is tried. Phases follow one another and the rules of one phase run at the same time, so that no
 * rule that compares lists runs while another one creates issues. In which order, `src/run/phases.ts` says.
 *
 * - `read`: nothing but GET is sent
 * - `create`: issues are created
 * - `refuse`: requests that the service must refuse
 * - `after`: looks back at what the creations left behind
 * - `later`: looks back at what the refused requests left behind, which may take its time
 * - `unusual`: requests of which the document says nothing; whatever they do to a service, nothing is judged after them
 * - `overview`: looks at all that was answered
 */
export type Phase = 'read' | 'create' | 'refuse' | 'after' | 'later' | 'unusual' | 'overview';

/** One rule of the service document, as data. The check that goes with it stands in `suites/` under the same id. */
export interface CatalogueEntry {
  /** Never changed once released. */
  readonly id: string;
  readonly level: Level;
  /** Sections of the service document that the rule is read from. */
  readonly sections: readonly string[];
  readonly phase: Phase;
  /** Every setting that must be there; the rule is skipped where one is missing. */
  readonly needs: readonly Need[];
  /** The rule in one sentence. For `observed` rules: the question that is answered. */
  readonly statement: string;
  /** How it is tried: cases, controls, and what makes it inconclusive. */
  readonly tried: string;
  /** What breaking it does to a client; for `observed` rules: why one would want to know. */
  readonly means: string;
}
