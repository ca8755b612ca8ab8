import fc from 'fast-check';
import { placesOf } from '../checks/naming.ts';
import { because, type Doubt } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import { ANONYMOUS } from '../client/request.ts';
import { broken, type CaseResult, type Judgement, lacking, undecided } from '../model/check.ts';
import {
  CREATIONS_OF_A_ROUND,
  READINGS_AFTER_ROUNDS,
  REFUSALS_BY_CHANCE,
  ROUNDS_OF_LOSSES,
} from '../model/tuning.ts';
import { count, shows } from '../model/violation.ts';
import type { Trial } from '../run/trial.ts';
import { keysOf } from '../snapshot/listing.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { confirmAgain } from './again.ts';
import { finalCount } from './census.ts';
import { type Read, Reader } from './reading.ts';
import { acceptedIn } from './shared-creations.ts';
import {
  isSingle,
  type Submission,
  submit,
  untitledPayload,
  validCreation,
  validPayload,
  writerOf,
} from './writer.ts';

type Keys = ReadonlySet<string>;

const keysRead = (t: Trial, { answers }: Read): Keys =>
  new Set(answers.flatMap((answer) => keysOf(answer, t.first.identity)));

const missingFrom = (later: Keys, earlier: Iterable<string>): string[] =>
  [...earlier].filter((key) => !later.has(key));

/** Reads the plain list, from its beginning as far as the profile allows. */
const readAll = (t: Trial): Promise<Read> => new Reader(t, t.bed.written).listing({}, 'whole');

/** True if a list was read to its end, on full pages of records that hold each issue once: else its paging loses issues. */
function isSound(t: Trial, { answers, whole }: Read): boolean {
  const pages = answers.map((answer) => keysOf(answer, t.first.identity));
  const keys = pages.flat();
  return (
    whole &&
    answers.every((answer) => t.known.holdsIssues(answer)) &&
    pages.slice(0, -1).every(({ length }) => length === FULL_PAGE) &&
    new Set(keys).size === keys.length
  );
}

/** True if an issue is gone that was there before, or was listed once. That is a suspicion: anybody may have closed it. */
async function isSuspicious(t: Trial): Promise<boolean> {
  const { census, missing } = await finalCount(t);
  const [plain] = census.reads;
  if (missing.some(isSingle(t))) return true;
  // In quick nothing is read before the first creation.
  if (plain === undefined || t.run.profile.writesFirst) return false;
  const now = keysRead(t, plain);
  const before = t.first.written?.keys ?? [];
  const created = missingFrom(new Set(before), now).length;
  // A long list is not read to its end: new issues push as many out of sight.
  const inSight = plain.whole ? before : before.slice(0, Math.max(0, now.size - created));
  return missingFrom(now, inSight).length > 0;
}

async function submitAtOnce(t: Trial, times: number, submission: Submission): Promise<Exchange[]> {
  const exchanges = await Promise.all(Array.from({ length: times }, () => submit(t, submission)));
  writerOf(t).noteBurst(exchanges);
  return exchanges;
}

/** Creations that are refused. */
const refused = (t: Trial): Submission =>
  t.run.mayBeSignedIn
    ? { repository: t.bed.written, as: t.as('member'), payload: untitledPayload }
    : { repository: t.bed.written, as: ANONYMOUS, payload: validPayload };

/** Issues that went away with the creations of one round. */
interface Loss {
  readonly gone: readonly string[];
  readonly created: readonly Exchange[];
  /** The pages of the list before. */
  readonly pages: readonly Exchange[];
}

const MOVED = because(
  'unstable',
  'Issues are gone from the list, and more go while others create some, so it cannot be said whether creations take them away; run again while the list is at rest.',
);

/** Rounds of creations, each of which has to make an issue go away. */
class Rounds {
  readonly losses: Loss[] = [];
  /** True once a round has shown no loss. */
  isOver = false;
  readonly #t: Trial;
  readonly #refusals: readonly number[];
  /** The list after the last round. */
  #keys: Keys;

