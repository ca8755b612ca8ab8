import type { Case } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import type { Finding } from '../model/finding.ts';
import { byPlainness, holds, inconclusiveFinding, isPlainer, isShownByOneAttempt } from '../model/finding.ts';
import { type Answer, isCreation, queryText, type Send } from '../model/planned-request.ts';
import { isOfContents } from '../model/violation-kinds.ts';
import { firstAttempt, judge } from './attempt.ts';
import { confirm, unconfirmedText } from './confirm.ts';
import { isOutage } from './plain-list.ts';
import { type AttemptedCase, askedBy, confirmed, type Suspect, type Trial } from './trial.ts';

/** Most suspects of one rule that are confirmed in one pass. */
const MAX_CONFIRMED = 5;

/** True if a stale list explains a suspect. What is said of single creations or a burst follows from a search for them. */
const needsRest = ({ first, rule: { phase } }: Suspect): boolean => {
  const { kind } = first.violation;
  const isOfOwn = phase === 'concurrent' || (phase === 'auditing' && kind === 'lost');
  return isOfContents(kind) && !isOfOwn;
};

/** True if a rule on every listing suspects one of the private repository. Reports show a public listing, if one fails alike. */
const isOfPrivate = ({ rule, attempt }: Suspect, { leakDetector }: RunContext): boolean =>
  rule.everyListing !== undefined && attempt.answers.some(({ ask }) => leakDetector.isPrivate(ask));

/** Returns attempts of all rules, those of callers with a quota last. */
export const quotaLast = <T extends AttemptedCase>(
  trials: readonly Trial[],
  attemptsOf: (trial: Trial) => readonly T[],
  run: RunContext,
) =>
  trials
    .flatMap((trial) =>
      attemptsOf(trial).map((one) => ({ trial, one, hasQuota: run.hasQuota(one.attempt.answers) })),
    )
    .toSorted((a, b) => Number(a.hasQuota) - Number(b.hasQuota));

export class SuspectConfirmer {
  readonly #run: RunContext;
  readonly #trials: readonly Trial[];
  readonly #coin: () => boolean;
  /** True if nothing is tried any more, so that an outage has lasted until the end of the run. */
  isLast = false;
  /** Suspects whose request is plainer than the one that failed their rule. */
  readonly #plainer = new Map<Trial, Suspect>();
  /** Suspects that failed their rule, and are to be narrowed down. */
  readonly #failing = new Map<Trial, Suspect>();

  constructor(run: RunContext, trials: readonly Trial[]) {
    this.#run = run;
    this.#trials = trials;
    this.#coin = run.values.coin('order of a case and its twins');
  }

