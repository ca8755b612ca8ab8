import { afterWritesFaults } from './after-writes.ts';
import { carriedOverFaults } from './carried-over.ts';
import { nowAndThenFaults } from './now-and-then.ts';
import { nowAndThenCreationFaults } from './now-and-then-creations.ts';
import { outsiderOnlyFaults } from './outsider-only.ts';
import { replicaFaults } from './replicas.ts';
import { staleListFaults } from './stale-lists.ts';

/** What goes wrong only for some callers, only now and then, or only after something else has happened. */
export const circumstanceFaults = [
  ...outsiderOnlyFaults,
  ...afterWritesFaults,
  ...staleListFaults,
  ...replicaFaults,
  ...nowAndThenFaults,
  ...nowAndThenCreationFaults,
  ...carriedOverFaults,
] as const;
