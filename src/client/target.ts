import { Client, type ClientOptions } from './client.ts';
import type { Exchange } from './exchange.ts';
import { type Address, type Credential, type RequestSpec, toRequest } from './request.ts';

/** How many requests a run may send of one kind, and how many of them are kept for confirming what was seen. */
interface Ration {
  readonly most: number;
  readonly kept: number;
}

/** Rations of requests without a credential, and with one that is to be refused. */
export type Rations = Readonly<Partial<Record<Credential['standing'], Ration>>>;

export interface TargetOptions extends Omit<ClientOptions, 'sign'> {
  readonly address: Address;
  /** The plain listing, asked for where it is in doubt whether the service is there. */
  readonly sign: RequestSpec;
  readonly rations?: Rations;
}

/** How a request goes out, beside what it asks for. */
export interface Asking {
  /** Told of every attempt. */
  readonly onAttempt?: (exchange: Exchange) => void;
  /** Whether to use a connection of its own. */
  readonly fresh?: boolean;
  /** Whether it goes before others that wait for their turn, since more requests follow from its answer. */
  readonly first?: boolean;
  /** Whether something is to be confirmed: a part of every ration is kept for that. */
  readonly confirming?: boolean;
}

/** Answers kept at most, so that memory does not grow with the run. */
const REMEMBERED = 2000;

const WHOSE: Readonly<Record<Credential['standing'], string>> = {
  none: 'without a credential',
  invalid: 'with an invalid credential',
  valid: 'with a valid credential',
};

/** The service under test: asked in terms of the specification, and no listing twice unless a fresh answer is wanted. */
export class Target {
  readonly client: Client;
  readonly #address: Address;
  readonly #rations: Rations;
  readonly #sent = { none: 0, invalid: 0, valid: 0 };
  readonly #answered = new Map<string, Promise<Exchange>>();
  readonly #attempts = new WeakMap<Exchange, readonly Exchange[]>();
  readonly #onExchange: (exchange: Exchange, as: Credential) => void;

  /** @param onExchange told of every attempt of every request, and with which credential it was sent */
  constructor(
    options: TargetOptions,
    onExchange: (exchange: Exchange, as: Credential) => void = () => undefined,
  ) {
    const { address, sign, rations = {}, ...client } = options;
    this.client = new Client({ ...client, sign: () => toRequest(sign, address) });
    this.#address = address;
    this.#rations = rations;
    this.#onExchange = onExchange;
  }

  /** How many more requests of a standing may be sent; where nothing is to be confirmed, some of them are kept. */
  left(standing: Credential['standing'], confirming = false): number {
    const { most, kept } = this.#rations[standing] ?? { most: Number.POSITIVE_INFINITY, kept: 0 };
    return most - (confirming ? 0 : kept) - this.#sent[standing];
  }

  /** Whether a GET would be answered from memory. */
  remembers(spec: RequestSpec): boolean {
    return this.#answered.has(this.#keyOf(spec));
  }

  #keyOf(spec: RequestSpec): string {
    const { method, url, headers } = toRequest(spec, this.#address);
    return JSON.stringify([method, url, headers]);
  }

  /** The answer to a GET, from memory where it was asked before. @throws {Stopped} when the run is over */
  ask(spec: RequestSpec, asking: Asking = {}): Promise<Exchange> {
    const key = this.#keyOf(spec);
    const earlier = this.#answered.get(key);
    if (earlier !== undefined) return earlier;
    const answer = this.send(() => spec, asking);
    this.#answered.set(key, answer);
    const [oldest] = this.#answered.keys();
    if (this.#answered.size > REMEMBERED && oldest !== undefined) this.#answered.delete(oldest);
    return answer;
  }

  /**
   * As {@link ask}, where an answer that is remembered will not do any more: asked for again, once for all who find that.
   * @throws {Stopped} when the run is over
   */
  async askInsteadOf(stale: Exchange, spec: RequestSpec, asking: Asking = {}): Promise<Exchange> {
    const key = this.#keyOf(spec);
    const remembered = this.#answered.get(key);
    const isStale = remembered !== undefined && (await remembered) === stale;
    if (isStale && this.#answered.get(key) === remembered) this.#answered.delete(key);
    return this.ask(spec, asking);
  }

  /** Forgets every answer: the target was written to. */
  forget(): void {
    this.#answered.clear();
  }

  /**
   * Sends a request now, and again where a bad day explains the answer.
   * @param build makes the request of an attempt, counted from 1
   * @throws {Stopped} when the run is over
   */
  async send(
    build: (attempt: number) => RequestSpec,
    { onAttempt, fresh, first: isFirst, confirming }: Asking = {},
  ): Promise<Exchange> {
    const first = build(1);
    const { standing } = first.as;
    if (this.left(standing, confirming) < 1) return this.#withheld(first);
    const attempts: Exchange[] = [];
    const answer = await this.client.send(
      (attempt) => {
        this.#sent[standing] += 1;
        return toRequest(attempt === 1 ? first : build(attempt), this.#address);
      },
      {
        fresh,
        first: isFirst,
        invalid: standing === 'invalid',
        onAttempt: (exchange) => {
          attempts.push(exchange);
          onAttempt?.(exchange);
          this.#onExchange(exchange, first.as);
        },
      },
    );
    if (attempts.length > 1) this.#attempts.set(answer, attempts);
    return answer;
  }

  /** All attempts at a request, of which an answer ended the last one. */
  attemptsAt(answer: Exchange): readonly Exchange[] {
    return this.#attempts.get(answer) ?? [answer];
  }

  /** Runs some work while nobody else asks. @throws {Stopped} */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.client.pace.alone(work);
  }

  /** Waits, but not beyond the end of the run. @throws {Stopped} */
  wait(ms: number): Promise<void> {
    return this.client.pace.wait(ms);
  }

  #withheld(spec: RequestSpec): Exchange {
    const { standing } = spec.as;
    const message = `of the ${this.#rations[standing]?.most} requests that a run of this profile sends ${WHOSE[standing]} none is left for it; a run of fewer rules (--only) has more for each`;
    return {
      request: toRequest(spec, this.#address),
      response: null,
      fault: { kind: 'withheld', message },
      startedAt: this.client.clock.now(),
      ms: 0,
    };
  }
}
