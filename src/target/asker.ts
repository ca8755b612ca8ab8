import type { Client } from './client.ts';
import type { Exchange } from './exchange.ts';
import { type Address, type Question, toRequest } from './question.ts';

/** Told of every request that goes out. */
export type OnAttempt = (exchange: Exchange) => void;

/** Answers kept at most, so that memory does not grow with the run. */
const REMEMBERED = 400;

/** Asks a target questions, and no reading question twice unless a fresh answer is wanted. */
export class Asker {
  readonly #client: Client;
  readonly #address: Address;
  readonly #answered = new Map<string, Promise<Exchange>>();
  readonly #onExchange: OnAttempt;

  /** @param onExchange told of every attempt of every request, whoever asks */
  constructor(client: Client, address: Address, onExchange: OnAttempt = () => undefined) {
    this.#client = client;
    this.#address = address;
    this.#onExchange = onExchange;
  }

  /**
   * The answer to a GET, from memory where it was asked before.
   * @throws {Stopped} when the run is over
   */
  ask(question: Question, onAttempt?: OnAttempt): Promise<Exchange> {
    const request = toRequest(question, this.#address);
    const key = JSON.stringify([request.method, request.url, request.headers]);
    const earlier = this.#answered.get(key);
    if (earlier !== undefined) return earlier;
    const answer = this.send(() => question, onAttempt);
    this.#answered.set(key, answer);
    const [oldest] = this.#answered.keys();
    if (this.#answered.size > REMEMBERED && oldest !== undefined) this.#answered.delete(oldest);
    return answer;
  }

  /** Forgets every answer: the target was written to. */
  forget(): void {
    this.#answered.clear();
  }

  /** Runs some work while nobody else asks. @throws {Stopped} */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#client.pace.alone(work);
  }

  /** Lets two requests be in flight at once, though the target may have refused so many before. */
  letTwo(): void {
    this.#client.pace.letTwo();
  }

  /** Waits, but not beyond the end of the run. @throws {Stopped} */
  wait(ms: number): Promise<void> {
    return this.#client.pace.wait(ms);
  }

  /**
   * Sends a request now, and again where a bad day explains the answer.
   * @param build makes the question of an attempt, counted from 1
   * @throws {Stopped} when the run is over
   */
  send(build: (attempt: number) => Question, onAttempt?: OnAttempt): Promise<Exchange> {
    return this.#client.send(
      (attempt) => toRequest(build(attempt), this.#address),
      (exchange) => {
        onAttempt?.(exchange);
        this.#onExchange(exchange);
      },
    );
  }
}
