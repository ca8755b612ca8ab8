import { because, type Cause, type Doubt } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import type { RequestSpec } from '../client/request.ts';
import type { Caller } from '../client/test-bed.ts';
import { hasChanged } from '../snapshot/first-reading.ts';
import { listingOf } from '../snapshot/listing.ts';
import { RESULTS_BETWEEN_REQUESTS } from './tuning.ts';

/** A listing that a gating rule was given, with the configured headers. */
export interface Heard {
  readonly exchange: Exchange;
  readonly spec: RequestSpec;
  readonly caller: Caller;
}

const nameOf = ({ repository, as, query = {}, headers = {}, bare = false }: RequestSpec): string =>
  JSON.stringify([repository, as, query, headers, bare]);

/** Whether one request was answered with two lists of quite different lengths, as machines of different settings do. */
function hasOtherLength(before: Exchange, after: Exchange): boolean {
  const [one, other] = [before, after].map(listingOf);
  if (one?.kind !== 'list' || other?.kind !== 'list') return false;
  return Math.abs(one.records.length - other.records.length) > RESULTS_BETWEEN_REQUESTS;
}

/** Why nothing is known of what a listing holds, whatever it was asked for; `null` where something is, be it a refusal. */
function whyMissing(exchange: Exchange): Cause | null {
  const listing = listingOf(exchange);
  if (listing.kind === 'trouble') return 'unanswered';
  return listing.kind === 'unknown' ? listing.cause : null;
}

/** What gating rules of one run were answered to listings. */
export class Listings {
  readonly #heard = new Map<Exchange, Heard>();
  readonly #answers = new Map<string, Exchange[]>();
  readonly #last = new Map<string, Exchange>();
  #isFlaky = false;
  #missing: Cause | null = null;

  /** Whether one request was answered with one status and then with another, or with lists of quite different lengths. */
  get isFlaky(): boolean {
    return this.#isFlaky;
  }

  /**
   * Why what the target seems to lack may be there all the same: listings were left without an answer, or one was given in
   * two ways; `null` where nothing of that was seen.
   */
  get misgiving(): Doubt | null {
    if (this.#missing !== null)
      return because(
        this.#missing,
        'But some listings had no answer that can be read, so it may be there all the same; run again when the service is stable.',
      );
    return this.#isFlaky
      ? because(
          'unstable',
          'But one request was answered in two ways, so it may be there all the same; run again when the service is stable.',
        )
      : null;
  }

  /** All of them. */
  get heard(): readonly Heard[] {
    return [...this.#heard.values()];
  }

  /** Notes of a listing whether anything is known of what it holds. */
  miss(exchange: Exchange): void {
    this.#missing ??= whyMissing(exchange);
  }

  hear(heard: Heard): void {
    if (this.#heard.has(heard.exchange)) return;
    this.miss(heard.exchange);
    this.#heard.set(heard.exchange, heard);
    const name = nameOf(heard.spec);
    const before = this.#answers.get(name) ?? [];
    this.#answers.set(name, [...before, heard.exchange]);
    this.#last.set(name, heard.exchange);
    const last = before.at(-1);
    if (last !== undefined)
      this.#isFlaky ||= hasChanged(last, heard.exchange) || hasOtherLength(last, heard.exchange);
  }

  /** What was answered to a listing last, in the whole run. */
  lastAnswerTo(spec: RequestSpec): Exchange | undefined {
    return this.#last.get(nameOf(spec));
  }

  /** All that was answered to a listing, since the target was last written to. */
  answersTo(spec: RequestSpec): readonly Exchange[] {
    return this.#answers.get(nameOf(spec)) ?? [];
  }

  /** Whether a listing is answered otherwise now than at first, as far as their results go. */
  hasMoved(areAlike: (first: Exchange, last: Exchange) => boolean): boolean {
    return [...this.#answers.values()].some((answers) => {
      const [first, last] = [answers[0], answers.at(-1)];
      return first !== undefined && last !== undefined && first !== last && !areAlike(first, last);
    });
  }

  /** Forgets what was answered before the target was written to. */
  forget(): void {
    this.#answers.clear();
  }
}
