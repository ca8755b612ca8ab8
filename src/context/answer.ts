import {
  describeExchange,
  type Exchange,
  isRateLimited,
  type ReceivedResponse,
  type TransportErrorKind,
} from '../client/exchange.ts';
import { readJson } from '../client/json.ts';
import { type UndecidedReason, undecidedReason } from '../client/undecided-reason.ts';
import { type Answer, isCreation, type PlannedRequest } from '../model/planned-request.ts';

/** Reads the body of a listing as one JSON array. `unsaid` is the reason why this program cannot read it, if it cannot. */
function listIn({ body, long, utf8 }: ReceivedResponse): Pick<Answer, 'list' | 'unsaid'> {
  const reading = long?.json ?? readJson(body);
  if (utf8 && reading.kind === 'beyond') {
    const reason = `The answer is ${reading.what}, more than this program reads.`;
    return { list: null, unsaid: undecidedReason('limit', reason) };
  }
  const isList = utf8 && reading.kind === 'json' && Array.isArray(reading.value);
  return { list: isList ? (reading.value as unknown[]) : null, unsaid: null };
}

/** What this program cannot read is not the target's fault. */
const UNREAD: ReadonlySet<TransportErrorKind> = new Set(['too-large', 'undecodable', 'connect-failed']);

/** Returns the reason why an exchange is inconclusive; `null` if it is not. */
function unsaidOf(exchange: Exchange): UndecidedReason | null {
  const { fault } = exchange;
  if (fault?.kind === 'not-sent') return undecidedReason('limit', `Not sent: ${fault.message}.`);
  if (fault?.kind === 'not-recorded') return undecidedReason('limit', `Not recorded: ${fault.message}.`);
  if (fault !== null && UNREAD.has(fault.kind))
    return undecidedReason('limit', `Not read: ${fault.message}.`);
  if (isRateLimited(exchange))
    return undecidedReason(
      'limit',
      `The service answered with a rate limit (${describeExchange(exchange)}).`,
    );
  return null;
}

/** Returns the answer of an exchange, with the body of a listing read. */
export function answerOf(
  ask: PlannedRequest,
  exchange: Exchange,
  { marker, transmissions }: Pick<Answer, 'marker' | 'transmissions'>,
): Answer {
  const { response, fault } = exchange;
  const status = fault === null && response !== null ? response.status : 0;
  const isListing = !isCreation(ask) && status === 200 && response !== null;
  const { list, unsaid } = isListing ? listIn(response) : { list: null, unsaid: null };
  return { ask, exchange, transmissions, marker, status, list, unsaid: unsaid ?? unsaidOf(exchange) };
}
