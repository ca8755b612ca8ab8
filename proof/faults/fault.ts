import type { Change } from '../../src/service/behaviour.ts';

/** An injected fault: a way of breaking the specification. */
export interface Fault {
  readonly id: string;
  /** The mistake in the service, in one sentence. */
  readonly description: string;
  /**
   * Ids of all rules that the fault breaks on the fixture data. At least one of them must fail, and no other
   * rule may.
   */
  readonly breaks: readonly string[];
  /** Called once for each service; the state of the fault belongs in its closure. */
  readonly change: Change;
}

type Identified<Id extends string> = readonly (Fault & { readonly id: Id })[];

/** Makes faults of a table, whose keys are their ids. */
export function faultsOf<Id extends string>(table: Readonly<Record<Id, Omit<Fault, 'id'>>>): Identified<Id> {
  return Object.entries<Omit<Fault, 'id'>>(table).map(([id, rest]) => Object.assign({ id: id as Id }, rest));
}

/** Makes faults that break the same rules and differ in one parameter: `[description, parameter]`. */
export function familyOf<Id extends string, Parameter>(
  breaks: readonly string[],
  change: (parameter: Parameter) => Change,
  table: Readonly<Record<Id, readonly [description: string, parameter: Parameter]>>,
): Identified<Id> {
  return Object.entries<readonly [string, Parameter]>(table).map(([id, [description, parameter]]) => ({
    id: id as Id,
    description,
    breaks,
    change: change(parameter),
  }));
}
