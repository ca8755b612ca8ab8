import { isLosslessNumber } from 'lossless-json';
import type { ReceivedResponse } from '../client/exchange.ts';
import { readJson } from '../client/json.ts';
import { sameRepository, type TargetAccess } from '../client/request.ts';
import { isObject, strings } from '../listings/records.ts';
import type { Answer, Caller } from '../model/planned-request.ts';
import { markerIn } from './markers.ts';

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isLosslessNumber(value) ? 'number' : typeof value;
}

const MAX_FIELDS = 500;

interface Field {
  readonly types: Set<string>;
  /** Issues that have it, and those of them where it is neither null nor false. */
  count: number;
  telling: number;
}

/** True if a record is an issue that a run created, this one or an earlier one. */
const isOfRun = (record: unknown): boolean =>
  strings(record).some(({ text }) => markerIn(text) !== undefined);

/** Facts from the answers of a run, without requests of their own. */
export class Recorded {
  /** Fields of listed issues that no run created, by name, and how often such issues were listed. */
  readonly fields = new Map<string, Field>();
  issues = 0;
  readonly #read = new WeakSet<readonly unknown[]>();
  /** The first plain list of each caller. */
  readonly plain = new Map<Caller['kind'], Answer>();
  /** Media types and keys of the errors of section 7, by status. Other errors depend on the requests of a run. */
  readonly errors = new Map([401, 404, 422].map((status) => [status, new Set<string>()]));

  record(answer: Answer, { repository, token }: TargetAccess): void {
    const { ask, exchange, status, list } = answer;
    const { request, response } = exchange;
    const isUsual = ['GET', 'POST'].includes(request.method);
    if (isUsual && response !== null) this.errors.get(status)?.add(shapeOf(response));
    const isPlain = list !== null && Object.keys(ask.query).length === 0;
    if (!sameRepository(ask.repository, repository)) return;
    if (isPlain && !this.plain.has(ask.caller.kind)) this.plain.set(ask.caller.kind, answer);
    const isFirst = ask.caller.kind === (token === undefined ? 'anonymous' : 'member');
    if (isFirst && list !== null && ask.observed === undefined) this.#noteFields(list);
  }

  /** Notes the fields of issues that no run created. Equal answers share their listing, which is read once. */
  #noteFields(list: readonly unknown[]): void {
    if (this.#read.has(list)) return;
    this.#read.add(list);
    for (const record of list) {
      if (!isObject(record) || isOfRun(record)) continue;
      this.issues += 1;
      for (const [name, value] of Object.entries(record)) {
        const field = this.fields.get(name) ?? { types: new Set(), count: 0, telling: 0 };
        if (this.fields.size < MAX_FIELDS) this.fields.set(name, field);
        field.types.add(jsonType(value));
        field.count += 1;
        if (value !== null && value !== false) field.telling += 1;
      }
    }
  }
}

/** Returns the media type and keys of an error answer, which section 7 leaves open. */
function shapeOf({ headers, long, body }: ReceivedResponse): string {
  const reading = readJson(body);
  const value = reading.kind === 'json' && long === undefined ? reading.value : undefined;
  const type = value === undefined ? (body === '' ? 'empty' : 'no JSON') : jsonType(value);
  const shown = type === 'object' ? `{${Object.keys(Object(value)).toSorted().join(', ')}}` : `(${type})`;
  return `${(headers['content-type'] ?? '').split(';')[0] || 'no media type'} ${shown}`;
}
