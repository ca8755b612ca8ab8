import { afterWritesFaults } from './after-writes.ts';
import { anonymousOnlyFaults } from './anonymous-only.ts';
import { carriedOverFaults } from './carried-over.ts';
import { nowAndThenFaults } from './now-and-then.ts';
import { nowAndThenCreationFaults } from './now-and-then-creations.ts';
import { nowAndThenFallbackFaults } from './now-and-then-fallbacks.ts';
import { replicaFaults } from './replicas.ts';
import { staleListFaults } from './stale-lists.ts';
import { tokenOnlyFaults } from './token-only.ts';

const orderFaults = [
  ...replicaFaults,
  ...nowAndThenFaults,
  ...nowAndThenFallbackFaults,
  ...nowAndThenCreationFaults,
  ...carriedOverFaults,
] as const;

/** What goes wrong only for some callers, only now and then, or only after something else has happened. */
export const circumstanceFaults = [
  ...anonymousOnlyFaults,
  ...tokenOnlyFaults,
  ...afterWritesFaults,
  ...staleListFaults,
  ...orderFaults,
] as const;

/** Those that show or do not depending on which request comes when, which differs from one run to the next. */
export const dependOnOrder: ReadonlySet<string> = new Set(orderFaults.map(({ id }) => id));
