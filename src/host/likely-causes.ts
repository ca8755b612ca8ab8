import type { Asker } from '../client/test-bed.ts';
import type { FailureReport, LikelyCauseReport, RuleReport } from '../report/model.ts';
import type { Traits } from './traits.ts';

/** A failed rule with its documented and its actual answer. */
interface Failed {
  readonly id: string;
  readonly failure: FailureReport;
  readonly asker: Asker;
  readonly method: string;
  /** The expected statuses as in the report, `401 or 404`; empty if no status was expected. */
  readonly due: string;
  readonly status: number;
}

function askerIn(authorization: string | undefined): Asker {
  if (authorization === undefined) return 'anonymous';
  if (authorization === 'Bearer <TOKEN>') return 'member';
  return authorization === 'Bearer <OUTSIDER_TOKEN>' ? 'outsider' : 'invalid';
}

const failedIn = (rules: readonly RuleReport[]): Failed[] =>
  rules.flatMap(({ id, failure }) => {
    const telling = failure?.exchanges.at(-1);
    if (failure === undefined || telling === undefined) return [];
    const [due = ''] = /^\d{3}(?:(?:, \d{3})* or \d{3})?(?=\D|$)/.exec(failure.expected) ?? [];
    const { method, headers } = telling.request;
    const asker = askerIn(headers['authorization']);
    return [{ id, failure, asker, method, due, status: telling.response?.status ?? 0 }];
  });

/** True if no request with this caller and method was ever answered with an expected status. */
const isNeverGiven = ({ statuses }: Traits, { due, asker, method }: Failed): boolean =>
  due !== '' && !(statuses[`${asker} ${method}`] ?? []).some((status) => due.includes(String(status)));

/**
 * A possible common cause of several failures. It is reported only if no answer of the run contradicts it.
 */
interface Hypothesis {
  /** Prefix of the ids of rules that it may explain. */
  readonly of: string;
  /** Returns the sentence, without a full stop; `null` if the answers do not suggest the cause. */
  readonly says: (traits: Traits) => string | null;
  /** True if the cause explains a failure of such a rule. */
  readonly explains?: (failed: Failed, traits: Traits) => boolean;
}

const OF_PAGES: readonly Hypothesis[] = [
  {
    of: 'list.p',
    says: ({ constant: found }) =>
      found === undefined
        ? null
        : `pages hold ${found.size} results whatever \`per_page\` says (${found.sizes} sizes were asked for)`,
    explains: ({ id }) => /^list\.(per-page|page)\./.test(id),
  },
  {
    of: 'list.per-page.',
    says: ({ cap }) =>
      cap === undefined
        ? null
        : `pages hold ${cap.most} results at most (${cap.from} to ${cap.to} all gave ${cap.most})`,
    explains: ({ failure }, { cap }) => failure.actual.startsWith(`${cap?.most ?? ''} result`),
  },
  {
    of: 'list.page.',
    says: ({ pageIgnored }) =>
      pageIgnored === undefined
        ? null
        : `\`page\` is ignored (${pageIgnored.pages} later pages were the same as the first)`,
  },
  {
    of: 'list.page.',
    says: ({ fromZero }) =>
      fromZero === undefined
        ? null
        : 'pages are counted from 0 (`page=0` is the first page, `page=1` is not)',
  },
];

const WHO: Readonly<Record<Asker, string>> = {
  member: 'TOKEN',
  outsider: 'OUTSIDER_TOKEN',
  anonymous: 'whoever has no credential',
  invalid: 'whoever has an invalid credential',
};

const isLetIn = ({ status }: Failed): boolean => status >= 200 && status < 300;

/** Returns a phrase for the likely cause of a wrong status; `null` if there is none. */
function wordsOf(failed: Failed): string | null {
  const { due, status, asker, failure } = failed;
  if (failure.kind !== 'status' && failure.kind !== 'server-error' && failure.kind !== 'stored') return null;
  if (!isLetIn(failed)) return status >= 400 ? `${status} wherever ${due} is documented` : null;
  if (due.startsWith('422')) return 'payloads of creations are not checked, none was answered 422';
  if (due.startsWith('404') && asker === 'member')
    return 'repositories that do not exist are answered like others';
  return due.startsWith('40') ? `${WHO[asker]} is let in wherever ${due} is documented` : null;
}

/** Groups failures with the same actual and expected status. */
function byStatus(failed: readonly Failed[], traits: Traits): LikelyCauseReport[] {
  const found = new Map<string, readonly Failed[]>();
  for (const each of failed) {
    const words = isNeverGiven(traits, each) ? wordsOf(each) : null;
    if (words !== null) found.set(words, [...(found.get(words) ?? []), each]);
  }
  return [...found].flatMap(([words, some]) => {
    if (some.length < 2) return [];
    const [asker, ...others] = new Set(some.map((each) => each.asker));
    const isOfOne = asker !== undefined && asker !== 'member' && others.length === 0;
    const to = isOfOne && !some.some(isLetIn) ? `, if asked by ${WHO[asker]}` : '';
    return [{ text: `${words}${to} (${some.length} rules)`, rules: some.map(({ id }) => id) }];
  });
}

/** Maximum number of causes in a report. */
const MAX_CAUSES = 8;

/** Returns the likely causes of failures, at most one per rule. Pure. */
export function likelyCauses(rules: readonly RuleReport[], traits: Traits): LikelyCauseReport[] {
  const failed = failedIn(rules);
  const explained = new Set<string>();
  const found = OF_PAGES.flatMap(({ of, says, explains = () => true }): LikelyCauseReport[] => {
    const text = says(traits);
    const some = failed.filter(
      (each) => each.id.startsWith(of) && !explained.has(each.id) && explains(each, traits),
    );
    if (text === null || some.length === 0) return [];
    for (const { id } of some) explained.add(id);
    return [{ text, rules: some.map(({ id }) => id) }];
  });
  const others = failed.filter(({ id }) => !explained.has(id));
  return [...found, ...byStatus(others, traits)].slice(0, MAX_CAUSES);
}
