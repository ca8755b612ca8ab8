import type { Level } from '../catalogue/index.ts';
import type { TrialLog, Verdict } from './log.ts';

const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;

const inconclusive = (reason: string): Verdict => ({ verdict: 'inconclusive', reason });

/**
 * Makes a rule's verdict from what its trial brought to light. Read as a table: the first line that applies decides.
 *
 * | seen | verdict |
 * | --- | --- |
 * | a setting is missing | skip |
 * | an observation | observed |
 * | a confirmed violation | fail |
 * | the trial was cut short | inconclusive |
 * | a control that does not hold | inconclusive |
 * | a case that stayed undecided | inconclusive |
 * | no case that could have failed | inconclusive |
 * | at least one case that could have failed, and held | pass |
 */
export function verdictOf(level: Level, log: TrialLog): Verdict {
  if (log.missing.length > 0) return { verdict: 'skip', reason: `Not tried: set ${inWords(log.missing)}.` };
  if (level === 'observed') {
    return log.observation === null
      ? inconclusive(log.cutShort ?? log.failedControls[0] ?? 'Nothing was there to be observed.')
      : { verdict: 'observed', observation: log.observation };
  }
  for (const result of log.results) {
    if (result.kind === 'violated') return { verdict: 'fail', violation: result.violation };
  }
  if (log.cutShort !== null) return inconclusive(log.cutShort);
  const [control] = log.failedControls;
  if (control !== undefined) return inconclusive(control);
  for (const result of log.results) if (result.kind === 'undecided') return inconclusive(result.reason);
  if (log.results.some((result) => result.kind === 'held')) return { verdict: 'pass' };
  for (const result of log.results) {
    if (result.kind === 'vacuous')
      return inconclusive(`This target's data cannot show it: it takes ${result.needs}.`);
  }
  return inconclusive('No case of this rule could be tried.');
}
