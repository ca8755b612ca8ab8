import { GRAVE, KINDS, type ViolationKind } from '../model/violation-kinds.ts';
import type { ExchangeReport, FailureReport, RuleReport } from './model.ts';

/** Returns the exchange that is judged: the last one of the case. Foreign reports may name no roles. */
export const judgedOf = ({ exchanges }: Pick<FailureReport, 'exchanges'>): ExchangeReport | undefined =>
  exchanges.findLast(({ role }) => role === 'case') ?? exchanges.at(-1);

/** Returns the status at the start of a text: `404` of `404: no such repository`. */
const leadingStatus = (text: string): string | undefined => /^\d{3}(?=$|\D)/.exec(text)?.[0];

/** Returns the actual result in a few words: `403, not 404`. */
export function actualInShort({ failure, statement }: RuleReport): string {
  if (failure === undefined) return statement;
  const { expected, actual, kind = 'status' } = failure;
  // The name of a record may look like a status.
  if (kind !== 'status' && kind !== 'server-error') return actual;
  const [, due] = /^(?:some )?(\dxx|\d{3}(?:(?:, \d{3})* or \d{3})?)(?=$|\D)/.exec(expected) ?? [];
  const given = leadingStatus(actual);
  return due === undefined || given === undefined || due.includes(given) ? actual : `${actual}, not ${due}`;
}

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

/** Failures of one cause: of one kind, or shown by one request. The gravest and most specific rule is first. */
type FailureGroup = readonly [RuleReport, ...RuleReport[]];

/** Returns what failures of one cause have in common; `null` if the report has no kind. */
function kindOf({ id, failure }: RuleReport): string | null {
  const { kind, expected = '' } = failure ?? {};
  if (kind === undefined || KINDS[kind].isOneCause) return kind ?? null;
  const { request, response } = (failure && judgedOf(failure)) ?? {};
  const status = response?.status ?? 0;
  const due = leadingStatus(expected) ?? '';
  // One check refuses all requests, but a service validates each parameter of a listing separately.
  if (kind === 'status' && /^[45]/.test(due)) return `${due}, not ${status < 300 ? 'accepted' : status}`;
  if (kind === 'server-error' && request?.method === 'POST') return `POST ${status}`;
  return `${kind} ${id.split('.', 2).join('.')}`;
}

/** Returns a key of the request that shows the failure; the rule if the report has no request. */
function requestOf({ id, failure }: RuleReport): string {
  const last = failure && judgedOf(failure);
  if (last === undefined) return id;
  const { method, url, headers, body } = last.request;
  return JSON.stringify([method, url, headers['authorization'] ?? null, body]);
}

const SERVER_ERRORS = new Set<ViolationKind | undefined>(['server-error', 'gone-away']);

/** Returns the sort key of a failure, the gravest first: data, then the level, then server errors. */
function gravityOf({ failure, level }: RuleReport): number {
  const grave = [...GRAVE, failure?.kind].indexOf(failure?.kind);
  return 4 * grave + (level === 'required' ? 0 : 2) + (SERVER_ERRORS.has(failure?.kind) ? 0 : 1);
}

/**
 * Groups failed rules by cause: those of one kind, then those that a request of the group shows. The gravest group is
 * first, then the one with most rules.
 */
export function groupFailures(rules: readonly RuleReport[]): readonly FailureGroup[] {
  const groups = new Map<string, RuleReport[]>();
  for (const rule of rules) {
    const keys = [kindOf(rule), requestOf(rule)].filter((key) => key !== null);
    const group = keys.map((key) => groups.get(key)).find((found) => found !== undefined) ?? [];
    group.push(rule);
    for (const key of keys) if (!groups.has(key)) groups.set(key, group);
  }
  return [...new Set(groups.values())]
    .flatMap((members): FailureGroup[] => {
      const [first, ...others] = members.toSorted(
        (a, b) => gravityOf(a) - gravityOf(b) || Number(a.general === true) - Number(b.general === true),
      );
      return first === undefined ? [] : [[first, ...others]];
    })
    .toSorted(([a, ...some], [b, ...more]) => gravityOf(a) - gravityOf(b) || more.length - some.length);
}
