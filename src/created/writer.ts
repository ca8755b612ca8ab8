import * as z from 'zod';
import { type Exchange, isRefusal, isSuccess, textOf } from '../client/exchange.ts';
import { readJson } from '../client/json.ts';
import { markerPattern } from '../client/marker.ts';
import type { Credential, RepositoryName, RequestSpec } from '../client/request.ts';
import type { Asking } from '../client/target.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { Trial } from '../run/trial.ts';
import { isRecord } from '../snapshot/records.ts';

/** Rules on creations that must be refused. */
export const REFUSALS: readonly RuleId[] = [
  'create.anonymous',
  'create.invalid-token',
  'create.malformed-credential',
  'create.missing-title',
  'create.title-type',
  'create.body-type',
  'create.payload-type',
];

/** A request that may create an issue. */
export interface Submission {
  readonly repository: RepositoryName;
  readonly as: Credential;
  /** Makes the payload as a JSON value, which has to hold the marker if its issue is to be recognised; the title has it. */
  readonly payload: (title: string, marker: string) => unknown;
  /** Words behind the marker in the title. */
  readonly words?: string;
  /** True if the service must accept it, and list its issue. */
  readonly valid?: true;
  /** The rule that its caller must not create any issue. */
  readonly refusedBy?: RuleId;
  /** Further headers, or other values of the usual ones. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Makes the body, if it is not the payload as JSON. */
  readonly text?: (title: string, marker: string) => string;
}

