import type { Exchange } from '../client/exchange.ts';
import { readJson } from '../client/json.ts';
import { listingOf } from './listing.ts';
import type { Records } from './records.ts';

const isObject = (value: unknown): boolean =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Payloads of this run that are no JSON objects and that the service may have stored as they are. Where its listings hold
 * one of them, it breaks `create.payload-type`, and the rest of the list is judged.
 */
export class StoredPayloads {
  /** When each was sent first, as JSON. */
  readonly #sentAt = new Map<string, number>();

  /** Notes a creation, unless it was refused. */
  note({ request, response, startedAt }: Exchange): void {
    // After a server error, or without an answer, it is unknown whether it was stored.
    const status = response?.status ?? 500;
    if (request.method !== 'POST' || (status >= 300 && status < 500)) return;
    const reading = readJson(request.body ?? '');
    if (reading.kind !== 'json' || isObject(reading.value)) return;
    // Of an array the elements may be stored one by one.
    const parts: readonly unknown[] = Array.isArray(reading.value) ? reading.value : [];
    for (const value of [reading.value, ...parts.filter((part) => !isObject(part))]) {
      const text = JSON.stringify(value);
      this.#sentAt.set(text, Math.min(this.#sentAt.get(text) ?? startedAt, startedAt));
    }
  }

  /** True if all elements of a listing are JSON objects, but for payloads that were sent before it. */
  explains(records: Records, listedAt = Number.POSITIVE_INFINITY): boolean {
    return records.odds.every((text) => (this.#sentAt.get(text) ?? Number.POSITIVE_INFINITY) <= listedAt);
  }

  /** As {@link explains}, for an answer; true of one that is no list. */
  explainsAnswer(exchange: Exchange): boolean {
    const listing = listingOf(exchange);
    return listing.kind !== 'list' || this.explains(listing.records, exchange.startedAt);
  }
}
