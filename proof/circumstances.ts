import type { Change } from '../src/service/behaviour.ts';
import { isList, type ServiceRequest } from '../src/service/request.ts';
import { sendsCredential, sendsNoCredential } from './changes/callers.ts';
import { isSecond, nthOf } from './changes/decisions.ts';
import { byTheClock, createOne } from './changes/other-clients.ts';

/** A condition under which a fault shows. Every list fault can be crossed with each of them. */
export interface Circumstance {
  readonly id: string;
  /** Completes the phrase "the fault shows". */
  readonly says: string;
  /** Called once for each service. Returns a filter of the requests that meet the fault; default: all. */
  readonly shows?: () => (request: ServiceRequest) => boolean;
  /** A harmless change for all requests. */
  readonly besides?: Change;
}

/** Returns a filter that is true once an issue was created after the first request. */
function afterWrite(): (request: ServiceRequest) => boolean {
  let before: number | undefined;
  return ({ world }) => {
    const now = [...world.repositories].reduce((sum, { issues }) => sum + issues.length, 0);
    before ??= now;
    return now > before;
  };
}

export const circumstances = [
  { id: 'anonymous-only', says: 'only for anonymous callers', shows: () => sendsNoCredential },
  { id: 'token-only', says: 'only for callers with a token', shows: () => sendsCredential },
  { id: 'one-in-three', says: 'at every third listing', shows: () => nthOf(3, isList) },
  { id: 'after-a-write', says: 'after an issue was created', shows: afterWrite },
  {
    id: 'one-of-two-replicas',
    says: 'at one of two machines, which answer at random',
    shows: () => isSecond,
  },
  {
    id: 'while-others-write',
    says: 'always, while somebody else creates five issues a second',
    besides: byTheClock(200, createOne),
  },
  {
    id: 'while-others-write-a-lot',
    says: 'always, while somebody else creates twenty issues a second',
    besides: byTheClock(50, createOne),
  },
] as const satisfies readonly Circumstance[];

export type CircumstanceId = (typeof circumstances)[number]['id'];
