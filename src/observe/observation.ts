import type { Cause, Doubt } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import type { RequestSpec } from '../client/request.ts';
import { type Submission, submit, validPayload } from '../created/writer.ts';
import type { RuleId } from '../model/rule-ids.ts';
import { TRIES_TO_OBSERVE } from '../model/tuning.ts';
import type { Observation } from '../model/verdict.ts';
import type { ObservedRule } from '../run/rule.ts';
import type { Trial } from '../run/trial.ts';
import { hindrance, listingOf } from '../snapshot/listing.ts';
import { code, type Seen, statusText, together, truncate, VALUE_LENGTH } from './texts.ts';

/** Ends an observation that cannot be made. Only {@link observation} catches it. */
export class NotObserved extends Error {
  readonly doubt: Doubt;

  constructor(cause: Cause, reason: string, blames?: readonly RuleId[]) {
    super(reason);
    this.doubt = { cause, reason, blames };
  }
}

/** Returns what ends an observation that other writers disturbed each time, by a sentence without its end. */
export const disturbed = (what: string): NotObserved =>
  new NotObserved('unstable', `${what}; run again while nobody else writes.`);

type Observe = ObservedRule['observe'];
type Look = (t: Trial) => Promise<Observation | string | null> | Observation | string | null;
type Description = string | Promise<string>;
type Again = () => Promise<Exchange>;
type ByName<T> = Readonly<Record<string, T>>;

/** One request of an observation. */
interface Asked {
  /** Returns the answer, which may be an earlier one. */
  readonly ask: () => Promise<Exchange>;
  /** Sends the request now. */
  readonly again: Again;
  /** Describes the answer in a few words that are the same in every run. */
  readonly describe: (answer: Exchange) => Description;
}

/** An observation by named requests, each of which is described by itself. */
interface Plan {
  /** Checks before the requests. Each throws {@link NotObserved} if the target cannot show it. */
  readonly given?: readonly ((t: Trial) => unknown)[];
  /** Puts the descriptions together; if it is left out, equal ones stand together. */
  readonly compose?: (seen: readonly Seen[]) => string;
  readonly note?: string;
}

/** Describes the answer to a request that differs from the plain listing. */
export type Describe = (t: Trial, answer: Exchange, spec: RequestSpec) => Description;

/** Differences from the plain listing, by the names of the requests in the value. */
type Requests = ByName<Partial<RequestSpec>>;

export interface RequestPlan extends Plan {
  readonly asks: Requests | ((t: Trial) => Requests | Promise<Requests>);
  /** The status alone, if it is left out. */
  readonly describe?: Describe;
}

interface CreationPlan extends Plan {
  /** Differences from a valid creation with TOKEN, or creations that other rules share. */
  readonly creates: ByName<Partial<Submission> | ((t: Trial) => Promise<Exchange>)>;
  readonly describe?: (t: Trial, answer: Exchange, again: Again) => Description;
}

/** Throws if the observation may send no request of its own. */
export function needsRequests(t: Trial): void {
  if (t.isScarce)
    throw new NotObserved(
      'access',
      'Not observed: TOKEN does not let its holder list, and few requests may go without one; check TOKEN, then run again.',
    );
  if (!t.run.profile.observes)
    throw new NotObserved('setting', 'Not asked with this profile; run again with PROFILE=standard.');
}

/** Throws if an answer says nothing of the service, such as that of a rate limit. */
export function needsAnswers(answers: readonly Exchange[]): void {
  const doubt = answers.map(hindrance).find((one) => one !== null);
  if (doubt) throw new NotObserved(doubt.cause, doubt.reason);
}

/** Returns the answer to the plain listing. Throws if that cannot be read as a list. @throws {Stopped} */
export async function needsPlainList(t: Trial): Promise<Exchange> {
  const plain = await t.ask(t.listing());
  const listing = listingOf(plain);
  if (listing.kind === 'list') return plain;
  if (listing.kind === 'unknown') throw new NotObserved(listing.cause, listing.reason);
  throw new NotObserved(
    'other-rule',
    'The plain list cannot be read, so nothing can be compared with it.',
    listing.kind === 'malformed' ? ['list.array'] : ['list.ok'],
  );
}

/** Returns the results of all, after the last of them has ended: no request stays in flight. */
async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Throws if a bad moment explains an answer: a second request gets another one. */
async function needsSameAgain(answer: Exchange, { again }: Asked): Promise<void> {
  const { response, fault } = answer;
  if (response !== null && fault === null && response.status < 500) return;
  const other = await again();
  needsAnswers([other]);
  const [first, second] = [statusText(answer), statusText(other)];
  if (first !== second)
    throw new NotObserved(
      'unstable',
      `The same request was answered ${first} and then ${second}; run again when the service is stable.`,
    );
}

