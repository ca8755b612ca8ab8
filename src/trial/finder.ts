import { keyOf } from '../survey/identity.ts';
import { SURVEY_PAGE_SIZE } from '../survey/known.ts';
import { readListAnswer } from '../survey/list-answer.ts';
import type { Query, Question } from '../target/question.ts';
import type { TrialContext } from './trial.ts';

/** Where issues were found before: shared by all finders of a run, so that each finds what the last one learned. */
export interface Whereabouts {
  /** The listing in which an issue was found last, and is looked for first. */
  place: Query;
  /** The last page of that listing, once it was looked for. */
  tail: number | null;
}

/**
 * Values of `state` under which a new issue may stand: which state it starts in is not shown (section 3), nor are the
 * values. Those that the target refuses, or answers like the plain list, cost one request each and only where an issue
 * was not found otherwise.
 */
const LIKELY_STATES = [
  'all',
  'closed',
  'new',
  'pending',
  'draft',
  'triage',
  'todo',
  'unconfirmed',
  'backlog',
  'any',
];

/** What a look at the list found of the issues looked for. */
export interface Sight {
  /** How many records show each marker; 0 where none does. */
  readonly counts: ReadonlyMap<string, number>;
  /** Keys of all records that were seen, with the marker that each shows, if any. */
  readonly seen: ReadonlyMap<string, string | undefined>;
  /** Whether the whole list was read, so that what was not seen is not there. */
  readonly whole: boolean;
}

/** Some pages of one listing, one after the other. */
interface Listing {
  readonly records: readonly unknown[];
  readonly ended: boolean;
}

/** Looks for issues by their markers, wherever the service's order and states may put them. */
export class Finder {
  readonly #context: Omit<TrialContext, 'finder'>;
  readonly #whereabouts: Whereabouts;

  constructor(context: Omit<TrialContext, 'finder'>, whereabouts: Whereabouts) {
    this.#context = context;
    this.#whereabouts = whereabouts;
  }

  /**
   * Looks until every marker was seen or the time is over; the last look is at the whole list.
   * @param withinMs how long an issue may take to be listed
   * @throws {Stopped}
   */
  async find(markers: readonly string[], withinMs: number): Promise<Sight> {
    const until = Date.now() + withinMs;
    for (let wait = 40; ; wait = Math.min(1000, wait * 2)) {
      const sight = await this.#look(markers);
      if (this.#allSeen(sight, markers)) return sight;
      if (Date.now() >= until) break;
      await this.#context.asker.wait(Math.min(wait, Math.max(1, until - Date.now())));
    }
    return this.#lookEverywhere(markers);
  }

  #allSeen(sight: Sight, markers: readonly string[]): boolean {
    return markers.every((marker) => (sight.counts.get(marker) ?? 0) > 0);
  }

