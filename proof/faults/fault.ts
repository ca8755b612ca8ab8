import type { Change } from '../../src/service/behaviour.ts';

/** Something that the service can be told to do wrong. */
export interface Fault {
  readonly id: string;
  /** What somebody did wrong, in one sentence. */
  readonly description: string;
  /** Ids of all rules that it breaks on the data of the fixture: one of them must fail, and no other may. */
  readonly breaks: readonly string[];
  /** Called once for each service that is started: what the fault remembers belongs into its closure. */
  readonly change: Change;
}
