import type { RuleId } from '../../src/engine/rule-ids.ts';
import recorded from './record.json' with { type: 'json' };

/** What the last run of the whole matrix showed: see `npm run proof`. */
export interface ProofRecord {
  readonly matrix: {
    /** From the first run to the end of the last one, two at a time. */
    readonly seconds: number;
    readonly requests: number;
  };
  /** Services on which private records look like public ones: how many were tried, and rules on access that failed. */
  readonly lookAlikes: { readonly tried: number; readonly failed: number };
  /** By fault: the rules that failed, in the order of reports. */
  readonly faults: Readonly<Record<string, Caught>>;
  /** `FAULT: RULE` for the rules that passed although the fault breaks them; absent from records made before this was counted. */
  readonly wrongPasses?: Readonly<Record<keyof Caught, readonly string[]>>;
  /** By circumstance. */
  readonly circumstances: Readonly<Record<string, Crossed>>;
  /** By variant, in the profile `standard`: gating rules that failed, and those that stayed undecided. */
  readonly variants: Readonly<
    Record<string, { readonly failed: readonly string[]; readonly undecided: readonly string[] }>
  >;
  /** By server that implements nothing: how many rules passed. */
  readonly nothing: Readonly<Record<string, number>>;
  /** Of services at rest, and of those that others write to meanwhile. */
  readonly flakiness: { readonly quiet: Flakiness; readonly busy: Flakiness };
  readonly chaos: Chaos;
}

/** Of one circumstance: how many list faults were run under it in `standard`, and which of them no rule caught. */
interface Crossed {
  readonly crossed: number;
  readonly missed: readonly string[];
  /** `FAULT: RULE` for the rules that passed although the fault breaks them. */
  readonly passed: readonly string[];
}

/** Rules that a fault made fail, by profile. */
export interface Caught {
  readonly standard: readonly string[];
  readonly quick: readonly string[];
}

/** What the last run of `npm run flakiness` showed. */
interface Flakiness {
  readonly services: number;
  /** Runs of each, with seeds of their own. */
  readonly times: number;
  /** Runs whose verdicts differ from those of most runs on the same service. */
  readonly differing: number;
  /** Of these, runs in which a rule failed. */
  readonly failing: number;
}

/** What the last run of `npm run chaos` showed. */
interface Chaos {
  /** Half of them on a conforming service, half on broken ones. */
  readonly runs: number;
  readonly faults: number;
  /** Answers and connections that were tampered with, and restarts. */
  readonly troubles: number;
  readonly requests: number;
  /** Rules that failed and are not broken. */
  readonly wrongFailures: number;
  /** Rules that passed and are broken. */
  readonly wrongPasses: number;
  /** Runs in which a rule failed. */
  readonly caught: number;
  readonly leaks: number;
  readonly hangs: number;
  /** The largest resident memory of a run, in MiB. */
  readonly peakMb: number;
}

export const record: ProofRecord = recorded;

/** The faults that a rule is proved to catch: they break it, and it failed. */
export function provenCatches(
  { faults: seen }: ProofRecord,
  rule: RuleId,
  faults: readonly Breaking[],
): readonly string[] {
  return faults
    .filter(({ id, breaks }) => breaks.includes(rule) && seen[id]?.standard.includes(rule) === true)
    .map(({ id }) => id);
}

/** Whether a rule that a fault breaks failed on it. */
export function isCaught(
  { faults: seen }: ProofRecord,
  { id, breaks }: Breaking,
  profile: keyof Caught,
): boolean {
  return breaks.some((rule) => seen[id]?.[profile].includes(rule) === true);
}

/** A fault, as far as it says which rules it breaks. */
interface Breaking {
  readonly id: string;
  readonly breaks: readonly string[];
}
