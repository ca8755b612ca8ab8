import { because, type Doubt } from '../client/doubt.ts';
import { PHASES } from '../model/profile.ts';
import { type Findings, type Verdict, verdictOf } from '../model/verdict.ts';
import type { Phase } from '../model/words.ts';
import type { CaseRule, CreationRule, Rule } from '../run/rule.ts';
import { Run } from '../run/run.ts';
import type { RunSettings, Surroundings } from '../run/run-settings.ts';
import { inChance, isTrait } from '../run/server-errors.ts';
import { Trial } from '../run/trial.ts';
import { endIfTokenLost } from './lost-token.ts';
import { ask, judge, noteAtEnd } from './phase.ts';
import { type Recorded, tryRecorded } from './recorded.ts';
import { controlPass, establishAll, missingOf, SIGNED_IN, whyTooFew } from './requirements.ts';
import { RuleAttempt, type Tried } from './rule-attempt.ts';

const isCaseRule = (rule: Rule): rule is CaseRule => 'cases' in rule;
const isOfCases = (attempt: RuleAttempt): attempt is RuleAttempt<CaseRule> => isCaseRule(attempt.rule);
const isCreationRule = (rule: Rule): rule is CreationRule => 'judge' in rule;

/** True if a rule sends few requests with invalid credentials, which gating rules need first. */
const isRationed = ({ phase }: Rule): boolean => phase === 'strangers';

/** True if a rule is decided at the end of the run, after its phase. */
const isDecidedLater = (rule: Rule): boolean =>
  isCaseRule(rule) && (rule.errors !== undefined || rule.atEnd !== undefined);

const earlyPhaseOf = (rule: Rule): Phase | undefined => {
  if (isCaseRule(rule)) return isDecidedLater(rule) ? rule.phase : rule.asked;
  return isCreationRule(rule) ? rule.early?.phase : undefined;
};

const decidedIn = (rule: Rule): Phase => (isDecidedLater(rule) ? 'end' : rule.phase);

/** Rules that are decided in one phase, and those that send something then, to be judged or only decided later. */
export interface Group {
  readonly phase: Phase;
  readonly rules: readonly Rule[];
  readonly early: readonly Rule[];
}

/** The groups in which chosen rules are tried, one after the other. */
export function groupsOf(rules: readonly Rule[]): Group[] {
  return PHASES.map(({ phase }) => ({
    phase,
    rules: rules.filter((rule) => decidedIn(rule) === phase),
    early: rules.filter((rule) => earlyPhaseOf(rule) === phase),
  })).filter((group) => group.rules.length > 0 || group.early.length > 0);
}

/** If another rule keeps this one undecided, and the doubt does not say which, all that may explain it are blamed. */
function withBlames(verdict: Verdict, rule: Rule): Verdict {
  const isOpen = verdict.verdict === 'inconclusive' && verdict.cause === 'other-rule';
  return isOpen && verdict.blames === undefined && rule.level !== 'observed'
    ? { ...verdict, blames: rule.explainedBy }
    : verdict;
}

/** Tries rules on one target, phase by phase. Never throws for what the target does. */
export class Session {
  readonly run: Run;
  readonly #attempts = new Map<Rule, RuleAttempt>();
  #phase: Promise<unknown> = Promise.resolve();

  constructor(settings: RunSettings, surroundings: Surroundings = {}) {
    this.run = new Run(settings, surroundings);
  }

  close(): Promise<void> {
    return this.run.close();
  }

