import type { CaseResult } from './oracle.ts';
import type { ConfirmedViolation } from './violation.ts';
import type { Level } from './words.ts';

/** What an observation wrote down: a short stable value for comparison, and a sentence for people. */
export interface Observation {
  readonly value: string;
  readonly note: string;
}

/** Everything that trying one rule brought to light, from which the verdict follows. */
export interface Findings {
  /** Settings that are missing: nothing was tried. */
  readonly missing: readonly string[];
  readonly results: readonly CaseResult[];
  /** Preconditions that do not hold, each as a sentence. */
  readonly unmet: readonly string[];
  readonly observation: Observation | null;
  /** Why the trial ended early, as a sentence; `null` where it came to its end. */
  readonly cutShort: string | null;
}

export const NOTHING_FOUND: Findings = {
  missing: [],
  results: [],
  unmet: [],
  observation: null,
  cutShort: null,
};

/** The verdicts of the catalogue, each with what belongs to it. */
export type Verdict =
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'fail'; readonly violation: ConfirmedViolation }
  | { readonly verdict: 'inconclusive' | 'skip'; readonly reason: string }
  | { readonly verdict: 'observed'; readonly observation: Observation };

const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;

const inconclusive = (reason: string): Verdict => ({ verdict: 'inconclusive', reason });

/**
 * Makes a rule's verdict from what trying it brought to light. Read as a table: the first line that applies decides.
 *
 * | seen | verdict |
 * | --- | --- |
 * | a setting is missing | skip |
 * | an observation | observed |
 * | a confirmed violation | fail |
 * | the trial was cut short | inconclusive |
 * | a precondition that does not hold | inconclusive |
 * | a case that stayed undecided | inconclusive |
 * | at least one case that could have failed, and held | pass |
 * | no case that could have failed | inconclusive |
 */
export function verdictOf(level: Level, findings: Findings): Verdict {
  const { missing, results, unmet, observation, cutShort } = findings;
  if (missing.length > 0) return { verdict: 'skip', reason: `Not tried: set ${inWords(missing)}.` };
  if (level === 'observed') {
    return observation === null
      ? inconclusive(cutShort ?? unmet[0] ?? 'Nothing was there to be observed.')
      : { verdict: 'observed', observation };
  }
  for (const result of results)
    if (result.kind === 'violated') return { verdict: 'fail', violation: result.violation };
  if (cutShort !== null) return inconclusive(cutShort);
  const [precondition] = unmet;
  if (precondition !== undefined) return inconclusive(precondition);
  for (const result of results) if (result.kind === 'undecided') return inconclusive(result.reason);
  if (results.some(({ kind }) => kind === 'held')) return { verdict: 'pass' };
  for (const result of results)
    if (result.kind === 'vacuous')
      return inconclusive(`This target cannot show it: it takes ${result.needs}.`);
  return inconclusive('No case of this rule could be tried.');
}
