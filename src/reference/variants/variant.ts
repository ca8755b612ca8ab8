import type { Change } from '../behaviour.ts';

/** Something that a service may do differently because the document is silent about it. No rule may mind. */
export interface Variant {
  readonly id: string;
  /** How it differs, in one sentence. */
  readonly difference: string;
  /** Called once for each service that is started: what the variant remembers belongs into its closure. */
  readonly change: Change;
}
