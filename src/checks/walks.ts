import type { Known, Look, Looks, RuleCase } from '../model/case.ts';
import { blaming } from '../model/causes.ts';
import { broken, type Check, held, type Judgement, lacking, undecided, unshown } from '../model/check.ts';
import {
  ATTEMPTS_TO_RULE_OUT_CHANCE,
  RESULTS_BETWEEN_REQUESTS,
  RESULTS_OF_ONE_CHANGE,
  SIGHTINGS_TO_ACCUSE,
} from '../model/tuning.ts';
import { always, asked } from '../model/twins.ts';
import { count, type Shows, shows, type Violation } from '../model/violation.ts';
import { isOddKey } from '../snapshot/identity.ts';
import { listingOf, resultsIn } from '../snapshot/listing.ts';
import { displaced, numbered } from '../snapshot/sequence.ts';
import { FULL_PAGE, pageQuery } from '../snapshot/snapshot.ts';
import { allKeysIn, keysIn, withQuery } from './alike.ts';
import { notCompared } from './answers.ts';
import { issueCalled, placesOf } from './naming.ts';

/** The pages of one attempt laid end to end, beside the pages of full size. */
interface Walked {
  readonly look: Look;
  readonly keys: readonly string[];
  /** The same part of the list on pages of full size, each key once. */
  readonly beside: readonly string[];
  /** The number of results beside it whose key occurs before: equal issues, or one that was read twice. */
  readonly alike: number;
  /** Keys that any page has. */
  readonly all: ReadonlySet<string>;
  readonly twice: readonly string[];
  readonly lost: readonly string[];
}

/** A second time of a key has a name of its own. */
const isSecond = (key: string): boolean => /^\[".*",\d+\]$/s.test(key);
/** The key of which another one is the second time. */
const firstName = (key: string): string => (isSecond(key) ? (JSON.parse(key) as [string, number])[0] : key);

/** Lays pages end to end. `null` where one of them is no list. */
function layOut(answers: Look['answers'], known: Known): readonly string[] | null {
  return answers.every((answer) => listingOf(answer).kind === 'list')
    ? numbered(answers.flatMap((answer) => allKeysIn(answer, known)))
    : null;
}

/** True if each page has its size, except the one with which the list ends. */
export function areFull(answers: Look['answers'], size: number): boolean {
  const lengths = answers.map(resultsIn);
  const end = lengths.findIndex((length) => length !== size);
  return end === -1 || ((lengths[end] ?? 0) < size && lengths.slice(end + 1).every((length) => length === 0));
}

/**
 * True if pages of full size are compared with themselves. Then only an issue with a name can be seen to stand there
 * twice.
 */
const isBesideItself = ({ answers, twins }: Look): boolean =>
  answers.every((answer) => asked(twins).includes(answer));

/**
 * Returns how many results of the full pages a shorter walk must have. If its order differs, its part of a page is
 * unknown.
 */
function reachOf(keys: readonly string[], full: readonly string[]): number {
  const isReordered = displaced(full, keys) > RESULTS_BETWEEN_REQUESTS;
  return isReordered ? keys.length - (keys.length % FULL_PAGE) : keys.length - RESULTS_BETWEEN_REQUESTS;
}

/** Returns the walks of some attempts. Pages of the wrong size are left out; `list.per-page.*` judges those. */
function walked(looks: readonly Look[], known: Known, size: number): Walked[] {
  return looks.flatMap((look) => {
    const [keys, full] = [layOut(look.answers, known), layOut(asked(look.twins), known)];
    if (keys === null || full === null) return [];
    if (![...look.answers, ...asked(look.twins)].every(known.holdsIssues)) return [];
    if (!areFull(look.answers, size) || !areFull(asked(look.twins), FULL_PAGE)) return [];
    const [own, others] = [new Set(keys), new Set(full)];
    const reach = keys.length < full.length ? reachOf(keys, full) : full.length;
    return [
      {
        look,
        keys,
        beside: full.filter((key) => !isSecond(key)),
        alike: full.filter(isSecond).length,
        all: new Set([...keys, ...full].map(firstName)),
        // If keys are no names, it may be another issue.
        twice: keys.filter(
          (key) => isSecond(key) && !isOddKey(firstName(key)) && (known.isNamed || !others.has(key)),
        ),
        lost: full
          .slice(0, Math.max(0, reach))
          .filter((key) => !own.has(key) && !isSecond(key) && !isOddKey(key)),
      },
    ];
  });
}

/**
 * Returns how many issues came or went between two walks. An issue that full pages or some pages lost has not gone,
 * unless they hold fewer now.
 */
function goneBetween(before: Walked, after: Walked): number {
  const gone = (from: Walked, to: Walked): number => {
    const inSight = from.beside.slice(0, -RESULTS_BETWEEN_REQUESTS);
    const nowhere = inSight.filter((key) => !to.all.has(key)).length;
    const beside = new Set(to.beside);
    const fewer = inSight.filter((key) => !beside.has(key)).length - to.alike;
    return Math.max(nowhere, fewer);
  };
  return gone(before, after) + gone(after, before) + Math.abs(after.alike - before.alike);
}

const oddOf = ({ twice, lost }: Walked): readonly string[] => (twice.length >= lost.length ? twice : lost);

/** Returns how many issues came, went or moved at most from one walk to the next. */
function mostMoved(walks: readonly Walked[]): number {
  return Math.max(
    0,
    ...walks.slice(1).map((walk, index) => {
      const before = walks[index] ?? walk;
      return goneBetween(before, walk) + displaced(before.beside, walk.beside);
    }),
  );
}

