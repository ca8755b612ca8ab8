import type { Exchange } from '../../target/exchange.ts';

/** Issues that are created and then looked for in the list (section 1). */
export interface CreatedCase {
  readonly case: Readonly<Record<string, unknown>>;
  /** Whether the issues that earlier rules created count as the first try. */
  readonly earlier?: boolean;
  /** One try: creates issues. */
  readonly create: () => Promise<readonly Exchange[]>;
  /** Whether the creations of one try have to be under way at the same time. */
  readonly simultaneous?: boolean;
  /** Issues that have to be accepted in one try, so that it shows anything. */
  readonly atLeast: number;
  /** Whether it matters how often an issue stands in the list, and not only that it does. */
  readonly counted: boolean;
  readonly expected: string;
  /** Whether a count of records that show one created issue breaks the rule. */
  readonly wrong: (count: number) => boolean;
}
