import { because, type Cause, type Doubt } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import type { RequestSpec } from '../client/request.ts';
import type { Caller } from '../client/test-bed.ts';
import { nameOfSpec } from '../model/case.ts';
import { RESULTS_BETWEEN_REQUESTS } from '../model/tuning.ts';
import { hasChanged } from '../snapshot/first-reading.ts';
import { listingOf } from '../snapshot/listing.ts';

/** A listing that a gating rule was given, with the configured headers. */
export interface Heard {
  readonly exchange: Exchange;
  readonly spec: RequestSpec;
  readonly caller: Caller;
}

/** True if two answers to one request have quite different lengths, as those of machines with different settings. */
function hasOtherLength(before: Exchange, after: Exchange): boolean {
  const [one, other] = [before, after].map(listingOf);
  if (one?.kind !== 'list' || other?.kind !== 'list') return false;
  return Math.abs(one.records.length - other.records.length) > RESULTS_BETWEEN_REQUESTS;
}

/** Returns why nothing is known of the content of a listing, or `null`. A refusal is known. */
function whyMissing(exchange: Exchange): Cause | null {
  const listing = listingOf(exchange);
  if (listing.kind === 'trouble') return 'unanswered';
  return listing.kind === 'unknown' ? listing.cause : null;
}

/** The answers of one run to listings of gating rules. */
export class Listings {
  readonly #heard = new Map<Exchange, Heard>();
  readonly #answers = new Map<string, Exchange[]>();
  readonly #last = new Map<string, Exchange>();
  #isFlaky = false;
  #missing: Cause | null = null;

  /** True if one request got two statuses, or lists of quite different lengths. */
  get isFlaky(): boolean {
    return this.#isFlaky;
  }

  /**
   * Says why missing data may exist anyway: listings had no readable answer, or one request got two answers. `null` if
   * neither was seen.
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

  /** All listings of gating rules. */
  get heard(): readonly Heard[] {
    return [...this.#heard.values()];
  }

  /** Notes that a listing has no readable answer, if so. */
  miss(exchange: Exchange): void {
    this.#missing ??= whyMissing(exchange);
  }

  hear(heard: Heard): void {
    if (this.#heard.has(heard.exchange)) return;
    this.miss(heard.exchange);
    this.#heard.set(heard.exchange, heard);
    const name = nameOfSpec(heard.spec);
    const before = this.#answers.get(name) ?? [];
    this.#answers.set(name, [...before, heard.exchange]);
    this.#last.set(name, heard.exchange);
    const last = before.at(-1);
    if (last !== undefined)
      this.#isFlaky ||= hasChanged(last, heard.exchange) || hasOtherLength(last, heard.exchange);
  }

  /** Returns the last answer to a listing in the whole run. */
  lastAnswerTo(spec: RequestSpec): Exchange | undefined {
    return this.#last.get(nameOfSpec(spec));
  }

  /** Returns all answers to a listing since the last write. */
  answersTo(spec: RequestSpec): readonly Exchange[] {
    return this.#answers.get(nameOfSpec(spec)) ?? [];
  }

  /** True if the last answer to a listing has other results than the first. */
  hasMoved(areAlike: (first: Exchange, last: Exchange) => boolean): boolean {
    return [...this.#answers.values()].some((answers) => {
      const [first, last] = [answers[0], answers.at(-1)];
      return first !== undefined && last !== undefined && first !== last && !areAlike(first, last);
    });
  }

  /** Forgets the answers from before a write. */
  forget(): void {
    this.#answers.clear();
  }
}
