import type { RuleReport } from './model.ts';

/**
 * The style of results in every format: the verdicts, known failures, observed errors of the service, and rules that were
 * not in a run. Results that need attention come first; the emoji is for Markdown, which has no colours.
 */
export const verdictStyles = {
  fail: { sign: '✗', emoji: '❌', word: 'fail', color: 'red' },
  known: { sign: '≈', emoji: '🔶', word: 'known failure', color: 'magenta' },
  inconclusive: { sign: '?', emoji: '❓', word: 'undecided', color: 'yellow' },
  skip: { sign: '–', emoji: '➖', word: 'skipped', color: 'yellow' },
  error: { sign: '!', emoji: '❗', word: 'server error, not judged', color: 'yellow' },
  pass: { sign: '✓', emoji: '✅', word: 'pass', color: 'green' },
  observed: { sign: '•', emoji: '🔎', word: 'observed', color: 'cyan' },
  absent: { sign: '∅', emoji: '⬜', word: 'not in run', color: 'dim' },
} as const;

export type VerdictStyle = keyof typeof verdictStyles;

/** Matches an observed value that names an error of the service: `500`, `empty → 503`. */
const SERVER_ERROR = /(?:^|→ |; )5\d\d(?=$|[,;:])/;

/** Returns the mark of a rule; `absent` if there is no rule. */
export function verdictStyleOf(rule: RuleReport | undefined): VerdictStyle {
  if (rule === undefined) return 'absent';
  if (rule.verdict === 'observed' && SERVER_ERROR.test(rule.observation?.value ?? '')) return 'error';
  return rule.verdict === 'fail' && rule.known === true ? 'known' : rule.verdict;
}
