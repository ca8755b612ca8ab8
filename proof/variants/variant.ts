import type { Change } from '../../src/service/behaviour.ts';

/** Something that a service may do differently without breaking a sentence of the specification. No rule may fail on it. */
export interface Deviation {
  readonly id: string;
  /** How it differs, in one sentence. */
  readonly difference: string;
  /** Called once for each service that is started: what the variant remembers belongs into its closure. */
  readonly change: Change;
  /** Gating rules that its data, or its flakiness, leaves undecided. */
  readonly cannotShow?: readonly string[];
}

export interface Variant extends Deviation {
  /** `silent`: the specification leaves it open. `bad-day`: how a healthy service behaves when much is going on. */
  readonly kind: 'silent' | 'bad-day';
}
