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
