import { recordsAtFirst } from '../checks/records-kept.ts';
import { type Exchange, type ReceivedResponse, textOf } from '../client/exchange.ts';
import { jsonType, readJson } from '../client/json.ts';
import type { Hide } from '../client/secrets.ts';
import { acceptedIn, validTwin } from '../created/shared-creations.ts';
import { type Sent, writerOf } from '../created/writer.ts';
import type { Trial } from '../run/trial.ts';
import { isRecord } from '../snapshot/records.ts';
import { NotObserved } from './observation.ts';
import { fieldsOf, shownName } from './record-fields.ts';
import { alternatives, mediaTypeOf, statusText, truncate, truncateAll } from './texts.ts';

/** The error statuses that the specification names (section 7): others come and go with what a run happens to send. */
const DOCUMENTED_ERRORS = [401, 404, 422] as const;

/** Describes an error answer, which section 7 does not show: its media type, and the keys at the top of its body. */
function shapeOf(response: ReceivedResponse, scrub: Hide): string {
  const { body, headers, long } = response;
  const type = mediaTypeOf(scrub(headers['content-type'] ?? ''));
  if (long !== undefined) return `${type}, long`;
  if (body === '') return headers['content-type'] === undefined ? 'empty' : `${type}, empty`;
  const reading = readJson(body);
  if (reading.kind !== 'json') return `${type}, no JSON`;
  const { value } = reading;
  if (Array.isArray(value)) return `${type} […]`;
  if (value === null || typeof value !== 'object') return `${type}, a JSON ${jsonType(value)}`;
  const keys = Object.keys(value).toSorted();
  return keys.length === 0 ? `${type} {}` : `${type} {${truncateAll(keys.map(scrub), 4, 18)}}`;
}

/**
 * Describes the answers of each documented error status; `null` means that there are none.
 * @param scrub takes secrets out of a text
 */
export function describeErrors(exchanges: readonly Exchange[], scrub: Hide): string | null {
  const texts = DOCUMENTED_ERRORS.flatMap((status) => {
    const seen = exchanges.flatMap(({ request, response, fault }) => {
      const isAsked = request.method === 'GET' || request.method === 'POST';
      return fault === null && isAsked && response?.status === status ? [shapeOf(response, scrub)] : [];
    });
    // Their number depends on the requests that a run happens to send.
    const shapes = alternatives(seen, 2, ' or others');
    return shapes === null ? [] : [`${status}: ${shapes}`];
  });
  return texts.length === 0 ? null : texts.join('; ');
}

/** The contents to look for in the answer to a creation. */
interface Expected {
  /** Returns true if a text comes from the request that is answered. */
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

/** Describes the answer to an accepted creation, which section 4.2 does not show: `the issue as listed; Location`. */
export function describeCreated(response: ReceivedResponse, expected: Expected): string {
  const location = response.headers['location'] === undefined ? 'no Location' : 'Location';
  return `${describeBody(textOf(response), expected)}; ${location}`;
}

/** Returns the accepted creations. If there is none, one is made. @throws {Stopped} */
async function needsAccepted(t: Trial): Promise<readonly Sent[]> {
  if (acceptedIn(t).length === 0 && t.run.profile.observes) await validTwin(t);
  const accepted = acceptedIn(t);
  if (accepted.length > 0) return accepted;
  throw new NotObserved('other-rule', 'No creation was accepted.', ['create.accepted']);
}

/** Describes the statuses of accepted creations. @throws {Stopped} */
export async function describeCreatedStatuses(t: Trial): Promise<string> {
  const statuses = new Set((await needsAccepted(t)).map(({ exchange }) => statusText(exchange)));
  return [...statuses].toSorted().join(', ');
}

/** Describes the answers to accepted creations; `null` means that none is kept. @throws {Stopped} */
export async function describeCreatedAnswers(t: Trial): Promise<string | null> {
  const records = await recordsAtFirst(t);
  const always = fieldsOf(records).filter(({ count }) => count === records.length);
  const listFields = always.map(({ name }) => name);
  const seen = (await needsAccepted(t)).flatMap(({ marker, exchange: { response } }) => {
    const isFromRequest = (text: string): boolean => writerOf(t).markerIn(text) === marker;
    const expected = { isFromRequest, listFields, hide: t.run.secrets.scrub };
    return response === null ? [] : [describeCreated(response, expected)];
  });
  return alternatives(seen);
}
