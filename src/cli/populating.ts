import { Client } from '../client/client.ts';
import { type Clock, systemClock } from '../client/clock.ts';
import { describeExchange, type Exchange, isRefusal, isSuccess } from '../client/exchange.ts';
import { markerOf } from '../client/marker.ts';
import { bearer, type RequestSpec, toRequest } from '../client/request.ts';
import { type Secrets, secretsOf } from '../client/secrets.ts';
import { type StopCause, Stopped } from '../client/stopped.ts';
import { httpTransport, type Transport } from '../client/transport.ts';
import { listIn, unsaidOf } from '../run/answer.ts';
import { complaintOf } from '../run/complaint.ts';
import type { RunSettings } from '../run/run-settings.ts';

/** What became of the issues that were to be created. */
export interface Populated {
  /** Creations that were answered 2xx. */
  readonly created: number;
  /** Creations of which it is not known whether they were carried out. */
  readonly uncertain: number;
  /** Why not all of them were sent, as a sentence; `null` where they were. */
  readonly stopped: string | null;
}

/** Creations without a clear answer, after which no more are sent: what they left behind is not known. */
const MOST_UNCERTAIN = 3;

const STOPS: Readonly<Record<StopCause, string>> = {
  deadline: 'The deadline was reached; a higher DEADLINE_S (--deadline) gives it more time.',
  requests: 'The limit of requests was reached; a higher MAX_REQUESTS (--max-requests) allows more.',
  interrupted: 'It was interrupted.',
  gone: 'The service went away; run it again when it is back.',
};

/** Faults with which a request did not reach the service, and none that is sent next would. */
const NOT_SENT: ReadonlySet<string> = new Set(['unreachable', 'barred', 'proxy', 'withheld']);

/** Returns a payload that the service must take (section 2). */
const payloadWith = (marker: string): object => ({
  title: `Conformance check ${marker}`,
  body: 'Created to fill the list, and may be deleted.',
});

/** What to do about a creation that was refused. */
function adviceOn(status: number, repository: string): string {
  if (status === 401) return 'check TOKEN';
  if (status === 403) return `use a TOKEN that may create issues in ${repository}`;
  if (status === 404) return `check OWNER and REPO, and that TOKEN may create issues in ${repository}`;
  if (status >= 300 && status < 400)
    return 'redirects are not followed: set BASE_URL to where the service itself is';
  return 'a title and a body are all that was sent, which the service has to take: see what it says of it with a run (--only create.accepted)';
}

/**
 * Creates issues in the repository that the list rules read, one after the other, each with a marker of its own. None is sent
 * again unless it is known not to have been carried out; the first refusal ends it.
 */
class Populating {
  readonly #settings: RunSettings;
  readonly #client: Client;
  readonly #secrets: Secrets;
  /** Of creations: sent, and answered or known to have failed. */
  #begun = 0;
  #ended = 0;
  #created = 0;
  #uncertain = 0;
  #markers = 0;

  constructor(settings: RunSettings, transport: Transport, clock: Clock) {
    this.#settings = settings;
    this.#secrets = secretsOf(settings.bed, settings.route?.proxy, settings.address.extra);
    this.#client = new Client({ ...settings, concurrency: 1, transport: this.#counted(transport), clock });
  }

  async create(count: number, signal: AbortSignal): Promise<Populated> {
    const stop = (): void => this.#client.pace.stop(new Stopped('interrupted'));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      let stopped = await this.#whyUnreadable();
      for (let left = count; left > 0 && stopped === null; left -= 1) stopped = await this.#createOne();
      return this.#populated(stopped);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      // What was under way when it ended may have been carried out.
      this.#uncertain += this.#begun - this.#ended;
      return this.#populated(STOPS[error.cause]);
    } finally {
      signal.removeEventListener('abort', stop);
      await this.#client.close();
    }
  }

  #populated(stopped: string | null): Populated {
    const text = stopped === null ? null : this.#secrets.hide(stopped);
    return { created: this.#created, uncertain: this.#uncertain, stopped: text };
  }

  get #name(): string {
    const { owner, repo } = this.#settings.bed.repository;
    return `${owner}/${repo}`;
  }

  #send(build: () => RequestSpec): Promise<Exchange> {
    return this.#client.send(() => toRequest(build(), this.#settings.address));
  }

  /** Why nothing may be created, as a sentence: what does not list the repository to TOKEN may be anything. */
  async #whyUnreadable(): Promise<string | null> {
    const { bed, address } = this.#settings;
    const listed = await this.#send(() => ({ repository: bed.repository, as: this.#as }));
    if (listed.response?.status === 200 && Array.isArray(listIn(listed.response))) return null;
    if (listed.response?.status === 401)
      return `${address.baseUrl} answers 401 to TOKEN: check TOKEN and BASE_URL.`;
    return complaintOf(listed, bed.repository, address.baseUrl, true, this.#secrets.hide);
  }

  #newMarker(): string {
    this.#markers += 1;
    return markerOf(this.#settings.runId, this.#markers);
  }

  get #as() {
    return bearer(this.#settings.bed.token ?? '');
  }

  /** @returns why no more are to be sent, as a sentence */
  async #createOne(): Promise<string | null> {
    const answer = await this.#send(() => ({
      repository: this.#settings.bed.repository,
      as: this.#as,
      method: 'POST',
      body: JSON.stringify(payloadWith(this.#newMarker())),
    }));
    if (isSuccess(answer)) {
      this.#created += 1;
      return null;
    }
    const status = answer.response?.status ?? 0;
    const doubt = unsaidOf(answer);
    if (isRefusal(answer) || (answer.fault === null && status >= 300 && status < 400))
      return `A creation was answered ${describeExchange(answer)}: ${adviceOn(status, this.#name)}.`;
    if (status === 429 || status === 403 || NOT_SENT.has(answer.fault?.kind ?? ''))
      return (
        doubt?.reason ??
        `The service could not be reached (${describeExchange(answer)}): check that it is up.`
      );
    this.#uncertain += 1;
    return this.#uncertain < MOST_UNCERTAIN
      ? null
      : `${MOST_UNCERTAIN} creations had no clear answer, the last one ${describeExchange(answer)}; look whether they are there, and run it again when the service is stable.`;
  }

  #counted(transport: Transport): Transport {
    return {
      send: async (request, how) => {
        if (request.method !== 'POST') return transport.send(request, how);
        this.#begun += 1;
        const answer = await transport.send(request, how).catch((error: unknown) => {
          // One that is aborted by the end may have been carried out.
          if (!this.#client.pace.signal.aborted) this.#ended += 1;
          throw error;
        });
        this.#ended += 1;
        return answer;
      },
      close: () => transport.close(),
    };
  }
}

/**
 * Creates so many issues in the repository that the list rules read.
 * @param signal ends it
 */
export function populate(
  settings: RunSettings,
  count: number,
  signal: AbortSignal,
  {
    transport = httpTransport(1, settings.timeoutMs, settings.route),
    clock = systemClock,
  }: { readonly transport?: Transport; readonly clock?: Clock } = {},
): Promise<Populated> {
  return new Populating(settings, transport, clock).create(count, signal);
}
