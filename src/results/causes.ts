import type { ExchangeReport, FailureReport, LikelyCauseReport, RuleReport } from '../report/model.ts';
import { leadingStatus } from './card.ts';
import { likelyOf } from './likely.ts';

/** Failures that share a request, a likely cause, or a kind of violation. */
export interface FailureCause {
  /** Their common feature: `404 expected, 403 answered`. Empty for a single failure. */
  readonly title: string;
  /** The gravest and most specific rule. */
  readonly lead: RuleReport;
  readonly others: readonly RuleReport[];
}

/** Returns the rules of a cause, the most specific one first. */
export const membersOf = ({ lead, others }: FailureCause): readonly RuleReport[] => [lead, ...others];

const tellingOf = ({ exchanges }: FailureReport): ExchangeReport | undefined => exchanges.at(-1);

/** Returns the method of the request, or `request` if the report has no valid one. */
const methodOf = (telling: ExchangeReport | undefined): string =>
  /^[A-Z]{1,10}$/.exec(telling?.request.method ?? '')?.[0] ?? 'request';

const COMMON: Readonly<Partial<Record<NonNullable<FailureReport['kind']>, string>>> = {
  leaked: 'private issues shown',
  malformed: 'malformed response body',
  'gone-away': 'the service stops answering',
  lost: 'issues lost',
  duplicated: 'issues listed more than once',
};

const PAGED: Readonly<Partial<Record<NonNullable<FailureReport['kind']>, string>>> = {
  'too-many': 'too many results',
  'too-few': 'too few results',
  'wrong-results': 'wrong results',
  'wrong-order': 'wrong order',
};

/** Returns the parameter or resource of a rule: `list.per-page` of `list.per-page.zero`. */
const subjectOf = ({ id }: RuleReport): string => /^[a-z]+\.[a-z-]{1,40}/.exec(id)?.[0] ?? 'other rules';

/** Returns the kind of violation in words, with its parameter or status; `null` if the report has no kind. */
function kindOf(rule: RuleReport, failure: FailureReport): string | null {
  const { kind } = failure;
  if (kind === undefined) return null;
  const common = COMMON[kind];
  if (common !== undefined) return common;
  const paged = PAGED[kind];
  // Faults in page sizes, pages and orders have separate causes.
  if (paged !== undefined) return `${paged} (${subjectOf(rule)})`;
  const telling = tellingOf(failure);
  const status = telling?.response?.status;
  const method = methodOf(telling);
  // A service validates each parameter of a listing separately.
  const ofItself = method === 'GET' ? ` (${subjectOf(rule)})` : '';
  if (status === undefined) return `${method} not answered${ofItself}`;
  if (kind === 'server-error') return `${method} answered with ${status}${ofItself}`;
  const due = leadingStatus(failure.expected) ?? 'another status';
  if (!/^[45]/.test(due)) return `${due} expected, ${status} answered (${subjectOf(rule)})`;
  return status >= 200 && status < 300
    ? `${due} expected, request accepted`
    : `${due} expected, ${status} answered`;
}

const kindsOf = (rule: RuleReport): readonly string[] => {
  const kind = rule.failure === undefined ? null : kindOf(rule, rule.failure);
  return kind === null ? [] : [kind];
};

/**
 * Returns a key of the request, so that rules that judge the same request are grouped; none if the report has
 * no request.
 */
function requestsOf({ failure }: RuleReport): readonly string[] {
  const telling = failure === undefined ? undefined : tellingOf(failure);
  if (telling === undefined) return [];
  const { method, url, headers, body } = telling.request;
  return [JSON.stringify([method, url, headers['authorization'] ?? null, body])];
}

/** Groups members that share a key, directly or through others, in the order of their first members. */
function joined<Member>(
  members: readonly Member[],
  keysOf: (member: Member) => readonly string[],
): Member[][] {
  interface Group {
    readonly place: number;
    readonly keys: string[];
    readonly members: Member[];
  }
  const groups = new Set<Group>();
  const byKey = new Map<string, Group>();
  for (const [place, member] of members.entries()) {
    const keys = keysOf(member);
    const sharing = new Set(keys.flatMap((key) => byKey.get(key) ?? []));
    const [first = { place, keys: [], members: [] }, ...more] = [...sharing].toSorted(
      (a, b) => a.place - b.place,
    );
    groups.add(first);
    const added: Group = { place, keys: [...keys], members: [member] };
    for (const group of [added, ...more]) {
      first.members.push(...group.members);
      first.keys.push(...group.keys);
      for (const key of group.keys) byKey.set(key, first);
      groups.delete(group);
    }
  }
  return [...groups].map((group) => group.members);
}

/**
 * Gravity of violations, the worst first: data shown, stored or lost for good; then failures of the service.
 */
const GRAVITY: Readonly<Partial<Record<NonNullable<FailureReport['kind']>, number>>> = {
  leaked: 0,
  stored: 1,
  lost: 2,
  'gone-away': 3,
  'server-error': 4,
};
const LEAST_GRAVE = 5;

const gravityOf = ({ failure }: RuleReport): number =>
  failure?.kind === undefined ? LEAST_GRAVE : (GRAVITY[failure.kind] ?? LEAST_GRAVE);

/** Orders causes by gravity, then by number of rules. */
function byGravity(a: FailureCause, b: FailureCause): number {
  const gravest = (cause: FailureCause): number => Math.min(...membersOf(cause).map(gravityOf));
  return gravest(a) - gravest(b) || b.others.length - a.others.length;
}

/**
 * Groups broken rules by cause, the gravest cause first. Within a cause, grave and specific rules come before
 * general ones.
 */
export function causesOf(
  rules: readonly RuleReport[],
  likely: readonly LikelyCauseReport[] = [],
): readonly FailureCause[] {
  const places = new Map(rules.map((rule, index) => [rule, index]));
  const placeOf = (rule: RuleReport): number => places.get(rule) ?? 0;
  const causes = joined(rules, (rule) => [
    ...likelyOf(rule, likely),
    ...kindsOf(rule),
    ...requestsOf(rule),
  ]).flatMap((members) => {
    // Otherwise in the order of the report.
    const [lead, ...others] = members.toSorted(
      (a, b) =>
        gravityOf(a) - gravityOf(b) ||
        Number(a.general === true) - Number(b.general === true) ||
        placeOf(a) - placeOf(b),
    );
    if (lead === undefined) return [];
    return [{ title: others.length === 0 ? '' : titleOf(members, likely), lead, others }];
  });
  return causes.toSorted(byGravity);
}

/** Returns what all members of a cause have in common. */
function titleOf(members: readonly RuleReport[], likely: readonly LikelyCauseReport[]): string {
  const shared = (of: (rule: RuleReport) => readonly string[]): string | undefined => {
    const [first, ...more] = members.map((rule) => of(rule)[0]);
    return more.every((each) => each === first) ? first : undefined;
  };
  const cause = shared((rule) => likelyOf(rule, likely));
  if (cause !== undefined) return `likely the same cause: ${cause}`;
  const kind = shared(kindsOf);
  if (kind !== undefined) return kind;
  return shared(requestsOf) === undefined
    ? 'in the same request, or of the same kind'
    : 'in the same request';
}
