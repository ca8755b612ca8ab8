import type { Exchange } from '../client/exchange.ts';
import type { Asker } from '../client/test-bed.ts';
import type { Look, RuleCase } from './case.ts';

/** A case that could have broken its rule and did not, with the answer that it was judged by. */
export interface Example {
  readonly case: Readonly<Record<string, unknown>>;
  readonly exchange: Exchange;
}

/** The cases of a rule by caller, and one that held. */
export interface HowTried {
  readonly callers: Readonly<Partial<Record<Asker, number>>>;
  readonly example: Example | null;
}

export const askerOf = ({ caller, invalid }: Pick<RuleCase, 'caller' | 'invalid'>): Asker =>
  invalid === undefined ? caller : 'invalid';

/** Returns a case with its answer as an example, or `null` if it was not answered. */
export function exampleOf({ shown }: RuleCase, { answers }: Look): Example | null {
  const exchange = answers.at(-1);
  return exchange === undefined ? null : { case: shown, exchange };
}

const textOf = (example: Example): string => JSON.stringify([example.case, example.exchange.request.url]);

/** The cases of one rule that were judged. One exchange is kept, however many there are. */
export class Judged {
  readonly #callers = new Map<Asker, number>();
  #own: Example | null = null;
  #other: Example | null = null;

  /** Counts cases that were judged. */
  count(asker: Asker, cases = 1): void {
    if (cases > 0) this.#callers.set(asker, (this.#callers.get(asker) ?? 0) + cases);
  }

  /**
   * Offers a case that held as an example. The first of the rule's own is kept.
   * @param isOwn false for an answer to another rule; these come in any order, so the first by name is kept
   */
  offer(example: Example | null, isOwn = true): void {
    if (isOwn) this.#own ??= example;
    if (isOwn || example === null || this.#own !== null) return;
    if (this.#other === null || textOf(example) < textOf(this.#other)) this.#other = example;
  }

  /** The number of cases that were counted. */
  get cases(): number {
    return [...this.#callers.values()].reduce((sum, cases) => sum + cases, 0);
  }

  get how(): HowTried {
    return { callers: Object.fromEntries(this.#callers), example: this.#own ?? this.#other };
  }
}
