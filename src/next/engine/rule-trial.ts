import { because, type Doubt } from '../../client/doubt.ts';
import { isServerError } from '../../client/exchange.ts';
import type { AskedBy, CaseResult } from '../../model/check.ts';
import { NOTHING_FOUND, type Verdict, verdictOf } from '../../model/verdict.ts';
import type { ConfirmedViolation } from '../../model/violation.ts';
import type { Need } from '../../model/words.ts';
import { type Answer, queryText, type Send } from '../model/ask.ts';
import type { Attempt, Broken, Nothing, Rule } from '../model/rule.ts';

/** Errors among a rule's own requests that leave it undecided, if a repetition hid them. */
const HIDDEN_ERRORS = 2;

/** One rule on its way to its verdict. */
export class RuleTrial {
  readonly rule: Rule;
  readonly missing: readonly Need[];
  readonly #results: CaseResult[] = [];
  failure: ConfirmedViolation | null = null;
  requests = 0;
  cases = 0;
  /** Requests that a repetition got another answer than 5xx. */
  #hidden = 0;
  /** Requests that were answered 5xx, by method. */
  readonly #erring = new Set<string>();

  constructor(rule: Rule, missing: readonly Need[]) {
    this.rule = rule;
    this.missing = missing;
  }

  /** Returns a sender that counts the requests of this rule. */
  counting =
    (send: Send): Send =>
    async (ask) => {
      const answer = await send(ask);
      this.requests += 1;
      this.#noteErrors(answer);
      return answer;
    };

  #noteErrors({ attempts, exchange, status }: Answer): void {
    if (!attempts.some(isServerError) && status !== 0) return;
    this.#erring.add(exchange.request.method);
    if (status > 0 && status < 500) this.#hidden += 1;
  }

  /** True if a request of a method was answered 5xx. */
  hasErredAt = (method: string): boolean => this.#erring.has(method);

  /** True if a repetition of one of its requests hid an error. */
  get hidesAnError(): boolean {
    return this.#hidden > 0;
  }

  /** Notes what nothing follows from, or that a case held. */
  note(finding: Nothing | { readonly is: 'holds' }, by?: AskedBy): void {
    const asked = by === undefined ? {} : { by };
    if (finding.is === 'holds') {
      this.#results.push({ kind: 'held', ...asked });
      return;
    }
    const { cause, why, blames = this.rule.explainedBy } = finding;
    this.#results.push(
      cause === 'data'
        ? { kind: 'vacuous', cause, needs: why, blames, ...asked }
        : { kind: 'undecided', cause, reason: why, blames, ...asked },
    );
  }

  /** Notes a confirmed violation. */
  fail({ violation }: Broken, name: string, reproduced: ConfirmedViolation['reproduced']): void {
    this.failure ??= { ...violation, counterexample: { case: name }, reproduced };
  }

  /** Returns the verdict, without regard to other rules. @param unmet why nothing may pass @param cutShort why it ended */
  verdict(unmet: readonly Doubt[], cutShort: Doubt | null, isErringEverywhere: boolean): Verdict {
    const failed: CaseResult[] = this.failure === null ? [] : [{ kind: 'violated', violation: this.failure }];
    const hidden: CaseResult[] =
      this.#hidden >= HIDDEN_ERRORS && !isErringEverywhere
        ? [
            {
              kind: 'undecided',
              ...because(
                'unstable',
                `${this.#hidden} of its ${this.requests} requests were answered 5xx until they were repeated.`,
              ),
            },
          ]
        : [];
    const results = [...failed, ...hidden, ...this.#results];
    return verdictOf(this.rule.level, { ...NOTHING_FOUND, missing: this.missing, results, unmet, cutShort });
  }
}

/** Returns who asked in a case, and for what. */
export function askedBy({ own }: Attempt): AskedBy | undefined {
  const ask = own.at(-1)?.ask;
  if (ask === undefined) return undefined;
  const { kind } = ask.caller;
  // Page 1 is named only by some callers.
  const { page, ...query } = ask.query;
  return {
    caller: kind === 'malformed' ? 'invalid' : kind,
    query: queryText(page === '1' ? query : ask.query),
  };
}
