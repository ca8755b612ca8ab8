import type { Exchange } from '../client/exchange.ts';
import { readJson } from '../client/json.ts';
import { MARKERS } from '../client/marker.ts';
import { listingOf } from './listing.ts';
import type { Records } from './records.ts';

const isObject = (value: unknown): boolean =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Replaces the markers of all runs: an earlier run may have left the same payload. */
const unmarked = (text: string): string => text.replaceAll(MARKERS, 'ic-…');

/**
 * Sent payloads that are not JSON objects and that the service may have stored. If a list holds one,
 * `create.payload-type` is broken, and the rest of the list is still judged.
 */
export class StoredPayloads {
  /** The payloads as JSON, without markers. */
  readonly #sent = new Set<string>();

  /** Records a creation, unless it was refused. */
  note({ request, response }: Exchange): void {
    // After a server error or without an answer, the payload may have been stored.
    const status = response?.status ?? 500;
    if (request.method !== 'POST' || (status >= 300 && status < 500)) return;
    const reading = readJson(request.body ?? '');
    if (reading.kind !== 'json' || isObject(reading.value)) return;
    // A service may store the elements of an array one by one.
    const parts: readonly unknown[] = Array.isArray(reading.value) ? reading.value : [];
    for (const value of [reading.value, ...parts.filter((part) => !isObject(part))])
      this.#sent.add(unmarked(JSON.stringify(value)));
  }

  /** True if every non-object in a list is like a payload that this run sent. */
  explains(records: Records): boolean {
    return records.odds.every((text) => this.#sent.has(unmarked(text)));
  }

  /** As {@link explains}, for an answer; true if it is not a list. */
  explainsAnswer(exchange: Exchange): boolean {
    const listing = listingOf(exchange);
    return listing.kind !== 'list' || this.explains(listing.records);
  }
}
