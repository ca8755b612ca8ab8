import type { Doubt } from '../client/doubt.ts';
import { type Exchange, endOf } from '../client/exchange.ts';
import type { Known, Look, Looks, RuleCase } from '../model/case.ts';
import { blaming } from '../model/causes.ts';
import {
  broken,
  type Check,
  held as heldOn,
  type Judgement,
  lacking,
  undecided,
  unshown,
} from '../model/check.ts';
import { nameOf } from '../model/query.ts';
import { ATTEMPTS_TO_RULE_OUT_CHANCE, RESULTS_OF_ONE_CHANGE, SIGHTINGS_TO_ACCUSE } from '../model/tuning.ts';
import { always, onceToConfirm } from '../model/twins.ts';
import { count, type ViolationKind } from '../model/violation.ts';
import { resultsIn } from '../snapshot/listing.ts';
import { sameKeys } from '../snapshot/sequence.ts';
import { partsOf, rawKeysIn, withQuery } from './alike.ts';
import { lookShows, notCompared, telling } from './answers.ts';
import { compared, type ResultsPart } from './naming.ts';
import { type Held, type Misplacement, placeOf } from './pages.ts';

/** Rules on how many results a page holds. */
const SIZES = ['list.per-page.fills', 'list.per-page.at-most', 'list.per-page.maximum'] as const;

/** The end of a list that others write to was outrun, or pages of another size made it seem so. */
export const GREW = blaming(
  ['list.per-page.at-most', 'list.per-page.default', 'list.per-page.fills', 'list.page.partition'],
  'Results stood behind the page that was the last one when the list was read, so that it could not be compared.',
  'unstable',
);
const MOVED = blaming(
  ['list.page.partition'],
  'The larger page that holds it was another one each time, so that nothing follows from what they hold.',
  'unstable',
);

/** Explains that pages with too many results have no known place. */
const tooLarge = (pages: readonly ResultsPart[], size: number): Doubt =>
  blaming(
    ['list.per-page.at-most', 'list.per-page.default', 'list.per-page.fills'],
    `It holds ${count(pages.at(-1)?.keys.length ?? 0, 'result')} although per_page=${size} was asked for, so the part of the list that belongs on it is unknown.`,
  );

/** Returns the list at the time of an answer, if readings before and after it agree, or `null`. */
function around({ startedAt, ms }: Exchange, reads: readonly ResultsPart[]): readonly string[] | null {
  const before = reads
    .filter(({ answer }) => answer.startedAt <= startedAt)
    .toSorted((a, b) => b.answer.startedAt - a.answer.startedAt)[0];
  const after = reads
    .filter((each) => each !== before && endOf(each.answer) >= startedAt + ms)
    .toSorted((a, b) => endOf(a.answer) - endOf(b.answer))[0];
  return before !== undefined && after !== undefined && sameKeys(before.keys, after.keys)
    ? before.keys
    : null;
}

/**
 * Returns why a page that was displaced before is not known to be right although it agrees now, or `null`.
 * @param suspected the kind of violation that was seen
 */
function whyUnsure(
  suspected: ViolationKind,
  own: readonly ResultsPart[],
  holders: readonly ResultsPart[],
  past: readonly (readonly string[])[],
  held: Held,
): Doubt | null {
  const { from, size } = held;
  // If the list goes on by now, nothing shows any more what was wrong at its end.
  const endsHere = (keys: readonly string[]): boolean => keys.length > from && keys.length < from + size;
  if (suspected === 'too-few' && past.some(endsHere) && !holders.some(({ keys }) => endsHere(keys)))
    return GREW;
  const [first = []] = past;
  if ([...past, ...holders.map(({ keys }) => keys)].every((keys) => sameKeys(keys, first))) return null;
  const isRight = ({ answer, keys }: ResultsPart): boolean => {
    const then = around(answer, holders);
    return then !== null && placeOf(keys, then, held) === 'fits';
  };
  return own.some(isRight) ? null : MOVED;
}

/** An attempt at a page, its results, and their place in each answer of its holder. */
interface Placed extends ResultsPart {
  readonly look: Look<HolderTwin>;
  readonly places: readonly ReturnType<typeof placeOf>[];
}

type HolderTwin = 'holder' | 'own first' | 'holder first';

/** The answers to a page and to its holder. */
interface Reading {
  readonly held: Held;
  readonly own: readonly Omit<Placed, 'places'>[];
  /** All answers of the holder that hold no more than its size. */
  readonly holders: readonly ResultsPart[];
  readonly known: Known;
}

/** Lists of some answers that hold no more than a size. */
const readOf = (answers: readonly Exchange[], most: number, known: Known): ResultsPart[] =>
  partsOf(answers, known, rawKeysIn).filter(({ keys }) => keys.length <= most);