/** One attempt to create an issue, and what became of it. */
export interface Sent {
  readonly marker: string;
  readonly repository: RepositoryName;
  /** `accepted`: a valid creation was answered 2xx. `uncertain`: nobody knows if an issue is there, or it need not be. */
  readonly outcome: 'accepted' | 'refused' | 'uncertain';
  readonly exchange: Exchange;
  /** Beginnings of the texts that its issue shows as its own title or body. */
  readonly texts: readonly string[];
  readonly isValid: boolean;
  readonly refusedBy: RuleId | null;
  /** The part of the payload that has the marker. */
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

/** Returns the beginning of a text up to the marker: a service may cut or change the rest. */
function beginning(text: string, marker: string): string[] {
  const at = text.indexOf(marker);
  return at === -1 ? [] : [text.slice(0, at + marker.length)];
}

/** Returns the beginnings of texts that show a payload: its own texts, and other values as texts. */
function textsOf(payload: unknown, marker: string): string[] {
  const texts = new Set<string>();
  const note = (text: string): void => {
    for (const own of beginning(text, marker)) texts.add(own);
  };
  const walk = (value: unknown): void => {
    if (typeof value === 'string') note(value);
    if (value === null || typeof value !== 'object') return;
    if (Array.isArray(value)) note(value.join(','));
    // A payload as a whole is a quote of the request.
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

const isTitled = (payload: unknown, marker: string): boolean =>
  titledSchema.safeParse(payload).data?.title.includes(marker) === true;

/** The ledger of a run: it gives each attempt to create an issue a marker of its own, and keeps what became of it. */
export class Writer {
  readonly #runId: string;
  readonly #pattern: RegExp;
  readonly #sent: Sent[] = [];
  readonly #byMarker = new Map<string, Sent>();
  readonly #submissions = new Map<string, Submission>();
  readonly #inBursts = new Set<string>();
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

  /** Makes a request anew for each attempt, since nobody knows what became of the last one. */
  request(submission: Submission): () => RequestSpec {
    const { repository, as, payload, words = 'may be deleted', headers, text } = submission;
    return () => {
      this.#serial += 1;
      const marker = `ic-${this.#runId}-${this.#serial.toString(36).padStart(4, '0')}`;
      this.#submissions.set(marker, submission);
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

  /** Returns the payload of an earlier attempt, to be sent again with a marker of its own. */
  again({ marker, exchange }: Sent): Submission['payload'] {
    const text = exchange.request.body ?? 'null';
    return (_title, fresh) => JSON.parse(text.replaceAll(marker, fresh)) as unknown;
  }

  /** Returns the marker in a text, if it has one of this run. */
  markerIn(text: string): string | undefined {
    return this.#pattern.exec(text)?.[0].toLowerCase();
  }

  of({ request }: Exchange): Sent | undefined {
    return this.#byMarker.get(this.markerIn(request.body ?? '') ?? '');
  }

  textsOf(marker: string): readonly string[] {
    return this.#byMarker.get(marker)?.texts ?? [];
  }

  /** Notes that a listing of a repository showed an issue. */
  noteListed(marker: string, repository: RepositoryName): void {
    if (this.#submissions.get(marker)?.repository === repository) this.#listed.add(marker);
  }

  /** True if every accepted issue was shown by a listing. */
  get allListed(): boolean {
    return this.#sent.every(({ outcome, marker }) => outcome !== 'accepted' || this.#listed.has(marker));
  }

  /** True if a listing of its repository has shown an issue. */
  wasListed(marker: string): boolean {
    return this.#listed.has(marker);
  }

  /** Notes creations that were sent at one moment. */
  noteBurst(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) {
      const marker = this.of(exchange)?.marker;
      if (marker !== undefined) this.#inBursts.add(marker);
    }
  }

  isInBurst({ marker }: Sent): boolean {
    return this.#inBursts.has(marker);
  }

  /** Enters an exchange of the run, if it may have created an issue. */
  note(exchange: Exchange): void {
    if (exchange.request.method !== 'POST') return;
    const body = exchange.request.body ?? '';
    const marker = this.markerIn(body);
    const submission = this.#submissions.get(marker ?? '');
    if (marker === undefined || submission === undefined) return;
    const reading = readJson(body);
    const isValid = submission.valid === true;
    const isAccepted = isSuccess(exchange) && isValid;
    const sent: Sent = {
      marker,
      repository: submission.repository,
      outcome: isAccepted ? 'accepted' : isRefusal(exchange) ? 'refused' : 'uncertain',
      exchange,
      isValid,
      refusedBy: submission.refusedBy ?? null,
      // A record that shows a text which is no JSON quotes the request.
      texts: reading.kind === 'json' ? textsOf(reading.value, marker) : [],
      field: reading.kind === 'json' && isTitled(reading.value, marker) ? 'title' : 'body',
      answered: isAccepted ? objectsIn(exchange) : [],
    };
    this.#sent.push(sent);
    this.#byMarker.set(marker, sent);
  }
}

/** Returns the writer of a run, which the first rule that writes makes. */
export function writerOf({ run }: Trial): Writer {
  return run.once('writer', () => {
    const writer = new Writer(run.settings.runId);
    run.listen((exchange) => writer.note(exchange));
    return writer;
  });
}

/** Returns a test for creations that were sent alone: `create.concurrent` judges the others. */
export const isSingle =
  (t: Trial) =>
  (sent: Sent): boolean =>
    !writerOf(t).isInBurst(sent);

/** A valid creation in the repository that is written to, with TOKEN. */
export const validCreation = (t: Trial, words?: string): Submission => ({
  repository: t.bed.written,
  as: t.as('member'),
  payload: validPayload,
  valid: true,
  ...(words === undefined ? {} : { words }),
});

/** True if the service has answered any creation with 5xx: it may fail because of those beside it. */
const failsAtCreations = ({ run: { errors } }: Trial): boolean =>
  errors.of('POST', null, () => true).errors > 0;

/** Sends a submission now; after those that are under way if the service fails at creations. @throws {Stopped} */
export function submit(t: Trial, submission: Submission, asking: Asking = {}): Promise<Exchange> {
  const send = (): Promise<Exchange> => t.send(writerOf(t).request(submission), asking);
  // With nothing else in flight there is nobody to wait for.
  const isInTurn = failsAtCreations(t) && !t.run.target.client.pace.isAlone;
  return isInTurn ? t.run.target.oneByOne(send) : send();
}
