import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { Clock } from './clock.ts';
import type { SentRequest } from './exchange.ts';
import { EntryPlaces, entryOf, FORMAT, type Outcome, redacted, requestKey } from './har.ts';
import type { RecordedRun } from './har-schema.ts';
import type { Secrets } from './secrets.ts';
import { messageOf } from './thrown.ts';

/** The file that records a run, and the facts of the run. Plain data. */
export interface Recording {
  readonly path: string;
  readonly run: RecordedRun;
}

/** The end of a file, over which the next entry is written, so that the file is whole at any time. */
export const END = '\n]}}\n';
/** Stands before the end of a recording whose run has ended; the number of its requests follows. */
export const COMPLETE = '],"_requests":';

/** Returns the beginning of a recording. @param run the facts of the run, once they are known */
export const beginningOf = (version: string, run?: RecordedRun): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'issue-conformance', version },
      _format: FORMAT,
      _run: run,
      entries: [],
    },
  }).replace(/\]\}\}$/, '');

/** Matches an earlier recording of this program, and an empty file. */
export const BEGINS = /^(?:$|\{"log":\{"version":"1\.2","creator":\{"name":"issue-conformance",)/;

/** Records the outcome of a request. */
export type RecordOutcome = (
  outcome: Omit<Outcome, 'place' | 'times' | 'date'> & { readonly startedAt: number },
) => void;

/**
 * Writes the exchanges of a run to a HAR 1.2 file, an entry a line, as soon as each is known. It keeps nothing in memory
 * but a count for each different request.
 */
export class Recorder {
  readonly #file: number;
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #places = new EntryPlaces();
  /** The end of the last entry, in bytes. */
  #size: number;
  #separator = '\n';
  #requests = 0;
  /** True once the number of the file may be that of another one. */
  #isClosed = false;
  /** Reason why the file ends early; `null` if it does not. */
  problem: string | null = null;

  /** @throws {Error} if the file is gone */
  constructor({ path, run }: Recording, secrets: Secrets, clock: Clock) {
    const head = beginningOf(run.version, run);
    this.#file = openSync(path, 'r+');
    this.#size = 0;
    this.#secrets = secrets;
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#append(head, END);
  }

  /** Notes that a request is sent. */
  begin(sent: SentRequest): RecordOutcome {
    const request = redacted(sent, this.#secrets);
    const key = requestKey(request);
    const place = this.#places.next(key);
    const date = this.#clock.date();
    this.#requests += 1;
    return ({ startedAt, ...outcome }) => {
      this.#places.answered(request, key);
      const times = { sent: startedAt - this.#startedAt, ended: this.#clock.now() - this.#startedAt };
      const entry = entryOf(request, { ...outcome, place, times, date }, this.#secrets);
      this.#append(`${this.#separator}${JSON.stringify(entry)}`, END);
      this.#separator = ',\n';
    };
  }

  close(): void {
    this.#append('', `\n${COMPLETE}${this.#requests}}}\n`);
    this.#isClosed = true;
    closeSync(this.#file);
  }

  /** Writes over the end of the file. The findings of a run do not depend on its recording, so a full disk only ends it. */
  #append(text: string, end: string): void {
    if (this.#isClosed || this.problem !== null) return;
    const bytes = Buffer.from(`${text}${end}`);
    try {
      if (writeSync(this.#file, bytes, 0, bytes.length, this.#size) < bytes.length)
        throw new Error('the disk is full');
      this.#size += Buffer.byteLength(text);
    } catch (error) {
      this.problem = messageOf(error);
      this.#restore();
    }
  }

  /** Ends the file after its last whole entry. */
  #restore(): void {
    try {
      ftruncateSync(this.#file, this.#size + END.length);
      writeSync(this.#file, END, this.#size);
    } catch {
      // A reader ignores a partial entry.
    }
  }
}
