import type { Exchange } from '../client/exchange.ts';
import { bearer, type Credential, type RequestSpec } from '../client/request.ts';
import type { Asking } from '../client/target.ts';
import { type Caller, credentialOf, type TestBed, whoAsks } from '../client/test-bed.ts';
import type { Known } from '../model/case.ts';
import { seedFor } from '../model/generated.ts';
import type { ProfileName } from '../model/profile.ts';
import { isGating, type RuleWords } from '../model/words.ts';
import type { FirstReading } from '../snapshot/first-reading.ts';
import { isName } from '../snapshot/identity.ts';
import { areKeysKept } from '../snapshot/listing.ts';
import type { Run } from './run.ts';
import { RuleErrors } from './server-errors.ts';

/** Before the first reading; nothing that is asked then is compared by its records. */
const NOT_KNOWN = { keysOf: () => [], isDistinct: false, isNamed: false };

/** The requests of one rule: its callers, credentials, seeds and answers. */
export class RuleRequests {
  readonly run: Run;
  readonly rule: RuleWords;
  /** Requests sent for this rule alone. */
  requests = 0;
  /** The 5xx that its own requests got during confirmations. */
  readonly errors = new RuleErrors();

  constructor(run: Run, rule: RuleWords) {
    this.run = run;
    this.rule = rule;
  }

  /** The first reading. @throws {Error} if the target was not read yet */
  get first(): FirstReading {
    return this.run.reading;
  }

  get bed(): TestBed {
    return this.run.settings.bed;
  }

  /** The depth of its rule: the smallest if requests are scarce. */
  get profile(): ProfileName {
    return this.isScarce ? 'quick' : this.run.profile.name;
  }

  /**
   * True if TOKEN does not list, so that everything is asked without a credential. Requests are few, and the least of
   * every rule goes before more of some.
   */
  get isScarce(): boolean {
    const { run, bed, rule } = this;
    const isWriting = rule.needs.some((need) => need.startsWith('WRITES'));
    return (
      !isWriting &&
      run.isRead &&
      bed.token !== undefined &&
      this.base === 'anonymous' &&
      Number.isFinite(run.target.left('none'))
    );
  }

  /** The caller of listings for which one caller is enough. */
  get base(): Caller {
    return this.first.base;
  }

  /** Everybody who may list, the base caller first, the outsider last. */
  get listers(): readonly Caller[] {
    const { base, listers } = this.first;
    return [base, ...listers.filter((caller) => caller !== base)];
  }

  as(caller: Caller): Credential {
    return credentialOf(caller, this.bed);
  }

  /** A seed that is the same for every rule of the run: for values that several rules share. */
  seed(purpose: string): number {
    return seedFor(this.run.settings.seed, purpose);
  }

  /** The seed of this rule. */
  get ownSeed(): number {
    return this.seed(this.rule.id);
  }

  /** A token that must never be shown, and must be refused; it shows as `<label>`. */
  secretToken(token: string, label: string): Credential {
    this.run.secrets.add(token, label);
    return bearer(token, 'invalid');
  }

  /** How records are told apart. */
  get known(): Known {
    const { hide } = this.run.secrets;
    const holdsIssues = (answer: Exchange): boolean => this.run.stored.explainsAnswer(answer);
    if (!this.run.isRead) return { ...NOT_KNOWN, holdsIssues, hide };
    const { identity } = this.first;
    return {
      keysOf: (records) => records.keysBy(identity),
      holdsIssues,
      isDistinct: identity.kind !== 'none',
      isNamed: isName(identity),
      hide,
    };
  }

  /** One answer: to a GET from memory where it was asked before. @throws {Stopped} */
  async ask(spec: RequestSpec, asking: Pick<Asking, 'confirming'> = {}): Promise<Exchange> {
    const { run } = this;
    const { target } = run;
    const how = { onAttempt: this.#count, confirming: asking.confirming === true || this.mayUseAll };
    const answer = await target.ask(spec, how);
    const isGone = run.isRead && !areKeysKept(answer, run.reading.identity);
    return this.#heard(spec, isGone ? await target.askInsteadOf(answer, spec, how) : answer);
  }

  /** One answer, asked for now. @throws {Stopped} */
  async send(build: () => RequestSpec, { onAttempt, ...asking }: Asking = {}): Promise<Exchange> {
    const first = build();
    let next: RequestSpec | null = first;
    const exchange = await this.run.target.send(
      () => {
        const spec = next ?? build();
        next = null;
        return spec;
      },
      {
        confirming: this.mayUseAll,
        ...asking,
        onAttempt: (attempt) => {
          this.#count();
          onAttempt?.(attempt);
        },
      },
    );
    return this.#heard(first, exchange);
  }

  /**
   * True if this rule may use up the requests that are kept for confirmations: nothing comes after it, or there are no
   * others.
   */
  get mayUseAll(): boolean {
    return this.rule.phase === 'unusual' || this.rule.phase === 'end' || this.isScarce;
  }

  readonly #count = (): void => {
    this.requests += 1;
  };

  /** Notes an answer to a listing of a gating rule, which every free check may judge. */
  #heard(spec: RequestSpec, exchange: Exchange): Exchange {
    if (isGating(this.rule) && exchange.fault?.kind === 'withheld') this.run.listings.miss(exchange);
    const isPlainly = spec.headers === undefined && spec.bare !== true && (spec.method ?? 'GET') === 'GET';
    if (isGating(this.rule) && isPlainly && exchange.fault?.kind !== 'withheld') {
      const caller = whoAsks(this.bed, spec.as);
      if (caller !== null && caller !== 'invalid') this.run.hear({ exchange, spec, caller });
    }
    return exchange;
  }
}
