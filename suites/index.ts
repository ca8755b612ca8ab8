import type { Rule } from '../src/trial/rule.ts';
import { createAccepted } from './create-accepted.ts';
import { createRefused } from './create-refused.ts';
import { listAccess } from './list-access.ts';
import { listAnswer } from './list-answer.ts';
import { listPage } from './list-page.ts';
import { listPerPage } from './list-per-page.ts';
import { listSort } from './list-sort.ts';

/** Every check, in the order of the catalogue. */
export const suites: readonly Rule[] = [
  ...listAnswer,
  ...listPerPage,
  ...listPage,
  ...listSort,
  ...listAccess,
  ...createRefused,
  ...createAccepted,
];