  /** One look at the likeliest places: where the last one was, the first pages, the last page. */
  async #look(markers: readonly string[]): Promise<Sight> {
    const head = await this.#pages(this.#whereabouts.place, 1, 1);
    const sight = this.#sightOf([head], markers);
    if (this.#allSeen(sight, markers)) return sight;
    const known = await this.#context.survey.known();
    const rest = await this.#pages(this.#whereabouts.place, 2, Math.max(2, known.pages));
    const farther = this.#sightOf([head, rest], markers);
    if (rest.ended || this.#allSeen(farther, markers)) return farther;
    return this.#sightOf([head, rest, await this.#tailPages()], markers);
  }

  /** The whole list as it is now, as far as the profile lets it read; issues are where they were found before. */
  async view(markers: readonly string[]): Promise<Sight> {
    const known = await this.#context.survey.known();
    const pages = await this.#pages(this.#whereabouts.place, 1, Math.max(2, known.pages + 1));
    if (pages.ended) return this.#sightOf([pages], markers);
    return { ...this.#sightOf([pages, await this.#tailPages()], markers), whole: false };
  }

  /** The whole list, and the whole list of every state that the service knows, as far as the profile lets it read. */
  async #lookEverywhere(markers: readonly string[]): Promise<Sight> {
    const most = { quick: 5, standard: 30, thorough: 200 }[this.#context.profile.name];
    const listings = [await this.#pages({}, 1, most)];
    let sight = this.#sightOf(listings, markers);
    for (const state of LIKELY_STATES) {
      if (this.#allSeen(sight, markers)) break;
      const first = await this.#pages({ state }, 1, 1);
      if (first.records.length === 0 || this.#areAmong(sight, first.records)) continue;
      listings.unshift(await this.#pages({ state }, 1, most));
      const found = this.#found(sight);
      sight = this.#sightOf(listings, markers);
      if (this.#found(sight) > found) this.#whereabouts.place = { state };
    }
    return { ...sight, whole: listings.every((listing) => listing.ended) };
  }

  #found(sight: Sight): number {
    return [...sight.counts.values()].filter((count) => count > 0).length;
  }

  /** A value of `state` that shows nothing new is one that the service does not know, or a part of what was read. */
  #areAmong(sight: Sight, records: readonly unknown[]): boolean {
    const { identity } = this.#context.survey;
    return identity.kind === 'none' || records.every((record) => sight.seen.has(keyOf(record, identity)));
  }

  /** Pages of a listing from one to another, some at once; `ended` where the list ends with them. */
  async #pages(place: Query, from: number, to: number): Promise<Listing> {
    const { head } = await this.#context.survey.known();
    const full = head.kind === 'list' && head.records.length > 0 ? head.records.length : SURVEY_PAGE_SIZE;
    const records: unknown[] = [];
    const batch = 4;
    let size = 0;
    for (let start = from; start <= to; start += batch) {
      const numbers = Array.from({ length: Math.min(batch, to - start + 1) }, (_, index) => start + index);
      for (const page of await Promise.all(numbers.map((number) => this.#page(place, number)))) {
        if (page === null || page.length === 0) return { records, ended: true };
        records.push(...page);
        if (page.length < size || (from > 1 && page.length < full)) return { records, ended: true };
        size = page.length;
      }
    }
    return { records, ended: false };
  }

  async #page(place: Query, page: number): Promise<readonly unknown[] | null> {
    const question: Question = {
      repository: this.#context.premises.repository,
      as: this.#context.credential,
      query: { ...place, per_page: String(SURVEY_PAGE_SIZE), ...(page === 1 ? {} : { page: String(page) }) },
    };
    const answer = readListAnswer(await this.#context.asker.send(() => question, this.#context.onAttempt));
    return answer.kind === 'list' ? answer.records : null;
  }

  /** The last page and the one before it, for a service that lists the oldest first; found by doubling and halving. */
  async #tailPages(): Promise<Listing> {
    if (this.#whereabouts.tail === null) {
      let low = 1;
      let high = 2;
      while (high < 2 ** 20 && ((await this.#page(this.#whereabouts.place, high))?.length ?? 0) > 0) {
        low = high;
        high *= 2;
      }
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (((await this.#page(this.#whereabouts.place, middle))?.length ?? 0) > 0) low = middle;
        else high = middle;
      }
      this.#whereabouts.tail = low;
    }
    return this.#pages(this.#whereabouts.place, this.#whereabouts.tail, this.#whereabouts.tail + 1);
  }

  #sightOf(listings: readonly Listing[], markers: readonly string[]): Sight {
    const { identity } = this.#context.survey;
    const seen = new Map<string, string | undefined>();
    for (const record of listings.flatMap((listing) => listing.records)) {
      const marker = this.#context.writer.markerIn(JSON.stringify(record));
      // Issues that cannot be told apart are counted by what they show.
      seen.set(identity.kind === 'none' ? `${seen.size}` : keyOf(record, identity), marker);
    }
    const counts = new Map(markers.map((marker) => [marker, 0]));
    for (const marker of seen.values()) {
      const count = marker === undefined ? undefined : counts.get(marker);
      if (marker !== undefined && count !== undefined) counts.set(marker, count + 1);
    }
    return { counts, seen, whole: listings.at(-1)?.ended ?? false };
  }
}
