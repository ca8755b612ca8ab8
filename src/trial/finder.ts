import type { Query } from '../target/question.ts';
import type { Broken } from './creating/created-case.ts';
import { ListReader, type Placed, type ReaderContext } from './creating/list-reader.ts';
import { type Listing, type Sight, sightOf } from './sight.ts';
import type { Whereabouts } from './whereabouts.ts';
import type { Writer } from './writer.ts';

/** What looking for issues needs of a run. */
export interface FinderContext extends ReaderContext {
  readonly writer: Writer;
}

/** All that the service lists at one time. */
export interface Overview {
  readonly places: readonly Placed[];
  readonly sight: Sight;
}

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
  readonly #reader: ListReader;
  #last: { readonly overview: Overview; readonly writes: number } | null = null;

  constructor(context: FinderContext, whereabouts: Whereabouts) {
    this.#context = context;
    this.#whereabouts = whereabouts;
    this.#reader = new ListReader(context, whereabouts);
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
    return this.#lookEverywhere(markers, true);
  }

  /** All that the service listed when it was last read whole, if nothing was written since; `null` otherwise. */
  get lastOverview(): Overview | null {
    return this.#last?.writes === this.#context.writer.writes.length ? this.#last.overview : null;
  }

  /** Whether a record was seen that shows what this run created, so that an issue can be known by its title. */
  get titlesShown(): boolean {
    return this.#whereabouts.titlesShown;
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
    if (round === OTHER_STATES) return this.#lookEverywhere(markers, false);
    return round === FARTHER || round % EVERY === 0 ? this.#look(markers) : this.#near(markers);
  }

  async #near(markers: readonly string[]): Promise<Sight> {
    const { atTheEnd, place } = this.#whereabouts;
    const listing = atTheEnd ? await this.#reader.tail(place) : await this.#reader.pages(place, 1, 1);
    return { ...this.#sightOf([listing], markers), whole: false };
  }

  /**
   * The list as it is now, from its beginning as far as the survey read, and from its end where new issues stand there;
   * `whole` where that is all of it. Read once for all that ask before something else is written.
   * @param since when the reading must not have begun before, on the clock of `performance.now()`
   */
  async view(markers: readonly string[], since = 0): Promise<Sight> {
    const writes = this.#context.writer.writes.length;
    const earlier = this.#whereabouts.view;
    const at = performance.now();
    const kept = earlier?.writes === writes && earlier.at >= since ? earlier : null;
    const view = kept ?? { writes, at, listings: this.#readView() };
    this.#whereabouts.view = view;
    return this.#sightOf(await view.listings, markers);
  }

  /** As {@link view}, read now. */
  async viewAnew(markers: readonly string[]): Promise<Sight> {
    return this.#sightOf(await this.#readView(), markers);
  }

  /** One listing to its end, as far as the profile lets it be read, now. @throws {Stopped} */
  async list(place: Query): Promise<Sight> {
    return this.#sightOf([await this.#reader.whole(place)], []);
  }

  /**
   * All that the service lists, read now: the plain list and that of every state that it knows.
   * @param again whether to look also where nothing else stood the last time
   * @throws {Stopped}
   */
  async overview(markers: readonly string[], again: boolean): Promise<Overview> {
    const places: Placed[] = [];
    for await (const placed of this.#reader.everything(again)) places.push(placed);
    const overview = { places, sight: this.#sightOfAll(places, markers) };
    this.#keep(overview);
    return overview;
  }

  /** The marker of a request of this run that a record shows anywhere, if any. */
  markerOf(record: unknown): string | undefined {
    return this.#context.writer.markerIn(JSON.stringify(record));
  }

  /** A try in which nothing that was created turned up, in anything that the service lists. */
  get unlisted(): Broken | null {
    return this.#whereabouts.unlisted;
  }

  noteUnlisted(broken: Broken): void {
    this.#whereabouts.unlisted = broken;
  }

  /** Notes where a new issue was found, by whatever it was known. */
  noteFoundAt(place: Query): void {
    this.#whereabouts.place = place;
  }

  async #readView(): Promise<Listing[]> {
    const { pages: known } = await this.#context.survey.known();
    const { place, atTheEnd } = this.#whereabouts;
    const start = await this.#reader.pages(place, 1, Math.max(2, known));
    if (start.ended || !atTheEnd) return [start];
    return [start, { ...(await this.#reader.tail(place)), ended: false }];
  }

  /** One look at the likeliest places: where the last one was, the first pages, the last page. */
  async #look(markers: readonly string[]): Promise<Sight> {
    const near = await this.#near(markers);
    if (allSeen(near, markers)) return near;
    const { place } = this.#whereabouts;
    const { pages: known } = await this.#context.survey.known();
    const start = await this.#reader.pages(place, 1, Math.max(2, known));
    const sight = this.#sightOf([start], markers);
    if (start.ended || allSeen(sight, markers)) return { ...sight, whole: false };
    const far = this.#sightOf([start, await this.#reader.tail(place)], markers);
    this.#whereabouts.atTheEnd ||= found(far) > found(sight);
    return { ...far, whole: false };
  }

  /** The whole list, and the whole list of every state that the service knows, as far as the profile lets it read. */
  async #lookEverywhere(markers: readonly string[], again: boolean): Promise<Sight> {
    const places: Placed[] = [];
    let sight = this.#sightOf([], markers);
    for await (const placed of this.#reader.everything(again)) {
      const before = found(sight);
      places.push(placed);
      sight = this.#sightOfAll(places, markers);
      if (found(sight) > before && placed.place['state'] !== undefined)
        this.#whereabouts.place = placed.place;
      if (allSeen(sight, markers)) return sight;
    }
    this.#keep({ places, sight });
    return sight;
  }

  #keep(overview: Overview): void {
    this.#last = { overview, writes: this.#context.writer.writes.length };
  }

  #sightOfAll(places: readonly Placed[], markers: readonly string[]): Sight {
    const listings = places.map(({ listing }) => listing);
    return this.#sightOf(listings, markers);
  }

  #sightOf(listings: readonly Listing[], markers: readonly string[]): Sight {
    const { survey, writer } = this.#context;
    const sight = sightOf(listings, markers, survey.identity, (text) => writer.markerIn(text));
    this.#whereabouts.titlesShown ||= writer.writes.some(
      ({ marker, outcome }) => outcome === 'accepted' && sight.traces.has(marker),
    );
    return sight;
  }
}

const allSeen = (sight: Sight, markers: readonly string[]): boolean =>
  markers.every((marker) => (sight.counts.get(marker) ?? 0) > 0);

const found = (sight: Sight): number => [...sight.counts.values()].filter((count) => count > 0).length;
