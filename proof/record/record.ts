import type { RuleId } from '../../src/model/rule-ids.ts';
import recorded from './record.json' with { type: 'json' };

/** Results of the last run of the whole matrix (`npm run proof`). */
export interface ProofRecord {
  readonly matrix: {
    /** Seconds from the start of the first run to the end of the last; two runs at a time. */
    readonly seconds: number;
    readonly requests: number;
  };
  /**
   * Services whose private records look like public ones: the number tried, and of failed rules on access.
   */
  readonly lookAlikes: { readonly tried: number; readonly failed: number };
  /** Failed rules by fault, in the order of reports. */
  readonly faults: Readonly<Record<string, Caught>>;
  /** Rules that passed although the fault breaks them, as `FAULT: RULE`; absent in older records. */
  readonly wrongPasses?: Readonly<Record<keyof Caught, readonly string[]>>;
  /** By circumstance. */
  readonly circumstances: Readonly<Record<string, Crossed>>;
  /** Failed and undecided gating rules by variant, in the profile `standard`. */
  readonly variants: Readonly<
    Record<string, { readonly failed: readonly string[]; readonly undecided: readonly string[] }>
  >;
  /** Number of rules that passed, by server that implements nothing. */
  readonly nothing: Readonly<Record<string, number>>;
  /** Flakiness of services without and with other writers. */
  readonly flakiness: { readonly quiet: Flakiness; readonly busy: Flakiness };
  readonly chaos: Chaos;
}

/**
 * Results of one circumstance in `standard`: the number of list faults tried, and those that no rule caught.
 */
interface Crossed {
  readonly crossed: number;
  readonly missed: readonly string[];
  /** Rules that passed although the fault breaks them, as `FAULT: RULE`. */
  readonly passed: readonly string[];
}

/** Failed rules of a fault, by profile. */
export interface Caught {
  readonly standard: readonly string[];
  readonly quick: readonly string[];
}

/** Results of the last `npm run flakiness`. */
interface Flakiness {
  readonly services: number;
  /** Number of runs on each service, with different seeds. */
  readonly times: number;
  /** Number of runs whose verdicts differ from those of most runs on the same service. */
  readonly differing: number;
  /** Number of these runs in which a rule failed. */
  readonly failing: number;
}

/** Results of the last `npm run chaos`. */
interface Chaos {
  /** Number of runs: half on a conforming service, half on broken ones. */
  readonly runs: number;
  readonly faults: number;
  /** Number of manipulated responses and connections, and restarts. */
  readonly troubles: number;
  readonly requests: number;
  /** Failed rules that are not broken. */
  readonly wrongFailures: number;
  /** Passed rules that are broken. */
  readonly wrongPasses: number;
  /** Number of runs in which a rule failed. */
  readonly caught: number;
  readonly leaks: number;
  readonly hangs: number;
  /** Peak resident memory of a run, in MiB. */
  readonly peakMb: number;
}

export const record: ProofRecord = recorded;

/** Returns the faults that a rule is proved to catch: they break it, and it failed. */
export function provenCatches(
  { faults: seen }: ProofRecord,
  rule: RuleId,
  faults: readonly Breaking[],
): readonly string[] {
  return faults
    .filter(({ id, breaks }) => breaks.includes(rule) && seen[id]?.standard.includes(rule) === true)
    .map(({ id }) => id);
}

/** True if a rule that the fault breaks failed. */
export function isCaught(
  { faults: seen }: ProofRecord,
  { id, breaks }: Breaking,
  profile: keyof Caught,
): boolean {
  return breaks.some((rule) => seen[id]?.[profile].includes(rule) === true);
}

/** The rules that a fault breaks. */
interface Breaking {
  readonly id: string;
  readonly breaks: readonly string[];
}
