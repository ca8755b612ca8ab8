import type { Mark } from '../document/marks.ts';
import type { RuleReport } from '../report/model.ts';

/** Matches an observed value that names an error of the service: `500`, `empty → 503`. */
const SERVER_ERROR = /(?:^|→ |; )5\d\d(?=$|[,;:])/;

/** Returns the mark of a rule; `absent` if there is no rule. */
export function markOf(rule: RuleReport | undefined): Mark {
  if (rule === undefined) return 'absent';
  if (rule.verdict === 'observed' && SERVER_ERROR.test(rule.observation?.value ?? '')) return 'error';
  return rule.verdict === 'fail' && rule.known === true ? 'known' : rule.verdict;
}