  /** Begins a phase: its rules, and what later rules send in it. */
  begin({ phase, rules, early }: Group): void {
    const { target } = this.run;
    const place = PHASES.findIndex((each) => each.phase === phase);
    const shares = PHASES.slice(place).map(({ share }) => share);
    const [own = 1, ...later] = shares;
    const rest = later.reduce((sum, share) => sum + share, 0);
    target.client.pace.keep(0);
    target.client.pace.keep(Math.floor((target.client.pace.left * rest) / (own + rest)));
    // Answers from before a write do not show what was written.
    if (phase === 'read' || phase === 'end') this.run.forget();
    const attemptsOf = (some: readonly Rule[]): RuleAttempt[] => some.map((rule) => this.#attemptOf(rule));
    const attempts = attemptsOf(rules);
    const sending = attemptsOf(early.filter((rule) => this.#maySend(rule)));
    this.#phase = this.#tryPhase(attempts, sending).catch((error: unknown) => {
      // Nobody waits for a verdict that does not come.
      for (const attempt of attempts.filter(({ isDecided }) => !isDecided)) {
        attempt.end(error);
        attempt.decide(() => this.#tried(attempt, this.run.clock.now()));
      }
    });
  }

  /** Ends a phase: its rules are decided, and what was sent in it for later is answered. */
  async end(): Promise<void> {
    await this.#phase;
  }

  /** Returns the outcome of a rule of a phase. @throws {Error} if no phase was begun with it, or it is at fault itself */
  async try(rule: Rule): Promise<Tried> {
    const attempt = this.#attempts.get(rule);
    if (attempt === undefined) throw new Error(`no phase was begun with ${rule.id}`);
    return attempt.tried;
  }

  /**
   * Tries a rule once more: the one case that an earlier report recorded, or all cases.
   * @param recorded the case; `null` for all
   */
  async retry(rule: Rule, recorded: Recorded | null): Promise<Tried> {
    this.run.forget();
    const attempt = new RuleAttempt(rule);
    if (isCreationRule(rule) && rule.early !== undefined && this.#maySend(rule))
      await this.#tryPhase([], [attempt]);
    await this.#tryPhase([attempt], [], recorded);
    return attempt.tried;
  }

  #attemptOf(rule: Rule): RuleAttempt {
    const attempt = this.#attempts.get(rule) ?? new RuleAttempt(rule);
    this.#attempts.set(rule, attempt);
    return attempt;
  }

  /** True if its settings are there, and nothing is in the way of what it shows. */
  #maySend(rule: Rule): boolean {
    const { settings, mayBeSignedIn } = this.run;
    return missingOf(rule, settings).length === 0 && !(mayBeSignedIn && rule.minds === 'cookies');
  }

  /**
   * Tries rules: asks their cases, judges the answers, looks again at what disagrees, confirms it, and decides.
   * @param early rules that send something now and are judged, or only decided, in a later phase
   * @param recorded the one case that is tried
   */
  async #tryPhase(
    attempts: readonly RuleAttempt[],
    early: readonly RuleAttempt[],
    recorded: Recorded | null = null,
  ): Promise<void> {
    const from = this.run.clock.now();
    const finish = async (attempt: RuleAttempt): Promise<void> => {
      if (attempt.isDecided) return;
      if (isOfCases(attempt)) await attempt.go(() => noteAtEnd(attempt));
      await attempt.go(() => controlPass(attempt));
      const tried = (): Tried => this.#tried(attempt, from);
      const { verdict } = tried();
      if (verdict.verdict === 'inconclusive') {
        await attempt.go(() => endIfTokenLost(attempt));
        if (verdict.cause === 'data') await attempt.go(() => this.#countData(attempt));
      }
      attempt.decide(tried);
    };
    const open = attempts.filter(({ rule, isJudged }) => this.#maySend(rule) && !isJudged);
    const judged = early.filter(({ rule }) => isDecidedLater(rule)).filter(isOfCases);
    const ofCases = [...judged, ...open.filter(isOfCases)];
    const creations = open.filter(({ rule }) => isCreationRule(rule));
    const observe = (when: (rule: Rule) => boolean): Promise<void>[] =>
      open
        .filter(({ rule }) => rule.level === 'observed' && when(rule))
        .map((attempt) => this.#tryAlone(attempt).then(() => finish(attempt)));
    await Promise.all([
      this.#askEarly(early.filter(({ rule }) => !isDecidedLater(rule))),
      ...observe((rule) => !isRationed(rule)),
      this.#tryInTurn(creations, finish),
      this.#ask(ofCases, recorded),
    ]);
    for (const attempt of early) attempt.ms += this.run.clock.now() - from;
    if (recorded === null)
      await judge(ofCases, async (attempt) => (attempts.includes(attempt) ? finish(attempt) : undefined));
    for (const attempt of judged) attempt.isJudged = true;
    await Promise.all(observe(isRationed));
    for (const attempt of attempts) await finish(attempt);
  }

  /** Begins the attempt at a rule, once the target was read as far as that takes. */
  #begin(attempt: RuleAttempt, phase: Phase): Promise<void> {
    return attempt.go(async () => {
      if (phase === 'write' && this.run.profile.writesFirst) await this.run.shallList();
      else await this.run.first();
      if (attempt.trial === null) attempt.begin(new Trial(this.run, attempt.rule));
    });
  }

  /** Asks what rules of later phases ask now. */
  async #askEarly(early: readonly RuleAttempt[]): Promise<void> {
    const begin = async (attempt: RuleAttempt): Promise<void> => {
      const { rule } = attempt;
      await this.#begin(attempt, earlyPhaseOf(rule) ?? rule.phase);
      if (isCreationRule(rule)) await attempt.go(() => rule.early?.send(attempt.t));
    };
    await Promise.all([
      ...early.filter((attempt) => !isOfCases(attempt)).map(begin),
      ask(early.filter(isOfCases), begin),
    ]);
  }

  /** Asks the cases of rules that were not asked in an earlier phase, or tries a recorded one. */
  async #ask(attempts: readonly RuleAttempt<CaseRule>[], recorded: Recorded | null): Promise<void> {
    const begin = async (attempt: RuleAttempt): Promise<void> => {
      await this.#begin(attempt, attempt.rule.phase);
      await attempt.go(() => establishAll(attempt));
    };
    if (recorded === null) {
      await Promise.all([
        ...attempts.filter(({ isAsked }) => isAsked).map(begin),
        ask(
          attempts.filter(({ isAsked }) => !isAsked),
          begin,
        ),
      ]);
      return;
    }
    for (const attempt of attempts) {
      await begin(attempt);
      await attempt.go(async () => {
        attempt.results = await tryRecorded(attempt.rule, attempt.t, recorded);
      });
    }
  }

