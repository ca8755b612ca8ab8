import type { Change, RefusalReason } from '../../src/service/behaviour.ts';
import {
  isList,
  JSON_TYPE,
  type ListCall,
  type Place,
  type Reply,
  type ServiceRequest,
} from '../../src/service/request.ts';
import type { Issue, Repository } from '../../src/service/world.ts';
import { type Applies, revise } from './decisions.ts';

type Fields = (issue: Issue, place: Place, request: ServiceRequest) => unknown;

export const rewriteList = (
  rewrite: (body: string, records: readonly string[], listing: ListCall) => string | Uint8Array,
): Change =>
  revise('listAnswer', (answer, records, _total, listing) =>
    answer.status === 200 && typeof answer.body === 'string'
      ? { ...answer, body: rewrite(answer.body, records, listing) }
      : answer,
  );

export const recordsAs =
  (fields: Fields): Change =>
  () => ({ renderRecord: (...given) => JSON.stringify(fields(...given)) });

export const addFields = (fields: Fields): Change =>
  revise('renderRecord', (record, ...given) =>
    record.replace(/\}$/, () => `,${JSON.stringify(fields(...given)).slice(1, -1)}}`),
  );

/** Changes the response to a creation; the issue is stored as usual. */
export const answerCreated = (
  change: (answer: Reply, issue: Issue, repository: Repository | undefined) => Partial<Reply>,
): Change =>
  revise('createdAnswer', (answer, issue, _record, { repository }) => ({
    ...answer,
    ...change(answer, issue, repository),
  }));

export const afterEach = (change: (answer: Reply, request: ServiceRequest) => Reply): Change =>
  revise('around', async (answering, _inner, request) => change(await answering, request));

/** Changes the headers of every response; an undefined header is removed. */
export const withHeaders = (
  change: (request: ServiceRequest, status: number) => Readonly<Record<string, string | undefined>>,
): Change =>
  afterEach((answer, request) => {
    const headers = Object.entries({ ...answer.headers, ...change(request, answer.status) }).filter(
      (header): header is [string, string] => header[1] !== undefined,
    );
    return { ...answer, headers: Object.fromEntries(headers) };
  });

/** Compresses bodies, even if the client does not accept the coding. */
export const encode = (coding: string, compress: (body: string | Uint8Array) => Uint8Array): Change =>
  afterEach((answer) => {
    if (answer.body.length === 0) return answer;
    const headers = { ...answer.headers, 'content-encoding': coding };
    return { ...answer, headers, body: compress(answer.body) };
  });

/** Returns an error response that the service did not write itself, as from a framework or a proxy. */
export function failure(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'content-type': 'text/plain', ...headers }, body: `status ${status}\n` };
}

export const RESET: Reply = { ...failure(503), delivery: 'reset' };

export const webPage = (body: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body,
});

export const changeStatus =
  (refusal: RefusalReason, status: number, applies: Applies = () => true): Change =>
  (b) =>
    revise('refusalStatus', (usual, given, request) =>
      given === refusal && applies(request, b) ? status : usual,
    )(b);

/** Refuses the listings that `applies` selects, after caller and repository were accepted. */
export const refusing =
  (status: number, applies: Applies): Change =>
  (b) => {
    const refuses = (request: ServiceRequest) => request.method !== 'POST' && applies(request, b);
    return {
      refuseQuery: (call) => (refuses(call.request) ? 'query-invalid' : b.refuseQuery(call)),
      refusalStatus: (refusal, request) =>
        refusal === 'query-invalid' && refuses(request) ? status : b.refusalStatus(refusal, request),
    };
  };

export const answerRefused = (
  refusal: RefusalReason,
  other: (request: ServiceRequest) => Reply,
  applies: (request: ServiceRequest) => boolean = () => true,
): Change =>
  revise('refusalAnswer', (answer, given, _status, request) =>
    given === refusal && applies(request) ? other(request) : answer,
  );

export const listNothing = (
  refusal: RefusalReason,
  applies: (request: ServiceRequest) => boolean = () => true,
): Change =>
  answerRefused(
    refusal,
    () => ({ status: 200, headers: { 'content-type': JSON_TYPE }, body: '[]' }),
    (request) => applies(request) && isList(request),
  );
