import type { Change } from '../../proof/record/needed.ts';

/** What trying a cell showed. */
export interface Outcome {
  /** By rule. */
  readonly verdicts: Readonly<Record<string, string>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly requests: number;
  /** Guards whose code ran. */
  readonly reached: readonly string[];
  /** Guards that had another value than without them. */
  readonly decided: readonly string[];
  /** Why the run did not come to its end; `null` if it did. */
  readonly error: string | null;
}

type Difference = Pick<Change, 'what' | 'how'>;

/** Names the first of the rules that differ. */
function firstOf(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) {
  return Object.keys(one).find((rule) => one[rule] !== other[rule]);
}

/** Returns the gravest difference of two outcomes, or `null`. Of several rules it names the first. */
export function differenceOf(before: Outcome, after: Outcome): Difference | null {
  if (after.error !== null) return { what: 'verdict', how: `the run ended by an error: ${after.error}` };
  const rule = firstOf(before.verdicts, after.verdicts);
  if (rule !== undefined) {
    const how = `${rule} ${before.verdicts[rule] ?? 'absent'} → ${after.verdicts[rule] ?? 'absent'}`;
    return { what: 'verdict', how };
  }
  const other = firstOf(before.reasons, after.reasons);
  if (other !== undefined) return { what: 'reason', how: `${other}: ${after.reasons[other] ?? ''}` };
  return before.requests === after.requests
    ? null
    : { what: 'requests', how: `${before.requests} → ${after.requests} requests` };
}
