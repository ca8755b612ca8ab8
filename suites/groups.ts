import { rulesOf } from '../src/context/rule.ts';

/** Listings, of which the status or the shape counts. */
export const ofStatus = rulesOf({ phase: 'lists', judges: 'status' });
/** Listings, of which the records count: undecided while equal requests are answered in two ways. */
export const ofContents = rulesOf({ phase: 'lists', judges: 'contents' });
/** Creations that must be refused. */
export const ofRefusals = rulesOf({
  phase: 'refusing',
  judges: 'status',
  needs: ['WRITES=rejected', 'TOKEN'],
});

const CREATING = { judges: 'status', needs: ['WRITES=all', 'TOKEN'] } as const;
/** Creations that must be accepted, one at a time. */
export const ofAccepted = rulesOf({ phase: 'accepting', ...CREATING });
/** Creations at the same moment. */
export const ofBursts = rulesOf({
  phase: 'concurrent',
  judges: 'status',
  needs: ['WRITES=all', 'TOKEN', 'CONCURRENCY>1'],
});
/** What became of all that was created, or refused. */
export const ofAudits = rulesOf({ phase: 'auditing', ...CREATING });
