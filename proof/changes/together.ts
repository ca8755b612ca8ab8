import type { Change } from '../../src/service/behaviour.ts';

/** Applies changes one after the other; each replaces decisions of the service as those before it left them. */
export const together =
  (...changes: readonly Change[]): Change =>
  (behaviour) => {
    let changed = behaviour;
    for (const change of changes) changed = Object.assign({}, changed, change(changed));
    return changed;
  };
