import type { Profile, ProfileName } from './profile.ts';
import type { Caller, Premises } from '../survey/callers.ts';
import { credentialOf } from '../survey/callers.ts';
import type { Survey } from '../survey/survey.ts';
import type { Exchange } from '../target/exchange.ts';
import { bearer, type Credential, issuesPath, type Question } from '../target/question.ts';
import type { Secrets } from '../target/secrets.ts';
import type { Finder } from './finder.ts';
import { casesOf, type ForAll, seedFor, shrink } from './for-all.ts';
import type { Observation, TrialLog } from './log.ts';
import type { CaseResult, Judgement, Probe, Violation } from './probe.ts';
import { answersTo, type Bench, judge, settle } from './settle.ts';
import type { Submission, Writer } from './writer.ts';

/** What a trial needs of the run it belongs to. */
export interface TrialContext extends Bench {
  readonly premises: Premises;
  readonly profile: Profile;
  readonly writer: Writer;
  readonly writes: 'none' | 'rejected' | 'all';
  readonly secrets: Secrets;
  readonly finder: Finder;
  /** Who asks for lists: the caller that the survey settled on. */
  readonly credential: Credential;
  /** How long a new issue may take to be listed, in milliseconds. */
  readonly listedWithinMs: number;
  /** The seed of this rule. */
  readonly seed: number;
  /** The seed of the run. */
  readonly runSeed: number;
  readonly concurrency: number;
  /** Answers that several rules need, by name. */
  readonly sharedAnswers: Map<string, Promise<Exchange>>;
  /** All exchanges of the run so far, for observations that cost no request. */
  readonly exchanges: () => readonly Exchange[];
}

type Tried = { readonly probe: Probe; readonly judgement: Judgement };

/** Trying one rule: cases are asked and judged, disagreements confirmed, controls and observations noted. */
export class Trial {
  readonly context: TrialContext;
  readonly #results: CaseResult[] = [];
  readonly #failedControls: string[] = [];
  #observation: Observation | null = null;

  constructor(context: TrialContext) {
    this.context = context;
  }

  get survey(): Survey {
    return this.context.survey;
  }

  get premises(): Premises {
    return this.context.premises;
  }

  get writer(): Writer {
    return this.context.writer;
  }

  /** By profile: `t.pick(3, 12, 60)` for quick, standard and thorough. */
  pick<T>(quick: T, standard: T, thorough: T): T {
    const choices: Record<ProfileName, T> = { quick, standard, thorough };
    return choices[this.context.profile.name];
  }

  as(caller: Caller): Credential {
    return credentialOf(caller, this.premises);
  }

  /** A seed that is the same for every rule of the run: for values that several rules share. */
  runSeed(purpose: string): number {
    return seedFor(this.context.runSeed, purpose);
  }

  /** A token that must never be shown, as a credential; it shows as `<label>`. */
  secretToken(token: string, label: string): Credential {
    this.context.secrets.add(token, label);
    return bearer(token);
  }

  /** One answer: to a GET from memory where it was asked before. @throws {Stopped} */
  ask(question: Question): Promise<Exchange> {
    return this.context.asker.ask(question, this.context.onAttempt);
  }

  /** One answer, asked for now. @throws {Stopped} */
  askAnew(question: Question): Promise<Exchange> {
    return this.context.asker.send(() => question, this.context.onAttempt);
  }

  /** One answer that several rules need, asked for by the first of them and sent once. @throws {Stopped} */
  shared(name: string, ask: () => Promise<Exchange>): Promise<Exchange> {
    const earlier = this.context.sharedAnswers.get(name);
    if (earlier !== undefined) return earlier;
    const answer = ask();
    this.context.sharedAnswers.set(name, answer);
    return answer;
  }

  /** Sends what may create an issue, now. @throws {Stopped} */
  submit(submission: Submission): Promise<Exchange> {
    return this.context.asker.send(this.writer.ask(submission), this.context.onAttempt);
  }

  /** Notes a control; where it does not hold, the sentence is why the rule is inconclusive. */
  control(holds: boolean, sentence: string): void {
    if (!holds) this.#failedControls.push(sentence);
  }