/**
 * Returns the wrong walks that nothing explains. The list was given its time. Nothing moved since before that, or far
 * more is wrong than the motion explains at each border.
 */
function sureOf(
  { earlier, aged, known }: Looks,
  walks: readonly Walked[],
  wrong: readonly Walked[],
  size: number,
): readonly Walked[] {
  if (!aged) return [];
  const moved = mostMoved([...walked(earlier, known, size).slice(-1), ...walks]);
  if (moved === 0) return wrong;
  return wrong.filter(
    (walk) => oddOf(walk).length > RESULTS_OF_ONE_CHANGE + 2 * moved * walk.look.answers.length,
  );
}

/** True if a walk names its first page: then the plain list is another one. */
const namesFirst = ({ asks: [first] }: RuleCase): boolean =>
  typeof first === 'object' && first.query?.['page'] !== undefined;

/** Every issue on one page only, and none on no page: walked once more beside pages of full size. */
export const eachOnce: Check = {
  says: 'the pages of any size hold what the pages of the maximum hold, each issue once',
  twins: (one) => ({
    pages: always(...[1, 2].map((page) => withQuery(one, pageQuery(page, namesFirst(one))))),
  }),
  judge: (looks, one): Judgement => {
    const nothing = notCompared(looks);
    if (nothing !== null) return nothing;
    const size = Number(one.query['per_page']);
    const walks = walked(looks.looks, looks.known, size);
    const isTooLarge = ({ answers }: Look): boolean => answers.some((answer) => resultsIn(answer) > size);
    if (walks.length === 0 && looks.looks.every(isTooLarge))
      return undecided(
        blaming(
          ['list.per-page.at-most'],
          `Pages of ${size} hold more results than that, so the page boundaries are unknown.`,
        ),
      );
    if (walks.length === 0)
      return looks.looks.every(({ answers, twins }) =>
        [...answers, ...asked(twins)].every(looks.known.holdsIssues),
      )
        ? unshown('pages that hold as many results as they should')
        : unshown('pages of issue records', ['list.records', 'list.array']);
    const wrong = walks.filter(({ twice, lost }) => twice.length + lost.length > 0);
    const sure = sureOf(looks, walks, wrong, size);
    const last = sure.at(-1) ?? wrong.at(-1);
    if (last === undefined) {
      if (!walks.some(({ keys }) => keys.length > size))
        return lacking(`a list of more than ${count(size, 'issue')}`);
      return walks.some(({ look }) => looks.known.isNamed || !isBesideItself(look))
        ? held(walks.flatMap(({ look }) => look.answers))
        : lacking('records that tell which issue each of them is');
    }
    const odd = oddOf(last);
    const isRepeated = odd === last.twice;
    return broken(
      {
        kind: isRepeated ? 'duplicated' : 'lost',
        expected: 'every issue on one page, and on one only',
        ...shownBy(last, odd.map(firstName), looks.known, isRepeated),
      },
      sure.length > 0 ? sure.length : wrong.length,
      {
        looks: 2 * wrong.length > walks.length ? SIGHTINGS_TO_ACCUSE : ATTEMPTS_TO_RULE_OUT_CHANCE,
        age: sure.length === 0,
      },
    );
  },
};

/** Returns the exchanges that show it: the pages that list an issue twice, or the pages around a missing one. */
function shownBy(
  { look, keys }: Walked,
  odd: readonly string[],
  known: Known,
  isRepeated: boolean,
): Shows & Pick<Violation, 'actual' | 'records'> {
  const telling = isRepeated ? repeatedOn(look, odd, known) : missingFrom(look, odd, known);
  const records = placesOf(odd, telling.exchanges, known);
  const [first] = records;
  const issue = issueCalled(first?.name ?? '');
  const pages = [...new Set(first?.at.map(({ exchange }) => look.answers.indexOf(exchange) + 1))];
  const where =
    pages.length > 1 ? `stands on pages ${pages.join(' and ')}` : `stands twice on page ${pages.join('')}`;
  return {
    actual: isRepeated
      ? `${issue} ${where} (${odd.length} repeated)`
      : `${issue} stands on no page (${odd.length} of the first ${keys.length} missing)`,
    records,
    ...telling,
  };
}

const having = (exchanges: Look['answers'], some: readonly string[], known: Known): Look['answers'] =>
  exchanges.filter((each) => allKeysIn(each, known).some((own) => some.includes(own)));

const repeatedOn = ({ answers }: Look, [key = '']: readonly string[], known: Known): Shows =>
  shows({ answers: having(answers, [key], known).slice(0, 2) });

function missingFrom({ answers, twins }: Look, [key = '']: readonly string[], known: Known): Shows {
  const keysOf = (exchange: Look['answers'][number]) => keysIn(exchange, known) ?? [];
  const [full, own] = [asked(twins).flatMap(keysOf), new Set(answers.flatMap(keysOf))];
  const place = full.indexOf(key);
  const before = full.slice(0, place).findLast((each) => own.has(each));
  const after = full.slice(place).find((each) => own.has(each));
  const neighbours = [before, after].flatMap((each) => each ?? []);
  return shows({
    twins: having(asked(twins), [key], known).slice(0, 1),
    answers: having(answers, neighbours, known).slice(0, 2),
  });
}
