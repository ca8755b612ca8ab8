import { once } from 'node:events';
import type { Exchange, SentRequest } from './exchange.ts';
import { EntryPlaces, entryKey, redacted, requestKey } from './har.ts';
import type { Entry, RecordedFile } from './recorded-file.ts';
import type { Secrets } from './secrets.ts';
import { receivedOf, type SendDependencies } from './transmit.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Answers requests in place of a target, each as it was answered, and when. */
export class Playback {
  readonly clock: VirtualClock;
  /** Requests that the recording does not have. */
  missing = 0;
  readonly #recorded: RecordedFile;
  readonly #secrets: Secrets;
  readonly #places = new EntryPlaces();
  readonly #onInterruption: () => void;

  /** @param onInterruption called where the recorded run was interrupted; it ends this one */
  constructor(recorded: RecordedFile, secrets: Secrets, onInterruption: () => void = () => undefined) {
    this.#recorded = recorded;
    this.#secrets = secrets;
    this.#onInterruption = onInterruption;
    this.clock = new VirtualClock(Date.parse(recorded.run.startedAt));
  }

  /** Reason why facts about all answers are unknown: requests of the run have no entry. `null` if all have one. */
  get gapReason(): string | null {
    return this.#recorded.isWhole ? null : this.lackReason;
  }

  /** Reason why data may be missing: requests of this version have no entry. `null` if all have one. */
  get lackReason(): string | null {
    return this.missing === 0 ? null : 'The recording does not have all requests, which may be why.';
  }

  /** @throws {Stopped} if the run ends meanwhile */
  async transmit(
    sent: SentRequest,
    { bodies, run }: Pick<SendDependencies, 'bodies' | 'run'>,
  ): Promise<Exchange> {
    const request = redacted(sent, this.#secrets);
    const entry = this.#recorded.read(entryKey(request, this.#places.next(request)));
    const now = this.clock.now();
    if (entry === null) {
      this.missing += 1;
      // The run sent it, and its entry is lost.
      if (this.#recorded.hasCreated(requestKey(request))) this.#places.answered(request, 201);
      const fault = { kind: 'not-recorded', message: 'the recording does not have this request' } as const;
      return { request: sent, response: null, fault, startedAt: now, ms: 0 };
    }
    const { time: ms, _times: times, _error: fault = null } = entry;
    if (fault?.kind === 'not-sent') {
      if (fault.message === 'interrupted') this.#onInterruption();
      if (!run.aborted) await once(run, 'abort');
      throw run.reason;
    }
    const startedAt = Math.max(now, times.sent);
    await this.clock.sleep(startedAt - now + Math.max(0, times.ended - times.sent), run);
    if (run.aborted) throw run.reason;
    this.#places.answered(request, entry.response.status);
    const response = this.#responseOf(entry, bodies);
    return { request: sent, response, fault, startedAt, ms };
  }

  close(): void {
    this.#recorded.close();
  }

  #responseOf(
    { response: { status, headers, content } }: Entry,
    bodies: SendDependencies['bodies'],
  ): Exchange['response'] {
    if (status === 0) return null;
    // Labels and the secrets of a judgement are ASCII, so that bytes stand for characters of any encoding.
    const text = Buffer.from(content.text, content.encoding).toString('latin1');
    const restored = Object.entries(headers).map(([name, value]) => [name, this.#secrets.restore(value)]);
    const bytes = Buffer.from(this.#secrets.restore(text), 'latin1');
    return receivedOf({ status, headers: Object.fromEntries(restored) }, bytes, bodies);
  }
}
