import { type ReceivedResponse, textOf } from '../client/exchange.ts';
import { jsonType, readJson } from '../client/json.ts';
import type { Hide } from '../client/secrets.ts';
import { isRecord } from '../snapshot/records.ts';
import { shownName } from './record-fields.ts';
import { truncate } from './texts.ts';

/** What to look for in the answer to a creation. */
export interface Expected {
  /** Whether a text comes from the request that is answered. */
  readonly isFromRequest: (text: string) => boolean;
  /** Fields that every record of the list has. */
  readonly listFields: readonly string[];
  readonly hide: Hide;
}

function describeBody(body: string | null, { isFromRequest, listFields, hide }: Expected): string {
  if (body === null) return 'a body too long to be kept';
  if (body.trim() === '') return 'empty';
  const reading = readJson(body);
  if (reading.kind !== 'json') return 'no JSON';
  const record = reading.value;
  if (!isRecord(record)) return `a JSON ${jsonType(record)}`;
  const shows = (value: unknown) => typeof value === 'string' && isFromRequest(value);
  if (Object.values(record).some(shows)) {
    if (listFields.length === 0) return 'the issue';
    const complete = listFields.every((name) => Object.hasOwn(record, name));
    return complete ? 'the issue as listed' : 'the issue with other fields than listed';
  }
  for (const [name, value] of Object.entries(record)) {
    if (value !== null && typeof value === 'object' && Object.values(value).some(shows))
      return `the issue inside ${truncate(hide(shownName(name)), 30)}`;
  }
  return 'an object without the title';
}

/** What the answer to an accepted creation holds (section 4.2 does not show it): `the issue as listed; Location`. */
export function describeCreated(response: ReceivedResponse, expected: Expected): string {
  const location = response.headers['location'] === undefined ? 'no Location' : 'Location';
  return `${describeBody(textOf(response), expected)}; ${location}`;
}
