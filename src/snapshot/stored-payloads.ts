import type { Exchange } from '../client/exchange.ts';
import { readJson } from '../client/json.ts';
import { listingOf } from './listing.ts';
import type { Records } from './records.ts';

const isObject = (value: unknown): boolean =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Sent payloads that are not JSON objects and that the service may have stored. If a list holds one,
 * `create.payload-type` is broken, and the rest of the list is still judged.
 */
export class StoredPayloads {
  /** Time of the first sending of each payload, as JSON. */
  readonly #sentAt = new Map<string, number>();

  /** Records a creation, unless it was refused. */
  note({ request, response, startedAt }: Exchange): void {
    // After a server error or without an answer, the payload may have been stored.
    const status = response?.status ?? 500;
    if (request.method !== 'POST' || (status >= 300 && status < 500)) return;
    const reading = readJson(request.body ?? '');
    if (reading.kind !== 'json' || isObject(reading.value)) return;
    // A service may store the elements of an array one by one.
    const parts: readonly unknown[] = Array.isArray(reading.value) ? reading.value : [];
    for (const value of [reading.value, ...parts.filter((part) => !isObject(part))]) {
      const text = JSON.stringify(value);
      this.#sentAt.set(text, Math.min(this.#sentAt.get(text) ?? startedAt, startedAt));
    }
  }

  /** True if every non-object in a list is a payload that was sent before. */
  explains(records: Records, listedAt = Number.POSITIVE_INFINITY): boolean {
    return records.odds.every((text) => (this.#sentAt.get(text) ?? Number.POSITIVE_INFINITY) <= listedAt);
  }

  /** As {@link explains}, for an answer; true if it is not a list. */
  explainsAnswer(exchange: Exchange): boolean {
    const listing = listingOf(exchange);
    return listing.kind !== 'list' || this.explains(listing.records, exchange.startedAt);
  }
}
