import { comparingGuards } from './comparing.ts';
import { confirmingGuards } from './confirming.ts';
import { createdGuards } from './created.ts';
import { creatingGuards } from './creating.ts';
import { decidingGuards } from './deciding.ts';
import type { Guard } from './guard.ts';
import { pagingGuards } from './paging.ts';
import { secondAttemptGuards } from './second-attempt.ts';

/** All guards, excuses and preconditions that `npm run needed` leaves out in turn. */
export const guards: readonly Guard[] = [
  ...confirmingGuards,
  ...secondAttemptGuards,
  ...comparingGuards,
  ...pagingGuards,
  ...decidingGuards,
  ...createdGuards,
  ...creatingGuards,
];
