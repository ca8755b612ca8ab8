import { describeExchange, type Exchange } from '../client/exchange.ts';
import { goesTo, type RepositoryName } from '../client/request.ts';
import { submit, writerOf } from '../created/writer.ts';
import type { Trial } from '../engine/trial.ts';
import type { ConfirmedViolation } from '../engine/violation.ts';
import { madeUpNames } from '../generate/names.ts';
import { partWith } from './canary.ts';
import { privateRecords, publicOnes, publicRecords } from './member-records.ts';
import { ownTexts, telling } from './private-records.ts';
import { givenTo, leaked, plainestFirst, queryOf, type Stranger, sameCredential } from './strangers.ts';

/** Halves of characters, which no address can hold. */
const SURROGATES = /[\ud800-\udfff]/g;

/** A text as it may stand in an answer: itself, within JSON, within a header. */
const writtenAs = (text: string): string[] => [
  text,
  JSON.stringify(text).slice(1, -1),
  encodeURIComponent(text.replaceAll(SURROGATES, '')),
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
export async function ofOtherAnswer(
  t: Trial,
  by: Stranger,
  repository: RepositoryName,
): Promise<ConfirmedViolation | null> {
  const asked = plainestFirst(givenTo(t, by).filter((exchange) => goesTo(exchange, repository)));
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
