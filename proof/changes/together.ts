import type { Behaviour, Change } from '../../src/service/behaviour.ts';

/** Applies changes one after the other; each replaces decisions of the service as those before it left them. */
export const together =
  (...changes: readonly Change[]): Change =>
  (behaviour) =>
    changes.reduce<Behaviour>((before, change) => ({ ...before, ...change(before) }), behaviour);
