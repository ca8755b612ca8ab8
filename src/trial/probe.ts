import type { Caller } from '../survey/callers.ts';
import type { Known } from '../survey/known.ts';
import type { Exchange } from '../target/exchange.ts';
import type { Question } from '../target/question.ts';

/** What one look at the answers says of the rule. */
export type Judgement =
  /** The answers could have broken the rule and did not. */
  | { readonly kind: 'held' }
  /** The answers could not have broken it; `needs` says what data would let them: "more than 30 issues". */
  | { readonly kind: 'vacuous'; readonly needs: string }
  /** Nothing follows from the answers; the reason is a sentence. */
  | { readonly kind: 'undecided'; readonly reason: string }
  /** The rule is broken, if it stays like this. */
  | {
      readonly kind: 'violated';
      readonly expected: string;
      readonly actual: string;
      /** Nothing that others do to the list explains it: a wrong status, too many results, an issue twice on a page. */
      readonly inItself?: boolean;
      /** The right results in an order from which so many have moved that nobody moves them in a moment. */
      readonly shuffled?: boolean;
    };

export const HELD: Judgement = { kind: 'held' };

/** One question of a probe; a request that may create something is made anew for each attempt. */
export type Ask = Question | ((attempt: number) => Question);

/** One case of a rule: what is asked, and how the answers are judged. Pure: sending is up to the trial. */
export interface Probe {
  /** What makes this case: shown as the counterexample. */
  readonly case: Readonly<Record<string, unknown>>;
  /** Sent one after the other, or all at once. */
  readonly asks: readonly Ask[];
  readonly inTurn?: boolean;
  /** Sent while nothing else is in flight, so that one answer is the very next after another. */
  readonly undisturbed?: boolean;
  /** Whose view of the list the answers are compared with. */
  readonly against?: Caller;
  /** Judges the answers, given the list as it is known. */
  readonly judge: (answers: readonly Exchange[], known: Known) => Judgement;
}

/** A violation that was seen, and seen again. */
export interface Violation {
  readonly expected: string;
  readonly actual: string;
  readonly counterexample: Readonly<Record<string, unknown>>;
  /** How often it was seen in how many tries: "3 of 3". */
  readonly reproduced: string;
  readonly exchanges: readonly Exchange[];
  /** From which value which property of the rule, counted from 0, generated the case. */
  readonly generated?: { readonly property: number; readonly value: unknown };
}

/** What became of one case. */
export type CaseResult =
  | { readonly kind: 'held' }
  | { readonly kind: 'vacuous'; readonly needs: string }
  | { readonly kind: 'undecided'; readonly reason: string }
  | { readonly kind: 'violated'; readonly violation: Violation };
