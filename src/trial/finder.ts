import type { Premises } from '../survey/callers.ts';
import { keyOf } from '../survey/identity.ts';
import { SURVEY_PAGE_SIZE } from '../survey/known.ts';
import { type ListAnswer, readListAnswer } from '../survey/list-answer.ts';
import type { Credential, Query, Question } from '../target/question.ts';
import type { Profile } from './profile.ts';
import type { Bench } from './settle.ts';
import { type Listing, type Sight, sightOf } from './sight.ts';
import { LIKELY_STATES, type Whereabouts } from './whereabouts.ts';
import type { Writer } from './writer.ts';

/** What looking for issues needs of a run. */
export interface FinderContext extends Pick<Bench, 'asker' | 'survey' | 'onAttempt'> {
  readonly premises: Premises;
  readonly profile: Profile;
  readonly writer: Writer;
  /** Who asks for lists: the caller that the survey settled on. */
  readonly credential: Credential;
}

/** Pages that are read at once, and the last page that is looked for. */
const AT_ONCE = 4;
const LAST_PAGE = 2 ** 20;
/** Rounds of looking: the first in which all of the list is looked at, every so many after it, and other states once. */
const FARTHER = 1;
const EVERY = 6;
const OTHER_STATES = 4;

/** Rounds, each with the milliseconds to wait after it. */
function* waits(): Generator<[round: number, wait: number]> {
  for (let round = 0, wait = 50; ; round += 1, wait = Math.min(2000, wait * 2)) yield [round, wait];
}

/** Looks for issues by their markers, wherever the service's order and states may put them. */
export class Finder {
  readonly #context: FinderContext;
  readonly #whereabouts: Whereabouts;

  constructor(context: FinderContext, whereabouts: Whereabouts) {
    this.#context = context;
    this.#whereabouts = whereabouts;
  }

  /** The listing in which an issue was found last: the plain one, or that of a state. */
  get place(): Query {
    return this.#whereabouts.place;
  }

  /** One look at the likeliest places. @throws {Stopped} */
  glance(markers: readonly string[]): Promise<Sight> {
    return this.#look(markers);
  }

  /**
   * Looks until every marker was seen or the time is over; the last look is at the whole list.
   * @param withinMs how long an issue may take to be listed
   * @throws {Stopped}
   */
  async find(markers: readonly string[], withinMs: number): Promise<Sight> {
    const until = Date.now() + withinMs;
    for (const [round, wait] of waits()) {
      const sight = await this.#lookIn(round, markers);
      if (allSeen(sight, markers) || this.#whereabouts.titlesHidden) return sight;
      const left = until - Date.now();
      if (left <= 0) break;
      await this.#context.asker.wait(Math.min(wait, left));
    }
    return this.#lookEverywhere(markers);
  }

  get titlesHidden(): boolean {
    return this.#whereabouts.titlesHidden;
  }

  /** Notes that records show no titles, so that nobody waits for what cannot be seen. */
  noteHiddenTitles(): void {
    this.#whereabouts.titlesHidden = true;
  }

  /** Where new issues stand costs one request a round; elsewhere is looked now and then. */
  #lookIn(round: number, markers: readonly string[]): Promise<Sight> {
    if (round === OTHER_STATES) return this.#lookEverywhere(markers);
    return round === FARTHER || round % EVERY === 0 ? this.#look(markers) : this.#near(markers);
  }

  async #near(markers: readonly string[]): Promise<Sight> {
    const { atTheEnd, place } = this.#whereabouts;
    const listing = atTheEnd ? await this.#tailPages() : await this.#pages(place, 1, 1);
    return { ...this.#sightOf([listing], markers), whole: false };
  }

  /**
   * The list as it is now, from its beginning as far as the survey read, and from its end where new issues stand there;
   * `whole` where that is all of it. Read once for all that ask before something else is written.
   */
  async view(markers: readonly string[]): Promise<Sight> {
    const writes = this.#context.writer.writes.length;
    const earlier = this.#whereabouts.view;
    const listings = earlier?.writes === writes ? earlier.listings : this.#readView();
    this.#whereabouts.view = { writes, listings };
    return this.#sightOf(await listings, markers);
  }

  /** As {@link view}, read now. */
  async viewAnew(markers: readonly string[]): Promise<Sight> {
    return this.#sightOf(await this.#readView(), markers);
  }