  /** Keys of the list as the survey found it, before this run wrote anything. */
  get knownAtFirst(): readonly string[] {
    return this.survey.atFirst.keys;
  }

  /** Whether the survey had read the whole list. */
  get knewAllAtFirst(): boolean {
    return this.survey.atFirst.complete;
  }

  /** Whether a URL is that of the public repository's collection, where what is accepted must turn up. */
  isPublicCollection(url: string): boolean {
    return new URL(url).pathname.endsWith(issuesPath(this.premises.repository));
  }

  /** Whether every control noted so far holds. */
  get controlsHold(): boolean {
    return this.#failedControls.length === 0;
  }

  /** The control of all list rules: a made-up repository is answered otherwise than the configured one. */
  controlRepositoryIsSeen(): void {
    this.control(
      this.survey.distinguished,
      'The target answers a repository that does not exist just as it answers the configured one, so nothing that it answers shows anything; mending list.unknown-repo decides it.',
    );
  }

  /** Writes down what was observed: a short stable value, and a sentence. */
  observe(value: string, note: string): void {
    this.#observation = { value, note };
  }

  /** Takes a result that was come by in another way than by {@link try}. */
  record(result: CaseResult): void {
    this.#results.push(result);
  }

  /** Tries cases, the best counterexample first; stops at the first confirmed violation. */
  async try(probes: readonly Probe[]): Promise<void> {
    const tried = await this.#lookAt(probes);
    for (const { probe, judgement } of tried) {
      const result = await this.#decide(probe, judgement);
      this.#results.push(result);
      if (result.kind === 'violated') return;
    }
  }

  /** Tries generated values; a violation is shrunk, and the shrunk case is tried again before it is reported. */
  async forAll<T>(property: ForAll<T>, probe: (value: T) => Probe): Promise<void> {
    const { seed } = this.context;
    const cases = casesOf(property, seed);
    const tried = await this.#lookAt(cases.map(({ value }) => probe(value)));
    for (const [index, { probe: one, judgement }] of tried.entries()) {
      const result = await this.#decide(one, judgement);
      if (result.kind !== 'violated') {
        this.#results.push(result);
        continue;
      }
      const at = cases[index]?.at ?? null;
      const smaller = at === null ? null : await this.#smaller(property, at, probe);
      this.#results.push({ kind: 'violated', violation: smaller ?? result.violation });
      return;
    }
  }

  /** What the trial brought to light. */
  log(missing: readonly string[], cutShort: string | null): TrialLog {
    return {
      missing,
      results: this.#results,
      failedControls: this.#failedControls,
      observation: this.#observation,
      cutShort,
    };
  }

  /** Asks all cases, and judges them as they come; N in flight is the client's business. */
  #lookAt(probes: readonly Probe[]): Promise<Tried[]> {
    return Promise.all(probes.map(async (probe) => ({ probe, judgement: await this.#look(probe, false) })));
  }

  async #look(probe: Probe, fresh: boolean): Promise<Judgement> {
    const answers = await answersTo(probe, this.context, fresh);
    return judge(probe, answers, await this.survey.known(probe.against ?? this.survey.base));
  }

  async #decide(probe: Probe, judgement: Judgement): Promise<CaseResult> {
    if (judgement.kind !== 'violated') return judgement;
    const known = await this.survey.known(probe.against ?? this.survey.base);
    let sighting = judgement;
    if (this.survey.moves > 0 && probe.against !== undefined) {
      // Others are at work, and what is known may be newer than the answer: look once more before confirming.
      const again = await this.#look(probe, true);
      if (again.kind !== 'violated') return again;
      sighting = again;
    }
    return settle(probe, { sighting, known }, this.context);
  }

  async #smaller<T>(property: ForAll<T>, at: number, probe: (value: T) => Probe): Promise<Violation | null> {
    const { seed, profile } = this.context;
    const found = await shrink(property.values, { seed, at, most: profile.shrinks }, async (value) => {
      const judgement = await this.#look(probe(value), false);
      return judgement.kind === 'violated';
    });
    if (found === undefined) return null;
    const judgement = await this.#look(probe(found), true);
    const result = await this.#decide(probe(found), judgement);
    return result.kind === 'violated' ? result.violation : null;
  }
}