/** Asks all at once and describes each answer. @throws {Stopped} */
export async function seeEach(asked: ByName<Asked>): Promise<Seen[]> {
  const each = await Promise.all(
    Object.entries(asked).map(async ([name, one]) => ({ name, one, answer: await one.ask() })),
  );
  needsAnswers(each.map(({ answer }) => answer));
  await allOf(each.map(({ answer, one }) => needsSameAgain(answer, one)));
  return allOf(each.map(async ({ name, one, answer }) => ({ name, text: await one.describe(answer) })));
}

/**
 * Returns the function of a rule that writes down what `look` returns; `null` means that nothing was there.
 * It catches {@link NotObserved} and notes the doubt.
 */
export function observation(look: Look): Observe {
  return async (t) => {
    try {
      const seen = await look(t);
      if (seen === null) return;
      const { value, note } = typeof seen === 'string' ? { value: seen, note: '' } : seen;
      t.observe(truncate(t.run.secrets.hide(value), VALUE_LENGTH), note);
    } catch (error) {
      if (!(error instanceof NotObserved)) throw error;
      t.unmet(error.doubt);
    }
  };
}

/** Returns an observation that sends requests of its own, which `quick` leaves out. */
export const asking = (look: Look): Observe =>
  observation((t) => {
    needsRequests(t);
    return look(t);
  });

type Asks = (t: Trial) => ByName<Asked> | Promise<ByName<Asked>>;

const byPlan = ({ given = [], compose = together, note = '' }: Plan, asks: Asks): Observe =>
  asking(async (t) => {
    for (const check of given) await check(t);
    return { value: compose(await seeEach(await asks(t))), note };
  });

const statusAlone = (_t: Trial, answer: Exchange): string => statusText(answer);

const mapped = <From, To>(all: ByName<From>, change: (one: From) => To): ByName<To> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one)]));

/** Returns requests with values that are their names. */
export const requestsByName = (
  values: readonly string[],
  requestWith: (value: string) => Partial<RequestSpec>,
): Requests =>
  Object.fromEntries(
    values.map((value) => [value === '' ? 'empty' : code(value), requestWith(value)] as const),
  );

/** Returns a request that differs from the plain listing. Only a GET may be answered from memory. */
export function request(t: Trial, other: Partial<RequestSpec>, describe: Describe): Asked {
  const spec = { ...t.listing(), ...other };
  const again = () => t.send(() => spec);
  const ask = spec.method === undefined ? () => t.ask(spec) : again;
  return { ask, again, describe: (answer) => describe(t, answer, spec) };
}

/** Returns an observation of requests that differ from the plain listing. */
export const ofRequests = ({ asks, describe = statusAlone, ...plan }: RequestPlan): Observe =>
  byPlan(plan, async (t) =>
    mapped(typeof asks === 'function' ? await asks(t) : asks, (other) => request(t, other, describe)),
  );

/** Returns an observation of creations, of which nothing is demanded. */
export const ofCreations = ({ creates, describe = statusAlone, ...plan }: CreationPlan): Observe =>
  byPlan(plan, (t) => {
    const create = (one: Partial<Submission>) =>
      submit(t, { repository: t.bed.written, as: t.as('member'), payload: validPayload, ...one });
    return mapped(creates, (one) => {
      const ask = () => (typeof one === 'function' ? one(t) : create(one));
      return { ask, again: ask, describe: (answer) => describe(t, answer, ask) };
    });
  });

/** One try: `changed` shows nothing; somebody else may explain what is not `sure`, so it has to come twice. */
export type Try = { readonly kind: 'sure' | 'seen'; readonly value: string } | { readonly kind: 'changed' };

/**
 * Tries until a value is sure, or is seen twice.
 * @param otherwise what happened if that never comes, as a sentence without its end
 * @throws {Stopped}
 */
export async function untilSteady(otherwise: string, attempt: () => Promise<Try>): Promise<string> {
  const seen = new Set<string>();
  for (let left = TRIES_TO_OBSERVE; left > 0; left -= 1) {
    const one = await attempt();
    if (one.kind === 'changed') continue;
    if (one.kind === 'sure' || seen.has(one.value)) return one.value;
    seen.add(one.value);
  }
  throw disturbed(otherwise);
}

/** An observation as a literal. Its impact is one sentence. */
interface Literal extends Omit<ObservedRule, 'level' | 'phase' | 'needs' | 'impact'> {
  readonly phase?: ObservedRule['phase'];
  readonly needs?: ObservedRule['needs'];
  readonly impact: string;
}

/** Returns the rules of literals, most of which share a phase and what they need. */
export const observations = (
  usual: Pick<ObservedRule, 'phase' | 'needs'>,
  literals: readonly Literal[],
): readonly ObservedRule[] =>
  literals.map(({ impact, ...one }) =>
    Object.assign({ level: 'observed' as const }, usual, one, { impact: { general: impact } }),
  );
