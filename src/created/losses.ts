import fc from 'fast-check';
import { because, type Doubt } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import { ANONYMOUS } from '../client/request.ts';
import { placesOf } from '../engine/naming.ts';
import { broken, type CaseResult, type Judgement, lacking, undecided } from '../engine/oracle.ts';
import type { Trial } from '../engine/trial.ts';
import { count, shows } from '../engine/violation.ts';
import { keysOf } from '../snapshot/listing.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { confirmAgain } from './again.ts';
import { finalCount } from './census.ts';
import { type Read, Reader } from './reading.ts';
import { acceptedIn } from './shared-creations.ts';
import {
  isSingle,
  noteBurst,
  type Submission,
  submit,
  untitledPayload,
  validCreation,
  validPayload,
} from './writer.ts';

/** Rounds of creations, each of which has to make an issue go away; and the readings after them, some time apart. */
const ROUNDS = { quick: 5, standard: 6, thorough: 8 } as const;
const LAST_READINGS = 2;
/** Creations of one round: a service may lose an issue only with every second one, or with two at a time. */
const AT_ONCE = 2;
/** A rest has so many refused creations at least, and by chance some more, so that nothing keeps step with the rounds. */
const REFUSED = 2;
const REFUSED_MORE = 2;

type Keys = ReadonlySet<string>;

const keysRead = (t: Trial, { answers }: Read): Keys =>
  new Set(answers.flatMap((answer) => keysOf(answer, t.first.identity)));

/** The plain list, from its beginning as far as the profile allows. */
const readAll = (t: Trial): Promise<Read> => new Reader(t, t.bed.written).listing({}, 'whole');

/** Whether a list was read to its end, on pages of one size that hold each issue once: else it is the paging that loses some. */
function isSound(t: Trial, { answers, whole }: Read): boolean {
  const pages = answers.map((answer) => keysOf(answer, t.first.identity));
  const keys = pages.flat();
  return (
    whole &&
    pages.slice(0, -1).every(({ length }) => length === FULL_PAGE) &&
    new Set(keys).size === keys.length
  );
}

const missingFrom = (later: Keys, earlier: Iterable<string>): string[] =>
  [...earlier].filter((key) => !later.has(key));

/** Whether an issue is gone that was there before, or that was listed once it was created: a suspicion, since anybody may have closed it. */
async function isSuspicious(t: Trial): Promise<boolean> {
  const { census, missing } = await finalCount(t);
  const [plain] = census.reads;
  // What became of those that were created at one moment is another rule's matter.
  if (missing.some(isSingle(t))) return true;
  // What was there before the first creation is not known then.
  if (plain === undefined || t.run.profile.writesFirst) return false;
  const now = keysRead(t, plain);
  const before = t.first.written?.keys ?? [];
  const known = new Set(before);
  const newcomers = [...now].filter((key) => !known.has(key)).length;
  // Of a long list only so much can still be in sight.
  const inSight = plain.whole ? before : before.slice(0, Math.max(0, now.size - newcomers));
  return missingFrom(now, inSight).length > 0;
}

async function submitAtOnce(t: Trial, times: number, as: 'member' | 'nobody'): Promise<Exchange[]> {
  const { written: repository } = t.bed;
  const refused: Submission = t.run.mayBeSignedIn
    ? { repository, as: t.as('member'), payload: untitledPayload }
    : { repository, as: ANONYMOUS, payload: validPayload };
  const submission = as === 'member' ? validCreation(t) : refused;
  const exchanges = await Promise.all(Array.from({ length: times }, () => submit(t, submission)));
  noteBurst(t, exchanges);
  return exchanges;
}

/** What went away with the creations of one round, and the list after them. */
interface Loss {
  readonly gone: readonly string[];
  readonly created: readonly Exchange[];
  /** The pages of the list before. */
  readonly pages: readonly Exchange[];
  readonly after: Keys;
}

/** Issues go where others create some too, so that nobody knows whose creation took them. */
const MOVING = 'moving';
const MOVED = because(
  'unstable',
  'Issues are gone from the list, and more go while others create some, so it cannot be said whether creations take them away; run again while the list is at rest.',
);

/**
 * One round: a rest, in which as many creations and more are refused, and then creations. Somebody who closes issues does
 * so in the rest as well, be it by the clock or whenever something is sent.
 * @returns `null` where it shows nothing
 */
async function oneRound(t: Trial, before: Keys, more: number): Promise<Loss | typeof MOVING | null> {
  await submitAtOnce(t, REFUSED, 'nobody');
  for (let left = more; left > 0; left -= 1) await submitAtOnce(t, 1, 'nobody');
  const rested = await readAll(t);
  const atRest = keysRead(t, rested);
  // A list that ends with a full page may be cut off there: then it is the paging that loses what comes behind.
  if (atRest.size % FULL_PAGE === 0) return null;
  if (!isSound(t, rested)) return null;
  if (missingFrom(atRest, before).length > 0) return missingFrom(before, atRest).length > 0 ? MOVING : null;
  const created = await submitAtOnce(t, AT_ONCE, 'member');
  const read = await readAll(t);
  const after = keysRead(t, read);
  const gone = missingFrom(after, atRest);
  return isSound(t, read) && gone.length > 0 ? { gone, created, pages: rested.answers, after } : null;
}

