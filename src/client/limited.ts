import type { SentRequest } from './exchange.ts';

const pathOf = ({ url }: SentRequest): string => url.split('?', 1)[0] ?? '';

/** Returns the credential, and if it creates: services may limit these separately. */
const whoOf = ({ method, headers }: SentRequest): string =>
  JSON.stringify([headers['authorization'] ?? '', method === 'POST']);

/** Paths that one caller used, for reading or for creating. */
interface Paths {
  readonly answered: Set<string>;
  readonly limited: Set<string>;
}

/**
 * Tracks the scope of rate limits: one caller, reading or creating, in one repository. Once several paths are
 * limited, one of which was answered before, the limit covers all paths of that caller.
 */
export class Limited {
  readonly #paths = new Map<string, Paths>();

  #of(who: string): Paths {
    const paths = this.#paths.get(who) ?? { answered: new Set(), limited: new Set() };
    this.#paths.set(who, paths);
    return paths;
  }

  /**
   * Returns the name of the group of requests that share a limit with this one.
   * @param isLimitedOnly true if only rate limits were answered so far; the limit then covers the whole
   * credential
   */
  nameOf(request: SentRequest, isLimitedOnly: boolean): string {
    const who = whoOf(request);
    if (isLimitedOnly) return request.headers['authorization'] ?? '';
    const { answered, limited } = this.#of(who);
    const isEverywhere = limited.size > 1 && [...limited].some((path) => answered.has(path));
    return isEverywhere ? who : `${who} ${pathOf(request)}`;
  }

  answered(request: SentRequest): void {
    this.#of(whoOf(request)).answered.add(pathOf(request));
  }

  /** Records that a request was limited. @returns the name of the group that is limited from now on */
  limited(request: SentRequest, isLimitedOnly: boolean): string {
    this.#of(whoOf(request)).limited.add(pathOf(request));
    return this.nameOf(request, isLimitedOnly);
  }
}