  async #readView(): Promise<Listing[]> {
    const { pages: known } = await this.#context.survey.known();
    const start = await this.#pages(this.#whereabouts.place, 1, Math.max(2, known));
    if (start.ended) return [start];
    return this.#whereabouts.atTheEnd ? [start, { ...(await this.#tailPages()), ended: false }] : [start];
  }

  /** One look at the likeliest places: where the last one was, the first pages, the last page. */
  async #look(markers: readonly string[]): Promise<Sight> {
    const near = await this.#near(markers);
    if (allSeen(near, markers)) return near;
    const { place } = this.#whereabouts;
    const { pages: known } = await this.#context.survey.known();
    const start = await this.#pages(place, 1, Math.max(2, known));
    const sight = this.#sightOf([start], markers);
    if (start.ended || allSeen(sight, markers)) return { ...sight, whole: false };
    const far = this.#sightOf([start, await this.#tailPages()], markers);
    this.#whereabouts.atTheEnd ||= found(far) > found(sight);
    return { ...far, whole: false };
  }

  /** The whole list, and the whole list of every state that the service knows, as far as the profile lets it read. */
  async #lookEverywhere(markers: readonly string[]): Promise<Sight> {
    const most = { quick: 5, standard: 30, thorough: 200 }[this.#context.profile.name];
    const listings = [await this.#pages({}, 1, most)];
    let sight = this.#sightOf(listings, markers);
    const telling: string[] = [];
    for (const state of this.#whereabouts.states ?? LIKELY_STATES) {
      if (allSeen(sight, markers)) return sight;
      const first = await this.#pages({ state }, 1, 1);
      if (
        this.#whereabouts.states === null &&
        (first.pages.length === 0 || this.#showsNothingNew(sight, first))
      )
        continue;
      telling.push(state);
      listings.push(await this.#pages({ state }, 1, most));
      const before = found(sight);
      sight = this.#sightOf(listings, markers);
      if (found(sight) > before) this.#whereabouts.place = { state };
    }
    this.#whereabouts.states = telling;
    return sight;
  }

  /** A value of `state` that shows nothing new is one that the service does not know, or a part of what was read. */
  #showsNothingNew(sight: Sight, listing: Listing): boolean {
    const { identity } = this.#context.survey;
    return (
      identity.kind === 'none' ||
      listing.pages.flat().every((record) => sight.seen.has(keyOf(record, identity)))
    );
  }

  #sightOf(listings: readonly Listing[], markers: readonly string[]): Sight {
    const { survey, writer } = this.#context;
    return sightOf(listings, markers, survey.identity, (text) => writer.markerIn(text));
  }

  /** Pages of a listing from one to another, some at once. */
  async #pages(place: Query, from: number, to: number): Promise<Listing> {
    const { head } = await this.#context.survey.known();
    const full = head.kind === 'list' && head.records.length > 0 ? head.records.length : SURVEY_PAGE_SIZE;
    const pages: (readonly unknown[])[] = [];
    for (let start = from; start <= to; start += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, to - start + 1) }, (_, index) => start + index);
      for (const answer of await Promise.all(numbers.map((number) => this.#page(place, number)))) {
        // Beyond the end a service may answer anything of its own; trouble is no end.
        if (answer.kind !== 'list')
          return { pages, ended: answer.kind === 'status' && pages.length + from > 1 };
        if (answer.records.length > 0) pages.push(answer.records);
        const least = from > 1 ? full : (pages[0]?.length ?? 0);
        if (answer.records.length === 0 || answer.records.length < least) return { pages, ended: true };
      }
    }
    return { pages, ended: false };
  }

  async #page(place: Query, page: number): Promise<ListAnswer> {
    const { asker, premises, credential, onAttempt } = this.#context;
    const query = {
      ...place,
      per_page: String(SURVEY_PAGE_SIZE),
      ...(page === 1 ? {} : { page: String(page) }),
    };
    const question: Question = { repository: premises.repository, as: credential, query };
    return readListAnswer(await asker.send(() => question, onAttempt));
  }

  /** The last page and the one after it, for a service that lists the oldest first; found by doubling and halving. */
  async #tailPages(): Promise<Listing> {
    const { place } = this.#whereabouts;
    const holds = async (page: number): Promise<boolean> => {
      const answer = await this.#page(place, page);
      return answer.kind === 'list' && answer.records.length > 0;
    };
    if (this.#whereabouts.tail === null) {
      let low = (await this.#context.survey.known()).pages;
      let high = 2 * Math.max(1, low);
      while (high < LAST_PAGE && (await holds(high))) {
        low = high;
        high *= 2;
      }
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (await holds(middle)) low = middle;
        else high = middle;
      }
      this.#whereabouts.tail = Math.max(1, low);
    }
    const { tail } = this.#whereabouts;
    const last = await this.#pages(place, tail, tail);
    const full = last.pages[0]?.length === SURVEY_PAGE_SIZE;
    if (!full) return { ...last, ended: true };
    // The list may have grown beyond it.
    const next = await this.#pages(place, tail + 1, tail + 1);
    if (next.pages.length > 0) this.#whereabouts.tail = tail + 1;
    return { pages: [...last.pages, ...next.pages], ended: next.ended };
  }
}

const allSeen = (sight: Sight, markers: readonly string[]): boolean =>
  markers.every((marker) => (sight.counts.get(marker) ?? 0) > 0);

const found = (sight: Sight): number => [...sight.counts.values()].filter((count) => count > 0).length;
