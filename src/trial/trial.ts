import type { Caller, Premises } from '../survey/callers.ts';
import { credentialOf } from '../survey/callers.ts';
import type { Survey } from '../survey/survey.ts';
import type { Exchange } from '../target/exchange.ts';
import { bearer, type Credential, issuesPath, type Question } from '../target/question.ts';
import type { TrialContext } from './context.ts';
import { decideAll, look, settleTried, type Tried } from './decide.ts';
import { casesOf, type ForAll, plainest, seedFor, shrink } from './for-all.ts';
import type { Observation, TrialLog } from './log.ts';
import type { CaseResult, Probe, Violation } from './probe.ts';
import type { ProfileName } from './profile.ts';
import { probeOf, remade } from './recorded.ts';
import { judge } from './settle.ts';
import type { Submission, Writer } from './writer.ts';

function once<T>(known: Map<string, Promise<T>>, name: string, find: () => Promise<T>): Promise<T> {
  const earlier = known.get(name);
  if (earlier !== undefined) return earlier;
  const found = find();
  known.set(name, found);
  return found;
}

/** Trying one rule: cases are asked and judged, disagreements confirmed, controls and observations noted. */
export class Trial {
  readonly context: TrialContext;
  readonly #results: CaseResult[] = [];
  readonly #failedControls: string[] = [];
  #observation: Observation | null = null;
  #properties = 0;

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

  /** Whether only the least is tried. */
  get isQuick(): boolean {
    return this.context.profile.name === 'quick';
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
    return once(this.context.sharedAnswers, name, ask);
  }

  /** One finding that several rules need, come by once. @throws {Stopped} */
  sharedFinding(name: string, find: () => Promise<boolean>): Promise<boolean> {
    return once(this.context.sharedFindings, name, find);
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

  /** Whether a violation was confirmed already. */
  get isViolated(): boolean {
    return this.#results.some(({ kind }) => kind === 'violated');
  }

  /** Whether every control noted so far holds. */
  get controlsHold(): boolean {
    return this.#failedControls.length === 0;
  }

  /** The control of all list rules: a made-up repository is answered otherwise than the configured one. */
  controlRepositoryIsSeen(): void {
    this.control(
      this.survey.distinction !== 'unsteady',
      'The target answered the plain list, or a repository that does not exist, with one status and then with another, so nothing that it answers shows anything; a steadier target decides it.',
    );
    this.control(
      this.survey.distinguished,
      'The target answers a repository that does not exist just as it answers the configured one, so nothing that it answers shows anything; mending list.unknown-repo decides it.',
    );
  }

  /** Whether an observation may send requests of its own; where it may not, that is noted as the reason. */
  mayAskMore(): boolean {
    this.control(
      this.context.profile.observes,
      'PROFILE=quick makes only observations that cost no request; PROFILE=standard makes this one.',
    );
    return this.context.profile.observes;
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
    const { recorded, secrets } = this.context;
    const chosen = recorded === null ? probes : remade(probes, recorded, (value) => secrets.scrubAll(value));
    await this.#decide(await this.#lookAt(chosen));
  }

  /** Tries a case that was asked already, as the control of other rules; it is asked again only where it disagrees. */
  async tryWith(answer: Exchange, probe: Probe): Promise<void> {
    if (this.context.recorded !== null) return this.try([probe]);
    const known = await this.survey.known();
    await this.#decide([{ probe, judgement: judge(probe, [answer], known), known }]);
  }

  /** Tries generated values; a violation is shrunk, and the shrunk case is tried again before it is reported. */
  async forAll<T>(whole: ForAll<T>, probe: (value: T) => Probe): Promise<void> {
    const place = this.#properties;
    this.#properties += 1;
    const property = this.context.again ? plainest(whole) : whole;
    const cases = casesOf(property, property.seed ?? this.context.seed);
    const { recorded } = this.context;
    if (recorded !== null) {
      const generated = recorded.property === place ? probeOf(recorded, probe) : null;
      return this.try(generated === null ? cases.map(({ value }) => probe(value)) : [generated]);
    }
    const tried = await this.#lookAt(cases.map(({ value }) => probe(value)));
    const violated = await this.#decide(tried);
    const found = violated === null ? undefined : cases[tried.indexOf(violated)];
    if (found === undefined) return;
    const smaller = found.at === null ? null : await this.#smaller(property, found.at, probe);
    const last = this.#results.pop();
    if (last?.kind !== 'violated') throw new Error('the case that was confirmed is the last one');
    const { violation, value } = smaller ?? { violation: last.violation, value: found.value };
    this.record({ kind: 'violated', violation: { ...violation, generated: { property: place, value } } });
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

  /** Asks all cases; N in flight is the client's business. */
  #lookAt(probes: readonly Probe[]): Promise<Tried[]> {
    return Promise.all(probes.map((probe) => look(probe, this.context)));
  }

  #decide(tried: readonly Tried[]): Promise<Tried | null> {
    return decideAll(tried, this.context, (result) => this.#results.push(result));
  }

  async #smaller<T>(
    property: ForAll<T>,
    at: number,
    probe: (value: T) => Probe,
  ): Promise<{ readonly violation: Violation; readonly value: T } | null> {
    const { profile } = this.context;
    const seed = property.seed ?? this.context.seed;
    const value = await shrink(property.values, { seed, at, most: profile.shrinks }, async (one) => {
      const { judgement } = await look(probe(one), this.context);
      return judgement.kind === 'violated';
    });
    if (value === undefined) return null;
    const result = await settleTried(await look(probe(value), this.context), this.context);
    return result.kind === 'violated' ? { violation: result.violation, value } : null;
  }
}
