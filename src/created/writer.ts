import * as z from 'zod';
import { type Exchange, isRefusal, isSuccess, textOf } from '../client/exchange.ts';
import { readJson } from '../client/json.ts';
import { markerPattern } from '../client/marker.ts';
import type { Credential, RepositoryName, RequestSpec } from '../client/request.ts';
import type { Asking } from '../client/target.ts';
import type { RuleId } from '../engine/rule-ids.ts';
import type { Trial } from '../engine/trial.ts';
import { isRecord } from '../snapshot/records.ts';

/** Rules on creations that must be refused, whatever else the service does. */
export const REFUSALS: readonly RuleId[] = [
  'create.anonymous',
  'create.invalid-token',
  'create.malformed-credential',
  'create.missing-title',
  'create.title-type',
  'create.body-type',
  'create.payload-type',
];

/** A request that may create an issue: who sends it, where to, and what it says. */
export interface Submission {
  readonly repository: RepositoryName;
  readonly as: Credential;
  /** The payload as a JSON value; what is recognised later has to be in it. `title` begins with the marker. */
  readonly payload: (title: string, marker: string) => unknown;
  /** Words behind the marker in the title. */
  readonly words?: string;
  /** Whether it is a valid creation: only of such an issue it is demanded that it is listed. */
  readonly valid?: true;
  /** Further headers, or other values of the usual ones. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The body as it is sent, where it is not the payload as JSON. */
  readonly text?: (title: string, marker: string) => string;
}

/** One attempt to create an issue, and what became of it. */
export interface Sent {
  readonly marker: string;
  readonly repository: RepositoryName;
  /**
   * `accepted`: a valid creation was answered 2xx. `uncertain` where it is not known whether an issue is there, or nothing
   * is demanded of it.
   */
  readonly outcome: 'accepted' | 'refused' | 'uncertain';
  readonly exchange: Exchange;
  /** How the texts begin that its issue shows as its own title or body. */
  readonly texts: readonly string[];
  /** Whether it was a valid creation. */
  readonly isValid: boolean;
  /** Which of the two has the marker. */
  readonly field: 'title' | 'body';
  /** JSON objects in the answer that may be the new issue: the answer itself, then those one level inside. */
  readonly answered: readonly Readonly<Record<string, unknown>>[];
}

/** A payload that the service must take (section 2). */
export const validPayload: Submission['payload'] = (title) => ({
  title,
  body: 'Created by a conformance run and may be deleted',
});

/** A payload without a title, which the service must refuse (sections 2, 4.2 and 7). */
export const untitledPayload: Submission['payload'] = (_title, marker) => ({ body: `no title ${marker}` });

/** What a text has before the marker, and the marker: a service may cut or change what stands behind it. */
function beginning(text: string, marker: string): string[] {
  const at = text.indexOf(marker);
  return at === -1 ? [] : [text.slice(0, at + marker.length)];
}

/** How texts begin that show a payload: those that it holds, and what becomes of a value that is made a text. */
function textsOf(payload: unknown, marker: string): string[] {
  const texts = new Set<string>();
  const note = (text: string): void => {
    for (const own of beginning(text, marker)) texts.add(own);
  };
  const walk = (value: unknown): void => {
    if (typeof value === 'string') note(value);
    if (value === null || typeof value !== 'object') return;
    if (Array.isArray(value)) note(value.join(','));
    // A payload as a whole is what somebody shows who quotes the request.
    if (value !== payload) note(JSON.stringify(value));
    for (const inner of Object.values(value)) walk(inner);
  };
  walk(payload);
  return [...texts];
}

/** Returns the JSON object that an answer is, and those one level inside. */
function objectsIn({ response }: Exchange): Sent['answered'] {
  const text = response === null ? null : textOf(response);
  const reading = text === null ? null : readJson(text);
  if (reading?.kind !== 'json' || !isRecord(reading.value)) return [];
  return [reading.value, ...Object.values(reading.value).filter(isRecord)];
}

const titledSchema = z.object({ title: z.string() });

const isTitled = (payload: unknown, marker: string): boolean => {
  const titled = titledSchema.safeParse(payload);
  return titled.success && titled.data.title.includes(marker);
};

/** Sends what may create an issue, each attempt with a marker of its own, and keeps account of what became of it. */
export class Writer {
  readonly #runId: string;
  readonly #pattern: RegExp;
  readonly #sent: Sent[] = [];
  readonly #byMarker = new Map<string, Sent>();
  readonly #valid = new Set<string>();
  readonly #repositories = new Map<string, RepositoryName>();
  readonly #listed = new Set<string>();
  #serial = 0;

  constructor(runId: string) {
    this.#runId = runId;
    this.#pattern = markerPattern(runId);
  }

