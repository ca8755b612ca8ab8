import type { Client } from '../client/client.ts';
import type { Recording } from '../client/recorder.ts';
import type { Address, TargetAccess } from '../client/request.ts';
import type { ThrottleLimits } from '../client/throttle.ts';
import type { ProfileName } from '../model/profile.ts';

type ClientOptions = ConstructorParameters<typeof Client>[0];

/** The settings of a run, as plain data, because they cross from one thread to another. */
export interface RunSettings
  extends ThrottleLimits,
    Pick<ClientOptions, 'route' | 'timeoutMs' | 'limitPatienceMs'> {
  readonly runId: string;
  /** Random text from which the text of the canary is made, so that nobody can guess it. */
  readonly canarySeed: string;
  readonly address: Address;
  readonly target: TargetAccess;
  readonly writes: 'none' | 'rejected' | 'all';
  readonly profile: ProfileName;
  readonly seed: number;
  /** Milliseconds after which a new issue must be listed, also by copies and caches. */
  readonly listedWithinMs: number;
  /** The command that creates issues in the repository, without its count; `populate` if not given. */
  readonly populateCommand?: string;
  /** The response header that names the version of the service, if one does. */
  readonly versionHeader?: string;
  readonly recording?: Recording;
}

/** Transport and clock; defaults: the network, the system's clock. A recording is both. The signal ends the run. */
export type RunDependencies = Pick<ClientOptions, 'transport' | 'clock' | 'playback' | 'signal'>;