/** Of issues that went away, those that do not come back: a copy of the list may have been behind, or ahead. */
async function goneForGood(t: Trial, gone: readonly string[]): Promise<readonly string[]> {
  const { target, settings } = t.run;
  let left = gone;
  for (let reading = 0; reading < LAST_READINGS; reading += 1) {
    await target.wait(settings.listedWithinMs / LAST_READINGS);
    const later = await readAll(t);
    if (!later.whole) return [];
    left = missingFrom(keysRead(t, later), left);
  }
  return left;
}

/** A size whose pages end elsewhere than those of the full size. */
const OTHER_SIZE = 97;
const MOST_PAGES = 60;

/** The list on pages of another size: what stands there is not gone, but lost by the paging. `null` where it has no end. */
async function keysAtAnotherSize(t: Trial): Promise<Keys | null> {
  const keys = new Set<string>();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const spec = t.listing(t.page(OTHER_SIZE, page), t.base, t.bed.written);
    const onPage = keysOf(await t.send(() => spec), t.first.identity);
    if (onPage.length === 0) return keys;
    for (const key of onPage) keys.add(key);
  }
  return null;
}

/** Whether some of what each round lost is gone for good, and stands on no page of another size either. */
async function areForGood(t: Trial, losses: readonly Loss[]): Promise<boolean> {
  const gone = await goneForGood(
    t,
    losses.flatMap((loss) => loss.gone),
  );
  const elsewhere = await keysAtAnotherSize(t);
  if (elsewhere === null) return false;
  const forGood = new Set(gone.filter((key) => !elsewhere.has(key)));
  return losses.every((loss) => loss.gone.some((key) => forGood.has(key)));
}

/** Judges rounds of creations: each has to make issues go away. */
function judgeRounds(t: Trial, losses: readonly Loss[], isOver: boolean): Judgement {
  const last = losses.at(-1);
  if (last === undefined || isOver) return lacking('issues that go away with each creation');
  const { gone, created } = last;
  const having = last.pages
    .filter((page) => keysOf(page, t.first.identity).includes(gone[0] ?? ''))
    .slice(0, 1);
  return broken(
    {
      kind: 'lost',
      expected: 'all issues that were there before a creation still in the list after it',
      actual: `${count(gone.length, 'issue')} gone after ${AT_ONCE} creations at once`,
      records: placesOf(gone, having, t.known),
      ...shows({ context: having, answers: created }),
    },
    losses.length,
    { looks: ROUNDS[t.profile] },
  );
}

/** Creates some more, round by round, until one of them makes nothing go away. @throws {Stopped} */
async function tryRounds(t: Trial): Promise<CaseResult | null> {
  const lengths = fc.sample(fc.integer({ min: 0, max: REFUSED_MORE }), {
    seed: t.ownSeed,
    numRuns: ROUNDS[t.profile],
  });
  const read = await readAll(t);
  if (!isSound(t, read)) return null;
  const losses: Loss[] = [];
  let [before, isOver] = [keysRead(t, read), false];
  const attempt = async (times: number): Promise<Doubt | null> => {
    for (let left = times; left > 0 && !isOver; left -= 1) {
      const loss = await oneRound(t, before, lengths[losses.length] ?? 0);
      if (loss === MOVING) return MOVED;
      isOver = loss === null;
      if (loss !== null) {
        losses.push(loss);
        before = loss.after;
      }
    }
    return null;
  };
  const doubt = await attempt(1);
  if (doubt !== null) return undecided(doubt);
  const judge = (): Judgement => judgeRounds(t, losses, isOver);
  const first = judge();
  if (first.kind !== 'broken') return null;
  const counterexample = { created: `${AT_ONCE} issues at once` };
  const result = await confirmAgain(first, { counterexample, by: 'numbers', attempt, judge });
  return result.kind === 'violated' && !(await areForGood(t, losses)) ? null : result;
}

/**
 * Whether creating an issue makes another one go away (section 1). Issues that are gone are a suspicion: somebody may have
 * closed them. Creations have to make more go, round by round, while none goes between them.
 * @returns `null` where no issue is gone or nothing can be said of it
 * @throws {Stopped}
 */
export async function judgeLosses(t: Trial): Promise<CaseResult | null> {
  // What a record holds beside its name may change when another one is created.
  if (t.first.identity.kind !== 'field' || acceptedIn(t).length === 0 || !(await isSuspicious(t)))
    return null;
  const result = await t.run.target.alone(() => tryRounds(t));
  return result?.kind === 'violated' || result?.kind === 'undecided' ? result : null;
}
