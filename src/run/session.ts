import fc from 'fast-check';
import { type CatalogueEntry, entryOf, type RuleId } from '../catalogue/index.ts';
import { names } from '../generate/names.ts';
import type { LatencyReport, RuleReport } from '../report/model.ts';
import { credentialOf, type Premises } from '../survey/callers.ts';
import { Survey } from '../survey/survey.ts';
import { Unusable } from '../survey/unusable.ts';
import { Asker } from '../target/asker.ts';
import { Client } from '../target/client.ts';
import type { Exchange } from '../target/exchange.ts';
import type { Address } from '../target/question.ts';
import { Secrets } from '../target/secrets.ts';
import { Stopped } from '../target/stopped.ts';
import { Finder } from '../trial/finder.ts';
import { seedFor } from '../trial/for-all.ts';
import type { TrialLog } from '../trial/log.ts';
import { PROFILES, type Profile, type ProfileName } from '../trial/profile.ts';
import type { Recorded } from '../trial/recorded.ts';
import type { Rule } from '../trial/rule.ts';
import { Trial } from '../trial/trial.ts';
import { nowhereYet } from '../trial/whereabouts.ts';
import { Writer } from '../trial/writer.ts';
import { Latencies } from './latencies.ts';
import { missingSettings } from './needs.ts';
import { isWriting } from './phases.ts';
import { ruleReport } from './rule-report.ts';

/** Everything that a session needs to know, as plain data: it crosses from one thread to another. */
export interface SessionSettings {
  readonly runId: string;
  readonly address: Address;
  readonly premises: Premises;
  readonly writes: 'none' | 'rejected' | 'all';
  readonly profile: ProfileName;
  readonly seed: number;
  readonly concurrency: number;
  readonly maxRequests: number;
  readonly maxRate: number | undefined;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly listedWithinMs: number;
}

/** What a session has sent so far. */
export interface Tally {
  readonly requests: number;
  readonly retries: number;
  /** How long the answers took; absent where nothing was answered yet. */
  readonly latency?: LatencyReport;
}

/** Bodies up to this length are kept for observations; longer ones would keep a whole list in memory each. */
const KEPT_BODY = 4096;

/** One run against one target: surveys it once, and tries rules, each on its own or many at the same time. */
export class Session {
  readonly #settings: SessionSettings;
  readonly #client: Client;
  readonly #asker: Asker;
  readonly #secrets = new Secrets();
  readonly #writer: Writer;
  readonly #exchanges: Exchange[] = [];
  readonly #sharedAnswers = new Map<string, Promise<Exchange>>();
  readonly #sharedFindings = new Map<string, Promise<boolean>>();
  #survey: Promise<Survey> | null = null;
  #lookedAgain: Promise<void> | null = null;
  readonly #reports = new Map<string, RuleReport>();
  #unusable: string | null = null;
  readonly #whereabouts = nowhereYet();
  readonly #latencies = new Latencies();

  constructor(settings: SessionSettings) {
    this.#settings = settings;
    this.#client = new Client(settings);
    this.#writer = new Writer(settings.runId);
    this.#asker = new Asker(this.#client, settings.address, (exchange) => this.#note(exchange));
    if (settings.premises.token !== undefined) this.#secrets.add(settings.premises.token, 'TOKEN');
    if (settings.premises.outsiderToken !== undefined)
      this.#secrets.add(settings.premises.outsiderToken, 'OUTSIDER_TOKEN');
  }

  get tally(): Tally {
    const latency = this.#latencies.summary;
    return {
      requests: this.#client.requests,
      retries: this.#client.retries,
      ...(latency === null ? {} : { latency }),
    };
  }

  /** Why the target cannot be checked at all, once that is known. */
  get unusable(): string | null {
    return this.#unusable;
  }

  /** Looks at the target; done once, whoever asks. @throws {Unusable} @throws {Stopped} */
  survey(): Promise<Survey> {
    this.#survey ??= this.#look();
    return this.#survey;
  }

