import type { ServiceOptions } from '../src/service/service.ts';
import { combine, onArrival } from './changes/decisions.ts';
import { type Circumstance, type CircumstanceId, circumstances } from './circumstances.ts';
import { type FaultId, findFault } from './faults/index.ts';
import { findVariant } from './variants/index.ts';

/** Options of the bundled service, with the changes to inject. */
export interface Injected extends ServiceOptions {
  /** Ids of variants; they are applied in this order, before all other changes. */
  readonly variants?: readonly string[];
  /** Ids of faults; they are applied in this order, before other `changes`. */
  readonly faults?: readonly FaultId[];
  /** Circumstance under which faults and other changes show; by default, always. */
  readonly circumstance?: CircumstanceId;
}

/**
 * Options that inject faults, variants and a circumstance into the bundled service.
 * @throws {Error} if a fault or variant is unknown; the message says which
 */
export function injecting(injected: Injected): ServiceOptions {
  const { faults = [], variants = [], circumstance, changes = [], ...options } = injected;
  const { besides, shows }: Partial<Circumstance> = circumstances.find(({ id }) => id === circumstance) ?? {};
  const harmless = variants.map((id) => findVariant(id).change).concat(besides ?? []);
  const harmful = faults.map((id) => findFault(id).change).concat(changes);
  const shown = shows === undefined ? harmful : [onArrival(shows)(combine(...harmful))];
  return { ...options, changes: [...harmless, ...shown] };
}
