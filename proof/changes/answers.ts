import type { Answer } from '../../src/service/answer.ts';
import type { Change } from '../../src/service/behaviour.ts';
import type { ListCall, Place } from '../../src/service/listing.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { Issue, Repository } from '../../src/service/world/repository.ts';
import { revise } from './decisions.ts';

type Fields = (issue: Issue, place: Place, request: ServiceRequest) => unknown;

/** Rewrites the body of each listing that is answered with 200. */
export const rewriteList = (
  rewrite: (body: string, records: readonly string[], listing: ListCall) => string | Uint8Array,
): Change =>
  revise('listAnswer', (answer, records, _total, listing) =>
    answer.status === 200 && typeof answer.body === 'string'
      ? { ...answer, body: rewrite(answer.body, records, listing) }
      : answer,
  );

/** Renders records with other fields. */
export const recordsAs =
  (fields: Fields): Change =>
  () => ({ renderRecord: (...given) => JSON.stringify(fields(...given)) });

/** Adds fields to each record. */
export const addFields = (fields: Fields): Change =>
  revise('renderRecord', (record, ...given) =>
    record.replace(/\}$/, () => `,${JSON.stringify(fields(...given)).slice(1, -1)}}`),
  );

/** Changes the response to a creation; the issue is stored as usual. */
export const answerCreated = (
  change: (answer: Answer, issue: Issue, repository: Repository | undefined) => Partial<Answer>,
): Change =>
  revise('createdAnswer', (answer, issue, _record, { repository }) => ({
    ...answer,
    ...change(answer, issue, repository),
  }));

/** Changes the headers of every response; an undefined header is removed. */
export const withHeaders = (
  change: (request: ServiceRequest, status: number) => Readonly<Record<string, string | undefined>>,
): Change =>
  revise('around', async (answering, _inner, request) => {
    const answer = await answering;
    const headers = Object.entries({ ...answer.headers, ...change(request, answer.status) }).filter(
      (header): header is [string, string] => header[1] !== undefined,
    );
    return { ...answer, headers: Object.fromEntries(headers) };
  });

/** Compresses bodies, even if the client does not accept the coding. */
export const encode = (coding: string, compress: (body: string | Uint8Array) => Uint8Array): Change =>
  revise('around', async (answering) => {
    const answer = await answering;
    if (answer.body.length === 0) return answer;
    const headers = { ...answer.headers, 'content-encoding': coding };
    return { ...answer, headers, body: compress(answer.body) };
  });

/** Returns an error response that the service did not write itself, as from a framework or a proxy. */
export function failure(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'text/plain', ...headers }, body: `status ${status}\n` };
}