  /**
   * Confirms suspects of one rule, first those that one attempt shows, until one is confirmed.
   * @param when suspects that a stale list explains stay unless lists are at rest
   */
  async confirmAll(trial: Trial, when: 'now' | 'at rest'): Promise<void> {
    const suspects = this.#inOrder(trial);
    // A rule on every listing and its own case may judge one answer.
    const certain = new Set(
      suspects.flatMap(({ first, attempt }) =>
        first.isUnambiguous === true ? attempt.answers.slice(-1) : [],
      ),
    ).size;
    let open: Finding | null = null;
    let tries = 0;
    for (const suspect of suspects) {
      const isAtRest = when === 'at rest' && !trial.isConfirmedEarly;
      const isHidden = isOfPrivate(suspect, this.#run);
      if (trial.failure === null) {
        const needsQuiet = needsRest(suspect) || isHidden;
        if ((needsQuiet && !isAtRest) || (isOutage(suspect, this.#run) && !this.isLast)) continue;
        tries += 1;
        if (tries > MAX_CONFIRMED) await this.#leaveOpen(trial, suspect, open);
        else open = (await this.#confirmOne(trial, suspect, certain)) ?? open;
      } else {
        const shown = this.#plainer.get(trial)?.first.violation ?? trial.failure;
        if (!isHidden && isPlainer(suspect.first.violation, shown)) this.#plainer.set(trial, suspect);
      }
      // A suspect stays if the requests do not suffice.
      trial.suspects.splice(trial.suspects.indexOf(suspect), 1);
    }
  }

  /**
   * Attempts suspects again, at rest, that differed from their twins as lists of two times do, soon after a creation. Those
   * that hold now were lag. To confirm them all would use up the quota of a caller: his are attempted again last, and only
   * if lag explained others.
   */
  async dismissLag(send: Send): Promise<void> {
    const run = this.#run;
    for (const { trial, one, hasQuota } of quotaLast(this.#trials, ({ suspects }) => suspects, run)) {
      const { rule, testCase, first, mayBeLag } = one;
      const isOfTwoTimes = mayBeLag && first.violation.compared?.isShifted === true;
      const isPointless = trial.failure !== null || trial.isConfirmedEarly || run.stability.isFlaky;
      if (!isOfTwoTimes || isPointless || (hasQuota && !run.lag.hasExplained)) continue;
      const attempt = await firstAttempt(testCase, trial.counting(send));
      const finding = judge(rule, { testCase, attempt }, run);
      if (finding.is !== 'holds') continue;
      run.lag.noteExplained();
      trial.note(finding, askedBy(run, testCase.name, attempt.answers));
      trial.suspects.splice(trial.suspects.indexOf(one), 1);
    }
  }

  /** Returns the suspects of a rule, first those that one attempt shows, then the plainest. */
  #inOrder({ suspects }: Trial): readonly Suspect[] {
    const rank = (suspect: Suspect): number =>
      (isShownByOneAttempt(suspect.first) ? 0 : 1) + (isOfPrivate(suspect, this.#run) ? 2 : 0);
    return suspects.toSorted(
      (a, b) => rank(a) - rank(b) || byPlainness(a.first.violation, b.first.violation),
    );
  }

  /** Confirms the plainest suspect of each failed rule, narrowed down to what causes the failure, so that reports show it. */
  async confirmPlainest(): Promise<void> {
    for (const [trial, suspect] of this.#plainer) {
      this.#plainer.delete(trial);
      await this.#confirmOne(trial, suspect);
    }
    for (const [trial, suspect] of this.#failing) {
      const narrowed = await this.#narrow(suspect);
      if (narrowed !== suspect) await this.#confirmOne(trial, narrowed);
      this.#failing.delete(trial);
    }
  }

  /** Returns the suspect of the smallest part of a generated value that fails alike. */
  async #narrow(suspect: Suspect): Promise<Suspect> {
    const { rule, testCase: whole, first, attempt: earliest } = suspect;
    const halves = this.#run.hasQuota(earliest.answers) ? [] : (whole.halves?.() ?? []);
    for (const testCase of halves) {
      const attempt = await firstAttempt(testCase, this.#run.sendToConfirm);
      const finding = judge(rule, { testCase, attempt }, this.#run);
      if (finding.is === 'violated' && finding.violation.kind === first.violation.kind)
        return this.#narrow({ rule, testCase, attempt, first: finding, mayBeLag: false });
    }
    return suspect;
  }

  /** Confirms a suspect of a rule before the run creates anything. One that is not seen each time is confirmed later. */
  async confirmEarly(trial: Trial): Promise<void> {
    const suspect = this.#inOrder(trial).find(needsRest);
    if (trial.failure !== null || suspect === undefined || this.#run.hasQuota(suspect.attempt.answers))
      return;
    const outcome = await this.#confirm(trial, suspect, 0);
    const shown = { name: suspect.testCase.name, answers: suspect.attempt.answers };
    if (outcome.is === 'violated') trial.confirmEarly(suspect, confirmed(this.#run, outcome, shown));
  }

  /** True if lists must be at rest before a suspect or an inconclusive case of a rule can change its verdict. */
  isAwaiting({ failure, rule, suspects, late, isConfirmedEarly }: Trial): boolean {
    if (isConfirmedEarly) return false;
    const hasFailed = (id: string): boolean =>
      this.#trials.some((other) => other.rule.id === id && other.failure !== null);
    const isExplained = (blockedBy: readonly string[]): boolean =>
      failure !== null || blockedBy.some(hasFailed);
    // A caller with a quota repeats an inconclusive case only if lag explained another one.
    const isFree = ({ attempt }: (typeof late)[number]): boolean => !this.#run.hasQuota(attempt.answers);
    return (
      (suspects.some(needsRest) && !isExplained(rule.blockedBy)) ||
      late.some((one) => isFree(one) && !isExplained(one.finding.blockedBy ?? rule.blockedBy))
    );
  }

  /** Confirms one suspect, and notes the result. Returns it unless the rule held. */
  async #confirmOne(trial: Trial, suspect: Suspect, certain = 0): Promise<Finding | null> {
    const outcome = await this.#confirm(trial, suspect, certain);
    const { name } = suspect.testCase;
    const { answers } = suspect.attempt;
    if (outcome.is === 'violated') {
      trial.fail(confirmed(this.#run, outcome, { name, answers }));
      this.#failing.set(trial, suspect);
    } else trial.note(outcome, askedBy(this.#run, name, answers));
    return outcome.is === 'holds' ? null : outcome;
  }

  async #confirm(trial: Trial, suspect: Suspect, certain: number) {
    const run = this.#run;
    const from = run.clock.now();
    const method = suspect.first.violation.exchanges.at(-1)?.request.method ?? 'GET';
    const outcome = await confirm(suspect, run, {
      coin: this.#coin,
      certain,
      isErring: this.#trials.some((other) => other !== trial && other.erring.has(method)),
    });
    trial.ms += run.clock.now() - from;
    return outcome;
  }

  /**
   * Notes a suspect that is not confirmed. It gets one more attempt if the rule held in all confirmations.
   * @param open the last confirmation in which it did not
   */
  async #leaveOpen(trial: Trial, suspect: Suspect, open: Finding | null): Promise<void> {
    const { rule, testCase, attempt, first } = suspect;
    const again = open === null ? await firstAttempt(testCase, this.#run.sendToConfirm) : attempt;
    const finding = open === null ? judge(rule, { testCase, attempt: again }, this.#run) : first;
    const isBlocked = open?.is === 'inconclusive' && open.cause === 'other-rule';
    const left = isBlocked ? open : inconclusiveFinding('unstable', unconfirmedText(suspect));
    trial.note(finding.is === 'violated' ? left : finding, askedBy(this.#run, testCase.name, again.answers));
  }
}

const MAX_SUSPECTED = 4;

/** Lets the rules on every listing judge each answer from now on, but for those to observations, and to requests without Accept and version. */
export const judgeEveryListing = (run: RunContext, trials: readonly Trial[]): void =>
  run.listen((answer) => {
    const { ask, status, unsaid } = answer;
    const isOther = ask.observed !== undefined || ask.bare === true;
    if (isCreation(ask) || isOther || status !== 200 || unsaid !== null) return;
    const by = askedBy(run, '', [answer]);
    for (const trial of trials) {
      const { rule, suspects } = trial;
      if (rule.everyListing === undefined || by === null) continue;
      const judgeListing = (one: Answer): Finding | null => rule.everyListing?.(one, run) ?? null;
      const first = judgeListing(answer);
      if (first === null) continue;
      if (first.is !== 'violated') trial.noteListing(first, by);
      else if (suspects.length < MAX_SUSPECTED) {
        const attempt = { before: {}, answers: [answer], after: {}, beforeConfirming: {} };
        suspects.push({ rule, testCase: askedAgain(answer, judgeListing), attempt, first, mayBeLag: false });
      }
    }
  });

/** Returns a case of a listing that a rule on every listing judges. */
const askedAgain = ({ ask }: Answer, judgeListing: (answer: Answer) => Finding | null): Case => ({
  name: queryText(ask.query),
  script: async (send) => [await send(ask)],
  check: ({ answers }) => answers.map(judgeListing).find((one) => one?.is === 'violated') ?? holds(answers),
  quick: true,
});
