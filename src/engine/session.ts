import { because, causeOfStop, type Doubt } from '../client/doubt.ts';
import { Stopped } from '../client/stopped.ts';
import { Unusable } from '../snapshot/complaint.ts';
import { LetGo } from '../snapshot/records.ts';
import { lookAtAll, tryCases, tryRecorded } from './case-rules.ts';
import type { HowTried } from './judged.ts';
import type { Looked } from './looking.ts';
import type { CaseResult } from './oracle.ts';
import { readsRequests } from './preconditions.ts';
import { PHASES } from './profile.ts';
import type { CaseRule, CreationRule, Rule } from './rule.ts';
import { Run, type RunSettings, type Surroundings } from './run.ts';
import { type Recorded, Trial } from './trial.ts';
import { type Findings, NOTHING_FOUND, type Verdict, verdictOf } from './verdict.ts';
import type { Need, Phase } from './words.ts';

/** What became of one rule. */
export interface Tried {
  readonly rule: Rule;
  readonly verdict: Verdict;
  /** Cases tried. */
  readonly cases: number;
  /** Requests sent for this rule alone. */
  readonly requests: number;
  /** By whom its cases were asked, and one that held; `null` where none was judged. */
  readonly how: HowTried | null;
  /** Milliseconds for which it was under way, in the earlier phase too in which it sent something. */
  readonly ms: number;
  /** Whether what this run had written before may have part in it. */
  readonly isAfterWrites: boolean;
  /** What a pass rests on, where that is worth saying: for how long it was watched. */
  readonly note?: string;
}

/** What a rule may need beyond the target: how it is called, and whether settings give it. */
const NEEDS: Readonly<
  Record<Need, { readonly setting: string; readonly isGiven: (settings: RunSettings) => boolean }>
> = {
  TOKEN: { setting: 'TOKEN', isGiven: ({ bed }) => bed.token !== undefined },
  OUTSIDER_TOKEN: { setting: 'OUTSIDER_TOKEN', isGiven: ({ bed }) => bed.outsiderToken !== undefined },
  PRIVATE_REPO: { setting: 'PRIVATE_REPO', isGiven: ({ bed }) => bed.privateRepository !== undefined },
  'WRITES=rejected': { setting: 'WRITES (rejected or all)', isGiven: ({ writes }) => writes !== 'none' },
  'WRITES=all': { setting: 'WRITES (all)', isGiven: ({ writes }) => writes === 'all' },
};

/** Settings that a rule needs and that are not there, as a person would set them. */
export const missingOf = ({ needs }: Rule, settings: RunSettings): string[] =>
  needs.filter((need) => !NEEDS[need].isGiven(settings)).map((need) => NEEDS[need].setting);

/** Why nothing follows for somebody without a credential, or with one that must be refused. */
export const SIGNED_IN = because(
  'setting',
  'HEADERS sends a Cookie with every request, which may sign in, so nothing follows for a caller without a credential or with an invalid one; leave Cookie out of HEADERS to decide this.',
);

/** What became of a rule, before it is known how long it took. */
type Untimed = Omit<Tried, 'ms'>;

/** What a rule sends in an earlier phase than that in which it is judged. */
type Early = { readonly t: Trial; readonly looked: readonly Looked[] };

const isCaseRule = (rule: Rule): rule is CaseRule => 'cases' in rule;
const isCreationRule = (rule: Rule): rule is CreationRule => 'judge' in rule;

const earlyPhaseOf = (rule: Rule): Phase | undefined =>
  isCaseRule(rule) ? rule.asked : isCreationRule(rule) ? rule.early?.phase : undefined;

/** Rules that are tried at the same time, and those that send something then, to be judged later. */
export interface Group {
  readonly phase: Phase;
  readonly rules: readonly Rule[];
  readonly early: readonly Rule[];
}

/** The groups in which chosen rules are tried, one after the other. */
export function groupsOf(rules: readonly Rule[]): Group[] {
  return PHASES.map(({ phase }) => ({
    phase,
    rules: rules.filter((rule) => rule.phase === phase),
    early: rules.filter((rule) => earlyPhaseOf(rule) === phase),
  })).filter((group) => group.rules.length > 0 || group.early.length > 0);
}

