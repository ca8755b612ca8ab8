import { systemClock } from '../client/clock.ts';
import type { Exchange } from '../client/exchange.ts';
import type { VersionReport } from '../report/model.ts';
import { shown } from '../report/text.ts';

/** Maximum characters kept of a version. */
const LONGEST = 80;
/** Maximum versions kept; a header that changes with every answer names no version. */
const MAX_VERSIONS = 5;

/** Records the service version that each answer names in a header. */
export class VersionsSeen {
  readonly #header: string;
  readonly #scrub: (text: string) => string;
  readonly #now: () => Date;
  readonly #seen = new Map<string, { from: Date; until: Date }>();

  /** @param header name of the header, case-insensitive @param scrub hides secrets in a text */
  constructor(
    header: string,
    scrub: (text: string) => string,
    now: () => Date = () => new Date(systemClock.date()),
  ) {
    this.#header = header.toLowerCase();
    this.#scrub = scrub;
    this.#now = now;
  }

  note({ response }: Exchange): void {
    const given = response?.headers[this.#header];
    const version = given === undefined ? '' : shown(this.#scrub(given).trim(), LONGEST);
    if (version === '') return;
    const now = this.#now();
    const known = this.#seen.get(version);
    if (known !== undefined) known.until = now;
    else if (this.#seen.size < MAX_VERSIONS) this.#seen.set(version, { from: now, until: now });
  }

  /** Returns the versions with the times of their first and last answer, in order of first appearance. */
  get summary(): VersionReport[] {
    return [...this.#seen].map(([version, { from, until }]) => ({
      version,
      from: from.toISOString(),
      until: until.toISOString(),
    }));
  }
}
