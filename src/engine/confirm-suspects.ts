import type { RunContext } from '../context/run-context.ts';
import { inconclusiveFinding, isShownAtOnce } from '../model/finding.ts';
import { firstAttempt, judge, sendingToConfirm } from './attempt.ts';
import { confirm, type Suspect } from './confirm.ts';
import { askedBy, confirmed, isPlainer, parametersOf, type Trial } from './trial.ts';

/** Most suspects of one rule that are confirmed. */
const MAX_CONFIRMED = 5;

/** Confirms the suspects of rules, one at a time. */
export class SuspectConfirmer {
  readonly #run: RunContext;
  readonly #trials: readonly Trial[];
  readonly #coin: () => boolean;
  /** Suspects whose request is plainer than the one that failed their rule. */
  readonly #plainer = new Map<Trial, Suspect>();

  constructor(run: RunContext, trials: readonly Trial[]) {
    this.#run = run;
    this.#trials = trials;
    this.#coin = run.values.coin('order of a case and its twins');
  }

  /** Confirms suspects of one rule, first those that one attempt shows, until one is confirmed. */
  async confirmAll(trial: Trial): Promise<void> {
    const rank = ({ first }: Suspect): number => (isShownAtOnce(first) ? 0 : 1);
    const suspects = trial.suspects.toSorted(
      (a, b) => rank(a) - rank(b) || parametersOf(a.first.violation) - parametersOf(b.first.violation),
    );
    const certain = suspects.filter(({ first }) => first.isUnambiguous === true).length;
    let haveHeld = true;
    for (const [index, suspect] of suspects.entries()) {
      if (trial.failure === null && index >= MAX_CONFIRMED) await this.#leaveOpen(trial, suspect, haveHeld);
      else if (trial.failure === null)
        haveHeld = (await this.#confirmOne(trial, suspect, certain)) && haveHeld;
      else if (isPlainer(suspect.first.violation, this.#plainer.get(trial)?.first.violation ?? trial.failure))
        this.#plainer.set(trial, suspect);
      // A suspect stays if the requests do not suffice.
      trial.suspects.splice(trial.suspects.indexOf(suspect), 1);
    }
  }

  /** Confirms the plainest suspect of each failed rule, so that reports show it. */
  async confirmPlainest(): Promise<void> {
    for (const [trial, suspect] of this.#plainer) {
      this.#plainer.delete(trial);
      await this.#confirmOne(trial, suspect, 0);
    }
  }

  /** Confirms one suspect. Returns true if its rule held. */
  async #confirmOne(trial: Trial, suspect: Suspect, certain: number): Promise<boolean> {
    const run = this.#run;
    const { attempt } = suspect;
    const testCase =
      (run.hasQuota(attempt.answers) ? suspect.testCase.smaller?.(attempt) : null) ?? suspect.testCase;
    const from = run.clock.now();
    const outcome = await confirm({ ...suspect, testCase }, run, {
      coin: this.#coin,
      certain,
      isErring: this.#isErring(trial, suspect),
    });
    trial.ms += run.clock.now() - from;
    if (outcome.is !== 'violated') trial.note(outcome, askedBy(run, testCase.name, attempt.answers));
    else trial.fail(confirmed(run, outcome, { name: testCase.name, answers: attempt.answers }));
    return outcome.is === 'holds';
  }

  /** True if other rules get 5xx for the method of a suspect. */
  #isErring(trial: Trial, { first }: Suspect): boolean {
    const method = first.violation.exchanges.at(-1)?.request.method ?? 'GET';
    return this.#trials.some((other) => other !== trial && other.erring.has(method));
  }

  /** Notes a suspect that is not confirmed. It gets one more attempt if the rule held in all confirmations. */
  async #leaveOpen(
    trial: Trial,
    { rule, testCase, attempt, first }: Suspect,
    haveHeld: boolean,
  ): Promise<void> {
    const again = haveHeld ? await firstAttempt(testCase, sendingToConfirm(this.#run)) : attempt;
    const finding = haveHeld ? judge(rule, testCase, again, this.#run) : first;
    const left = inconclusiveFinding(
      'unstable',
      `${testCase.name}: ${first.violation.actual} (not confirmed).`,
    );
    trial.note(finding.is === 'violated' ? left : finding, askedBy(this.#run, testCase.name, again.answers));
  }
}
