import { type Exchange, isServerError } from '../client/exchange.ts';
import { type CallerKind, sameRepository } from '../client/request.ts';
import type { UndecidedReason } from '../client/undecided-reason.ts';
import { type Creation, isAccepted } from '../context/ledger.ts';
import { REFUSALS } from '../context/lockout.ts';
import type { Attempt, Case, Rule } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import type { ConfirmedViolation, InconclusiveFinding, Violated } from '../model/finding.ts';
import { byPlainness } from '../model/finding.ts';
import type { Answer, Answers, PlannedRequest, Send } from '../model/planned-request.ts';
import { isCreation } from '../model/planned-request.ts';
import type { Need } from '../model/rule-ids.ts';
import type { CaseSummary, Findings, Result, Verdict } from '../model/verdict.ts';
import { KINDS } from '../model/violation-kinds.ts';
import type { AnyRule } from '../observe/observed-rule.ts';

export interface AttemptedCase {
  readonly testCase: Case;
  readonly attempt: Attempt;
}

/** A case whose first attempt violated its rule. */
export interface Suspect extends AttemptedCase {
  readonly rule: Rule;
  readonly first: Violated;
  /** True if lists may have lacked the last creation at the first attempt. */
  readonly mayBeLag: boolean;
}

export interface TrialResult {
  readonly rule: AnyRule;
  readonly verdict: Verdict;
  readonly cases: number;
  /** A case that held; `null` if none did. */
  readonly example: CaseSummary['values'] | null;
  readonly requests: number;
  /** Milliseconds for its cases and their confirmation. */
  readonly ms: number;
  /** The evidence of a pass, as a sentence; absent if the cases say it all. */
  readonly note?: string;
}

/** One rule in this run, until its verdict. */
export class Trial implements Findings {
  readonly rule: Rule;
  readonly missing: readonly Need[];
  /** Cases that violated the rule at first. */
  readonly suspects: Suspect[] = [];
  /** A violation that was confirmed before the run created anything, if it is not yet known that the list was at rest. */
  #early: { readonly suspect: Suspect; readonly violation: ConfirmedViolation } | null = null;
  /** Inconclusive cases that were attempted too soon after a creation, and are attempted again. */
  readonly late: (AttemptedCase & { readonly finding: InconclusiveFinding })[] = [];
  readonly results: Result[] = [];
  /** The number of cases, and their callers. */
  #cases = 0;
  readonly #callers = new Set<CallerKind>();
  #failure: ConfirmedViolation | null = null;
  #cutShort: UndecidedReason | null = null;
  readonly #creations = new Set<PlannedRequest>();
  requests = 0;
  ms = 0;
  /** Methods of requests that got 5xx, or whose connection broke. */
  readonly erring = new Set<string>();
  /** Number of listings that got 5xx until a retry got another answer. */
  hiddenErrors = 0;
  /** Time of the last refusal that passed a case, and that a locked-out caller would get, too. */
  refusedAt = -Infinity;

  constructor(rule: Rule, missing: readonly Need[]) {
    this.rule = rule;
    this.missing = missing;
  }

  get failure(): ConfirmedViolation | null {
    return this.#failure;
  }

  /** Fails the rule. The first violation stays, but a violation that one attempt shows says more than a status. */
  fail(violation: ConfirmedViolation): void {
    const failure = this.#failure;
    const isGraver = failure?.kind === 'status' && KINDS[violation.kind].attempts === 1;
    const isShorter = failure?.kind === violation.kind && byPlainness(violation, failure) < 0;
    if (failure === null || isGraver || isShorter) this.#failure = violation;
  }

  /** Returns a sender that counts the requests of this rule. */
  counting =
    (send: Send): Send =>
    async (ask) => {
      const answer = await send(ask);
      this.requests += 1;
      if (isCreation(ask)) this.#creations.add(ask);
      const { transmissions, status, exchange } = answer;
      const isTrouble = (one: Exchange): boolean =>
        isServerError(one) || one.fault?.kind === 'connection-lost';
      if (transmissions.some(isTrouble)) this.erring.add(exchange.request.method);
      const isAnswered = status > 0 && status < 500;
      if (isAnswered && !isCreation(ask) && transmissions.some(isServerError)) this.hiddenErrors += 1;
      return answer;
    };

  /** Returns its accepted creations by callers who must not create issues. An outsider may, in a public repository. */
  forbiddenCreations = ({ leakDetector, ledger }: RunContext): readonly Creation[] =>
    ledger.creations.filter((creation) => {
      const { ask } = creation;
      const { kind } = ask.caller;
      const isStranger = kind !== 'member' && (kind !== 'outsider' || leakDetector.isPrivate(ask));
      return isStranger && this.#creations.has(ask) && isAccepted(creation);
    });

