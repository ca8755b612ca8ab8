import type { Rule } from '../src/trial/rule.ts';
import { createAccepted } from './create-accepted.ts';
import { createRefused } from './create-refused.ts';
import { listAccess } from './list-access.ts';
import { listAnswer } from './list-answer.ts';
import { listPage } from './list-page.ts';
import { listPerPage } from './list-per-page.ts';
import { listSort } from './list-sort.ts';
import { observedAccess } from './observed-access.ts';
import { observedAnswer } from './observed-answer.ts';
import { observedCreate } from './observed-create.ts';
import { observedHeaders } from './observed-headers.ts';
import { observedIssue } from './observed-issue.ts';
import { observedList } from './observed-list.ts';
import { observedOrder } from './observed-order.ts';
import { observedRequests } from './observed-requests.ts';

/** Every check, in the order of the catalogue. */
export const suites: readonly Rule[] = [
  ...listAnswer,
  ...listPerPage,
  ...listPage,
  ...listSort,
  ...listAccess,
  ...createRefused,
  ...createAccepted,
  ...observedList,
  ...observedOrder,
  ...observedIssue,
  ...observedAnswer,
  ...observedHeaders,
  ...observedAccess,
  ...observedCreate,
  ...observedRequests,
];
