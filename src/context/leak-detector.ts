import { hash } from 'node:crypto';
import { unescape } from 'node:querystring';
import { type Exchange, type ReceivedResponse, textOf } from '../client/exchange.ts';
import { nameOf, type RepositoryName, sameRepository } from '../client/request.ts';
import { isObject } from '../listings/records.ts';
import type { Answer, Caller, PlannedRequest } from '../model/planned-request.ts';
import { isCreation } from '../model/planned-request.ts';
import type { RuleId } from '../model/rule-ids.ts';
import { countOf } from '../model/text.ts';

/** A private record or text in an answer to a caller without access. */
interface Leak {
  readonly rule: RuleId;
  readonly answer: Answer;
  readonly says: string;
  /** True if it is one only where TOKEN may read the private repository, so that this exists. */
  readonly ifReadable: boolean;
  /** Indexes of private records in its list. */
  readonly at: readonly number[];
}

const SHOWN_RECORDS = 3;

/** Returns to whom an answer was given, or who sent a request: `to OUTSIDER_TOKEN`, `without a credential`. */
export function toWhom(
  { kind, label }: Pick<Caller, 'kind' | 'label'>,
  preposition: 'to' | 'with' = 'to',
): string {
  if (kind === 'anonymous') return 'without a credential';
  return `${preposition} ${kind === 'malformed' ? `the header "${label}"` : label}`;
}

/** Characters of a text that chance does not repeat. */
const UNGUESSABLE = 16;

const RULES: Readonly<Record<Caller['kind'], RuleId | null>> = {
  anonymous: 'list.private.anonymous',
  outsider: 'list.private.outsider',
  invalid: 'list.invalid-token',
  malformed: 'list.invalid-token',
  member: null,
};

/** Rules that any answer may break, because it may show private records. */
export const LEAK_RULES: ReadonlySet<RuleId> = new Set(Object.values(RULES).filter((id) => id !== null));

/** Returns the titles and bodies in a listing that chance does not repeat. */
const textsIn = (list: Answer['list']): string[] =>
  (list ?? [])
    .flatMap((record) => (isObject(record) ? [record['title'], record['body']] : []))
    .filter((text) => typeof text === 'string')
    .filter((text) => text.length >= UNGUESSABLE);

/** Returns the text of a body, or its beginning if that is all that is kept. */
const keptText = (response: ReceivedResponse): string => textOf(response) ?? response.body;

/** Detects records of the private repository in answers to callers without access. */
export class LeakDetector {
  /** The random text of the canary, which no other request holds. */
  readonly secret: string;
  /** Matches enough of the secret in an answer. */
  readonly #form: RegExp;
  readonly #privateRepository: RepositoryName | undefined;
  /** Titles and bodies of private records, and of public ones, that chance does not repeat. */
  readonly #privateTexts = new Set<string>();
  readonly #publicTexts = new Set<string>();
  /** Answers for the private repository to callers without access, apart from listings. */
  readonly #otherAnswers: Answer[] = [];
  /** Bodies of answers for other repositories, apart from listings. Another case may name the private one. */
  readonly #others = new Set<string>();
  /** Answers that were searched for the canary. */
  readonly #read = new WeakMap<object, boolean>();
  readonly #leaks: Leak[] = [];
  /** Requests of a member for the private repository, and their answers. */
  readonly #toMember: Exchange[] = [];
  /** True once a member saw the canary in the private listing. */
  isCanaryShown = false;

  constructor(privateRepository: RepositoryName | undefined, seed: string) {
    this.#privateRepository = privateRepository;
    this.secret = hash('sha256', seed).slice(0, 2 * UNGUESSABLE);
    this.#form = new RegExp(`${this.secret.slice(0, UNGUESSABLE)}|${this.secret.slice(UNGUESSABLE)}`, 'i');
  }

