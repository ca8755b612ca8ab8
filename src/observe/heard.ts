import type { ReceivedResponse } from '../client/exchange.ts';
import { jsonType, readJson } from '../client/json.ts';
import { sameRepository, type TestBed } from '../client/test-bed.ts';
import type { Answer, Caller } from '../model/ask.ts';

/** The error statuses that the specification names (section 7): others come and go with what a run happens to send. */
export const DOCUMENTED_ERRORS = [401, 404, 422] as const;
/** Different errors of one status that are kept, whatever a target sends. */
const MAX_SHAPES = 50;

/** An error answer without its texts: `{code, message}`. */
interface ErrorShape {
  readonly contentType: string;
  readonly body: string;
}

/** What the answers of a run tell at no cost. */
export class Heard {
  /** The first plain list of each caller. */
  readonly plain = new Map<Caller['kind'], Answer>();
  /** Documented errors by status, each shape once. */
  readonly errors = new Map<number, Map<string, ErrorShape>>();

  hear(answer: Answer, { repository }: TestBed): void {
    const { ask, exchange, status, list } = answer;
    const { request, response } = exchange;
    const isError = DOCUMENTED_ERRORS.some((one) => one === status);
    if (isError && response !== null && ['GET', 'POST'].includes(request.method))
      this.#noteError(status, shapeOf(response));
    if (list === null || !sameRepository(ask.repository, repository)) return;
    if (Object.keys(ask.query).length === 0 && !this.plain.has(ask.caller.kind))
      this.plain.set(ask.caller.kind, answer);
  }

  #noteError(status: number, shape: ErrorShape): void {
    const shapes = this.errors.get(status) ?? new Map<string, ErrorShape>();
    this.errors.set(status, shapes);
    if (shapes.size < MAX_SHAPES) shapes.set(JSON.stringify(shape), shape);
  }
}

/** Returns what can be compared of an error answer, which section 7 does not show. */
function shapeOf({ headers, long, body }: ReceivedResponse): ErrorShape {
  const contentType = headers['content-type'] ?? '';
  const reading = readJson(body);
  if (long !== undefined || reading.kind !== 'json')
    return { contentType, body: body === '' ? 'empty' : 'no JSON' };
  const type = jsonType(reading.value);
  const keys = Object.keys(Object(reading.value)).toSorted();
  return { contentType, body: type === 'object' ? `{${keys.join(', ')}}` : `a JSON ${type}` };
}
