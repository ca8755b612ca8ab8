import type { Exchange, ReceivedResponse } from '../client/exchange.ts';
import { jsonType, readJson } from '../client/json.ts';
import type { Hide } from '../client/secrets.ts';
import { mediaTypeOf, truncateAll } from './texts.ts';

/** The error statuses that the specification names (section 7): others come and go with what a run happens to send. */
const DOCUMENTED_ERRORS = [401, 404, 422] as const;

/** Shapes of one status that are shown. */
const SHAPES_SHOWN = 2;

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
  const shapesByStatus = DOCUMENTED_ERRORS.flatMap((status) => {
    const seen = exchanges.flatMap(({ request, response, fault }) => {
      const isAsked = request.method === 'GET' || request.method === 'POST';
      return fault === null && isAsked && response?.status === status ? [response] : [];
    });
    const shapes = [...new Set(seen.map((response) => shapeOf(response, scrub)))].toSorted();
    if (shapes.length === 0) return [];
    // Their number depends on the requests that a run happens to send.
    const more = shapes.length > SHAPES_SHOWN ? ' or others' : '';
    return [`${status}: ${shapes.slice(0, SHAPES_SHOWN).join(' or ')}${more}`];
  });
  return shapesByStatus.length === 0 ? null : shapesByStatus.join('; ');
}
