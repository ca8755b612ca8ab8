import type { Behaviour, Change } from '../../src/service/behaviour.ts';
import type { ServiceRequest } from '../../src/service/request.ts';

/** Selects the requests for which a change applies. */
export type Applies = (request: ServiceRequest, b: Behaviour) => boolean;

/** Decisions that the service makes by a function. */
type Decision = Exclude<keyof Behaviour, 'listChecks' | 'createChecks'>;
type Result<D extends Decision> = ReturnType<Behaviour[D]>;
type Given<D extends Decision> = Parameters<Behaviour[D]>;

/** Changes the result of one decision. `change` gets the usual result, and what it depends on. */
export const revise =
  <D extends Decision>(decision: D, change: (usual: Result<D>, ...given: Given<D>) => Result<D>): Change =>
  (b) => {
    const usual = b[decision] as unknown as (...given: Given<D>) => Result<D>;
    return { [decision]: (...given: Given<D>) => change(usual(...given), ...given) };
  };

/** Changes the result of one decision by what it remembers; each service begins with an empty memory. */
export const remembering =
  <Memory>(empty: () => Memory) =>
  <D extends Decision>(
    decision: D,
    change: (memory: Memory, usual: Result<D>, ...given: Given<D>) => Result<D>,
  ): Change =>
  (b) => {
    const memory = empty();
    return revise(decision, (usual, ...given: Given<D>) => change(memory, usual, ...given))(b);
  };

/** Applies changes one after the other; each replaces decisions of the service as those before it left them. */
export const combine =
  (...changes: readonly Change[]): Change =>
  (behaviour) => {
    let changed = behaviour;
    for (const change of changes) changed = Object.assign({}, changed, change(changed));
    return changed;
  };
