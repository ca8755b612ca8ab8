import { isUtf8 } from 'node:buffer';
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { Clock } from './clock.ts';
import type { Exchange, SentRequest } from './exchange.ts';
import { COMPLETE, entryPlaces, FORMAT } from './har.ts';
import type { RecordedRun, WrittenEntry } from './playback.ts';
import type { Secrets } from './secrets.ts';
import { messageOf } from './thrown.ts';

/** The file that records a run, and the facts of the run. Plain data. */
export interface Recording {
  readonly path: string;
  readonly run: RecordedRun;
}

const END = '\n]}}\n';

/** Matches an earlier recording of this program, and an empty file. */
export const RECORDING_BEGINS = /^(?:$|\{"log":\{"version":"1\.2","creator":\{"name":"issue-conformance",)/;

const pairsOf = (headers: Readonly<Record<string, string>>): WrittenEntry['request']['headers'] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Returns a body as HAR has it, without secrets. */
function contentOf(bytes: Buffer, { scrub }: Secrets): WrittenEntry['response']['content'] {
  if (isUtf8(bytes)) return { text: scrub(bytes.toString('utf8')) };
  const shown = Buffer.from(scrub(bytes.toString('latin1')), 'latin1');
  return { text: shown.toString('base64'), encoding: 'base64' };
}

/**
 * Returns what the entry of an exchange says of it. Its request is already without secrets.
 * @param bytes its whole body, decoded
 */
function entryOf(
  { request: { method, url, headers, body }, response, fault, ms }: Exchange,
  bytes: Buffer,
  secrets: Secrets,
): Omit<WrittenEntry, '_place' | '_times'> {
  const { scrub } = secrets;
  const http = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  const received = response?.headers ?? {};
  // A constant, because HAR demands more properties than playback reads.
  const entry = {
    time: ms,
    request: {
      method,
      url,
      ...http,
      headers: pairsOf(headers),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      ...(body === null ? {} : { postData: { mimeType: 'application/json', text: body } }),
      bodySize: Buffer.byteLength(body ?? ''),
    },
    response: {
      status: response?.status ?? 0,
      statusText: '',
      ...http,
      redirectURL: scrub(received['location'] ?? ''),
      headers: pairsOf(received).map(({ name, value }) => ({
        name: scrub(name),
        value: secrets.scrubHeader(name, value),
      })),
      content: {
        size: bytes.length,
        mimeType: scrub(received['content-type'] ?? 'x-unknown'),
        ...contentOf(bytes, secrets),
      },
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    ...(fault === null ? {} : { _error: { kind: fault.kind, message: scrub(fault.message) } }),
  };
  return entry;
}

/** Opens a file whose end is rewritten after each text. A full disk only ends it, because no finding depends on it. */
function openGrowing(path: string) {
  const file = openSync(path, 'r+');
  /** Bytes before the end. */
  let size = 0;
  let [problem, isClosed]: [string | null, boolean] = [null, false];
  const write = (text: string): void => {
    if (writeSync(file, text, size) < Buffer.byteLength(text)) throw new Error('the disk is full');
  };
  const append = (text: string, end = END): void => {
    // Another file may have the number of a closed one.
    if (isClosed || problem !== null) return;
    try {
      write(`${text}${end}`);
      size += Buffer.byteLength(text);
    } catch (error) {
      problem = messageOf(error);
      try {
        // Removes the entry of which a part was written.
        ftruncateSync(file, size);
        write(END);
      } catch {
        // The file stays cut; its whole entries can be judged.
      }
    }
  };
  const close = (end: string): void => {
    append('', end);
    isClosed = true;
    closeSync(file);
  };
  return { append, close, problem: () => problem };
}

/**
 * Writes the exchanges of a run to a HAR 1.2 file, an entry a line, as soon as each is known. It keeps nothing in memory
 * but a count for each different request. Between two writes the file is valid JSON; a kill may cut the last entry.
 * @throws {Error} if the file is gone
 */
export function openRecorder({ path, run }: Recording, secrets: Secrets, clock: Clock) {
  const file = openGrowing(path);
  const startedAt = clock.now();
  const places = entryPlaces(secrets);
  let [requests, separator] = [0, '\n'];
  const log = {
    version: '1.2',
    creator: { name: 'issue-conformance', version: run.version },
    _format: FORMAT,
    _run: run,
    entries: [],
  };
  file.append(JSON.stringify({ log }).replace(/\]\}\}$/, ''));
  return {
    /** Reason why the file ends early; `null` if it does not. */
    get problem(): string | null {
      return file.problem();
    },
    /** Notes that a request is sent. @returns a function that records its outcome, with the whole body, decoded */
    begin: (sent: SentRequest) => {
      requests += 1;
      const { request, place } = places.next(sent);
      const startedDateTime = new Date(clock.date()).toISOString();
      return (outcome: Exchange, bytes: Buffer): void => {
        places.answered(request, outcome.response?.status ?? 0);
        const entry = {
          startedDateTime,
          ...entryOf({ ...outcome, request }, bytes, secrets),
          _place: place,
          _times: { sent: outcome.startedAt - startedAt, ended: clock.now() - startedAt },
        };
        file.append(`${separator}${JSON.stringify(entry)}`);
        separator = ',\n';
      };
    },
    close: (): void => file.close(`\n${COMPLETE}${requests}}}\n`),
  };
}
