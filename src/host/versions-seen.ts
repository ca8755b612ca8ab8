import { systemClock } from '../client/clock.ts';
import type { Exchange } from '../client/exchange.ts';
import type { VersionReport } from '../report/model.ts';
import { shown } from '../report/text.ts';

/** Characters of a version that are kept. */
const LONGEST = 80;
/** Versions that are kept; a header that changes with every answer names no version. */
const MOST = 5;

/** Notes which version of the service each answer names in a header. */
export class VersionsSeen {
  readonly #header: string;
  readonly #scrub: (text: string) => string;
  readonly #now: () => Date;
  readonly #seen = new Map<string, { from: Date; until: Date }>();

  /**
   * @param header the name of the header, in any letter case
   * @param scrub hides secrets in a text
   */
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
    else if (this.#seen.size < MOST) this.#seen.set(version, { from: now, until: now });
  }

  /** Returns the versions with the times of their first and last answer, in the order of the first ones. */
  get summary(): VersionReport[] {
    return [...this.#seen].map(([version, { from, until }]) => ({
      version,
      from: from.toISOString(),
      until: until.toISOString(),
    }));
  }
}
