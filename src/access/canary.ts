import { createHash } from 'node:crypto';
import { describeExchange, type Exchange, isSuccess, textOf } from '../client/exchange.ts';
import { goesTo, type RepositoryName } from '../client/request.ts';
import type { Asker } from '../client/test-bed.ts';
import { writerOf } from '../created/writer.ts';
import { CHARACTERS_UNGUESSABLE } from '../model/tuning.ts';
import type { Trial } from '../run/trial.ts';

const SECRET_LENGTH = 32;

/** An answer that held the canary. */
export interface CanaryShown {
  readonly asker: Asker;
  readonly exchange: Exchange;
  /** `the body`, or `the header x-last-issue`. */
  readonly part: string;
}

/** Returns the part of an answer in which any of some texts stands, or `null`. */
export function partWith({ response }: Exchange, texts: readonly string[]): string | null {
  if (response === null) return null;
  const body = textOf(response) ?? response.body;
  if (texts.some((text) => body.includes(text))) return 'the body';
  const header = Object.entries(response.headers).find(([, value]) =>
    texts.some((text) => value.includes(text)),
  );
  return header === undefined ? null : `the header ${header[0]}`;
}

/** Returns the longest part of a secret in a text, as it stands there, or `null` if that could be chance. */
function heldPart(text: string, secret: string): string | null {
  const lower = text.toLowerCase();
  for (let start = 0; start + CHARACTERS_UNGUESSABLE <= secret.length; start += 1) {
    const at = lower.indexOf(secret.slice(start, start + CHARACTERS_UNGUESSABLE));
    if (at === -1) continue;
    let length = CHARACTERS_UNGUESSABLE;
    while (start + length < secret.length && lower[at + length] === secret[start + length]) length += 1;
    return text.slice(at, at + length);
  }
  return null;
}

/**
 * The canary of a run: one issue in the private repository, with a secret in its texts that no other request holds. It
 * counts once a member was shown it in the private listing. Everybody else who is shown it then sees something private
 * (section 5.5).
 */
export class Canary {
  readonly #repository: RepositoryName;
  readonly #seed: string;
  readonly #secrets: string[] = [];
  readonly #shown: CanaryShown[] = [];
  #form: string | null = null;
  /** The reason that the run has none, or `null`. */
  whyNone: string | null = null;

  /** @param seed random text that nobody else knows */
  constructor(repository: RepositoryName, seed: string) {
    this.#repository = repository;
    this.#seed = seed;
  }

  /** A payload with a secret of its own, for each attempt to create it. */
  payload(marker: string): unknown {
    const secret = createHash('sha256')
      .update(`${this.#seed} ${marker}`)
      .digest('hex')
      .slice(0, SECRET_LENGTH);
    this.#secrets.push(secret);
    return {
      title: `conformance ${marker} ${secret} for members only`,
      body: `${marker} ${secret}: created by a conformance run to see who is shown it, and may be deleted`,
    };
  }

  /** True once a member was shown it in the private listing. */
  get counts(): boolean {
    return this.#form !== null;
  }

  /** The answers since it counts that showed it to somebody without access. */
  get shown(): readonly CanaryShown[] {
    return this.#shown;
  }

  /** Takes every exchange of the run. */
  note(exchange: Exchange, asker: Asker | null): void {
    if (this.#secrets.length === 0) return;
    if (asker === 'member') {
      if (!this.counts && this.#isPrivateListing(exchange)) this.#form = this.#formIn(exchange);
      return;
    }
    if (this.#form === null || asker === null) return;
    const part = partWith(exchange, [this.#form]);
    if (part !== null) this.#shown.push({ asker, exchange, part });
  }

  #isPrivateListing(exchange: Exchange): boolean {
    return exchange.request.method === 'GET' && isSuccess(exchange) && goesTo(exchange, this.#repository);
  }

  #formIn({ response }: Exchange): string | null {
    if (response === null) return null;
    const text = textOf(response) ?? response.body;
    for (const secret of this.#secrets) {
      const form = heldPart(text, secret);
      if (form !== null) return form;
    }
    return null;
  }
}

/** Returns the canary of a run, or `null` if no private repository is named. */
export function canaryOf({ run, bed }: Trial): Canary | null {
  const { privateRepository } = bed;
  if (privateRepository === undefined || bed.token === undefined) return null;
  return run.once('canary', () => {
    const canary = new Canary(privateRepository, run.settings.canarySeed);
    run.listen((exchange, asker) => canary.note(exchange, asker));
    return canary;
  });
}

/** Creates the canary, once a run and only if creations are allowed. @throws {Stopped} */
export function plantCanary(t: Trial): Promise<void> {
  return t.run.once('planting of the canary', async () => {
    const canary = canaryOf(t);
    const repository = t.bed.privateRepository;
    if (canary === null || repository === undefined) return;
    if (t.run.settings.writes !== 'all') {
      canary.whyNone = 'WRITES is not all';
      return;
    }
    const answer = await t.send(
      writerOf(t).request({
        repository,
        as: t.as('member'),
        payload: (_title, marker) => canary.payload(marker),
      }),
    );
    if (!isSuccess(answer))
      canary.whyNone = `TOKEN may not create in the private repository (${describeExchange(answer)})`;
  });
}