  /** Every attempt so far, refused ones included. */
  get sent(): readonly Sent[] {
    return this.#sent;
  }

  /** A request that is made anew for each attempt, since what became of the last attempt is not known. */
  request(submission: Submission): () => RequestSpec {
    const { repository, as, payload, words = 'may be deleted', valid, headers, text } = submission;
    return () => {
      this.#serial += 1;
      const marker = `ic-${this.#runId}-${this.#serial.toString(36).padStart(4, '0')}`;
      this.#repositories.set(marker, repository);
      if (valid === true) this.#valid.add(marker);
      const title = `conformance ${marker} ${words}`;
      return {
        method: 'POST',
        repository,
        as,
        body: text === undefined ? JSON.stringify(payload(title, marker)) : text(title, marker),
        ...(headers === undefined ? {} : { headers }),
      };
    };
  }

  /** The payload of an earlier attempt, to be sent once more with a marker of its own. */
  again({ marker, exchange }: Sent): Submission['payload'] {
    const text = exchange.request.body ?? 'null';
    return (_title, fresh) => JSON.parse(text.replaceAll(marker, fresh)) as unknown;
  }

  /** The marker of a request that this run sent; `undefined` for every other text. */
  markerIn(text: string): string | undefined {
    return this.#pattern.exec(text)?.[0].toLowerCase();
  }

  /** The attempt that an exchange is of. */
  of({ request }: Exchange): Sent | undefined {
    return this.#byMarker.get(this.markerIn(request.body ?? '') ?? '');
  }

  /** How the texts begin that the issue of an attempt shows as its own. */
  textsOf(marker: string): readonly string[] {
    return this.#byMarker.get(marker)?.texts ?? [];
  }

  /** Notes that a listing of a repository showed an issue as its own record. */
  noteListed(marker: string, repository: RepositoryName): void {
    if (this.#repositories.get(marker) === repository) this.#listed.add(marker);
  }

  /** Whether every accepted issue was shown by a listing. */
  get allListed(): boolean {
    return this.#sent.every(({ outcome, marker }) => outcome !== 'accepted' || this.#listed.has(marker));
  }

  /** Whether any listing of its repository that was searched has shown an issue. */
  wasListed(marker: string): boolean {
    return this.#listed.has(marker);
  }

  /** To be told of every exchange of the run. */
  note(exchange: Exchange): void {
    if (exchange.request.method !== 'POST') return;
    const body = exchange.request.body ?? '';
    const marker = this.markerIn(body);
    const repository = marker === undefined ? undefined : this.#repositories.get(marker);
    if (marker === undefined || repository === undefined) return;
    const reading = readJson(body);
    const isAccepted = isSuccess(exchange) && this.#valid.has(marker);
    const sent: Sent = {
      marker,
      repository,
      outcome: isAccepted ? 'accepted' : isRefusal(exchange) ? 'refused' : 'uncertain',
      exchange,
      isValid: this.#valid.has(marker),
      // What is no JSON has no title: who shows its text quotes the request.
      texts: reading.kind === 'json' ? textsOf(reading.value, marker) : [],
      field: reading.kind === 'json' && isTitled(reading.value, marker) ? 'title' : 'body',
      answered: isAccepted ? objectsIn(exchange) : [],
    };
    this.#sent.push(sent);
    this.#byMarker.set(marker, sent);
  }
}

/** The writer of a run: made by the first rule that writes. */
export function writerOf({ run }: Trial): Writer {
  return run.once('writer', () => {
    const writer = new Writer(run.settings.runId);
    run.listen((exchange) => writer.note(exchange));
    return writer;
  });
}

/** Markers of what was created at one moment. */
const burstMarkers = (t: Trial): Set<string> => t.run.once('markers of bursts', () => new Set<string>());

/** Whether something was created alone: what became of others, at one moment, says nothing of it. */
export const isSingle =
  (t: Trial) =>
  ({ marker }: Sent): boolean =>
    !burstMarkers(t).has(marker);

/** Notes what was created at one moment. */
export function noteBurst(t: Trial, exchanges: readonly Exchange[]): void {
  for (const exchange of exchanges) {
    const marker = writerOf(t).of(exchange)?.marker;
    if (marker !== undefined) burstMarkers(t).add(marker);
  }
}

/** A valid creation in the repository that is written to, with TOKEN. */
export const validCreation = (t: Trial, words?: string): Submission => ({
  repository: t.bed.written,
  as: t.as('member'),
  payload: validPayload,
  valid: true,
  ...(words === undefined ? {} : { words }),
});

/** Sends a submission, now. @throws {Stopped} */
export const submit = (t: Trial, submission: Submission, asking: Asking = {}): Promise<Exchange> =>
  t.send(writerOf(t).request(submission), asking);
