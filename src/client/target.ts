import { Client, type ClientOptions, type Sending } from './client.ts';
import { type Exchange, type SentRequest, withheld } from './exchange.ts';
import { type Address, type Credential, type RequestSpec, toRequest } from './request.ts';

/** Maximum requests of one kind, and how many of them are reserved for confirmations. */
interface Ration {
  readonly most: number;
  readonly kept: number;
}

export type Rations = Readonly<Partial<Record<Credential['standing'], Ration>>>;

export interface TargetOptions extends Omit<ClientOptions, 'probe'> {
  readonly address: Address;
  /** The plain list request, which tests if the service is up. */
  readonly probe: RequestSpec;
  readonly rations?: Rations;
}

export interface Asking extends Pick<Sending, 'onAttempt'> {
  /** True to confirm a finding. A part of every ration is reserved for that. */
  readonly confirming?: boolean | undefined;
}

const WHOSE: Readonly<Record<Credential['standing'], string>> = {
  none: 'without a credential',
  invalid: 'with an invalid credential',
  valid: 'with a valid credential',
};

/** Repetitions of requests of one rationed standing. What is kept to confirm stays there. */
const MOST_REPEATED = 4;

/** The service under test, addressed in terms of the specification. */
export class Target {
  readonly client: Client;
  readonly #address: Address;
  readonly #rations: Rations;
  /** Requests by standing; those of them that were not sent to confirm, and those that were repetitions. */
  readonly #sent = { none: 0, invalid: 0, valid: 0 };
  readonly #tried = { none: 0, invalid: 0, valid: 0 };
  readonly #repeated = { none: 0, invalid: 0, valid: 0 };

  constructor({ address, probe, rations = {}, ...client }: TargetOptions) {
    this.client = new Client({ ...client, probe: () => toRequest(probe, address) });
    this.#address = address;
    this.#rations = rations;
  }

  /**
   * Returns how many more requests of a standing may be sent. Without `confirming`, the reserved ones are
   * excluded.
   */
  left(standing: Credential['standing'], confirming = false): number {
    const { most, kept } = this.#rations[standing] ?? { most: Number.POSITIVE_INFINITY, kept: 0 };
    const left = most - this.#sent[standing];
    // First tries have a limit of their own, which confirmations do not use up.
    return confirming ? left : Math.min(left, most - kept - this.#tried[standing]);
  }

  /**
   * Sends a request now, and repeats it after transient failures.
   * @param build builds the request of an attempt, counted from 1
   * @throws {Stopped} if the run is over
   */
  async send(
    build: (attempt: number) => RequestSpec,
    { confirming = false, ...sending }: Asking = {},
  ): Promise<Exchange> {
    const spec = build(1);
    const { standing } = spec.as;
    if (this.left(standing, confirming) < 1) {
      const message = `the limit of ${this.#rations[standing]?.most} requests ${WHOSE[standing]} is reached; run with --only RULE`;
      return withheld(toRequest(spec, this.#address), message, this.client.clock.now());
    }
    const buildNext = (attempt: number): SentRequest => {
      this.#sent[standing] += 1;
      if (attempt > 1) this.#repeated[standing] += 1;
      else if (!confirming) this.#tried[standing] += 1;
      return toRequest(attempt === 1 ? spec : build(attempt), this.#address);
    };
    return this.client.send(buildNext, {
      ...sending,
      invalid: standing === 'invalid',
      mayRepeat: () => this.#rations[standing] === undefined || this.#repeated[standing] < MOST_REPEATED,
    });
  }

  /** Runs some work while no other request is in flight. @throws {Stopped} if the run is over */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.client.pace.alone(work);
  }

  /** Waits. @throws {Stopped} if the run ends */
  wait(ms: number): Promise<void> {
    return this.client.pace.wait(ms);
  }
}
