import { describeExchange, type Exchange, isSuccess, textOf } from '../client/exchange.ts';
import { readJson } from '../client/json.ts';
import { ANONYMOUS, type Credential, goesTo, type Query, type RepositoryName } from '../client/request.ts';
import { type Asker, sameRepository } from '../client/test-bed.ts';
import { Reader } from '../created/reading.ts';
import { submit, writerOf } from '../created/writer.ts';
import { resultsAt } from '../engine/naming.ts';
import type { CaseResult } from '../engine/oracle.ts';
import { orderLasts } from '../engine/preconditions.ts';
import type { Trial } from '../engine/trial.ts';
import { type ConfirmedViolation, count, type Misplaced, shows } from '../engine/violation.ts';
import { madeUpNames } from '../generate/names.ts';
import { areRecordsKept, listingOf, recordsOf, resultsIn } from '../snapshot/listing.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { canaryOf, partWith } from './canary.ts';
import { oneOf, ownTexts, telling } from './private-records.ts';

/** Somebody without access to the private repository. */
export type Stranger = Exclude<Asker, 'member'>;

const WHOM: Readonly<Record<Stranger, string>> = {
  anonymous: 'without a credential',
  outsider: 'with OUTSIDER_TOKEN',
  invalid: 'with an invalid credential',
};

/** Shown of a case that came right after a member was given the same listing. */
export const AFTER_MEMBER = { 'right after': 'a member has listed it' } as const;

/** Suspicious listings of a public repository that are looked into; each takes the member several requests. */
const LISTINGS_LOOKED_INTO = 3;

/** All answers of the run to one asker, those to the plainest requests first. */
const givenTo = (t: Trial, by: Asker): Exchange[] =>
  t.run.exchanges
    .filter((exchange) => t.run.askerOf(exchange) === by)
    .map((exchange) => ({ exchange, parameters: Object.keys(queryOf(exchange)).length }))
    .toSorted((a, b) => a.parameters - b.parameters)
    .map(({ exchange }) => exchange);

