import type { Doubt } from '../client/doubt.ts';
import { type Exchange, isServerError } from '../client/exchange.ts';
import { type Asker, sameRepository } from '../client/test-bed.ts';
import { type Answer, type Ask, isCreation, queryText, type Send } from '../model/ask.ts';
import { type Broken, nothing } from '../model/finding.ts';
import { type AskedBy, type Result, type Verdict, verdictOf } from '../model/verdict.ts';
import type { ConfirmedViolation, Sightings } from '../model/violation.ts';
import type { Need } from '../model/words.ts';
import type { AnyRule } from '../observe/observed-rule.ts';
import { type Creation, isAccepted } from '../run/ledger.ts';
import type { Rule } from '../run/rule.ts';
import type { Run } from '../run/run.ts';
import { isTooMuch } from '../run/server-errors.ts';

/** Errors among a rule's own requests that leave it undecided, if a repetition hid them. */
const HIDDEN_ERRORS = 2;

/** A case as reports show it: its query, and who asked, if that was not the first caller. */
export interface ShownCase {
  readonly by: AskedBy;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The case of a failure, and how often it was seen. */
interface Failing extends Sightings {
  /** The name by which `replay` finds the case again. */
  readonly name: string;
  readonly values: ShownCase['values'];
}

/** The cases of a rule by caller, and one that held. */
export interface HowTried {
  readonly callers: Readonly<Partial<Record<Asker, number>>>;
  readonly example: Readonly<Record<string, unknown>> | null;
}

/** A rule with its verdict. */
export interface Tried {
  readonly rule: AnyRule;
  readonly verdict: Verdict;
  readonly cases: number;
  readonly requests: number;
  readonly how: HowTried | null;
  /** Milliseconds in which its cases were asked and confirmed, waits included. */
  readonly ms: number;
  /** True if it failed after something was sent that may have been stored. */
  readonly isAfterWrites: boolean;
  /** The evidence of a pass, as a sentence; absent if the cases say it all. */
  readonly note?: string;
}

/** One rule on its way to its verdict. */
export class Trial {
  readonly rule: Rule;
  readonly missing: readonly Need[];
  readonly #results: Result[] = [];
  readonly #callers = new Map<Asker, number>();
  #example: HowTried['example'] = null;
  failure: ConfirmedViolation | null = null;
  isAfterWrites = false;
  requests = 0;
  cases = 0;
  ms = 0;
  /** The reason for an early end; `null` for a trial that came to its own end. */
  cutShort: Doubt | null = null;
  /** Creations that its cases send, also to confirm. */
  readonly #creations = new Set<Ask>();
  /** All attempts at its requests. */
  readonly #attempts: Exchange[] = [];
  /** Those that were answered 5xx until a repetition got another answer, by request. */
  readonly #repeated: (readonly Exchange[])[] = [];
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
      const { attempts, exchange, status } = answer;
      if (isCreation(ask)) this.#creations.add(ask);
      this.#attempts.push(...attempts);
      const errors = attempts.filter(isServerError);
      if (errors.length > 0 || status === 0) {
        this.#erring.add(exchange.request.method);
        if (status > 0 && status < 500) this.#repeated.push(errors);
      }
      return answer;
    };

  /** Returns its creations that were accepted from callers who must not create any. An outsider may in a public repository. */
  strangers = ({ hidden, ledger }: Run): readonly Creation[] =>
    ledger.creations.filter((creation) => {
      const { ask } = creation;
      const { kind } = ask.caller;
      const isStranger = kind !== 'member' && (kind !== 'outsider' || hidden.isPrivate(ask));
      return isStranger && this.#creations.has(ask) && isAccepted(creation);
    });

  /** True if a request of a method was answered 5xx. */
  hasErredAt = (method: string): boolean => this.#erring.has(method);

  /** Requests whose errors a repetition hid, but for creations that were too much at once. */
  get hiddenErrors(): number {
    const isError = (one: Exchange): boolean => !isTooMuch(one, this.#attempts);
    return this.#repeated.filter((errors) => errors.some(isError)).length;
  }

  /** Counts a case. */
  count(shown: ShownCase | null): void {
    this.cases += 1;
    if (shown === null) return;
    const { caller } = shown.by;
    this.#callers.set(caller, (this.#callers.get(caller) ?? 0) + 1);
  }

  /** Notes what nothing follows from, or that a case held. */
  note(finding: Result['finding'], shown: ShownCase | null): void {
    const by = shown?.by ?? null;
    if (finding.is === 'nothing') {
      this.#results.push({ finding: { ...finding, blames: finding.blames ?? this.rule.explainedBy }, by });
      return;
    }
    this.#example ??= shown?.values ?? null;
    this.#results.push({ finding, by });
  }

  /** Notes a listing that holds, of which there are many: one by each caller is enough. */
  noteListing(finding: Result['finding'], shown: ShownCase): void {
    const isKnown = this.#callers.has(shown.by.caller);
    this.count(shown);
    if (!isKnown || finding.is !== 'holds') this.note(finding, shown);
  }

  /** Notes a confirmed violation. */
  fail({ violation }: Broken, { name, values, seen, tries }: Failing, isAfterWrites: boolean): void {
    const { failure } = this;
    // That an issue is listed says more than the status that its creation got.
    if (failure?.kind === 'status' && violation.kind === 'stored')
      this.failure = { ...failure, kind: 'stored', actual: violation.actual };
    if (failure !== null) return;
    this.failure = { ...violation, case: name, counterexample: values, reproduced: { seen, tries } };
    this.isAfterWrites = isAfterWrites;
  }

  /** Who asked in the cases that held, and for what. */
  get held(): readonly AskedBy[] {
    return this.#results.flatMap(({ finding, by }) => (finding.is === 'holds' && by !== null ? [by] : []));
  }

  get how(): HowTried | null {
    return this.#callers.size === 0
      ? null
      : { callers: Object.fromEntries(this.#callers), example: this.#example };
  }

  /** Returns the verdict, without regard to other rules. @param unmet why nothing may pass */
  verdict(unmet: readonly Doubt[], isErringEverywhere: boolean): Verdict {
    const { hiddenErrors } = this;
    const isHiding = hiddenErrors >= HIDDEN_ERRORS && !isErringEverywhere;
    const hidden = nothing(
      'unstable',
      `${hiddenErrors} of its ${this.requests} requests were answered 5xx until they were repeated.`,
    );
    const results = isHiding ? [{ finding: hidden, by: null }, ...this.#results] : this.#results;
    const { missing, failure, cutShort } = this;
    return verdictOf({ missing, failure, results, cutShort, unmet });
  }
}

/** Returns a case as reports show it; `null` if nothing was asked. */
export function shownCase(run: Run, name: string, answers: readonly Pick<Answer, 'ask'>[]): ShownCase | null {
  const ask = answers.at(-1)?.ask;
  if (ask === undefined) return null;
  const { caller, repository, query } = ask;
  const isOther = ![run.bed.repository, run.bed.written].some((one) => sameRepository(one, repository));
  // Page 1 is named only by some callers.
  const { page, ...others } = query;
  const isInvalid = caller.kind === 'malformed' || caller.kind === 'invalid';
  return {
    by: {
      caller: caller.kind === 'malformed' ? 'invalid' : caller.kind,
      query: queryText(page === '1' ? others : query),
    },
    values: {
      ...(isCreation(ask) || answers.length > 1 ? { case: name } : {}),
      ...(isOther ? repository : {}),
      ...query,
      ...(isInvalid ? { credential: caller.shown } : {}),
      ...(isInvalid || caller.kind === run.first.kind ? {} : { asked: caller.kind }),
    },
  };
}
