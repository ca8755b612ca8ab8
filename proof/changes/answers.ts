import type { Answer } from '../../src/service/answer.ts';
import type { Behaviour } from '../../src/service/behaviour.ts';
import type { ListCall, Place } from '../../src/service/listing.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { Issue, Repository } from '../../src/service/world/repository.ts';

/** Rewrites the body of each listing that is answered with 200. */
export function rewriteList(
  b: Behaviour,
  rewrite: (body: string, listing: ListCall) => string | Uint8Array,
): Pick<Behaviour, 'listAnswer'> {
  return {
    listAnswer: (records, total, listing) => {
      const answer = b.listAnswer(records, total, listing);
      if (answer.status !== 200 || typeof answer.body !== 'string') return answer;
      return { ...answer, body: rewrite(answer.body, listing) };
    },
  };
}

/** Renders records with other fields. */
export function renderAs(
  fields: (issue: Issue, place: Place, request: ServiceRequest) => unknown,
): Pick<Behaviour, 'renderRecord'> {
  return { renderRecord: (issue, place, request) => JSON.stringify(fields(issue, place, request)) };
}

/** Adds fields to each record. */
export function addFields(
  b: Behaviour,
  fields: (issue: Issue, place: Place, request: ServiceRequest) => object,
): Pick<Behaviour, 'renderRecord'> {
  return {
    renderRecord: (issue, place, request) => {
      const added = JSON.stringify(fields(issue, place, request)).slice(1, -1);
      return b.renderRecord(issue, place, request).replace(/\}$/, () => `,${added}}`);
    },
  };
}

/** Changes the response to a creation; the issue is stored as usual. */
export function answerCreated(
  b: Behaviour,
  change: (answer: Answer, issue: Issue, repository: Repository | undefined) => Partial<Answer>,
): Pick<Behaviour, 'createdAnswer'> {
  return {
    createdAnswer: (issue, record, call) => {
      const answer = b.createdAnswer(issue, record, call);
      return { ...answer, ...change(answer, issue, call.repository) };
    },
  };
}

/** Changes the headers of every response; an undefined header is removed. */
export function withHeaders(
  b: Behaviour,
  change: (request: ServiceRequest, status: number) => Readonly<Record<string, string | undefined>>,
): Pick<Behaviour, 'around'> {
  return {
    around: async (inner, request) => {
      const answer = await b.around(inner, request);
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries({ ...answer.headers, ...change(request, answer.status) })) {
        if (value !== undefined) headers[name] = value;
      }
      return { ...answer, headers };
    },
  };
}

/** Compresses bodies, even if the client does not accept the coding. */
export function encode(
  b: Behaviour,
  coding: string,
  compress: (body: string | Uint8Array) => Uint8Array,
  applies: (request: ServiceRequest) => boolean = () => true,
): Pick<Behaviour, 'around'> {
  return {
    around: async (inner, request) => {
      const answer = await b.around(inner, request);
      if (answer.body.length === 0 || !applies(request)) return answer;
      const headers = { ...answer.headers, 'content-encoding': coding };
      return { ...answer, headers, body: compress(answer.body) };
    },
  };
}

/** Returns an error response that the service did not write itself, as from a framework or a proxy. */
export function failure(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'text/plain', ...headers }, body: `status ${status}\n` };
}
