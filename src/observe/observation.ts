import { because, type Doubt } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import type { RequestSpec } from '../client/request.ts';
import { type Submission, submit, validPayload } from '../created/writer.ts';
import { blaming } from '../engine/causes.ts';
import type { Trial } from '../engine/trial.ts';
import { TRIES_TO_OBSERVE } from '../engine/tuning.ts';
import type { Observation } from '../engine/verdict.ts';
import { hindrance, listingOf } from '../snapshot/listing.ts';
import { type Seen, statusText, together, truncate, VALUE_LENGTH } from './texts.ts';

/** Ends an observation that cannot be made. Only {@link observation} catches it. */
export class NotObserved extends Error {
  readonly doubt: Doubt;

  constructor(doubt: Doubt) {
    super(doubt.reason);
    this.doubt = doubt;
  }
}

/** What an observation may need before its requests. Throws {@link NotObserved} if that is missing. */
type Given = (t: Trial) => unknown;

/** Values by the names that they have in the value of the observation. */
export type ByName<T> = Readonly<Record<string, T>>;

/** One request of an observation. */
export interface Asked {
  /** Returns the answer, which may be an earlier one. */
  readonly ask: () => Promise<Exchange>;
  /** Sends the request now. */
  readonly again: () => Promise<Exchange>;
  /** Describes the answer in a few words that are the same in every run. */
  readonly describe: (answer: Exchange) => string | Promise<string>;
}

/** An observation by named requests, each of which is described by itself. */
interface Plan {
  readonly given?: readonly Given[];
  /** Puts together what was seen; equal descriptions stand together if this is left out. */
  readonly compose?: (seen: readonly Seen[]) => string;
  readonly note?: string;
}

/** Describes an answer to a request. */
export type Describe = (t: Trial, answer: Exchange, spec: RequestSpec) => string | Promise<string>;

/** Requests that differ from the plain listing. */
export interface RequestPlan extends Plan {
  /** The differences from the plain listing. */
  readonly asks: ByName<Partial<RequestSpec>> | ((t: Trial) => Difference | Promise<Difference>);
  readonly describe: Describe;
}

type Difference = ByName<Partial<RequestSpec>>;

/** Creations with TOKEN. */
interface CreationPlan extends Plan {
  /** The differences from a valid creation. */
  readonly creates: ByName<Partial<Submission>>;
  readonly describe?: (
    t: Trial,
    answer: Exchange,
    again: () => Promise<Exchange>,
  ) => string | Promise<string>;
}

/** Throws if the observation may send no request of its own. */
export function needsRequests(t: Trial): void {
  if (t.isScarce)
    throw new NotObserved(
      because(
        'access',
        'Not observed: TOKEN does not let its holder list, and few requests may go without one; check TOKEN, then run again.',
      ),
    );
  if (!t.run.profile.observes)
    throw new NotObserved(because('setting', 'This profile leaves it out; run again with PROFILE=standard.'));
}

/** Throws if an answer says nothing of the service, such as that of a rate limit. */
export function needsAnswers(answers: readonly Exchange[]): void {
  const doubt = answers.map(hindrance).find((one) => one !== null) ?? null;
  if (doubt !== null) throw new NotObserved(doubt);
}

/** Returns the answer to the plain listing. Throws if that cannot be read as a list. @throws {Stopped} */
export async function needsPlainList(t: Trial): Promise<Exchange> {
  const plain = await t.ask(t.listing());
  const listing = listingOf(plain);
  if (listing.kind === 'list') return plain;
  const broken = listing.kind === 'malformed' ? 'list.array' : 'list.ok';
  throw new NotObserved(
    listing.kind === 'unknown'
      ? listing
      : blaming([broken], 'The plain list cannot be read, so nothing can be compared with it.'),
  );
}

/** Returns the results of all, after the last of them has ended: no request stays in flight. */
async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

const isTrouble = ({ response, fault }: Exchange): boolean =>
  response === null || fault !== null || response.status >= 500;

/** Throws if a bad moment explains an answer, which a second request then does not get. */
async function needsSameAgain(answer: Exchange, { again }: Asked): Promise<void> {
  if (!isTrouble(answer)) return;
  const other = await again();
  needsAnswers([other]);
  if (statusText(other) !== statusText(answer))
    throw new NotObserved(
      because(
        'unstable',
        `The same request was answered ${statusText(answer)} and then ${statusText(other)}; run again when the service is stable.`,
      ),
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

type See = (t: Trial) => Promise<Observation | string | null> | Observation | string | null;

/**
 * Returns the function of a rule that writes down what `see` returns; `null` means that nothing was there.
 * It catches {@link NotObserved} and notes the doubt.
 */
export function observation(see: See): (t: Trial) => Promise<void> {
  return async (t) => {
    try {
      const seen = await see(t);
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
export const asking = (see: See): ((t: Trial) => Promise<void>) =>
  observation((t) => {
    needsRequests(t);
    return see(t);
  });

const byPlan = (
  { given = [], compose = together, note = '' }: Plan,
  asked: (t: Trial) => ByName<Asked> | Promise<ByName<Asked>>,
): ((t: Trial) => Promise<void>) =>
  asking(async (t) => {
    for (const holds of given) await holds(t);
    return { value: compose(await seeEach(await asked(t))), note };
  });

const mapped = <From, To>(all: ByName<From>, change: (one: From) => To): ByName<To> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one)]));

/** Returns a request that differs from the plain listing. Only a GET may be answered from memory. */
export function request(t: Trial, other: Partial<RequestSpec>, describe: Describe): Asked {
  const spec = { ...t.listing(), ...other };
  const again = () => t.send(() => spec);
  const ask = spec.method === undefined ? () => t.ask(spec) : again;
  return { ask, again, describe: (answer) => describe(t, answer, spec) };
}

/** Returns an observation of requests that differ from the plain listing. */
export const ofRequests = ({ asks, describe, ...plan }: RequestPlan): ((t: Trial) => Promise<void>) =>
  byPlan(plan, async (t) =>
    mapped(typeof asks === 'function' ? await asks(t) : asks, (other) => request(t, other, describe)),
  );

/** Returns an observation of creations with TOKEN, of which nothing is demanded. */
export const ofCreations = ({
  creates,
  describe = (_t, answer) => statusText(answer),
  ...plan
}: CreationPlan): ((t: Trial) => Promise<void>) =>
  byPlan(plan, (t) => {
    const usual = { repository: t.bed.written, as: t.as('member'), payload: validPayload };
    return mapped(creates, (submission) => {
      const ask = () => submit(t, { ...usual, ...submission });
      return { ask, again: ask, describe: (answer) => describe(t, answer, ask) };
    });
  });

/** Returns an observation of a creation that other rules share: it is sent once in a run. */
export const ofSharedCreation = (creation: (t: Trial) => Promise<Exchange>): ((t: Trial) => Promise<void>) =>
  byPlan({}, (t) => {
    const ask = () => creation(t);
    return { creation: { ask, again: ask, describe: statusText } };
  });

/** One try of an observation. */
export type Try =
  /** Nothing that others do explains it. */
  | { readonly kind: 'sure'; readonly value: string }
  /** What somebody else did may explain it, so it has to come twice. */
  | { readonly kind: 'seen'; readonly value: string }
  /** The list changed meanwhile, so nothing follows yet. */
  | { readonly kind: 'changed' };

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
  throw new NotObserved(because('unstable', `${otherwise}; run again while nobody else writes.`));
}
