import { type Exchange, isSuccess } from '../client/exchange.ts';
import { ANONYMOUS, type Credential, goesTo, type Query, type RepositoryName } from '../client/request.ts';
import { type Asker, sameRepository } from '../client/test-bed.ts';
import { type ConfirmedViolation, type Misplaced, shows } from '../model/violation.ts';
import type { Trial } from '../run/trial.ts';
import { areRecordsKept, recordsOf } from '../snapshot/listing.ts';

/** Somebody without access to the private repository. */
export type Stranger = Exclude<Asker, 'member'>;

export const WHOM: Readonly<Record<Stranger, string>> = {
  anonymous: 'without a credential',
  outsider: 'with OUTSIDER_TOKEN',
  invalid: 'with an invalid credential',
};

/** Marks a case that came right after a member was given the same listing. */
export const AFTER_MEMBER = { 'right after': 'a member has listed it' } as const;

/** Returns all answers of the run to one asker. */
export const givenTo = (t: Trial, by: Asker): Exchange[] =>
  t.run.exchanges.filter((exchange) => t.run.askerOf(exchange) === by);

/** Sorts answers by their requests, the plainest first. */
export const plainestFirst = (exchanges: readonly Exchange[]): Exchange[] =>
  exchanges
    .map((exchange) => ({ exchange, parameters: Object.keys(queryOf(exchange)).length }))
    .toSorted((a, b) => a.parameters - b.parameters)
    .map(({ exchange }) => exchange);

/** Returns the listings of a repository that the run was given for one asker, the plainest first. */
export const listingsGivenTo = (t: Trial, by: Asker, repository: RepositoryName): Exchange[] =>
  plainestFirst(
    givenTo(t, by).filter((exchange) => exchange.request.method === 'GET' && goesTo(exchange, repository)),
  );

/** Returns the records of a listing, as far as they are kept. */
export const keptRecords = (exchange: Exchange): readonly unknown[] =>
  areRecordsKept(exchange) ? recordsOf(exchange) : [];

export function queryOf({ request }: Exchange): Query {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

const credentialIn = ({ request }: Exchange): string | undefined => request.headers['authorization'];

/** Returns the credential with which a stranger has asked, to be sent again. */
export function sameCredential(exchange: Exchange, by: Stranger): Credential {
  const value = credentialIn(exchange);
  if (value === undefined) return ANONYMOUS;
  return { standing: by === 'invalid' ? 'invalid' : 'valid', value };
}

/** Returns the request of a stranger as a counterexample. */
function shownOf(
  t: Trial,
  exchange: Exchange,
  by: Stranger,
  repository: RepositoryName,
): Record<string, unknown> {
  const isAfterMember =
    by !== 'invalid' &&
    goesTo(exchange, t.bed.privateRepository ?? repository) &&
    givenTo(t, 'member').some(
      (other) =>
        other.request.url === exchange.request.url &&
        isSuccess(other) &&
        other.startedAt <= exchange.startedAt,
    );
  return {
    ...(exchange.request.method === 'GET' ? {} : { method: exchange.request.method }),
    ...(sameRepository(repository, t.bed.repository) ? {} : repository),
    ...queryOf(exchange),
    ...(by === 'invalid' ? { credential: credentialIn(exchange) ?? 'none' } : { asked: by }),
    ...(isAfterMember && exchange.request.method === 'GET' ? AFTER_MEMBER : {}),
  };
}

export function leaked(
  t: Trial,
  by: Stranger,
  exchange: Exchange,
  repository: RepositoryName,
  { actual, records }: { actual: string; records?: readonly Misplaced[] },
): ConfirmedViolation {
  return {
    kind: 'leaked',
    expected: `nothing of the private repository, ${WHOM[by]}`,
    actual,
    ...(records === undefined ? {} : { records }),
    counterexample: shownOf(t, exchange, by, repository),
    reproduced: { seen: 1, tries: 1 },
    ...shows({ answers: [exchange] }),
  };
}
