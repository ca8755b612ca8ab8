import { readJson } from '../../target/json.ts';
import type { Exchange } from '../../target/exchange.ts';
import { brief, briefly, mediaTypeOf } from './brief.ts';

/** The statuses that the document names (section 7): others come and go with what a run happens to send. */
export const DOCUMENTED_ERRORS = [401, 404, 422] as const;

const SHAPES = 2;

/** What an error answer looks like: its media type, and the keys at the top of its body (sections 7 does not show it). */
function shapeOf(exchange: Exchange): string {
  const type = mediaTypeOf(exchange);
  const body = exchange.response?.body ?? '';
  if (body === '')
    return exchange.response?.headers['content-type'] === undefined ? 'empty' : `${type}, empty`;
  const reading = readJson(body);
  if (reading.kind !== 'json') return `${type}, no JSON`;
  const { value } = reading;
  if (Array.isArray(value)) return `${type} […]`;
  if (value === null || typeof value !== 'object') return `${type}, a JSON ${brief(typeof value)}`;
  const keys = Object.keys(value).toSorted();
  return keys.length === 0 ? `${type} {}` : `${type} {${briefly(keys, 4, 18)}}`;
}

/** For each documented error status that was seen: its shape, or its shapes. */
export function errorShapes(exchanges: readonly Exchange[]): { status: number; text: string }[] {
  return DOCUMENTED_ERRORS.flatMap((status) => {
    const seen = exchanges.filter(
      ({ request, response, fault }) =>
        fault === null &&
        response?.status === status &&
        (request.method === 'GET' || request.method === 'POST'),
    );
    const shapes = [...new Set(seen.map(shapeOf))].toSorted();
    if (shapes.length === 0) return [];
    const more = shapes.length > SHAPES ? ` or ${shapes.length - SHAPES} more` : '';
    return [{ status, text: `${shapes.slice(0, SHAPES).join(' or ')}${more}` }];
  });
}
