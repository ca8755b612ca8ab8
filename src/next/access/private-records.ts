import { createHash } from 'node:crypto';
import type { Exchange } from '../../client/exchange.ts';
import { canonical } from '../../client/json.ts';
import type { RepositoryName } from '../../client/request.ts';
import { sameRepository } from '../../client/test-bed.ts';
import type { RuleId } from '../../model/rule-ids.ts';
import type { Answer, Ask, Caller } from '../model/ask.ts';
import { isCreation } from '../model/ask.ts';
import { strings } from '../snapshot/records.ts';

/** Something private that was shown to somebody without access. */
interface Leak {
  readonly rule: RuleId;
  readonly answer: Answer;
  readonly says: string;
  /** The record, if it was recognised by itself; no leak if a member was shown it in a public listing. */
  readonly record: string | undefined;
}

/** Characters of random text that chance does not repeat. */
const UNGUESSABLE = 16;

const RULES: Readonly<Record<Caller['kind'], RuleId | null>> = {
  anonymous: 'list.private.anonymous',
  outsider: 'list.private.outsider',
  invalid: 'list.invalid-token',
  malformed: 'list.invalid-token',
  member: null,
};

/** Rules that any answer may break, since it shows something private. */
export const LEAK_RULES: ReadonlySet<RuleId> = new Set(Object.values(RULES).filter((id) => id !== null));

/** Watches for records of the private repository in answers to those who may not see it. */
export class PrivateRecords {
  /** The random text of the canary, which no other request holds. */
  readonly secret: string;
  /** Matches enough of the secret in an answer. */
  readonly #form: RegExp;
  readonly #hidden: RepositoryName | undefined;
  readonly #records = new Set<string>();
  readonly #publicRecords = new Set<string>();
  readonly #leaks: Leak[] = [];
  /** True once a member was shown the canary in the private listing. */
  isCanaryShown = false;
  #isCanaryPublic = false;
  /** True if TOKEN is answered otherwise for the private repository than for one that does not exist. */
  mayRead = false;

  constructor(hidden: RepositoryName | undefined, seed: string) {
    this.#hidden = hidden;
    this.secret = createHash('sha256')
      .update(seed)
      .digest('hex')
      .slice(0, 2 * UNGUESSABLE);
    this.#form = new RegExp(`${this.secret.slice(0, UNGUESSABLE)}|${this.secret.slice(UNGUESSABLE)}`, 'i');
  }

  /** True if an answer holds the canary. @param text its body */
  holdsCanary = (exchange: Exchange, text: string): boolean =>
    this.#form.test(text) || this.#form.test(JSON.stringify(exchange.response?.headers ?? {}));

  /** Hears an answer. @param hasCanary true if it holds the canary */
  hear(answer: Answer, hasCanary: boolean): void {
    const { caller, repository } = answer.ask;
    if (this.#hidden === undefined) return;
    const isPrivate = sameRepository(repository, this.#hidden);
    const isMember = caller.kind === 'member';
    for (const record of answer.list ?? []) {
      const text = canonical(record);
      if (isMember) (isPrivate ? this.#records : this.#publicRecords).add(text);
      else if (!isPrivate && this.#records.has(text) && isTelling(record))
        this.#leak(answer, 'a record of the private repository in another listing', text);
    }
    if (hasCanary) this.#hearCanary(answer, isPrivate);
    const results = answer.list?.length ?? 0;
    if (isPrivate && !isMember && results > 0 && this.mayRead)
      this.#leak(answer, `${results} records of the private repository`);
  }

  #hearCanary(answer: Answer, isPrivate: boolean): void {
    if (answer.ask.caller.kind !== 'member')
      this.#leak(answer, 'the issue that this run created in the private repository');
    else if (isCreation(answer.ask)) return;
    else if (isPrivate) this.isCanaryShown = true;
    else this.#isCanaryPublic = true;
  }

  #leak(answer: Answer, says: string, record?: string): void {
    const rule = RULES[answer.ask.caller.kind];
    if (rule !== null) this.#leaks.push({ rule, answer, says, record });
  }

  /** True unless a member was shown the same thing in a public listing. */
  readonly #isSecret = ({ answer: { ask }, record }: Leak): boolean => {
    if (record !== undefined) return !this.#publicRecords.has(record);
    return !this.#isCanaryPublic || isCreation(ask) || this.isPrivate(ask);
  };

  isPrivate = ({ repository }: Ask): boolean =>
    this.#hidden !== undefined && sameRepository(repository, this.#hidden);

  get leaks(): readonly Leak[] {
    return this.#leaks.filter(this.#isSecret);
  }
}

/** True if a record holds a text that another one does not repeat by chance. */
const isTelling = (record: unknown): boolean =>
  strings(record).some(({ text }) => text.length >= UNGUESSABLE);
