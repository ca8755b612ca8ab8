import { countOf } from './count-of.ts';
import type { Report, WaitsReport } from './model.ts';

type Run = Report['run'];

/** `289 of 450 requests (3 of them retries)`: what was sent, of what was allowed where the report says that. */
export function requestsSpent({ requests, retries, settings }: Run): string {
  const allowed = settings?.['MAX_REQUESTS'] ?? '';
  const of = /^\d{1,9}$/.test(allowed)
    ? `${requests.toLocaleString('en')} of ${countOf(Number(allowed), 'request')}`
    : countOf(requests, 'request');
  return retries === 0 ? of : `${of} (${retries.toLocaleString('en')} of them retries)`;
}

/** A shorter wait is not mentioned. */
const WORTH_MS = 1000;

/** What was waited for, in words that follow "waited 42 s"; in this order. */
const CAUSES: readonly (readonly [keyof WaitsReport, string])[] = [
  ['startMs', 'for the target to start (WAIT_S)'],
  ['rateLimitMs', 'for the rate limit'],
  ['backOffMs', 'before retries'],
  ['maxRateMs', 'for MAX_RATE'],
  ['outageMs', 'for the target to come back'],
];

/** `waited 42 s for the rate limit, 3 s before retries`; `null` where there was no long wait. */
export function waitsSpent({ waits = {} }: Run): string | null {
  const parts = CAUSES.flatMap(([key, words]) => {
    const ms = waits[key] ?? 0;
    return ms < WORTH_MS ? [] : [`${Math.round(ms / 1000).toLocaleString('en')} s ${words}`];
  });
  return parts.length === 0 ? null : `waited ${parts.join(', ')}`;
}
