import type { Change } from '../../src/service/behaviour.ts';
import { isCreate, isList, type ServiceRequest } from '../../src/service/request.ts';
import { failure } from '../changes/answers.ts';
import { atOneOf } from '../changes/moments.ts';
import type { Fault } from './fault.ts';

const MACHINES = 3;
const KNOWN_SORTS: ReadonlySet<string | undefined> = new Set([undefined, 'created', 'updated', 'comments']);

/** Answers some requests with 500 if they reach the faulty one of three machines. */
const erringAtOne =
  (meets: (request: ServiceRequest) => boolean): Change =>
  (b) => {
    const isAtBad = atOneOf(MACHINES);
    return {
      around: async (inner, request) =>
        meets(request) && isAtBad(request) ? failure(500) : b.around(inner, request),
    };
  };

/** Faults of one machine of three that the load balancer does not notice. */
export const erringFaults = [
  {
    id: 'invalid-sort-500-at-one-of-three',
    description: 'One machine of three runs an old release that does not ignore an unknown sort.',
    breaks: ['list.sort.invalid-ok', 'list.sort.invalid-ignores-direction'],
    change: erringAtOne((request) => isList(request) && !KNOWN_SORTS.has(request.query('sort'))),
  },
  {
    id: 'per-page-zero-500-at-one-of-three',
    description: 'One machine of three divides by the requested page size.',
    breaks: ['list.per-page.zero'],
    change: erringAtOne((request) => isList(request) && request.query('per_page') === '0'),
  },
  {
    id: 'missing-title-500-at-one-of-three',
    description: 'One machine of three reads the title without checking that there is one.',
    breaks: ['create.missing-title'],
    change: erringAtOne(
      (request) => isCreate(request) && !request.body.includes('"title"') && request.body.startsWith('{'),
    ),
  },
] as const satisfies readonly Fault[];
