import type { Change } from '../src/service/behaviour.ts';
import { isList, type ServiceRequest } from '../src/service/request.ts';
import { sendsNoCredential } from './changes/callers.ts';
import { nthOf } from './changes/moments.ts';
import { byTheClock, createOne } from './changes/other-people.ts';

/** Under what a fault shows: every list fault can be crossed with each of them. */
export interface Circumstance {
  readonly id: string;
  /** When the fault shows, in a few words. */
  readonly says: string;
  /** Made once for each service that is started: which requests meet the fault; all of them, where not given. */
  readonly shows?: () => (request: ServiceRequest) => boolean;
  /** What happens besides, whatever is asked. */
  readonly besides?: Change;
}

const ONE_IN = 3;

/** Whether one of two machines answers a request, drawn by its number in a way that keeps step with nothing. */
const isSecond = ({ ordinal }: ServiceRequest): boolean => Math.imul(ordinal, 0x9e3779b1) >>> 31 === 1;

/** Whether anything was created since the service was started. */
function afterWrite(): (request: ServiceRequest) => boolean {
  let before: number | undefined;
  return ({ world }) => {
    const now = [...world.repositories].reduce((sum, { issues }) => sum + issues.length, 0);
    before ??= now;
    return now > before;
  };
}

export const circumstances = [
  {
    id: 'anonymous-only',
    says: 'only for those who send no credential',
    shows: () => sendsNoCredential,
  },
  {
    id: 'token-only',
    says: 'only for those who send one',
    shows: () => (request) => !sendsNoCredential(request),
  },
  {
    id: 'one-in-three',
    says: 'at every third listing',
    shows: () => nthOf(ONE_IN, isList),
  },
  {
    id: 'after-a-write',
    says: 'once an issue was created',
    shows: afterWrite,
  },
  {
    id: 'one-of-two-replicas',
    says: 'at one of two machines, which answer by chance',
    shows: () => isSecond,
  },
  {
    id: 'while-others-write',
    says: 'always, while somebody else creates five issues a second',
    besides: (b) => byTheClock(b, 200, createOne),
  },
  {
    id: 'while-others-write-a-lot',
    says: 'always, while somebody else creates twenty issues a second',
    besides: (b) => byTheClock(b, 50, createOne),
  },
] as const satisfies readonly Circumstance[];

export type CircumstanceId = (typeof circumstances)[number]['id'];
