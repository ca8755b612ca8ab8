import { because, causeOfStop, type Doubt } from '../client/doubt.ts';
import { Stopped } from '../client/stopped.ts';
import type { RuleCase } from '../model/case.ts';
import type { CaseResult } from '../model/check.ts';
import { askerOf, type HowTried } from '../model/judged.ts';
import type { Verdict } from '../model/verdict.ts';
import type { CaseRule, Rule } from '../run/rule.ts';
import type { Trial } from '../run/trial.ts';
import { Unusable } from '../snapshot/complaint.ts';
import { LetGo } from '../snapshot/records.ts';
import type { Looked, Suspicion } from './looking.ts';

/** Returns why a trial ended, or `null` if neither the target nor the run ended it: then this program is at fault. */
function doubtOf(error: unknown): Doubt | null {
  if (error instanceof Stopped) return because(causeOfStop(error.cause), error.message);
  if (error instanceof Unusable) return because('access', error.message);
  if (error instanceof LetGo) return because('limit', error.message);
  return null;
}

/** The outcome of one rule. */
export interface Tried {
  readonly rule: Rule;
  readonly verdict: Verdict;
  /** Cases tried. */
  readonly cases: number;
  /** Requests sent for this rule alone. */
  readonly requests: number;
  /** The callers of its cases, and one that held; `null` if none was judged. */
  readonly how: HowTried | null;
  /** Milliseconds for which it was under way, in the earlier phase too in which it sent something. */
  readonly ms: number;
  /** True if earlier writes of this run may have part in it. */
  readonly isAfterWrites: boolean;
  /** The basis of a pass, if that is worth saying: the time for which it was watched. */
  readonly note?: string;
}

/** A case that was confirmed to break its rule. */
export type Violated = CaseResult & { readonly kind: 'violated' };

/** One rule on its way through its phases: from its cases to its verdict. */
export class RuleAttempt<Some extends Rule = Rule> {
  readonly rule: Some;
  /** Its outcome, once that is known. Rejected if the rule itself is at fault. */
  readonly tried: Promise<Tried>;
  looked: readonly Looked[] = [];
  /** True once its cases were asked. */
  isAsked = false;
  /** True once they were judged, if it is decided later. */
  isJudged = false;
  results: readonly CaseResult[] = [];
  /** True once it is known what became of it. */
  isDecided = false;
  /** The reason why it ended early. */
  cutShort: Doubt | null = null;
  /** Milliseconds for which it was under way in the phases until now. */
  ms = 0;
  #t: Trial | null = null;
  #fault: { readonly error: unknown } | null = null;
  #decide: (tried: Tried) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(rule: Some) {
    this.rule = rule;
    this.tried = new Promise((resolve, reject) => {
      this.#decide = resolve;
      this.#reject = reject;
    });
    // Callers of `tried` get the error.
    this.tried.catch(() => undefined);
  }

  /** The trial, once it has begun. @throws {Error} before that */
  get t(): Trial {
    if (this.#t === null) throw new Error(`${this.rule.id} has not begun`);
    return this.#t;
  }

  get trial(): Trial | null {
    return this.#t;
  }

  begin(t: Trial): void {
    this.#t = t;
  }

  get isOver(): boolean {
    return this.cutShort !== null || this.#fault !== null;
  }

  get isViolated(): boolean {
    return this.results.some(({ kind }) => kind === 'violated');
  }

  /** Does some of its work unless it is over. An error ends this attempt, and no other one. */
  async go(work: () => Promise<void> | void): Promise<void> {
    if (this.isOver) return;
    try {
      await work();
    } catch (error) {
      this.end(error);
    }
  }

  /** Ends it early. */
  end(error: unknown): void {
    this.cutShort = doubtOf(error);
    if (this.cutShort === null) this.#fault = { error };
  }

  /**
   * Notes the outcome of one of its cases.
   * @param isOwn false for an answer to another rule, which does not have to show anything to its caller
   */
  judged(result: CaseResult, one: RuleCase, isOwn = true): void {
    const by = { caller: askerOf(one), query: JSON.stringify(one.query) };
    this.results = [...this.results, isOwn || result.kind !== 'vacuous' ? { ...result, by } : result];
    this.t.judged.count(askerOf(one));
  }

  /** Adds a result that is of no case. */
  add(result: CaseResult): void {
    this.results = [...this.results, result];
  }

  /**
   * Notes a violation, which stays one, however the run ends.
   * @returns a function that replaces the violation by that of a smaller case, and its value
   */
  violate(result: Violated, one: RuleCase): (smaller: Violated, value?: unknown) => void {
    const { origin } = one;
    const made = ({ violation }: Violated, value: unknown): Violated => ({
      kind: 'violated',
      violation:
        origin === undefined ? violation : { ...violation, generated: { property: origin.property, value } },
    });
    this.judged(made(result, origin?.value), one);
    if (result.violation.kind === 'server-error') this.t.run.errors.explain(this.t.errors.keys);
    const place = this.results.length - 1;
    return (smaller, value) => {
      this.results = this.results.with(place, { ...this.results[place], ...made(smaller, value) });
    };
  }

  /** Tells what became of it, once. @param make makes that of what was found out */
  decide(make: () => Tried): void {
    this.isDecided = true;
    // Answers are large.
    this.looked = [];
    if (this.#fault !== null) this.#reject(this.#fault.error);
    else this.#decide(make());
  }
}

/** The disagreements of a rule: cases that were found broken in their first attempt. */
export class Contested {
  readonly attempt: RuleAttempt<CaseRule>;
  /** Disagreements that are to be confirmed. */
  left: readonly Suspicion[];
  /** Disagreements that vanished at the second attempt although nothing moved. A flaky service may have done it. */
  gone: readonly Suspicion[] = [];
  /** The number of disagreements that were confirmed, and of those of them that stayed undecided. */
  confirmed = 0;
  unsure = 0;
  readonly #isOwn: boolean;

  /** @param isOwn false for answers to other rules */
  constructor(attempt: RuleAttempt<CaseRule>, left: readonly Suspicion[], isOwn: boolean) {
    this.attempt = attempt;
    this.left = left;
    this.#isOwn = isOwn;
  }

  take(suspicion: Suspicion): void {
    this.left = this.left.filter((each) => each !== suspicion);
  }

  /** Notes the outcome of a disagreement. A case that disagreed once does not lack data. */
  settle(suspicion: Suspicion, result: CaseResult): void {
    this.take(suspicion);
    const isLacking = result.kind === 'vacuous' && result.cause === 'data';
    this.attempt.judged(isLacking ? { ...result, cause: 'unstable' } : result, suspicion.one, this.#isOwn);
  }
}