/** Tries rules on one target, phase by phase. Never throws for what the target does. */
export class Session {
  readonly run: Run;
  readonly #early = new Map<Rule, Promise<Early | Doubt>>();
  /** How long rules took for what they sent in an earlier phase. */
  readonly #earlyMs = new Map<Rule, number>();

  constructor(settings: RunSettings, surroundings: Surroundings = {}) {
    this.run = new Run(settings, surroundings);
  }

  close(): Promise<void> {
    return this.run.close();
  }

  /** Begins a phase: its requests, and what later rules send in it. */
  begin({ phase, rules, early }: Group): void {
    const { target } = this.run;
    const place = PHASES.findIndex((each) => each.phase === phase);
    const shares = PHASES.slice(place).map(({ share }) => share);
    const [own = 1, ...later] = shares;
    const rest = later.reduce((sum, share) => sum + share, 0);
    target.client.pace.keep(0);
    target.client.pace.keep(Math.floor((target.client.pace.left * rest) / (own + rest)));
    // What was written meanwhile is in no answer from before.
    if (phase === 'read' || phase === 'end') this.run.forget();
    this.run.expect(rules.length);
    for (const rule of early)
      if (this.#maySend(rule))
        this.#early.set(
          rule,
          this.run.active(() => this.#ask(rule)),
        );
  }

  /** Ends a phase: what was sent in it for later is answered. */
  async end({ early }: Group): Promise<void> {
    await Promise.all(early.map(async (rule) => this.#early.get(rule)));
  }

  /** Tries one of the rules with which its phase was begun. @throws {Error} where the rule itself is at fault */
  async try(rule: Rule): Promise<Tried> {
    try {
      return await this.#timed(rule, null);
    } finally {
      this.run.done();
    }
  }

  /**
   * Tries a rule once more: the one case that an earlier report recorded, or all cases.
   * @param recorded the case; `null` for all
   */
  retry(rule: Rule, recorded: Recorded | null): Promise<Tried> {
    this.#early.delete(rule);
    this.#earlyMs.delete(rule);
    this.run.forget();
    return this.run.active(async () => {
      if (isCreationRule(rule) && rule.early !== undefined && this.#maySend(rule))
        this.#early.set(rule, this.#ask(rule));
      return this.#timed(rule, recorded);
    });
  }

  async #timed(rule: Rule, recorded: Recorded | null): Promise<Tried> {
    const from = this.run.clock.now();
    const tried = await this.#try(rule, recorded);
    return { ...tried, ms: this.run.clock.now() - from + (this.#earlyMs.get(rule) ?? 0) };
  }

  /** Whether its settings are there, and nothing is in the way of what it shows. */
  #maySend(rule: Rule): boolean {
    const { settings, mayBeSignedIn } = this.run;
    return missingOf(rule, settings).length === 0 && !(mayBeSignedIn && rule.minds === 'cookies');
  }

  async #try(rule: Rule, recorded: Recorded | null): Promise<Untimed> {
    const missing = missingOf(rule, this.run.settings);
    if (missing.length > 0) return this.#tried(rule, { missing });
    if (!this.#maySend(rule)) return this.#tried(rule, { unmet: [SIGNED_IN] });
    let t: Trial;
    try {
      const early = await this.#early.get(rule);
      if (early !== undefined && 'cause' in early) return this.#tried(rule, { cutShort: early });
      t = early?.t ?? (await this.#trial(rule, rule.phase));
      // What was asked early may have been asked before the target was read.
      if (early !== undefined && rule.phase !== 'write') await this.run.first();
      const looked = early?.looked ?? null;
      return await this.#tryWith(rule, t, looked, recorded);
    } catch (error) {
      return this.#tried(rule, { cutShort: doubtOf(error) });
    }
  }

  async #tryWith(
    rule: Rule,
    t: Trial,
    looked: readonly Looked[] | null,
    recorded: Recorded | null,
  ): Promise<Untimed> {
    const results: CaseResult[] = [];
    let cutShort: Doubt | null = null;
    try {
      if (isCaseRule(rule) || isCreationRule(rule)) await establish(rule, t);
      if (isCaseRule(rule))
        results.push(
          ...(await (recorded === null ? tryCases(rule, t, looked) : tryRecorded(rule, t, recorded))),
        );
      else if (isCreationRule(rule)) {
        if (t.doubts.length === 0) results.push(...(await rule.judge(t)));
        // Whatever else it asked, what it judged was created with TOKEN.
        t.judged.count('member', results.length - t.judged.cases);
      } else await rule.observe(t);
      if (isCaseRule(rule) || isCreationRule(rule)) await control(rule, t, results);
    } catch (error) {
      cutShort = doubtOf(error);
    }
    return this.#tried(rule, { results, unmet: t.doubts, observation: t.observation, cutShort }, t);
  }

  /** What a rule is tried with in a phase, once the target was read as far as that takes. */
  async #trial(rule: Rule, phase: Phase): Promise<Trial> {
    // In quick, what is written comes before the first reading, so that the list need not be read twice.
    if (phase === 'write' && this.run.profile.name === 'quick') await this.run.shallList();
    else await this.run.first();
    return new Trial(this.run, rule);
  }

  /** Asks what a rule asks in an earlier phase. @returns why it could not */
  async #ask(rule: Rule): Promise<Early | Doubt> {
    const from = this.run.clock.now();
    try {
      const t = await this.#trial(rule, earlyPhaseOf(rule) ?? rule.phase);
      if (isCreationRule(rule)) await rule.early?.send(t);
      return { t, looked: isCaseRule(rule) ? await lookAtAll(rule, t) : [] };
    } catch (error) {
      return doubtOf(error);
    } finally {
      this.#earlyMs.set(rule, this.run.clock.now() - from);
    }
  }

  #tried(rule: Rule, part: Partial<Findings>, t?: Trial): Untimed {
    const findings = { ...NOTHING_FOUND, misgiving: this.run.misgiving, ...part };
    return {
      rule,
      verdict: withBlames(verdictOf(rule.level, findings), rule),
      cases: findings.results.length,
      requests: t?.requests ?? 0,
      how: t === undefined || t.judged.cases === 0 ? null : t.judged.how,
      isAfterWrites: rule.phase !== 'write' && this.run.hasWritten,
      ...(t === undefined || t.note === null ? {} : { note: t.note }),
    };
  }
}

/** If another rule keeps this one undecided, and the doubt does not say which, all that may explain it are blamed. */
function withBlames(verdict: Verdict, rule: Rule): Verdict {
  const isOpen = verdict.verdict === 'inconclusive' && verdict.cause === 'other-rule';
  return isOpen && verdict.blames === undefined && rule.level !== 'observed'
    ? { ...verdict, blames: rule.explainedBy }
    : verdict;
}

async function establish(rule: CaseRule | CreationRule, t: Trial): Promise<void> {
  for (const { establish: find } of rule.preconditions) {
    const doubt = await find(t);
    if (doubt !== null) t.unmet(doubt);
  }
}

/** Looks whether a rule that would pass was tried on a service that could have failed it. @throws {Stopped} */
async function control(
  rule: CaseRule | CreationRule,
  t: Trial,
  results: readonly CaseResult[],
): Promise<void> {
  const isDecided = results.some(({ kind }) => kind === 'violated' || kind === 'undecided');
  if (isDecided || t.doubts.length > 0) return;
  const doubt = await (rule.control ?? readsRequests).establish(t);
  if (doubt !== null) t.unmet(doubt);
}

/** Why a trial ended, where that is the target's or the run's doing; anything else is a fault of this program. */
function doubtOf(error: unknown): Doubt {
  if (error instanceof Stopped) return because(causeOfStop(error.cause), error.message);
  if (error instanceof Unusable) return because('access', error.message);
  if (error instanceof LetGo) return because('limit', error.message);
  throw error;
}