  /** Ends the run: rules that are not decided yet become inconclusive. */
  stop(cause: 'deadline' | 'interrupted'): void {
    this.#client.pace.stop(cause);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /**
   * Tries one rule. Never throws for what the target does.
   * @param again whether it was tried before and is now tried once more, with few cases, after this run has written to the
   * target. That can only bring a violation to light: where nothing is to be seen, what was reported before stands.
   * @throws {Error} where the check itself is at fault
   */
  async try(rule: Rule, again = false): Promise<RuleReport> {
    const earlier = this.#reports.get(rule.id);
    if (!again || earlier === undefined) {
      const report = await this.#try(rule, PROFILES[this.#settings.profile]);
      this.#reports.set(rule.id, report);
      return report;
    }
    if (earlier.verdict !== 'pass') return earlier;
    const few = { ...PROFILES.quick, confirmations: PROFILES[this.#settings.profile].confirmations };
    const report = await this.#try(rule, few, { again: true });
    const cases = earlier.cases + report.cases;
    const requests = earlier.requests + report.requests;
    if (report.failure === undefined) return { ...earlier, cases, requests };
    const actual = `${report.failure.actual}; before this run wrote to the target the rule held`;
    return { ...report, cases, requests, failure: { ...report.failure, actual } };
  }

  /**
   * Tries a rule once more: the one case that an earlier report recorded, or all cases.
   * @param recorded the case; `null` for all
   * @param again whether the case was made when the rule was tried for the second time in its run
   */
  retry(rule: Rule, recorded: Recorded | null, again: boolean): Promise<RuleReport> {
    return this.#try(rule, PROFILES[this.#settings.profile], { again, recorded });
  }

  async #try(
    { id, check }: Rule,
    profile: Profile,
    { again = false, recorded = null }: { again?: boolean; recorded?: Recorded | null } = {},
  ): Promise<RuleReport> {
    const entry = entryOf(id);
    const missing = missingSettings(entry.needs, this.#settings);
    if (missing.length > 0) return this.#report(entry, { missing }, 0);
    this.#client.pace.keep(this.#keptFor(entry));
    let requests = 0;
    let survey: Survey;
    try {
      survey = await this.survey();
      if (entry.phase === 'read') await this.#lookAgain(survey);
    } catch (error) {
      return this.#report(entry, { cutShort: reasonOf(error) }, 0);
    }
    const context = { ...this.#contextFor(id, survey, profile, () => (requests += 1)), again, recorded };
    const trial = new Trial(context);
    let cutShort: string | null = null;
    try {
      await check(trial);
    } catch (error) {
      cutShort = reasonOf(error);
    }
    return this.#report(entry, trial.log([], cutShort), requests);
  }

  /** Waits until the time is over that the last write may take to be listed. @throws {Stopped} */
  async #untilListed(): Promise<boolean> {
    const last = this.#writer.writes.at(-1)?.exchange;
    if (last === undefined) return false;
    const left = last.startedAt + last.ms + this.#settings.listedWithinMs - performance.now();
    if (left > 0) await this.#asker.wait(left);
    return left > 0;
  }

  /** Where lists are read last, those who search for lost creations leave a third of the requests to them. */
  #keptFor({ phase }: CatalogueEntry): number {
    const { profile, maxRequests } = this.#settings;
    const isBefore = isWriting(phase) || phase === 'after';
    return profile === 'quick' && isBefore ? Math.floor(maxRequests / 3) : 0;
  }

  /** Rules that read compare with the list as it is after all that this run wrote; looked at once. */
  async #lookAgain(survey: Survey): Promise<void> {
    if (this.#writer.writes.length === 0) return;
    this.#lookedAgain ??= survey.lookAgain();
    await this.#lookedAgain;
  }

  #contextFor(id: RuleId, survey: Survey, profile: Profile, onAttempt: () => void) {
    const { address, premises, seed, concurrency, listedWithinMs } = this.#settings;
    const context = {
      asker: this.#asker,
      survey,
      confirmations: profile.confirmations,
      onAttempt,
      untilListed: () => this.#untilListed(),
      premises,
      profile,
      writer: this.#writer,
      secrets: this.#secrets,
      versionHeader: address.apiVersionHeader.toLowerCase(),
      credential: credentialOf(survey.base, premises),
      writes: this.#settings.writes,
      listedWithinMs,
      seed: seedFor(seed, id),
      runSeed: seed,
      concurrency,
      sharedAnswers: this.#sharedAnswers,
      sharedFindings: this.#sharedFindings,
      exchanges: () => this.#exchanges,
    };
    return { ...context, finder: new Finder(context, this.#whereabouts) };
  }

  #look(): Promise<Survey> {
    const { premises, address, seed } = this.#settings;
    const [owner = '', repo = ''] = fc.sample(names, { seed: seedFor(seed, 'survey'), numRuns: 2 });
    return Survey.take(this.#asker, premises, address.baseUrl, { owner, repo }).catch((error: unknown) => {
      if (error instanceof Unusable) this.#unusable = this.#secrets.scrub(error.message);
      throw error;
    });
  }

  #note(exchange: Exchange): void {
    this.#writer.note(exchange);
    const { response } = exchange;
    if (response !== null) this.#latencies.add(exchange.ms);
    const long = response !== null && response.body.length > KEPT_BODY;
    this.#exchanges.push(long ? { ...exchange, response: { ...response, body: '' } } : exchange);
  }

  #report(entry: CatalogueEntry, log: Partial<TrialLog>, requests: number): RuleReport {
    const afterWrites = !isWriting(entry.phase) && this.#writer.writes.length > 0;
    const { seed } = this.#settings;
    return ruleReport(entry, log, { requests, seed, secrets: this.#secrets, afterWrites });
  }
}

/** Why a trial ended, where that is the target's or the run's doing; anything else is a fault of this program. */
function reasonOf(error: unknown): string {
  if (error instanceof Stopped || error instanceof Unusable) return error.message;
  throw error;
}
