import type { VerdictChange } from '../../proof/record/needed.ts';

/** The result of trying a cell. */
export interface CellOutcome {
  /** By rule. */
  readonly verdicts: Readonly<Record<string, string>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly requests: number;
  /** Guards whose code was executed. */
  readonly reached: readonly string[];
  /** Guards that changed a value. */
  readonly decided: readonly string[];
  /** The reason that the run did not end properly; `null` if it did. */
  readonly error: string | null;
}

type Difference = Pick<VerdictChange, 'what' | 'how'>;

/** Returns the first rule that differs. */
function firstOf(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) {
  return Object.keys(one).find((rule) => one[rule] !== other[rule]);
}

/** Returns the gravest difference of two outcomes with the first rule that differs, or `null`. */
export function differenceOf(before: CellOutcome, after: CellOutcome): Difference | null {
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