  /** The reason for an early end; `null` for a complete trial. */
  get cutShort(): UndecidedReason | null {
    return this.#cutShort;
  }

  /** Ends the trial early. The first reason counts. */
  endEarly(reason: UndecidedReason): void {
    this.#cutShort ??= reason;
  }

  count(by: CaseSummary | null): void {
    if (by === null) return;
    this.#cases += 1;
    this.#callers.add(by.caller);
  }

  /** Notes when these answers, by which a case held, refused a missing or invalid credential. */
  noteRefusals(answers: Answers): void {
    for (const { status, exchange, ask } of answers)
      if (REFUSALS.includes(status) && ask.caller.credential.validity !== 'valid')
        this.refusedAt = Math.max(this.refusedAt, exchange.startedAt);
  }

  /** Notes that a case held, or was inconclusive. */
  note(finding: Result['finding'], by: CaseSummary | null): void {
    const blocked =
      finding.is === 'inconclusive' ? { blockedBy: finding.blockedBy ?? this.rule.blockedBy } : {};
    this.results.push({ finding: { ...finding, ...blocked }, by });
  }

  /** Notes a finding on a listing. One listing that holds is enough for each caller. */
  noteListing(finding: Result['finding'], by: CaseSummary): void {
    if (!this.#callers.has(by.caller) || finding.is !== 'holds') this.note(finding, by);
    this.count(by);
  }

  /** True if a case is to be attempted again, or confirmed. */
  get isUnfinished(): boolean {
    return this.suspects.length > 0 || this.late.length > 0 || this.isConfirmedEarly;
  }

  get isConfirmedEarly(): boolean {
    return this.#early !== null;
  }

  confirmEarly(suspect: Suspect, violation: ConfirmedViolation): void {
    this.suspects.splice(this.suspects.indexOf(suspect), 1);
    this.#early = { suspect, violation };
  }

  /** Fails the rule if it was confirmed early and the list was at rest; else its suspect is to be confirmed again. */
  decideEarly(wasAtRest: boolean): void {
    if (this.#early === null) return;
    if (wasAtRest) this.fail(this.#early.violation);
    else this.suspects.push(this.#early.suspect);
    this.#early = null;
  }

  result(verdict: Verdict, run: RunContext): TrialResult {
    const { rule, requests, ms } = this;
    const held = this.results.find(({ finding, by }) => finding.is === 'holds' && by !== null);
    const note = verdict.verdict === 'pass' ? (rule.passNote?.(run) ?? '') : '';
    const example = held?.by?.values ?? null;
    return { rule, verdict, cases: this.#cases, example, requests, ms, ...(note === '' ? {} : { note }) };
  }
}

/** Returns the caller and the request of a case; `null` if nothing was sent. */
export function askedBy(
  { target, primaryCaller }: RunContext,
  name: string,
  answers: readonly Pick<Answer, 'ask'>[],
): CaseSummary | null {
  const ask = answers.at(-1)?.ask;
  if (ask === undefined) return null;
  const { caller, repository, query, bare = false } = ask;
  const isOther = ![target.repository, target.writeRepository].some((one) => sameRepository(one, repository));
  const isInvalid = caller.kind === 'malformed' || caller.kind === 'invalid';
  return {
    caller: caller.kind === 'malformed' ? 'invalid' : caller.kind,
    values: {
      ...(isCreation(ask) || answers.length > 1 ? { case: name } : {}),
      ...(isOther ? repository : {}),
      ...query,
      ...(bare ? { headers: 'without Accept and version' } : {}),
      ...(isInvalid ? { credential: caller.label } : {}),
      ...(isInvalid || caller.kind === primaryCaller.kind ? {} : { asked: caller.kind }),
    },
  };
}

/** Returns a confirmed violation, with the case that showed it. */
export const confirmed = (
  run: RunContext,
  { violation: { judged, ...violation }, reproduced }: Violated & Pick<ConfirmedViolation, 'reproduced'>,
  { name, answers }: { readonly name: string; readonly answers: readonly Pick<Answer, 'ask'>[] },
): ConfirmedViolation => ({
  ...violation,
  counterexample:
    askedBy(run, name, judged === undefined ? answers : [...answers.slice(1), { ask: judged }])?.values ?? {},
  reproduced,
  isAfterWrites: run.ledger.creations.length > 0,
});
