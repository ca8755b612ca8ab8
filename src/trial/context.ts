import type { Exchange } from '../target/exchange.ts';
import type { Secrets } from '../target/secrets.ts';
import type { Finder, FinderContext } from './finder.ts';
import type { Recorded } from './recorded.ts';
import type { Bench } from './settle.ts';

/** What a trial needs of the run it belongs to. */
export interface TrialContext extends Bench, FinderContext {
  readonly writes: 'none' | 'rejected' | 'all';
  readonly secrets: Secrets;
  /** The name of the header that selects the version, in lower case (section 9). */
  readonly versionHeader: string;
  readonly finder: Finder;
  /** How long a new issue may take to be listed, in milliseconds. */
  readonly listedWithinMs: number;
  /** The seed of this rule. */
  readonly seed: number;
  /** The seed of the run. */
  readonly runSeed: number;
  readonly concurrency: number;
  /** Whether the rule is tried once more, after this run has written to the target: the plainest cases will do. */
  readonly again: boolean;
  /** The only case that is to be tried; `null` where all of them are. */
  readonly recorded: Recorded | null;
  /** Answers that several rules need, by name. */
  readonly sharedAnswers: Map<string, Promise<Exchange>>;
  /** Findings that several rules need, by name. */
  readonly sharedFindings: Map<string, Promise<boolean>>;
  /** All exchanges of the run so far, for observations that cost no request. */
  readonly exchanges: () => readonly Exchange[];
}