/** Reads pages and their holders, or judges that they cannot be compared. */
function read(all: Looks<HolderTwin>, held: Held): Reading | Judgement {
  const nothing = notCompared(all);
  if (nothing !== null) return nothing;
  const { looks, earlier, known } = all;
  const { size, holder, holderSize } = held;
  // If a size is not honoured on its first page, another rule is broken, and nothing follows from a later page.
  const isHonoured = (firsts: readonly Exchange[] | undefined, wanted: number): boolean =>
    firsts === undefined || firsts.every((first) => resultsIn(first) === wanted);
  const areHonoured = looks.every(
    ({ twins }) => isHonoured(twins['own first'], size) && isHonoured(twins['holder first'], holderSize),
  );
  if (!areHonoured)
    return unshown(`first pages of ${size} and of ${holderSize} results that are full`, SIZES);
  const answers = [...earlier, ...looks].flatMap(({ twins }) => twins.holder ?? []);
  // A larger page that has too many results, or fewer than its size and more behind it, holds nothing for sure.
  const holders = readOf(answers, holderSize, known);
  const own = looks.flatMap((look) =>
    partsOf([telling(look)], known, rawKeysIn).map((part) => Object.assign({ look }, part)),
  );
  if (holders.length === 0)
    return answers.every((answer) => rawKeysIn(answer, known) === null)
      ? unshown(`a list of issues as the answer to ${nameOf(holder)}`)
      : undecided(
          blaming(
            ['list.per-page.at-most'],
            `The answer to ${nameOf(holder)} holds more than ${holderSize} results, so nothing can be compared with it.`,
          ),
        );
  if (own.length === 0) return unshown('a list of issues as its answer');
  // If two issues look the same, their places show nothing.
  if ([...holders, ...own].some(({ keys }) => new Set(keys).size < keys.length))
    return known.isNamed
      ? unshown('pages that list no issue twice', ['list.page.partition'])
      : lacking('issues that are not alike');
  return { held, own, holders, known };
}

/** Judges pages of which none lies outside of all that the holder gave. */
function judgeInside(
  { held, own, holders, known }: Reading,
  placed: readonly Placed[],
  { suspected, past }: Looks<HolderTwin>,
): Judgement {
  const { from, size, holderSize } = held;
  if (!holders.some(({ keys }) => keys.length > from))
    return lacking(`a list of more than ${count(from, 'issue')}`);
  // A short page is a part of a short one alike; but only where the list ends there.
  const isShort = own.every(({ keys }) => keys.length < size);
  if (isShort && held.isFull)
    return undecided(
      blaming(
        ['list.per-page.fills'],
        `Pages of ${size} hold fewer results although more exist, so nothing follows from what they hold.`,
      ),
    );
  const before = readOf(past.holder ?? [], holderSize, known).map(({ keys }) => keys);
  const unsure = suspected === null ? null : whyUnsure(suspected, own, holders, before, held);
  if (unsure !== null) return undecided(unsure);
  const fitting = placed.filter(({ places }) => places.includes('fits'));
  if (fitting.length > 0) return heldOn(fitting.map(({ answer }) => answer));
  return placed.some(({ places }) => places.includes('too large'))
    ? undecided(tooLarge(placed, size))
    : lacking(`a page of at least ${count(RESULTS_OF_ONE_CHANGE, 'result')}`);
}

/** A page that lies outside of all that the holder gave, and how it does of the last answer. */
interface Outside extends Placed {
  readonly last: Misplacement;
}

const outsideOf = (placed: readonly Placed[]): Outside[] =>
  placed.flatMap((each) => {
    const last = each.places.at(-1);
    const isTold = last !== undefined && typeof last !== 'string';
    return isTold && each.places.every((place) => typeof place !== 'string') ? [{ ...each, last }] : [];
  });

/** Judges pages that lie outside of all that the holder gave. */
function displacedAs(
  { held: { from, size, holder }, holders, known }: Reading,
  outside: readonly Outside[],
  worst: Outside,
  aged: boolean,
): Judgement {
  const { look, keys, last } = worst;
  const sound = holders.map((each) => each.keys);
  const twin = holders.at(-1) ?? worst;
  const expected = twin.keys.slice(from, from + size);
  const beside = compared(worst, { answer: twin.answer, keys: expected, from }, known);
  const isCount = keys.length !== expected.length;
  const isAtRest = sound.every((each) => sameKeys(each, sound[0] ?? []));
  // A page that moves along with the list is displaced by as much each time, and of no other time.
  const isSteady = aged && new Set(outside.map((each) => each.last.by)).size === 1 && last.by !== null;
  return broken(
    {
      kind: last.kind,
      expected: isCount
        ? `${count(expected.length, 'result')}, like results ${from + 1} to ${from + expected.length} of ${nameOf(holder)}`
        : `${beside.twin}, like result ${from + beside.difference.at} of ${nameOf(holder)}`,
      actual: isCount
        ? count(keys.length, 'result') + (last.kind === 'too-few' ? '' : ` (${last.how})`)
        : `${beside.own} (${last.how})`,
      difference: beside.difference,
      ...lookShows(look, 'twins', [twin.answer]),
    },
    outside.length,
    {
      looks: last.kind === 'too-few' ? SIGHTINGS_TO_ACCUSE : ATTEMPTS_TO_RULE_OUT_CHANCE,
      age: last.kind !== 'wrong-order' && !(aged && isAtRest) && !isSteady,
    },
  );
}

/** A page is the part of the page of a multiple of its size that it must be. */
export function heldBy(heldOf: (one: RuleCase) => Held, says: string): Check<HolderTwin> {
  return {
    says,
    twins: (one) => {
      const { holder, first } = heldOf(one);
      const isFirst = Number(holder['page'] ?? 1) === 1;
      return {
        holder: always(withQuery(one, holder)),
        'own first': onceToConfirm(withQuery(one, first)),
        'holder first': isFirst ? 'none' : onceToConfirm(withQuery(one, { ...holder, page: '1' })),
      };
    },
    judge: (looks, one) => {
      const reading = read(looks, heldOf(one));
      if ('kind' in reading) return reading;
      const { held, own, holders } = reading;
      const placed = own.map((each) =>
        Object.assign({ places: holders.map(({ keys }) => placeOf(each.keys, keys, held)) }, each),
      );
      const outside = outsideOf(placed);
      const worst = outside.at(-1);
      return worst === undefined
        ? judgeInside(reading, placed, looks)
        : displacedAs(reading, outside, worst, looks.aged);
    },
  };
}
