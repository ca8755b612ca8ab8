import type { Exchange, TransportErrorKind } from '../client/exchange.ts';
import { describeExchange, isRateLimited } from '../client/exchange.ts';
import { readJson } from '../client/json.ts';
import { undecidedReason } from '../client/undecided-reason.ts';
import { type Answer, isCreation, type PlannedRequest } from '../model/planned-request.ts';

/** Faults that say nothing about the target, as their reasons begin. What this program cannot read is not its fault. */
const INCONCLUSIVE: Readonly<Partial<Record<TransportErrorKind, string>>> = {
  'not-sent': 'Not sent',
  'not-recorded': 'Not recorded',
  'too-large': 'Not read',
  undecodable: 'Not read',
  'connect-failed': 'Not read',
};

function whyInconclusive(exchange: Exchange): string | null {
  const { kind, message } = exchange.fault ?? {};
  const what = kind && INCONCLUSIVE[kind];
  if (what !== undefined) return `${what}: ${message}.`;
  if (!isRateLimited(exchange)) return null;
  return `The service answered with a rate limit (${describeExchange(exchange)}).`;
}

/** Returns the answer of an exchange, with the body of a listing read as one JSON array. */
export function answerOf(
  ask: PlannedRequest,
  exchange: Exchange,
  { marker, transmissions }: Pick<Answer, 'marker' | 'transmissions'>,
): Answer {
  const { response, fault } = exchange;
  const status = fault === null && response !== null ? response.status : 0;
  const listing = !isCreation(ask) && status === 200 && response?.utf8 === true ? response : null;
  const reading = listing && (listing.long?.json ?? readJson(listing.body));
  const list = reading?.kind === 'json' && Array.isArray(reading.value) ? (reading.value as unknown[]) : null;
  const reason =
    reading?.kind === 'beyond'
      ? `The answer is ${reading.what}, more than this program reads.`
      : whyInconclusive(exchange);
  const unsaid = reason === null ? null : undecidedReason('limit', reason);
  return { ask, exchange, transmissions, marker, status, list, unsaid };
}
