import { rulesOf } from '../src/context/rule.ts';

/** Rules that judge the status or the shape of listings. */
export const ofStatus = rulesOf({ phase: 'lists', judges: 'status' });
/** Rules that judge the records of listings. They are undecided while the service is flaky. */
export const ofContents = rulesOf({ phase: 'lists', judges: 'contents' });
/** Rules on creations that must be refused. */
export const ofRefusals = rulesOf({
  phase: 'refusing',
  judges: 'status',
  needs: ['WRITES=rejected', 'TOKEN'],
});

const CREATING = { judges: 'status', needs: ['WRITES=all', 'TOKEN'] } as const;
/** Rules on creations that must be accepted, one at a time. */
export const ofAccepted = rulesOf({ phase: 'accepting', ...CREATING });
/** Rules on concurrent creations. */
export const ofBursts = rulesOf({
  phase: 'concurrent',
  judges: 'status',
  needs: ['WRITES=all', 'TOKEN', 'CONCURRENCY>1'],
});
/** Rules on the audit of accepted and refused creations. */
export const ofAudits = rulesOf({ phase: 'auditing', ...CREATING });
