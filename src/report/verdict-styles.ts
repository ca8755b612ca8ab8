import type { Verdict } from '../model/verdict.ts';
import type { RuleReport } from './model.ts';

/** A result of a rule: the verdicts, known failures, observed errors of the service, and rules that were not in a run. */
export type VerdictStyle = Verdict['verdict'] | 'known' | 'error' | 'absent';

interface Looks {
  readonly sign: string;
  /** For Markdown, which has no colours. */
  readonly emoji: string;
  readonly word: string;
  readonly color: 'red' | 'magenta' | 'yellow' | 'green' | 'cyan' | 'dim';
}

/** The style of results in every format. Results that need attention come first. */
export const verdictStyles: Readonly<Record<VerdictStyle, Looks>> = {
  fail: { sign: '✗', emoji: '❌', word: 'fail', color: 'red' },
  known: { sign: '≈', emoji: '🔶', word: 'known failure', color: 'magenta' },
  inconclusive: { sign: '?', emoji: '❓', word: 'undecided', color: 'yellow' },
  skip: { sign: '–', emoji: '➖', word: 'skipped', color: 'yellow' },
  error: { sign: '!', emoji: '❗', word: 'server error, not judged', color: 'yellow' },
  pass: { sign: '✓', emoji: '✅', word: 'pass', color: 'green' },
  observed: { sign: '•', emoji: '🔎', word: 'observed', color: 'cyan' },
  absent: { sign: '∅', emoji: '⬜', word: 'not in run', color: 'dim' },
};

/** Matches an observed value that names an error of the service: `500`, `empty → 503`. */
const SERVER_ERROR = /(?:^|→ |; )5\d\d(?=$|[,;:])/;

/** Returns the mark of a rule; `absent` if there is no rule. */
export function verdictStyleOf(rule: RuleReport | undefined): VerdictStyle {
  if (rule === undefined) return 'absent';
  if (rule.verdict === 'observed' && SERVER_ERROR.test(rule.observation?.value ?? '')) return 'error';
  return rule.verdict === 'fail' && rule.known === true ? 'known' : rule.verdict;
}
