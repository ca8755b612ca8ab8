import { creationsIn, untilFound } from '../created/follow.ts';
import { isAccepted } from '../created/ledger.ts';
import type { Answer, Ask, Caller, Send } from '../model/ask.ts';
import type { Nothing } from '../model/rule.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { Observation } from '../model/verdict.ts';
import type { Run } from '../run/run.ts';
import { isAtRest } from '../snapshot/compare.ts';
import { statusOf } from './listings.ts';
import {
  type Asked,
  NotMade,
  type ObservedRule,
  type Other,
  type Seen,
  TIMES,
  type Told,
} from './observed-rule.ts';
import { truncate } from './texts.ts';

/** What became of an observation. */
export type Observed = (Observation | Nothing) & { readonly requests: number };

/** An observation that sends requests. */
type Asking = Asked & Pick<ObservedRule, 'id'>;

/** Times that listings are compared until the plain list is at rest. */
const TRIES = 3;
/** Length of a value, in UTF-16 units. */
const VALUE_LENGTH = 200;

/** Makes observations, and notes each as soon as it is made. @param made filled, by rule @throws {Stopped} */
export async function observeAll(
  run: Run,
  rules: readonly ObservedRule[],
  made: Map<RuleId, Observed>,
): Promise<void> {
  const observer = new Observer(run, made);
  for (const time of TIMES) {
    const now = rules.filter(({ at }) => at === time);
    const asking = now.flatMap(({ id, observe }) =>
      typeof observe === 'function' ? [] : [{ id, ...observe }],
    );
    if (time === 'reading') await observer.readAll(asking);
    else
      for (const rule of asking)
        await observer.make(rule.id, async () => rule.tell(await observer.ask(rule)));
    for (const { id, observe } of now)
      if (typeof observe === 'function') await observer.make(id, async () => observe(run));
  }
}

class Observer {
  readonly #run: Run;
  readonly #made: Map<RuleId, Observed>;
  readonly #requests = new Map<RuleId, number>();

  constructor(run: Run, made: Map<RuleId, Observed>) {
    this.#run = run;
    this.#made = made;
  }

  /** Makes one observation, and notes what became of it. @throws {Stopped} */
  async make(id: RuleId, observe: () => Promise<Told>): Promise<void> {
    const note = (observed: Observation | Nothing): void => {
      this.#made.set(id, { ...observed, requests: this.#requests.get(id) ?? 0 });
    };
    try {
      const told = await observe();
      const { value, note: more } = typeof told === 'string' ? { value: told, note: '' } : told;
      if (value === '') throw new NotMade('data', 'Nothing was there to be observed.');
      note({ value: truncate(this.#run.secrets.hide(value), VALUE_LENGTH), note: more });
    } catch (error) {
      if (!(error instanceof NotMade)) throw error;
      note(error.nothing);
    }
  }

  /** Makes observations of listings, until the plain list stays the same around those that are compared with it. */
  async readAll(rules: readonly Asking[]): Promise<void> {
    let left = rules;
    for (let tries = 0; tries < TRIES && left.length > 0; tries += 1) left = await this.#read(left);
  }

  /** Asks for everything at once, between the plain list and the plain list again. Returns the rules to be asked again. */
  async #read(rules: readonly Asking[]): Promise<Asking[]> {
    const before = this.#plain();
    const asked = rules.map(async (rule) => this.ask(rule, await before));
    const after = Promise.allSettled(asked).then(() => this.#plain());
    const again: Asking[] = [];
    const made = rules.map((rule, at) =>
      this.make(rule.id, async () => {
        const seen = await asked[at];
        if (seen === undefined) return '';
        if (rule.compares !== true || isSameList(this.#run, seen.plain, await after)) return rule.tell(seen);
        again.push(rule);
        throw new NotMade(
          'unstable',
          'The list changed whenever it was compared; run again while nobody writes.',
        );
      }),
    );
    // No request stays in flight if one of them ends the run.
    await Promise.allSettled([...made, after]);
    await Promise.all(made);
    return again;
  }

  /** Sends the requests of an observation in turn. @throws {NotMade} @throws {Stopped} */
  async ask(
    { id, requests, follows }: Asking,
    plain = this.#readable(this.#run.heard.plain.get(lister(this.#run).kind)),
  ): Promise<Seen> {
    const run = this.#run;
    const send: Send = (one) => this.#send(one, id);
    const answers: Record<string, Answer> = {};
    for (const [name, other] of Object.entries(requests(run, plain)))
      answers[name] = await send(askOf(run, other));
    const sent = creationsIn(Object.values(answers), run).filter(isAccepted);
    if (follows !== true || sent.length === 0) return { run, plain, answers, found: null };
    const found = await untilFound(run, sent, {
      first: send,
      later: send,
      isFound: (one) => one.isMentioned,
    });
    if (found.isFound || run.ledger.creations.some((one) => one.isMentioned))
      return { run, plain, answers, found };
    throw new NotMade(
      'data',
      'No listed issue shows its title, so nothing shows which one is new.',
      'create.listed',
    );
  }

  async #plain(): Promise<Answer> {
    return this.#readable(await this.#send(askOf(this.#run, {})));
  }

  #readable(plain: Answer | undefined): Answer {
    if (plain !== undefined && plain.list !== null) return plain;
    throw new NotMade('other-rule', 'The plain list cannot be read.', 'list.ok', 'list.array');
  }

  /** Returns an answer that is no bad moment's: an error comes twice. @throws {NotMade} @throws {Stopped} */
  async #send(ask: Ask, id?: RuleId): Promise<Answer> {
    const answer = await this.#once(ask, id);
    const status = statusOf(answer);
    if (status > 0 && status < 500) return answer;
    const again = statusOf(await this.#once(ask, id));
    if (status > 0 && again === status) return answer;
    throw new NotMade(
      again === status ? 'unanswered' : 'unstable',
      `One request was answered ${status}, then ${again} (0: not at all); run again when the service is stable.`,
    );
  }

  async #once(ask: Ask, id?: RuleId): Promise<Answer> {
    if (!this.#run.profile.observes)
      throw new NotMade('setting', 'Not asked with this profile; run again with PROFILE=standard.');
    if (id !== undefined) this.#requests.set(id, (this.#requests.get(id) ?? 0) + 1);
    // All gating rules were tried, so requests that were reserved for confirmations are free.
    const answer = await this.#run.send({ observed: {}, ...ask }, { confirming: true });
    if (answer.unsaid !== null) throw new NotMade(answer.unsaid.cause, answer.unsaid.reason);
    return answer;
  }
}

const lister = (run: Run): Caller => run.listers[0] ?? run.first;

function askOf(run: Run, { caller, payload, mangle, ...spec }: Other): Ask {
  const { query = {}, repository } = spec;
  const observed = { spec, ...(mangle === undefined ? {} : { mangle }) };
  if (payload !== undefined) return { ...run.post(caller ?? run.first, payload, repository), observed };
  const single = Object.entries(query).filter((one): one is [string, string] => typeof one[1] === 'string');
  return { ...run.list(caller ?? lister(run), Object.fromEntries(single), repository), observed };
}

function isSameList(run: Run, one: Answer, other: Answer): boolean {
  const [before, after] = [run.keys(one), run.keys(other)];
  if (before === null || after === null) return one.list?.length === other.list?.length;
  return isAtRest([before, after]);
}