  constructor(t: Trial, keys: Keys) {
    this.#t = t;
    this.#keys = keys;
    this.#refusals = fc.sample(fc.integer({ min: 0, max: REFUSALS_BY_CHANCE }), {
      seed: t.ownSeed,
      numRuns: ROUNDS_OF_LOSSES[t.profile],
    });
  }

  /** Adds rounds until one shows no loss. @returns why nothing follows from any @throws {Stopped} */
  async add(times: number): Promise<Doubt | null> {
    for (let left = times; left > 0 && !this.isOver; left -= 1) {
      const loss = await this.#round();
      if (loss === 'moving') return MOVED;
      this.isOver = loss === null;
      if (loss !== null) this.losses.push(loss);
    }
    return null;
  }

  /**
   * A rest, in which as many creations and more are refused, and then creations. Somebody who closes issues does so in the
   * rest as well, be it by the clock or whenever something is sent.
   */
  async #round(): Promise<Loss | 'moving' | null> {
    const t = this.#t;
    await submitAtOnce(t, CREATIONS_OF_A_ROUND, refused(t));
    for (let left = this.#refusals[this.losses.length] ?? 0; left > 0; left -= 1)
      await submitAtOnce(t, 1, refused(t));
    const rested = await readAll(t);
    const atRest = keysRead(t, rested);
    // A service may cut a list off behind a full page.
    if (atRest.size % FULL_PAGE === 0) return null;
    if (!isSound(t, rested)) return null;
    if (missingFrom(atRest, this.#keys).length > 0)
      return missingFrom(this.#keys, atRest).length > 0 ? 'moving' : null;
    const created = await submitAtOnce(t, CREATIONS_OF_A_ROUND, validCreation(t));
    const read = await readAll(t);
    this.#keys = keysRead(t, read);
    const gone = missingFrom(this.#keys, atRest);
    return isSound(t, read) && gone.length > 0 ? { gone, created, pages: rested.answers } : null;
  }

  judge(): Judgement {
    const last = this.losses.at(-1);
    if (last === undefined || this.isOver) return lacking('issues that go away with each creation');
    const { gone, created, pages } = last;
    const { known, first, profile } = this.#t;
    const having = pages.filter((page) => keysOf(page, first.identity).includes(gone[0] ?? '')).slice(0, 1);
    return broken(
      {
        kind: 'lost',
        expected: 'all issues that were there before a creation still in the list after it',
        actual: `${count(gone.length, 'issue')} gone after ${CREATIONS_OF_A_ROUND} creations at once`,
        records: placesOf(gone, having, known),
        ...shows({ context: having, answers: created }),
      },
      this.losses.length,
      { looks: ROUNDS_OF_LOSSES[profile] },
    );
  }

  /** True if each round lost an issue that does not come back and that pages of another size do not show. @throws {Stopped} */
  async areForGood(): Promise<boolean> {
    const t = this.#t;
    let left = this.losses.flatMap(({ gone }) => gone);
    for (let reading = 0; reading < READINGS_AFTER_ROUNDS; reading += 1) {
      await t.run.target.wait(t.run.settings.listedWithinMs / READINGS_AFTER_ROUNDS);
      const later = await readAll(t);
      if (!later.whole) return false;
      left = missingFrom(keysRead(t, later), left);
    }
    const elsewhere = await keysAtOtherSize(t);
    if (elsewhere === null) return false;
    const forGood = new Set(left.filter((key) => !elsewhere.has(key)));
    return this.losses.every(({ gone }) => gone.some((key) => forGood.has(key)));
  }
}

/** A page size whose pages end elsewhere than those of the full size, and the pages that are read at most. */
const OTHER_SIZE = 97;
const PAGES_AT_OTHER_SIZE = 60;

/** Returns the list on pages of another size: an issue there is lost by the paging; `null` if it has no end. */
async function keysAtOtherSize(t: Trial): Promise<Keys | null> {
  const keys = new Set<string>();
  for (let page = 1; page <= PAGES_AT_OTHER_SIZE; page += 1) {
    const spec = t.listing(t.page(OTHER_SIZE, page), t.base, t.bed.written);
    const onPage = keysOf(await t.send(() => spec), t.first.identity);
    if (onPage.length === 0) return keys;
    for (const key of onPage) keys.add(key);
  }
  return null;
}

async function tryRounds(t: Trial): Promise<CaseResult | null> {
  const read = await readAll(t);
  if (!isSound(t, read)) return null;
  const rounds = new Rounds(t, keysRead(t, read));
  const doubt = await rounds.add(1);
  if (doubt !== null) return undecided(doubt);
  const first = rounds.judge();
  if (first.kind !== 'broken') return null;
  const result = await confirmAgain(first, {
    counterexample: { created: `${CREATIONS_OF_A_ROUND} issues at once` },
    by: 'numbers',
    attempt: (times) => rounds.add(times),
    judge: () => rounds.judge(),
  });
  return result.kind === 'violated' && !(await rounds.areForGood()) ? null : result;
}

/**
 * Judges if creating an issue makes another one go away (section 1). If an issue is gone, creations have to make more go,
 * round by round, while none goes between them.
 * @returns `null` if no issue is gone, or nothing can be said of it
 * @throws {Stopped}
 */
export async function judgeLosses(t: Trial): Promise<CaseResult | null> {
  // Other parts of a record than its id may change with another creation.
  if (t.first.identity.kind !== 'field' || acceptedIn(t).length === 0 || !(await isSuspicious(t)))
    return null;
  const result = await t.run.target.alone(() => tryRounds(t));
  return result?.kind === 'violated' || result?.kind === 'undecided' ? result : null;
}
