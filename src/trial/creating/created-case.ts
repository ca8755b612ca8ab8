import type { Exchange } from '../../target/exchange.ts';
import type { CaseResult } from '../probe.ts';
import type { Write } from '../writer.ts';

/** Issues that are created and then looked for in the list (section 1). */
export interface CreatedCase {
  readonly case: Readonly<Record<string, unknown>>;
  /** Whether the issues that earlier rules created count as the first try. */
  readonly earlier?: boolean;
  /**
   * One try: creates issues.
   * @param again creations of an earlier try that broke the rule: what is sent is to be like them
   */
  readonly create: (again: readonly Write[]) => Promise<readonly Exchange[]>;
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

/** A try that broke the rule. */
export interface Broken {
  readonly kind: 'broken';
  /** Issues that broke it. */
  readonly issues: number;
  /** Whether there were more new records than creations, which somebody else may have made. */
  readonly surplus: boolean;
  readonly text: string;
  readonly exchanges: readonly Exchange[];
}

/** Whether two of some creations were under way at the same time. */
export function overlap(writes: readonly Write[]): boolean {
  const spans = writes
    .map(({ exchange }) => ({ from: exchange.startedAt, to: exchange.startedAt + exchange.ms }))
    .toSorted((a, b) => a.from - b.from);
  return spans.some(({ to }, index) => (spans[index + 1]?.from ?? Number.POSITIVE_INFINITY) < to);
}

/** Why nothing follows from what was accepted in a try; `null` where something does. */
export function unfitness(
  one: CreatedCase,
  accepted: readonly Write[],
): (CaseResult & { kind: 'undecided' }) | null {
  if (accepted.length < one.atLeast) {
    return {
      kind: 'undecided',
      reason: 'No creation was accepted, so nothing can be looked for; mending create.accepted decides it.',
    };
  }
  if (one.simultaneous === true && !overlap(accepted)) {
    return {
      kind: 'undecided',
      reason:
        'No two creations were under way at the same time; a CONCURRENCY above 1 and no MAX_RATE decide it.',
    };
  }
  return null;
}
