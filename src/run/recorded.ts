import type { ReceivedResponse } from '../client/exchange.ts';
import { jsonType, readJson } from '../client/json.ts';
import { sameRepository, type TestBed } from '../client/test-bed.ts';
import type { Answer, Caller } from '../model/ask.ts';

/** Different errors of one status that are kept, whatever a target sends. */
const MAX_SHAPES = 50;

/** What the answers of a run tell at no cost. */
export class Recorded {
  /** The first plain list of each caller. */
  readonly plain = new Map<Caller['kind'], Answer>();
  /**
   * Media types and keys of the errors that the specification names (section 7). Others come and go with what a run happens
   * to send.
   */
  readonly errors = new Map([401, 404, 422].map((status) => [status, new Set<string>()]));

  record(answer: Answer, { repository }: TestBed): void {
    const { ask, exchange, status, list } = answer;
    const { request, response } = exchange;
    const errors = ['GET', 'POST'].includes(request.method) ? this.errors.get(status) : undefined;
    if (errors !== undefined && errors.size < MAX_SHAPES && response !== null) errors.add(shapeOf(response));
    const isPlain = list !== null && Object.keys(ask.query).length === 0;
    if (isPlain && sameRepository(ask.repository, repository) && !this.plain.has(ask.caller.kind))
      this.plain.set(ask.caller.kind, answer);
  }
}

/** Returns what can be compared of an error answer, which section 7 does not show. */
function shapeOf({ headers, long, body }: ReceivedResponse): string {
  const reading = readJson(body);
  const value = reading.kind === 'json' && long === undefined ? reading.value : undefined;
  const type = value === undefined ? (body === '' ? 'empty' : 'no JSON') : jsonType(value);
  const shown = type === 'object' ? `{${Object.keys(Object(value)).toSorted().join(', ')}}` : `(${type})`;
  return `${(headers['content-type'] ?? '').split(';')[0] || 'no media type'} ${shown}`;
}
