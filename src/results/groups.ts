import type { ExchangeReport, FailureReport, RuleReport } from '../report/model.ts';
import { leadingStatus } from './card.ts';

/** Returns members that have the same key, in the order of the first of each. */
export function grouped<Member>(
  members: readonly Member[],
  keyOf: (member: Member) => string,
): readonly (readonly [Member, ...Member[]])[] {
  const groups = new Map<string, [Member, ...Member[]]>();
  for (const member of members) {
    const group = groups.get(keyOf(member));
    if (group === undefined) groups.set(keyOf(member), [member]);
    else group.push(member);
  }
  return [...groups.values()];
}

/** Failures of one cause: of one kind, or shown by one request. */
export interface FailureGroup {
  /** What they have in common: `404 expected, 403 answered`. */
  readonly title: string;
  /** The gravest and most specific rule first. */
  readonly rules: readonly [RuleReport, ...RuleReport[]];
}

type Kind = NonNullable<FailureReport['kind']>;

/** Kinds in words. Faults in page sizes, pages and orders have separate causes, so the parameter stands in place of `%`. */
const KINDS: Readonly<Partial<Record<Kind, string>>> = {
  leaked: 'private issues shown',
  malformed: 'malformed response body',
  'gone-away': 'the service stops answering',
  lost: 'issues lost',
  duplicated: 'issues listed more than once',
  'too-many': 'too many results (%)',
  'too-few': 'too few results (%)',
  'wrong-results': 'wrong results (%)',
  'wrong-order': 'wrong order (%)',
};

/** Returns the parameter or resource of a rule: `list.per-page` of `list.per-page.zero`. */
const subjectOf = ({ id }: RuleReport): string => /^[a-z]+\.[a-z-]{1,40}/.exec(id)?.[0] ?? 'other rules';

/** Returns the method of the request, or `request` if the report has no valid one. */
const methodOf = (last: ExchangeReport | undefined): string =>
  /^[A-Z]{1,10}$/.exec(last?.request.method ?? '')?.[0] ?? 'request';

/** Returns the kind of violation in words, with its parameter or status; `null` if the report has no kind. */
function kindOf(rule: RuleReport): string | null {
  const { kind, exchanges = [], expected = '' } = rule.failure ?? {};
  if (kind === undefined) return null;
  const words = KINDS[kind];
  if (words !== undefined) return words.replace('%', subjectOf(rule));
  const last = exchanges.at(-1);
  const status = last?.response?.status;
  const method = methodOf(last);
  // A service validates each parameter of a listing separately.
  const ofItself = method === 'GET' ? ` (${subjectOf(rule)})` : '';
  if (status === undefined) return `${method} not answered${ofItself}`;
  if (kind === 'server-error') return `${method} answered with ${status}${ofItself}`;
  const due = leadingStatus(expected) ?? 'another status';
  if (!/^[45]/.test(due)) return `${due} expected, ${status} answered (${subjectOf(rule)})`;
  return status >= 200 && status < 300
    ? `${due} expected, request accepted`
    : `${due} expected, ${status} answered`;
}

/** Returns a key of the request that shows the failure; `null` if the report has none. */
function requestOf({ failure }: RuleReport): string | null {
  const last = failure?.exchanges.at(-1);
  if (last === undefined) return null;
  const { method, url, headers, body } = last.request;
  return JSON.stringify([method, url, headers['authorization'] ?? null, body]);
}

/** Data shown, stored or lost for good is gravest. */
const GRAVEST: readonly (Kind | undefined)[] = ['leaked', 'stored', 'lost'];
const SERVER_ERRORS: ReadonlySet<Kind | undefined> = new Set<Kind>(['server-error', 'gone-away']);

/** Returns what a failure is sorted by, the gravest with the smallest numbers. */
function gravityOf({ failure, level }: RuleReport): readonly number[] {
  const kind = failure?.kind;
  const at = GRAVEST.indexOf(kind);
  return [at === -1 ? GRAVEST.length : at, Number(level !== 'required'), Number(!SERVER_ERRORS.has(kind))];
}

function compared(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** Returns what failures have in common. */
function titleOf(rules: readonly RuleReport[]): string {
  const [kind = null, ...others] = new Set(rules.map(kindOf));
  return kind !== null && others.length === 0 ? kind : 'in the same request, or of the same kind';
}

/**
 * Groups broken rules by cause: those of one kind, then those that a request of the group shows. The gravest group is
 * first, then the one with most rules.
 */
export function groupFailures(rules: readonly RuleReport[]): readonly FailureGroup[] {
  const byKind = new Map<string, RuleReport[]>();
  const byRequest = new Map<string, RuleReport[]>();
  for (const rule of rules) {
    const [kind, request] = [kindOf(rule), requestOf(rule)];
    const ofKind = kind === null ? undefined : byKind.get(kind);
    const group = ofKind ?? (request === null ? undefined : byRequest.get(request)) ?? [];
    group.push(rule);
    if (kind !== null) byKind.set(kind, group);
    if (request !== null && !byRequest.has(request)) byRequest.set(request, group);
    if (kind === null && request === null) byKind.set(`${byKind.size} ${rule.id}`, group);
  }
  const groups = new Set([...byKind.values(), ...byRequest.values()]);
  return [...groups]
    .flatMap((members) => {
      const [first, ...others] = members.toSorted(
        (a, b) =>
          compared(gravityOf(a), gravityOf(b)) || Number(a.general === true) - Number(b.general === true),
      );
      const all: FailureGroup[] =
        first === undefined ? [] : [{ title: titleOf(members), rules: [first, ...others] }];
      return all;
    })
    .toSorted(
      (a, b) => compared(gravityOf(a.rules[0]), gravityOf(b.rules[0])) || b.rules.length - a.rules.length,
    );
}

/** Returns broken rules, the gravest first. */
export const gravestFirst = (rules: readonly RuleReport[]): readonly RuleReport[] =>
  groupFailures(rules).flatMap((group) => group.rules);
