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

type Row = Omit<Fault, 'id'>;

/** Makes faults of a table, whose keys are their ids. */
export function faultsOf<Id extends string>(
  table: Readonly<Record<Id, Row>>,
): readonly (Fault & { readonly id: Id })[] {
  return Object.entries<Row>(table).map(([id, row]) => Object.assign({ id: id as Id }, row));
}

/** Makes rows that break the same rules and differ in one parameter: `[description, parameter]`. */
export function familyOf<Id extends string, Parameter>(
  breaks: readonly string[],
  change: (parameter: Parameter) => Change,
  table: Readonly<Record<Id, readonly [description: string, parameter: Parameter]>>,
): Readonly<Record<Id, Row>> {
  const rows = Object.entries<readonly [string, Parameter]>(table).map(
    ([id, [description, parameter]]) => [id, { description, breaks, change: change(parameter) }] as const,
  );
  return Object.fromEntries(rows) as Record<Id, Row>;
}
