import { resultsAt } from '../checks/naming.ts';
import { describeExchange, type Exchange, isSuccess, textOf } from '../client/exchange.ts';
import { readJson } from '../client/json.ts';
import { goesTo, issuesPath, type RepositoryName } from '../client/request.ts';
import { Stopped } from '../client/stopped.ts';
import { submit, writerOf } from '../created/writer.ts';
import { madeUpNames } from '../generate/names.ts';
import type { CaseResult } from '../model/check.ts';
import { type ConfirmedViolation, count } from '../model/violation.ts';
import type { Trial } from '../run/trial.ts';
import { listingOf, resultsIn } from '../snapshot/listing.ts';
import { LetGo } from '../snapshot/records.ts';
import { canaryOf, partWith } from './canary.ts';
import { hasListed, privateRecords, publicOnes, publicRecords } from './member-access.ts';
import { longTexts, ownTexts } from './private-records.ts';
import { ofPublicListing } from './public-listings.ts';
import {
  givenTo,
  leaked,
  listingsGivenTo,
  plainestFirst,
  queryOf,
  type Stranger,
  sameCredential,
  WHOM,
} from './strangers.ts';

/** Returns the leak of the canary in any answer to a stranger, or `null`. */
function ofCanary(t: Trial, by: Stranger): ConfirmedViolation | null {
  const shown = new Map(
    canaryOf(t)
      ?.shown.filter(({ asker }) => asker === by)
      .map(({ exchange, part }) => [exchange, part]),
  );
  const [exchange] = plainestFirst([...shown.keys()]);
  if (exchange === undefined) return null;
  const { repository, written, privateRepository = repository } = t.bed;
  const asked = [privateRepository, written].find((one) => goesTo(exchange, one)) ?? repository;
  return leaked(t, by, exchange, asked, {
    actual: `an issue that this run created in the private repository, in ${shown.get(exchange)} of an answer ${describeExchange(exchange)}`,
  });
}

/**
 * True if TOKEN lists the private repository and is refused repositories that do not exist. Otherwise the records shown
 * under its name need not be private.
 */
function isPrivateKnown(t: Trial, repository: RepositoryName): boolean {
  const named = [repository, t.bed.repository, t.bed.written].map((one) => issuesPath(one).toLowerCase());
  const listings = givenTo(t, 'member').filter(({ request }) => request.method === 'GET');
  const ofNone = listings.filter(
    ({ request }) => !named.some((name) => new URL(request.url).pathname.toLowerCase().endsWith(name)),
  );
  return (
    hasListed(t, repository) &&
    ofNone.some((each) => (each.response?.status ?? 200) >= 400) &&
    !ofNone.some(isSuccess)
  );
}

/** Returns the number of records in a listing that is answered with some 2xx. */
function shownBy(exchange: Exchange): number {
  const { response } = exchange;
  if (response === null || !isSuccess(exchange)) return 0;
  if (response.status === 200) return resultsIn(exchange);
  const reading = readJson(textOf(response) ?? response.body);
  return reading.kind === 'json' && Array.isArray(reading.value) ? reading.value.length : 0;
}

/** Returns the leak of any record in a 2xx answer to a listing of the private repository, or `null`. */
function ofPrivateListing(t: Trial, by: Stranger, repository: RepositoryName): ConfirmedViolation | null {
  for (const exchange of listingsGivenTo(t, by, repository)) {
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

/** Halves of characters, which no address can hold. */
const SURROGATES = /[\ud800-\udfff]/g;

/** Returns the forms of a text in an answer: itself, within JSON, within a header. */
const writtenAs = (text: string): string[] => [
  text,
  JSON.stringify(text).slice(1, -1),
  encodeURIComponent(text.replaceAll(SURROGATES, '')),
];

const isSentIn = ({ request: { url, body } }: Exchange, text: string): boolean =>
  writtenAs(text).some((each) => url.includes(each) || (body ?? '').includes(each));

/** Sends the same request for a repository that does not exist. @throws {Stopped} */
function askNowhere(t: Trial, exchange: Exchange, by: Stranger, owner: string): Promise<Exchange> {
  const repository = { owner, repo: madeUpNames(t.seed('repositories')).other };
  const as = sameCredential(exchange, by);
  const sent = writerOf(t).of(exchange);
  if (sent !== undefined) return submit(t, { repository, as, payload: writerOf(t).again(sent) });
  return t.send(() => ({ repository, as, query: queryOf(exchange) }), { confirming: true });
}

/** Returns the leak of a private title or body in any other answer for the private repository, or `null`. @throws {Stopped} */
async function ofOtherAnswer(
  t: Trial,
  by: Stranger,
  repository: RepositoryName,
): Promise<ConfirmedViolation | null> {
  const asked = plainestFirst(givenTo(t, by).filter((exchange) => goesTo(exchange, repository)));
  if (asked.length === 0) return null;
  const texts = longTexts((await privateRecords(t, repository)).flatMap(ownTexts));
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
 * Asks for the private listing without the parameters with which it was shown, then with each alone, until it is shown: a
 * smaller counterexample says more.
 * @throws {Stopped}
 */
async function askPlainer(t: Trial, by: Stranger, { exchanges }: ConfirmedViolation): Promise<void> {
  const exchange = exchanges.at(-1);
  const repository = t.bed.privateRepository;
  if (exchange === undefined || repository === undefined || !goesTo(exchange, repository)) return;
  const query = Object.entries(queryOf(exchange));
  if (exchange.request.method !== 'GET' || query.length === 0) return;
  for (const parameters of [[], ...(query.length < 2 ? [] : query.map((one) => [one]))]) {
    if (t.run.target.left(sameCredential(exchange, by).standing, true) < 1) return;
    const spec = { repository, query: Object.fromEntries(parameters) };
    await t.send(() => ({ ...spec, as: t.as('member') }), { confirming: true });
    const answer = await t.send(() => ({ ...spec, as: sameCredential(exchange, by) }), { confirming: true });
    if (shownBy(answer) > 0) return;
  }
}

/**
 * Searches all answers of this run to a stranger for anything private: once is enough (section 5.5).
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
    try {
      await askPlainer(t, by, first);
    } catch (error) {
      // The leak was seen, whatever ends the run.
      if (!(error instanceof Stopped || error instanceof LetGo)) throw error;
    }
    return [{ kind: 'violated', violation: shown() ?? first }];
  }
  const found = isKnown
    ? ((await ofOtherAnswer(t, by, repository)) ?? (await ofPublicListing(t, by, repository)))
    : 'alike';
  if (found !== null && found !== 'alike') return [{ kind: 'violated', violation: found }];
  t.note = await restsOn(t, by, repository, found === 'alike');
  return [];
}

/** Returns a sentence on the evidence of a pass. @throws {Stopped} */
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
  const isUntold =
    areAlike || longTexts((await privateRecords(t, repository)).flatMap(ownTexts)).length === 0;
  return isUntold
    ? `No issue was created to look for (${why}), and private records cannot be told from public ones: the pass rests on the status.`
    : `No issue was created to look for (${why}); answers ${WHOM[by]} were compared with the private records that TOKEN is shown.`;
}
