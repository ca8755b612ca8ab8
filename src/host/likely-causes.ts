import type { FailureReport, LikelyCauseReport, RuleReport } from '../report/model.ts';

/** Maximum number of causes in a report. */
const MAX_CAUSES = 8;

/** Ways of failing that are a wrong status. */
const OF_STATUS: ReadonlySet<FailureReport['kind']> = new Set(['status', 'server-error', 'stored']);

/** Returns who asked, by the credential as a report shows it. */
function askerIn(authorization: string | undefined): string {
  if (authorization === undefined) return 'whoever has no credential';
  if (authorization === 'Bearer <TOKEN>') return 'TOKEN';
  return authorization === 'Bearer <OUTSIDER_TOKEN>' ? 'OUTSIDER_TOKEN' : 'whoever has an invalid credential';
}

/** Returns a phrase for a wrong status, the same for failures that one cause may explain; `null` for any other failure. */
function phraseOf({ failure }: RuleReport): string | null {
  const telling = failure?.exchanges.at(-1);
  if (failure === undefined || telling === undefined || !OF_STATUS.has(failure.kind)) return null;
  const [due] = /^\d{3}(?:(?:, \d{3})* or \d{3})?(?=\D|$)/.exec(failure.expected) ?? [];
  const status = telling.response?.status ?? 0;
  if (due === undefined || status === 0) return null;
  const asker = askerIn(telling.request.headers['authorization']);
  return status < 300 && due.startsWith('40')
    ? `${asker} is let in where ${due} is documented`
    : `${status} where ${due} is documented, if asked by ${asker}`;
}

/** Returns the causes that several failures may have in common: the same wrong status to the same caller. Pure. */
export function likelyCauses(rules: readonly RuleReport[]): LikelyCauseReport[] {
  const found = new Map<string, string[]>();
  for (const rule of rules) {
    const phrase = phraseOf(rule);
    if (phrase !== null) found.set(phrase, [...(found.get(phrase) ?? []), rule.id]);
  }
  return [...found]
    .filter(([, ids]) => ids.length > 1)
    .map(([phrase, ids]) => ({ text: `${phrase} (${ids.length} rules)`, rules: ids }))
    .slice(0, MAX_CAUSES);
}
