import type { Clock } from '../client/clock.ts';
import type { Address } from '../client/request.ts';
import type { Route } from '../client/route.ts';
import type { TargetAccess } from '../client/target-access.ts';
import type { Transport } from '../client/transport.ts';
import type { ProfileName } from '../model/profile.ts';

/** Everything that a run needs to know, as plain data: it crosses from one thread to another. */
export interface RunSettings {
  readonly runId: string;
  /** Random text from which the texts of the canary are made: nobody else can guess them. */
  readonly canarySeed: string;
  readonly address: Address;
  /** The route over the network; direct by default. */
  readonly route?: Route;
  readonly target: TargetAccess;
  readonly writes: 'none' | 'rejected' | 'all';
  readonly profile: ProfileName;
  readonly seed: number;
  readonly concurrency: number;
  readonly maxRequests: number;
  readonly maxRate: number | undefined;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  /** For how long a target is asked that answers nothing but rate limits, or nothing in time; a minute if not given. */
  readonly limitPatienceMs?: number;
  /** The time after which a new issue is listed, and copies and caches know of it. */
  readonly listedWithinMs: number;
  /** The response header that names the version of the service, if one does. */
  readonly versionHeader?: string;
}

/** Transport and clock; defaults: the network, the system's clock. */
export interface RunDependencies {
  readonly transport?: Transport;
  readonly clock?: Clock;
}
