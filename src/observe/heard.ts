import { isDeepStrictEqual } from 'node:util';
import { type ReceivedResponse, textOf } from '../client/exchange.ts';
import { jsonType, readJson } from '../client/json.ts';
import { sameRepository, type TestBed } from '../client/test-bed.ts';
import { type Answer, type Caller, isCreation, LARGEST_PAGE } from '../model/ask.ts';

/** Different things of one kind that are kept, whatever a target sends. */
const MAX_KEPT = 50;
const RATE_LIMIT = /^(x-)?rate-?limit/;
/** Headers of different conventions that say how many requests are allowed. */
const LIMITS = [
  { header: /limit-limit(-|$)|^(x-)?rate-?limit-(requests|max)$/, number: /^\s*(\d{1,12})/ },
  { header: /limit-policy$/, number: /(?:^|\bq=)(\d{1,12})/ },
  { header: /^ratelimit$/, number: /\blimit=(\d{1,12})/ },
] as const;

/** An error answer without its texts: the keys of an object, or what its body is instead. */
interface ErrorShape {
  readonly contentType: string;
  readonly body: readonly string[] | string;
}

/** Notes of every answer of a run, bounded in number. Observations are made of them without a request. */
export class Heard {
  /** The first plain list. */
  plain: Answer | null = null;
  /** The farthest full page of 100 open issues, where runs like this one have created none. */
  farthest: Answer | null = null;
  /** Error answers by status, each shape once. */
  readonly errors = new Map<number, Map<string, ErrorShape>>();
  readonly limitHeaders = new Set<string>();
  /** The limits that were named to a caller. */
  readonly limits = new Map<Caller['kind'], Set<string>>();

  hear(answer: Answer, bed: TestBed): void {
    const { ask, exchange, status, list } = answer;
    const { request, response } = exchange;
    if (response === null || status === 0) return;
    if (status >= 400 && (request.method === 'GET' || request.method === 'POST'))
      this.#noteError(status, shapeOf(response));
    if (list === null || isCreation(ask)) return;
    this.#noteLimits(ask.caller.kind, response.headers);
    if (!sameRepository(ask.repository, bed.repository)) return;
    const { page = '1', ...others } = ask.query;
    if (Object.keys(ask.query).length === 0) this.plain ??= answer;
    const isFull =
      list.length === LARGEST_PAGE && isDeepStrictEqual(others, { per_page: String(LARGEST_PAGE) });
    if (isFull && Number(page) > Number(this.farthest?.ask.query['page'] ?? 1)) this.farthest = answer;
  }

  #noteError(status: number, shape: ErrorShape): void {
    const shapes = this.errors.get(status) ?? new Map<string, ErrorShape>();
    this.errors.set(status, shapes);
    if (shapes.size < MAX_KEPT) shapes.set(JSON.stringify(shape), shape);
  }

  #noteLimits(caller: Caller['kind'], headers: ReceivedResponse['headers']): void {
    const found = this.limits.get(caller) ?? new Set<string>();
    this.limits.set(caller, found);
    for (const [name, value] of Object.entries(headers)) {
      if (!RATE_LIMIT.test(name) || this.limitHeaders.size === MAX_KEPT) continue;
      this.limitHeaders.add(name);
      const limit = LIMITS.find(({ header }) => header.test(name))?.number.exec(value)?.[1];
      if (limit !== undefined && found.size < MAX_KEPT) found.add(limit);
    }
  }
}

/** Returns what can be compared of an error answer, which section 7 does not show. */
function shapeOf(response: ReceivedResponse): ErrorShape {
  const contentType = response.headers['content-type'] ?? '';
  const text = response.long === undefined ? textOf(response) : null;
  const reading = text === null ? null : readJson(text);
  if (text === null || reading === null) return { contentType, body: 'long' };
  if (text === '') return { contentType, body: 'empty' };
  if (reading.kind !== 'json') return { contentType, body: 'no JSON' };
  const { value } = reading;
  const type = jsonType(value);
  if (type === 'object') return { contentType, body: Object.keys(Object(value)).toSorted() };
  return { contentType, body: type === 'array' ? '[…]' : `a JSON ${type}` };
}
