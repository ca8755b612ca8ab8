import { hash } from 'node:crypto';
import { cut, type Hidden } from '../client/secrets.ts';
import type { RunContext } from '../context/run-context.ts';
import { areIdentical, type Keys } from '../listings/compare.ts';
import type { InconclusiveFinding } from '../model/finding.ts';
import { type Answer, allEnded, keyOf, type PlannedRequest, type Send } from '../model/planned-request.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { Observation } from '../model/verdict.ts';
import { NotMade, type ObservedRule } from './observed-rule.ts';
import { statusOf } from './requests.ts';

export type Observed = (Observation | InconclusiveFinding) & { readonly requests: number };

/** Times that listings are compared until the plain list is at rest. */
const TRIES = 3;
/** Lengths of a value and of a note, in UTF-16 units. */
const VALUE_LENGTH = 200;
const NOTE_LENGTH = 900;

export class Observer {
  readonly #run: RunContext;
  readonly #rules: readonly ObservedRule[];
  readonly #made: Map<RuleId, Observed>;
  readonly #requests = new Map<RuleId, number>();
  /** Answers to listings that were compared, by request: equal ones are sent once. */
  readonly #compared = new Map<string, Promise<Answer>>();
  /** True once all gating rules were tried, so that requests that were reserved for confirmations are free. */
  #isLast = false;

  /** @param made filled, by rule */
  constructor(run: RunContext, rules: readonly ObservedRule[], made: Map<RuleId, Observed>) {
    this.#run = run;
    this.#rules = rules;
    this.#made = made;
  }

  #left = (at: ObservedRule['at']): ObservedRule[] =>
    this.#rules.filter((rule) => rule.at === at && !this.#made.has(rule.id));

  /** Makes those that create nothing and send no invalid credential, side by side. @throws {Stopped} */
  async makeListings(): Promise<void> {
    const compared = this.#left('compared');
    const compare = async (): Promise<void> => {
      for (let tries = 0; compared.length > 0 && tries < TRIES; tries += 1)
        if (await this.#compare(compared)) break;
    };
    await allEnded([compare(), ...this.#left('beside').map((rule) => this.#make(rule))]);
  }

  /** Makes all that are left, after the gating rules. @throws {Stopped} */
  async makeRest(): Promise<void> {
    this.#isLast = true;
    await this.makeListings();
    for (const rule of this.#left('alone')) await this.#make(rule);
    for (const time of ['created', 'recorded', 'last'] as const)
      await allEnded(this.#left(time).map((rule) => this.#make(rule)));
  }

  /** Makes one observation, and notes its result. @param tell returns its value in full @throws {Stopped} */
  async #make(rule: ObservedRule, tell = () => this.#observe(rule)): Promise<void> {
    let observed: Observation | InconclusiveFinding;
    try {
      observed = observationOf(this.#run.secrets.scrub(await tell()));
    } catch (error) {
      if (!(error instanceof NotMade)) throw error;
      observed = error.finding;
    }
    this.#made.set(rule.id, { ...observed, requests: this.#requests.get(rule.id) ?? 0 });
  }

  /** Makes observations concurrently, between two requests for the plain list. Returns false if the list changed. */
  async #compare(rules: readonly ObservedRule[]): Promise<boolean> {
    const plain = this.#plain();
    this.#compared.clear();
    const observed = rules.map((rule) => ({
      rule,
      told: plain.then((before) => this.#observe(rule, before, (ask) => this.#sendOnce(ask, rule.id))),
    }));
    // No request stays in flight if one of them ends the run.
    await Promise.allSettled(observed.map(({ told }) => told));
    const keys = (answer: Answer): Keys => this.#run.keys(answer) ?? [];
    const isSame = plain.then(async (before) => areIdentical([keys(before), keys(await this.#plain())]));
    for (const { rule, told } of observed)
      await this.#make(rule, async () => {
        if (await isSame) return told;
        const why = 'The list changed during each comparison; run again while nobody writes.';
        throw new NotMade('unstable', why);
      });
    return isSame.catch(() => true);
  }

  /** @throws {NotMade} @throws {Stopped} */
  #observe(
    { id, at, observe }: ObservedRule,
    plain = readable(this.#run.recorded.plain.get(this.#run.primaryCaller.kind)),
    send: Send = (ask) => this.#send(ask, id),
  ): string | Promise<string> {
    if (at === 'recorded' && this.#run.playback?.gapReason != null)
      throw new NotMade('limit', 'Not all answers are known.');
    return observe({ run: this.#run, plain, send });
  }

  /** Sends a listing unless an equal one was sent. @throws {NotMade} @throws {Stopped} */
  #sendOnce(ask: PlannedRequest, id: RuleId): Promise<Answer> {
    const key = keyOf(ask);
    const answer = this.#compared.get(key) ?? this.#send(ask, id);
    this.#compared.set(key, answer);
    return answer;
  }

  #plain = async (): Promise<Answer> => readable(await this.#send(this.#run.list(this.#run.primaryCaller)));

  /** Returns an answer that is not intermittent: an error must come twice. @throws {NotMade} @throws {Stopped} */
  async #send(ask: PlannedRequest, id?: RuleId, before?: number): Promise<Answer> {
    if (!this.#run.profile.observes)
      throw new NotMade(
        'setting',
        'This profile does not send the request; run again with PROFILE=standard.',
      );
    if (id !== undefined) this.#requests.set(id, (this.#requests.get(id) ?? 0) + 1);
    const answer = await this.#run.send({ observed: {}, ...ask }, { confirming: this.#isLast });
    if (answer.unsaid !== null) throw new NotMade(answer.unsaid.cause, answer.unsaid.reason);
    const status = statusOf(answer);
    if (status > 0 && (before === undefined ? status < 500 : status === before)) return answer;
    if (before === undefined) return this.#send(ask, id, status);
    const why = `One request got ${statusWord(before)}, then ${statusWord(status)}; run again when the service is stable.`;
    throw new NotMade(status === before ? 'unanswered' : 'unstable', why);
  }
}

/** Returns a status as a sentence names it; 0 means that no answer came. */
const statusWord = (status: number): string => (status === 0 ? 'no answer' : String(status));

/** Returns a short value of a text. A digest shows every change of a long text. @throws {NotMade} */
function observationOf(told: Hidden): Observation {
  // Blanks are no part of a secret.
  const line = told.replace(/[\p{C}\p{Z}]+/gu, ' ').trim() as Hidden;
  if (line === '') throw new NotMade('data', 'There was nothing to observe.');
  if (line.length <= VALUE_LENGTH) return { value: line, note: '' };
  const digest = ` digest ${hash('sha256', line).slice(0, 8)}`;
  const value = cut(line, VALUE_LENGTH - digest.length) + digest;
  return { value, note: `In full: ${cut(line, NOTE_LENGTH)}` };
}

function readable(plain: Answer | undefined): Answer {
  if (plain !== undefined && plain.list !== null) return plain;
  throw new NotMade('other-rule', 'The plain list cannot be read.', 'list.ok', 'list.array');
}