  /** Tries rules on creations, one after the other: each creates issues that another one would count. */
  async #tryInTurn(
    attempts: readonly RuleAttempt[],
    finish: (attempt: RuleAttempt) => Promise<void>,
  ): Promise<void> {
    for (const attempt of attempts) {
      await this.#tryAlone(attempt);
      await finish(attempt);
    }
  }

  /** Tries a rule that judges by itself, or observes. */
  async #tryAlone(attempt: RuleAttempt): Promise<void> {
    const { rule } = attempt;
    await this.#begin(attempt, rule.phase);
    await attempt.go(async () => {
      const { t } = attempt;
      if (!isCreationRule(rule)) {
        if (rule.level === 'observed') await rule.observe(t);
        return;
      }
      await establishAll(attempt);
      if (t.doubts.length === 0) attempt.results = await rule.judge(t);
      // The creations that it judged were sent with TOKEN.
      t.judged.count('member', attempt.results.length - t.judged.cases);
    });
  }

  /** Ends the attempt at a rule with the number of issues that it lacks, if they were counted. @throws {Stopped} */
  async #countData(attempt: RuleAttempt): Promise<void> {
    if (!this.run.isRead) return;
    const reason = whyTooFew(attempt.rule, await this.run.now());
    if (reason !== null) attempt.cutShort = because('data', reason);
  }

  /** Returns the doubts of a rule that counts the errors by chance of the run. */
  #errorsByChance(rule: Rule): Doubt[] {
    const errors =
      isCaseRule(rule) && rule.errors !== undefined ? this.run.errors.byChance(rule.errors) : null;
    return errors === null || !isTrait(errors)
      ? []
      : [{ ...because('unstable', `${inChance(errors)}.`), errorsByChance: true }];
  }

  #tried(attempt: RuleAttempt, from: number): Tried {
    const { rule, results, cutShort, trial: t } = attempt;
    const missing = missingOf(rule, this.run.settings);
    const isSignedIn = missing.length === 0 && !this.#maySend(rule);
    const findings: Findings = {
      missing,
      results,
      unmet: isSignedIn ? [SIGNED_IN] : [...(t?.doubts ?? []), ...this.#errorsByChance(rule)],
      observation: t?.observation ?? null,
      cutShort,
      misgiving: this.run.listings.misgiving,
    };
    return {
      rule,
      verdict: withBlames(verdictOf(rule.level, findings), rule),
      cases: results.length,
      requests: t?.requests ?? 0,
      how: t === null || t.judged.cases === 0 ? null : t.judged.how,
      ms: attempt.ms + this.run.clock.now() - from,
      isAfterWrites: rule.phase !== 'write' && this.run.hasWritten,
      ...(t === null || t.note === null ? {} : { note: t.note }),
    };
  }
}
