import { plantCanary } from '../src/access/canary.ts';
import { AFTER_MEMBER } from '../src/access/strangers.ts';
import { lastOf } from '../src/checks/answers.ts';
import type { Exchange } from '../src/client/exchange.ts';
import type { Query, RepositoryName } from '../src/client/request.ts';
import type { Caller } from '../src/client/test-bed.ts';
import { invalidSortExamples } from '../src/generate/sort.ts';
import type { RuleCase } from '../src/model/case.ts';
import type { Trial } from '../src/run/trial.ts';

const [INVALID_SORT] = invalidSortExamples;

const ALL: Query = { state: 'all', per_page: '100', sort: INVALID_SORT, direction: 'asc' };

/** Queries for a profile with little room: the plain list, and every kind of parameter at once. */
const PLAIN_AND_ALL: readonly Query[] = [{}, { ...ALL, page: '2' }];

/** Each kind of parameter that other rules use, several at a time. */
const COMBINED: readonly Query[] = [
  ...PLAIN_AND_ALL,
  ALL,
  { state: 'closed', per_page: '0' },
  { per_page: '5', page: '2' },
  { sort: 'created' },
];

/** Each kind alone. */
const ALONE: readonly Query[] = [
  { state: 'all' },
  { state: 'open' },
  { state: 'closed' },
  { per_page: '100' },
  { per_page: '101' },
  { per_page: '1' },
  { per_page: '0' },
  { per_page: '-1' },
  { page: '1' },
  { page: '2' },
  { sort: 'updated' },
  { sort: INVALID_SORT },
  { direction: 'asc' },
];

/** The queries with which strangers ask for the private repository, the plain list first. */
export const WAYS_IN = { quick: PLAIN_AND_ALL, standard: COMBINED, thorough: [...COMBINED, ...ALONE] };

/** Answers to the member, and to strangers right after him at the same address. */
type Round = ReadonlyMap<Caller, Exchange>;

/**
 * Asks for the private repository with one query: as the member, then as all strangers, one after the other. A cache that
 * ignores the caller has the answer ready for them. The strangers take turns to be first, since a refusal may be cached too.
 */
function roundOf(t: Trial, query: Query, place: number, repository: RepositoryName): Promise<Round> {
  return t.run.once(`strangers after the member ${JSON.stringify(query)}`, async () => {
    await plantCanary(t);
    const strangers: Caller[] = [
      'anonymous',
      ...(t.bed.outsiderToken === undefined ? [] : ['outsider' as const]),
    ];
    const callers: Caller[] = ['member', ...(place % 2 === 0 ? strangers : strangers.toReversed())];
    const round = new Map<Caller, Exchange>();
    for (const by of callers)
      round.set(by, await t.send(() => t.listing(query, by, repository), { confirming: true }));
    return round;
  });
}

/** True if a rule of this run lets strangers ask for the private list. */
const rounds = (t: Trial): { areExpected: boolean } =>
  t.run.once('rounds of strangers', () => ({ areExpected: false }));

/** Returns the plain private list as the member is given it, from the round of strangers if there is one. @throws {Stopped} */
export async function plainOfMember(t: Trial, repository: RepositoryName): Promise<Exchange> {
  const round = rounds(t).areExpected ? await roundOf(t, {}, 0, repository) : null;
  return round?.get('member') ?? t.ask(t.listing({}, 'member', repository));
}

/**
 * A listing right after a member was given the same: a cache that ignores the caller has the answer ready. Both are requested
 * anew.
 */
export function afterMember(t: Trial, one: RuleCase): RuleCase {
  const spec = lastOf(one);
  return {
    ...one,
    shown: { ...one.shown, ...AFTER_MEMBER },
    asks: [() => t.listing(one.query, 'member', spec.repository), () => spec],
    inTurn: true,
  };
}

/** A listing of the private repository by a stranger. A smaller case has none of its parameters, or one of them. */
function asStranger(t: Trial, query: Query, by: Caller, repository: RepositoryName): RuleCase {
  const parameters = Object.entries(query);
  const less = (): RuleCase[] =>
    parameters.length < 2
      ? []
      : parameters.map((one) => asStranger(t, Object.fromEntries([one]), by, repository));
  return afterMember(t, {
    depth: 'quick',
    shown: { ...repository, ...query, asked: by },
    caller: by,
    query,
    asks: [t.listing(query, by, repository)],
    smaller: () => (parameters.length === 0 ? [] : [asStranger(t, {}, by, repository), ...less()]),
  });
}

/** Returns the cases of somebody without access who asks for the private repository. */
export function strangersAsk(t: Trial, by: 'anonymous' | 'outsider'): RuleCase[] {
  const repository = t.bed.privateRepository;
  if (repository === undefined) return [];
  rounds(t).areExpected = true;
  return WAYS_IN[t.profile].map((query, place) => {
    const shared = async (): Promise<readonly Exchange[]> => {
      const round = await roundOf(t, query, place, repository);
      return [...round].flatMap(([caller, answer]) => (caller === 'member' || caller === by ? [answer] : []));
    };
    return Object.assign(asStranger(t, query, by, repository), { shared });
  });
}