  /** True if an answer holds the canary. A long body is read once, because equal bodies are shared. */
  #holdsCanary({ exchange: { response }, list }: Answer): boolean {
    if (response === null) return false;
    const key = response.long ?? response;
    const text = (): string => (list === null ? keptText(response) : JSON.stringify(list));
    const holds = this.#read.get(key) ?? this.#form.test(text());
    this.#read.set(key, holds);
    return holds || this.#form.test(JSON.stringify(response.headers));
  }

  hear(answer: Answer): void {
    if (this.#privateRepository === undefined) return;
    const isPrivate = this.isPrivate(answer.ask);
    const isMember = answer.ask.caller.kind === 'member';
    const { response } = answer.exchange;
    if (isMember && isPrivate) this.#toMember.push(answer.exchange);
    const body = response === null ? '' : keptText(response);
    const texts = isPrivate ? this.#privateTexts : this.#publicTexts;
    if (isMember) for (const text of textsIn(answer.list)) texts.add(text);
    else if (isPrivate && answer.list === null && body !== '') this.#otherAnswers.push(answer);
    const isNamedAlike =
      nameOf(answer.ask.repository).toLowerCase() === nameOf(this.#privateRepository).toLowerCase();
    if (answer.list === null && !isNamedAlike) this.#others.add(body);
    const list = answer.list ?? [];
    const indexes = [...list.keys()];
    const holdsCanary = this.#holdsCanary(answer);
    if (holdsCanary && isMember && isPrivate && !isCreation(answer.ask)) this.isCanaryShown = true;
    // It may have been stored elsewhere, until a member is shown it there.
    if (holdsCanary && this.isCanaryShown) {
      const says = `the issue that this run created in the private repository is shown ${toWhom(answer.ask.caller)}`;
      const at = indexes.filter((index) => this.#form.test(JSON.stringify(list[index])));
      this.#leaks.push(...leakOf(answer, { says, at, ifReadable: false }));
    }
    if (isPrivate && list.length > 0) {
      const says = `${countOf(list.length, 'private issue')} shown ${toWhom(answer.ask.caller)}`;
      this.#leaks.push(...leakOf(answer, { says, at: indexes, ifReadable: true }));
    }
  }

  /** Returns a leak for each answer that holds a private text. */
  #leakedTexts(): Leak[] {
    const secret = [...this.#privateTexts].filter((text) => !this.#publicTexts.has(text));
    return this.#otherAnswers.flatMap((answer) => {
      const { request, response } = answer.exchange;
      const holds = (body: string, text: string): boolean =>
        body.includes(text) || body.includes(JSON.stringify(text).slice(1, -1));
      const sent = `${unescape(request.url)} ${request.body ?? ''}`;
      const received = response === null ? '' : keptText(response);
      const isLeaked = secret.some(
        (text) =>
          holds(received, text) && !holds(sent, text) && ![...this.#others].some((body) => holds(body, text)),
      );
      const says = `a text of a private issue is shown ${toWhom(answer.ask.caller)}`;
      return isLeaked ? leakOf(answer, { says, at: [], ifReadable: false }) : [];
    });
  }

  /** Returns the last request of a member to the same private address before an answer, without a body. A cache may have kept it. */
  memberBefore({ exchange: { request, startedAt } }: Answer): readonly Pick<Answer, 'exchange'>[] {
    const last = this.#toMember.findLast(
      (one) => one.request.url === request.url && one.startedAt < startedAt,
    );
    if (last === undefined) return [];
    const { response } = last;
    const hidden = response && { status: response.status, headers: response.headers, utf8: true, body: '…' };
    return [{ exchange: { ...last, response: hidden } }];
  }

  isPrivate = ({ repository }: PlannedRequest): boolean =>
    this.#privateRepository !== undefined && sameRepository(repository, this.#privateRepository);

  /** Returns the leaks so far. @param mayRead true if TOKEN may read the private repository */
  leaks = (mayRead: boolean): readonly Leak[] => [
    ...this.#leaks.filter(({ ifReadable }) => mayRead || !ifReadable),
    ...this.#leakedTexts(),
  ];
}

/** Returns a leak for the caller of an answer; nothing for a member. */
function leakOf(answer: Answer, leak: Pick<Leak, 'says' | 'at' | 'ifReadable'>): Leak[] {
  const rule = RULES[answer.ask.caller.kind];
  return rule === null ? [] : [{ ...leak, rule, answer, at: leak.at.slice(0, SHOWN_RECORDS) }];
}