function queryOf({ request }: Exchange): Query {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

const credentialIn = ({ request }: Exchange): string | undefined => request.headers['authorization'];

/** The credential with which a stranger has asked, to be sent again. */
function sameCredential(exchange: Exchange, by: Stranger): Credential {
  const value = credentialIn(exchange);
  if (value === undefined) return ANONYMOUS;
  return { standing: by === 'invalid' ? 'invalid' : 'valid', value };
}

/** What a stranger has asked, as a counterexample. */
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

function leaked(
  t: Trial,
  by: Stranger,
  exchange: Exchange,
  repository: RepositoryName,
  {
    actual,
    context = [],
    records,
  }: { actual: string; context?: readonly Exchange[]; records?: readonly Misplaced[] },
): ConfirmedViolation {
  return {
    kind: 'leaked',
    expected: `nothing of the private repository, ${WHOM[by]}`,
    actual,
    ...(records === undefined ? {} : { records }),
    counterexample: shownOf(t, exchange, by, repository),
    reproduced: '1 of 1',
    ...shows({ context, answers: [exchange] }),
  };
}

/** The canary in any answer to a stranger. */
function ofCanary(t: Trial, by: Stranger): ConfirmedViolation | null {
  const shown = new Map(
    canaryOf(t)
      ?.shown.filter(({ asker }) => asker === by)
      .map(({ exchange, part }) => [exchange, part]),
  );
  const exchange = givenTo(t, by).find((each) => shown.has(each));
  if (exchange === undefined) return null;
  const { repository, written, privateRepository = repository } = t.bed;
  const asked = [privateRepository, written].find((one) => goesTo(exchange, one)) ?? repository;
  return leaked(t, by, exchange, asked, {
    actual: `an issue that this run created in the private repository, in ${shown.get(exchange)} of an answer ${describeExchange(exchange)}`,
  });
}

/**
 * True if TOKEN lists the private repository and is refused repositories that do not exist: else what is shown under its
 * name need not be private.
 */
function isPrivateKnown(t: Trial, repository: RepositoryName): boolean {
  const named = [repository, t.bed.repository, t.bed.written].map((one) => issueNames(one));
  const listings = givenTo(t, 'member').filter(({ request }) => request.method === 'GET');
  const isMember = listings.some((each) => goesTo(each, repository) && each.response?.status === 200);
  const ofNone = listings.filter(
    ({ request }) => !named.some((name) => new URL(request.url).pathname.toLowerCase().endsWith(name)),
  );
  return isMember && ofNone.some((each) => (each.response?.status ?? 200) >= 400) && !ofNone.some(isSuccess);
}

const issueNames = ({ owner, repo }: RepositoryName): string =>
  `/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/issues`.toLowerCase();

/** How many records a listing shows that is answered with some 2xx. */
function shownBy(exchange: Exchange): number {
  const { response } = exchange;
  if (response === null || !isSuccess(exchange)) return 0;
  if (response.status === 200) return resultsIn(exchange);
  const reading = readJson(textOf(response) ?? response.body);
  return reading.kind === 'json' && Array.isArray(reading.value) ? reading.value.length : 0;
}

/** Any record in a 2xx answer to a listing of the private repository. */
function ofPrivateListing(t: Trial, by: Stranger, repository: RepositoryName): ConfirmedViolation | null {
  for (const exchange of givenTo(t, by)) {
    if (exchange.request.method !== 'GET' || !goesTo(exchange, repository)) continue;
    const results = shownBy(exchange);
    if (results === 0) continue;
    const places = Array.from({ length: results }, (_, place) => place);
    return leaked(t, by, exchange, repository, {
      actual: `${exchange.response?.status} with ${count(results, 'private record')}`,
      ...(listingOf(exchange).kind === 'list' ? { records: resultsAt(places, exchange, t.known) } : {}),
    });
  }
  return null;
}

/**
 * Asks for the private listing with each parameter alone with which it was shown beside others: a smaller counterexample
 * says more.
 * @throws {Stopped}
 */
async function askPlainer(t: Trial, by: Stranger, { exchanges }: ConfirmedViolation): Promise<void> {
  const exchange = exchanges.at(-1);
  const repository = t.bed.privateRepository;
  if (exchange === undefined || repository === undefined || !goesTo(exchange, repository)) return;
  const query = Object.entries(queryOf(exchange));
  if (exchange.request.method !== 'GET' || query.length < 2) return;
  for (const one of query) {
    if (t.run.target.left(sameCredential(exchange, by).standing, true) < 1) return;
    const spec = { repository, query: Object.fromEntries([one]) };
    await t.send(() => ({ ...spec, as: t.as('member') }), { confirming: true });
    const answer = await t.send(() => ({ ...spec, as: sameCredential(exchange, by) }), { confirming: true });
    if (shownBy(answer) > 0) return;
  }
}

/** The private records that the member was shown, as far as they are kept. @throws {Stopped} */
async function privateRecords(t: Trial, repository: RepositoryName): Promise<readonly unknown[]> {
  const kept = givenTo(t, 'member').filter(
    (each) => goesTo(each, repository) && each.response?.status === 200 && areRecordsKept(each),
  );
  const records = [...new Set(kept.flatMap(recordsOf))];
  if (records.length > 0) return records;
  const query = { per_page: String(FULL_PAGE) };
  return recordsOf(await t.askForRecords({ repository, as: t.as('member'), query }));
}

/** What the member is shown of a public repository in all of its listings; `null` if their end was not seen. @throws {Stopped} */
async function publicRecords(t: Trial, repository: RepositoryName): Promise<readonly unknown[] | null> {
  // Of a list without an order nobody knows whether it was read to its end.
  if ((await orderLasts.establish(t)) !== null) return null;
  const reads = await new Reader(t, repository, 'member').everything('whole', 'every state');
  const pages = reads.flatMap(({ answers }) => answers);
  return reads.every(({ whole }) => whole) && pages.every(areRecordsKept) ? pages.flatMap(recordsOf) : null;
}

/** The public repositories whose listings a run reads. */
const publicOnes = ({ bed: { repository, written } }: Trial): RepositoryName[] =>
  sameRepository(repository, written) ? [repository] : [repository, written];

/** A text as it may stand in an answer: itself, within JSON, within a header. */
const writtenAs = (text: string): string[] => [
  text,
  JSON.stringify(text).slice(1, -1),
  encodeURIComponent(text),
];

const isSentIn = ({ request: { url, body } }: Exchange, text: string): boolean =>
  writtenAs(text).some((each) => url.includes(each) || (body ?? '').includes(each));

/** The same request for a repository that does not exist. @throws {Stopped} */
function askNowhere(t: Trial, exchange: Exchange, by: Stranger, owner: string): Promise<Exchange> {
  const repository = { owner, repo: madeUpNames(t.seed('repositories')).other };
  const as = sameCredential(exchange, by);
  const sent = writerOf(t).of(exchange);
  if (sent !== undefined) return submit(t, { repository, as, payload: writerOf(t).again(sent) });
  return t.send(() => ({ repository, as, query: queryOf(exchange) }), { confirming: true });
}

/** A title or a body of a private record in any other answer to a request for the private repository. @throws {Stopped} */
async function ofOtherAnswer(
  t: Trial,
  by: Stranger,
  repository: RepositoryName,
): Promise<ConfirmedViolation | null> {
  const asked = givenTo(t, by).filter((exchange) => goesTo(exchange, repository));
  if (asked.length === 0) return null;
  const texts = telling((await privateRecords(t, repository)).flatMap(ownTexts));
  for (const text of texts) {
    const holds = (exchange: Exchange): string | null => partWith(exchange, writtenAs(text));
    const exchange = asked.find((each) => holds(each) !== null && !isSentIn(each, text));
    if (exchange === undefined) continue;
    if (holds(await askNowhere(t, exchange, by, repository.owner)) !== null) continue;
    const open = await Promise.all(publicOnes(t).map((one) => publicRecords(t, one)));
    if (open.some((records) => records === null || records.flatMap(ownTexts).includes(text))) continue;
    return leaked(t, by, exchange, repository, {
      actual: `the text of a private issue in ${holds(exchange)} of an answer ${describeExchange(exchange)}`,
    });
  }
  return null;
}

/**
 * A private record in a listing of a public repository, in which no member is shown it; `alike` if the records of both
 * cannot be told apart.
 * @throws {Stopped}
 */
async function ofPublicListing(
  t: Trial,
  by: Stranger,
  repository: RepositoryName,
): Promise<ConfirmedViolation | 'alike' | null> {
  const { identity } = t.first;
  if (identity.kind === 'none') return 'alike';
  const isHidden = oneOf(await privateRecords(t, repository), identity, 'equal');
  let left = LISTINGS_LOOKED_INTO;
  let areAlike = false;
  const breathe = t.run.breather();
  for (const listed of publicOnes(t))
    for (const exchange of givenTo(t, by)) {
      await breathe();
      if (left === 0) break;
      if (exchange.request.method !== 'GET' || !goesTo(exchange, listed)) continue;
      if (listingOf(exchange).kind !== 'list' || !areRecordsKept(exchange)) continue;
      const records = recordsOf(exchange);
      const places = records.flatMap((record, place) => (isHidden(record) ? [place] : []));
      const [first] = places;
      if (first === undefined) continue;
      left -= 1;
      const isOpen = await isShownToMember(t, exchange, by, listed, records[first]);
      areAlike ||= isOpen === 'yes';
      if (isOpen !== 'no') continue;
      return leaked(t, by, exchange, listed, {
        actual: `${count(places.length, 'private record')} among ${count(records.length, 'result')} of a public repository`,
        records: resultsAt(places, exchange, t.known),
      });
    }
  return areAlike ? 'alike' : null;
}

/**
 * Looks whether the member is shown a record of a public listing too: in the same listing before and after the stranger is
 * shown it again and once the list had its time, and in any listing of that repository.
 * @throws {Stopped}
 */
async function isShownToMember(
  t: Trial,
  exchange: Exchange,
  by: Stranger,
  repository: RepositoryName,
  record: unknown,
): Promise<'yes' | 'no' | 'unknown'> {
  const isSame = oneOf([record], t.first.identity, 'same issue');
  const isShownIn = (each: Exchange): boolean =>
    goesTo(each, repository) &&
    listingOf(each).kind === 'list' &&
    areRecordsKept(each) &&
    recordsOf(each).some(isSame);
  if (givenTo(t, 'member').some(isShownIn)) return 'yes';
  if (by === 'anonymous' && t.run.target.left('none', true) < 1) return 'unknown';
  const query = queryOf(exchange);
  const ask = async (as: Credential): Promise<boolean> =>
    recordsOf(await t.send(() => ({ repository, as, query }), { confirming: true })).some(isSame);
  const member = t.as('member');
  if (await ask(member)) return 'yes';
  // What is not shown again may have been there for everybody, and be gone.
  if (!(await ask(sameCredential(exchange, by)))) return 'unknown';
  if (await ask(member)) return 'yes';
  await t.run.age(t.run.clock.now());
  if (await ask(member)) return 'yes';
  const open = await publicRecords(t, repository);
  if (open === null) return 'unknown';
  return open.some(isSame) ? 'yes' : 'no';
}

/**
 * What a stranger was shown of the private repository in this run, by any rule: once is enough (section 5.5).
 * @returns the violation, if there is one
 * @throws {Stopped}
 */
export async function judgeLeaks(t: Trial, by: Stranger): Promise<readonly CaseResult[]> {
  const repository = t.bed.privateRepository;
  if (repository === undefined || t.bed.token === undefined) return [];
  const isKnown = isPrivateKnown(t, repository);
  const shown = (): ConfirmedViolation | null =>
    ofCanary(t, by) ?? (isKnown ? ofPrivateListing(t, by, repository) : null);
  const first = shown();
  if (first !== null) {
    await askPlainer(t, by, first);
    return [{ kind: 'violated', violation: shown() ?? first }];
  }
  const found = isKnown
    ? ((await ofOtherAnswer(t, by, repository)) ?? (await ofPublicListing(t, by, repository)))
    : 'alike';
  if (found !== null && found !== 'alike') return [{ kind: 'violated', violation: found }];
  t.note = await restsOn(t, by, repository, found === 'alike');
  return [];
}

/** What a pass rests on. @throws {Stopped} */
async function restsOn(
  t: Trial,
  by: Stranger,
  repository: RepositoryName,
  areAlike: boolean,
): Promise<string> {
  const canary = canaryOf(t);
  if (canary?.counts === true)
    return `This run created an issue in the private repository; no answer ${WHOM[by]} held it.`;
  const why = canary?.whyNone ?? 'TOKEN was not shown it in the private listing';
  const isUntold = areAlike || telling((await privateRecords(t, repository)).flatMap(ownTexts)).length === 0;
  return isUntold
    ? `No issue was created to look for (${why}), and private records cannot be told from public ones: the pass rests on the status.`
    : `No issue was created to look for (${why}); answers ${WHOM[by]} were compared with the private records that TOKEN is shown.`;
}
