import type { Behaviour } from '../behaviour.ts';
import { access, refusing } from './access-and-refusals.ts';
import { creating } from './creating.ts';
import { listing } from './listing.ts';

/** A service that follows the specification. It does what is usual if the specification is silent. */
export const conforming: Behaviour = {
  ...access,
  ...refusing,
  ...listing,
  ...creating,
  around: (inner) => inner(),
};
