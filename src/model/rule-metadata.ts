import type { Violation } from './finding.ts';
import type { Level, Need, RuleId } from './rule-ids.ts';
import { type StatementId, sectionOf, statementIds } from './statements.ts';
import { KINDS, type ViolationKind } from './violation-kinds.ts';

/** The phase of a run in which cases are tried. `lists` come before and after the writes; `auditing` searches for what was created. */
export type Phase = 'lists' | 'accepting' | 'refusing' | 'concurrent' | 'observing' | 'auditing';

/**
 * The effect of a violation on a client: its kind and, for a status, the class of the answer. `accepted` is a 2xx in
 * place of a refusal or of another 2xx, `redirected` a 3xx, `refused` a 4xx.
 */
type Effect = Exclude<ViolationKind, 'status'> | 'accepted' | 'redirected' | 'refused';

function effectOf({ kind, exchanges }: Violation): Effect {
  if (kind !== 'status') return kind;
  const status = exchanges.at(-1)?.response?.status ?? 0;
  if (status >= 200 && status < 300) return 'accepted';
  return status >= 300 && status < 400 && status !== 304 ? 'redirected' : 'refused';
}

const OF_REDIRECTS = 'A client that follows no redirects gets no answer to its request.';
const OF_NO_ANSWER = 'A client gets no complete answer to its request.';

export function impactOf({ impact, impactIf = {} }: RuleMetadata, violation: Violation): string {
  const effect = effectOf(violation);
  const isAnswered = violation.exchanges.at(-1)?.fault === null;
  const ofError = effect === 'server-error' && !isAnswered ? OF_NO_ANSWER : KINDS[violation.kind].impact;
  const ofAnyRule = effect === 'redirected' ? OF_REDIRECTS : ofError;
  return impactIf[effect] ?? ofAnyRule ?? impact;
}

export interface RuleMetadata {
  readonly id: RuleId;
  readonly level: Level;
  /** Statements of the specification that the rule is read from, in order. Their sections are the sections of the rule. */
  readonly statedIn: readonly StatementId[];
  /** Statements of other sections that its requests try too. */
  readonly alsoCovers?: readonly StatementId[];
  readonly phase: Phase;
  /** Required settings. The rule is skipped if one is missing. */
  readonly needs: readonly Need[];
  /** `cookies` if it depends on the credential. It is not tried if a cookie may authenticate requests. */
  readonly undecidedIf?: 'cookies';
  /** True if it judges a listing or a creation as a whole, so it may fail with a rule on one parameter. */
  readonly general?: true;
  /** The rule in one sentence. For `observed` rules: the question that is answered. */
  readonly statement: string;
  /** The procedure: its cases, its preconditions, and what leaves it undecided. */
  readonly tried: string;
  /**
   * The impact of a violation, true whatever its kind; for an `observed` rule, the use of the answer. It says no more than
   * the exchanges show.
   */
  readonly impact: string;
  /** The impact of the effects that are worse, or are told apart. */
  readonly impactIf?: Readonly<Partial<Record<Effect, string>>>;
}

/** Returns the sections of the specification that state a rule, each once. */
export const statedSections = ({ statedIn }: Pick<RuleMetadata, 'statedIn'>): readonly string[] => [
  ...new Set(statedIn.map(sectionOf)),
];

/** Returns all statements that a rule tries, in the order of the specification. */
export function statementsOf({ statedIn, alsoCovers = [] }: RuleMetadata): readonly StatementId[] {
  const tried = new Set([...statedIn, ...alsoCovers]);
  return statementIds.filter((id) => tried.has(id));
}

export const isGating = ({ level }: Pick<RuleMetadata, 'level'>): boolean => level !== 'observed';
