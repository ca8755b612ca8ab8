import type { Probe } from './probe.ts';

/** The case with which a rule was broken in an earlier run, as its report recorded it. */
export interface Recorded {
  readonly case: Readonly<Record<string, unknown>>;
  /** The property that generated it, counted from 0 within its rule; absent where it was none. */
  readonly property?: number | undefined;
  /** From which value. */
  readonly value?: unknown;
  /** How often it is asked, before it is said to hold. */
  readonly times: number;
}

const LEAST = 3;
const MOST = 30;

/**
 * How often a case has to be asked that was seen to fail so often in so many tries, as in "2 of 9": three times as often
 * as it takes to see it once.
 */
export function timesFor(reproduced: string): number {
  const [, seen = 1, tries = 1] = (/^(\d{1,6}) of (\d{1,6})$/.exec(reproduced) ?? []).map(Number);
  return Math.min(MOST, Math.max(LEAST, Math.ceil((LEAST * tries) / Math.max(1, seen))));
}

const sorted = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Whether two cases show the same; a recorded one has been through JSON and has no secrets. */
function isSame(one: Probe['case'], recorded: Recorded['case'], scrub: <T>(value: T) => T): boolean {
  return JSON.stringify(scrub(one), sorted) === JSON.stringify(recorded, sorted);
}

/**
 * The probe of a recorded value: it says more than the case does, since what is generated may depend on a list that has
 * changed since. `null` where the property makes nothing of it, as of a value that another version recorded.
 */
export function probeOf({ value }: Recorded, probe: (value: never) => Probe): Probe | null {
  try {
    return probe(value as never);
  } catch {
    return null;
  }
}

/** Of some probes those that make the recorded case again, each some times over and asked now, not from memory. */
export function remade(
  probes: readonly Probe[],
  recorded: Recorded,
  scrub: <T>(value: T) => T,
): readonly Probe[] {
  return probes
    .filter((probe) => isSame(probe.case, recorded.case, scrub))
    .slice(0, 1)
    .flatMap((probe) => {
      const asks = probe.asks.map((ask) => (typeof ask === 'function' ? ask : () => ask));
      return Array.from({ length: recorded.times }, () => ({ ...probe, asks }));
    });
}
