import type { Behaviour } from '../behaviour.ts';
import { access } from './access.ts';
import { creating } from './creating.ts';
import { listing } from './listing.ts';
import { refusing } from './refusing.ts';

/** A service that keeps to the document; where that is silent, it does what is usual. */
export const conforming: Behaviour = {
  ...access,
  ...refusing,
  ...listing,
  ...creating,
  around: (inner) => inner(),
};
