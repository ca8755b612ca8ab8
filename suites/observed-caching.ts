import type { ObservedRule } from '../src/engine/rule.ts';
import { describeCaching } from '../src/observe/conditional.ts';
import { describeLinks } from '../src/observe/links.ts';
import { observation } from '../src/observe/observation.ts';
import { describeRateLimits } from '../src/observe/rate-limits.ts';
import { reading } from './observed-lists.ts';

/** Headers by which a client pages, polls and paces itself (sections 4.1 and 8). */
export const observedCaching: readonly ObservedRule[] = [
  {
    ...reading,
    id: 'observed.links',
    sections: ['4.1'],
    says: 'Is there a Link header, and does its next relation lead to page 2?',
    tried:
      'The header of the plain list is read for the relations that it offers; where there is a next one on the same service, its query is asked for and compared with page 2. A list that fits on one page need not have one, and shows nothing.',
    impact: {
      general: 'A client can walk by links where they agree, and must count pages itself where they do not.',
    },
    observe: observation(describeLinks),
  },
  {
    ...reading,
    id: 'observed.caching',
    sections: ['4.1'],
    says: 'Is there an ETag or Last-Modified, and is a conditional request answered 304?',
    tried:
      'The ETag of a listing, or else its Last-Modified, is sent back in a conditional request right after it. Where the list changed in between, that is tried again.',
    impact: { general: 'A client that polls saves most of its traffic where this works.' },
    observe: observation(describeCaching),
  },
  {
    ...reading,
    id: 'observed.rate-limit',
    sections: ['8'],
    phase: 'end',
    says: 'Which rate limit headers are there, and which limits do they name?',
    tried:
      'The headers of the listings that the other rules received are searched at the end for limits, for what remains and for the time of reset. Written down are the header names and the limit, with and without TOKEN.',
    impact: { general: 'A client that plans its requests has to know how many it may send.' },
    observe: observation(describeRateLimits),
  },
];
