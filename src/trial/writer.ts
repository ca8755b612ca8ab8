import { type Exchange, isSuccess } from '../target/exchange.ts';
import type { Credential, Question, RepositoryName } from '../target/question.ts';

/** A request that may create an issue: who sends it, where to, and what it says. */
export interface Submission {
  readonly repository: RepositoryName;
  readonly as: Credential;
  /** The payload as a JSON value; what is recognised later has to be in it. `title` begins with the marker. */
  readonly payload: (title: string, marker: string) => unknown;
  /** Words behind the marker in the title. */
  readonly words?: string;
  /** Sent to see what becomes of it: nothing is demanded of it where it is accepted. */
  readonly unusual?: boolean;
}

/** What became of one attempt to create an issue. */
export interface Write {
  readonly marker: string;
  readonly url: string;
  readonly outcome: 'accepted' | 'refused' | 'uncertain';
  readonly exchange: Exchange;
}

/** Sent where the service must not store anything, or must store just one issue: every attempt has a marker of its own. */
export class Writer {
  readonly #runId: string;
  readonly #pattern: RegExp;
  readonly #writes: Write[] = [];
  readonly #unusual = new Set<string>();
  #serial = 0;

  constructor(runId: string) {
    this.#runId = runId;
    this.#pattern = new RegExp(`ic-${runId}-[0-9a-z]{4,}`, 'i');
  }

  /** Makes a made-up name of a real one. */
  get suffix(): string {
    return this.#runId;
  }

  /** Every attempt so far, refused ones included. */
  get writes(): readonly Write[] {
    return this.#writes;
  }

  /** A question that is made anew for each attempt, since what became of the last attempt is not known. */
  ask(submission: Submission): () => Question {
    return () => {
      this.#serial += 1;
      const marker = `ic-${this.#runId}-${this.#serial.toString(36).padStart(4, '0')}`;
      if (submission.unusual === true) this.#unusual.add(marker);
      const title = `conformance ${marker} ${submission.words ?? 'may be deleted'}`;
      return {
        method: 'POST',
        repository: submission.repository,
        as: submission.as,
        body: JSON.stringify(submission.payload(title, marker)),
      };
    };
  }

  /** The payload of an earlier attempt, to be sent once more with a marker of its own. */
  again({ marker, exchange }: Write): Submission['payload'] {
    const text = exchange.request.body ?? 'null';
    return (_title, fresh) => JSON.parse(text.replaceAll(marker, fresh)) as unknown;
  }

  /** The marker of a request that this run sent; `undefined` for every other text. */
  markerIn(text: string): string | undefined {
    return this.#pattern.exec(text)?.[0].toLowerCase();
  }

  /** To be told of every exchange of the run: keeps account of what may have been stored. */
  note(exchange: Exchange): void {
    if (exchange.request.method !== 'POST') return;
    const marker = this.markerIn(exchange.request.body ?? '');
    if (marker === undefined) return;
    const status = exchange.response?.status ?? 0;
    // A request that came too early, or too many, is turned away and not refused for what it says.
    const clear = exchange.fault === null && status < 500 && ![408, 425, 429].includes(status);
    const accepted = isSuccess(exchange) && !this.#unusual.has(marker);
    const outcome = accepted ? 'accepted' : clear && status >= 400 ? 'refused' : 'uncertain';
    this.#writes.push({ marker, url: exchange.request.url, outcome, exchange });
  }
}
