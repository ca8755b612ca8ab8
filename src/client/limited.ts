import type { SentRequest } from './exchange.ts';

const pathOf = ({ url }: SentRequest): string => url.split('?', 1)[0] ?? '';

/** Who asks, and whether to create something: what a service may limit apart from all else. */
const whoOf = ({ method, headers }: SentRequest): string =>
  JSON.stringify([headers['authorization'] ?? '', method === 'POST']);

/** Paths of one caller, reading or creating. */
interface Paths {
  readonly answered: Set<string>;
  readonly limited: Set<string>;
}

/**
 * Whom a rate limit holds up: one caller, reading or creating, in one repository. Once several of them are limited, and one
 * had been answered before, it is all of that caller's.
 */
export class Limited {
  readonly #paths = new Map<string, Paths>();

  #of(who: string): Paths {
    const paths = this.#paths.get(who) ?? { answered: new Set(), limited: new Set() };
    this.#paths.set(who, paths);
    return paths;
  }

  /**
   * By which those are known who are held up together with a request.
   * @param isLimitedOnly whether nothing but limits was answered so far: then it is all of the caller's
   */
  nameOf(request: SentRequest, isLimitedOnly: boolean): string {
    const who = whoOf(request);
    if (isLimitedOnly) return request.headers['authorization'] ?? '';
    const { answered, limited } = this.#of(who);
    const isEverywhere = limited.size > 1 && [...limited].some((path) => answered.has(path));
    return isEverywhere ? who : `${who} ${pathOf(request)}`;
  }

  /** Notes that a request was answered. */
  answered(request: SentRequest): void {
    this.#of(whoOf(request)).answered.add(pathOf(request));
  }

  /** Notes that a request was limited. @returns by which those are known who are held up from now on */
  limited(request: SentRequest, isLimitedOnly: boolean): string {
    this.#of(whoOf(request)).limited.add(pathOf(request));
    return this.nameOf(request, isLimitedOnly);
  }
}
