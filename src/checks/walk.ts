import { canonical } from '../client/json.ts';
import { type Attempt, around } from '../context/rule.ts';
import { type Keys, shortName } from '../listings/compare.ts';
import { areOneIssue, isObject } from '../listings/records.ts';
import type { Finding, RecordPlace } from '../model/finding.ts';
import { blocked, holds, inconclusiveFinding, needsData, violated } from '../model/finding.ts';
import { type Answer, type Answers, LARGEST_PAGE } from '../model/planned-request.ts';
import { countOf } from '../model/text.ts';
import { recordIn, type Sequence } from './excerpt.ts';
import { leftToOthers } from './other-rules.ts';
import { moreThan, type SeenLists, unreadable } from './same.ts';

/** Rules that must hold before the pages of a walk have their sizes. */
const SIZED = ['list.per-page.fills', 'list.per-page.at-most', 'list.page.slices'] as const;
/** Rules that must hold before listings without a state show open issues alone. */
const OPEN_ALONE = [
  'list.state.default-open',
  'list.sort.invalid-default-order',
  'list.per-page.zero',
  'list.per-page.negative',
  'list.per-page.above-maximum',
  'list.per-page.huge',
] as const;
/** Results at the end of a walk that show nothing, because another page size may reorder ties. */
const LAST_RESULTS = 5;

/** Returns how many results at the end of a walk show nothing: its last page if that has another order, or a few. */
function untoldAtEnd(own: Keys, whole: Keys, size: number): number {
  const places = own.slice(-size).map((key) => whole.indexOf(key));
  const isMixed = places.some((place, index) => place >= 0 && place < (places[index - 1] ?? 0));
  return isMixed ? size : LAST_RESULTS;
}

/** Returns the keys of each page, or `null`. A page without new records is behind the end, and may be any page. */
function pagesIn(answers: Answers, keysOf: SeenLists['keys']): readonly Keys[] | null {
  const all = answers.map(keysOf).filter((keys) => keys !== null);
  if (all.length < answers.length) return null;
  const seen = new Set<string>();
  const end = all.findIndex((keys) => {
    const isKnown = keys.length > 0 && keys.every((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isKnown;
  });
  return end < 0 ? all : all.slice(0, end);
}

/** True if no different records share a name. Issues and pull requests may have separate ids. */
function areToldApart(answers: Answers, keysOf: SeenLists['keys']): boolean {
  const names = new Map(
    answers.flatMap((answer) => {
      const keys = keysOf(answer);
      return (answer.list ?? []).map((record, index) => [record, keys?.[index] ?? null] as const);
    }),
  );
  return areOneIssue([...names.keys()].filter(isObject), (record) => names.get(record) ?? null);
}

/** Returns a walk without its last answer, if that is neither 200 nor a 5xx. It may mean the end of the list. */
function withoutEnd(answers: Answers): Answers {
  const status = answers.at(-1)?.status ?? 0;
  return answers.length > 1 && status > 200 && status < 500 ? answers.slice(0, -1) : answers;
}

/**
 * Judges if a walk through pages of a size, and the same part in pages of 100 (twin `hundreds`), can be compared.
 * Returns their keys, and if the last page is short; or an inconclusive finding.
 */
export function walkOf(attempt: Attempt, size: number, { keys: keysOf, listed }: SeenLists) {
  const walks = [attempt.answers, ...around(attempt, 'hundreds')];
  const ended = walks.map(withoutEnd);
  const [own = [], ...twins] = ended;
  const isShort = (answers: Answers): boolean =>
    (answers.at(-1)?.list?.length ?? 0) < Number(answers.at(-1)?.ask.query['per_page']);
  const lengths = new Set(ended.map((some) => some.flatMap(({ list }) => list ?? []).length));
  // That answer means the end if all walks list equally many results, and one of them ends with a short page.
  const isEnd = lengths.size === 1 && ended.some(isShort);
  const refused = (isEnd ? ended : walks).flat().find(({ status }) => status !== 200);
  if (refused !== undefined) return leftToOthers(refused);
  const pages = pagesIn(own, keysOf);
  const wholes = twins
    .map((answers) => pagesIn(answers, keysOf)?.flat() ?? null)
    .filter((keys) => keys !== null);
  if (pages === null || wholes.length < twins.length || !areToldApart(own, keysOf))
    return unreadable(ended.flat());
  if (new Set(wholes.map((keys) => keys.toSorted().join('\n'))).size > 1)
    return inconclusiveFinding('unstable', 'The list changed during the walk.');
  const mine = pages.flat();
  const last = pages.at(-1)?.length ?? 0;
  const isOther = pages.slice(0, -1).some(({ length }) => length !== size) || last > size;
  if (isOther) return blocked('Pages have another size than requested.', ...SIZED);
  const [whole = []] = wholes;
  const hasEnded = last < size || pages.length < attempt.answers.length;
  if (hasEnded && listed.count(attempt.answers[0]?.ask.caller) > new Set([...mine, ...whole]).size + 2)
    return blocked('The walk misses issues that other listings show.', ...SIZED, ...OPEN_ALONE);
  if (mine.length > size) return { own: mine, whole, hasEnded };
  if (whole.length <= size) return needsData(moreThan(size, mine.length));
  const ends = `Pages of ${size} end after ${countOf(mine.length, 'result')}`;
  return blocked(`${ends}, and pages of ${LARGEST_PAGE} list ${whole.length}.`, ...SIZED);
}

/** Returns where a result of a walk stands: `page 2`. */
function pageAt(answers: Answers, place: RecordPlace | undefined): string {
  const page = answers.find(({ exchange }) => exchange === place?.exchange);
  return `page ${page?.ask.query['page'] ?? 1}`;
}

/** Returns a violation of a record that the walk lists twice. Only its pages up to the second place matter. */
function listedTwice(name: string, own: Sequence): Finding {
  const { answers } = own;
  const record = recordIn(name, true, own);
  const [first, second] = record.places;
  const [one, other] = [pageAt(answers, first), pageAt(answers, second)];
  const judged = answers.findIndex(({ exchange }) => exchange === second?.exchange);
  const where = one === other ? `twice on ${one}` : `on ${one} and on ${other}`;
  const beside = own.keys[own.keys.indexOf(name) - 1];
  return violated('duplicated', {
    expected: 'every issue once',
    actual: `${shortName(name)} stands ${where}`,
    answers: answers.slice(0, judged + 1),
    records: [...(beside === undefined ? [] : [recordIn(beside, false, own)]), record],
  });
}

/** Returns a violation if a first page lists one record twice, alike in all fields; `null` if it does not. */
export function neverTwice(answer: Answer, { keys: keysOf }: Pick<SeenLists, 'keys'>): Finding | null {
  const [keys, { page = '1' }] = [keysOf(answer), answer.ask.query];
  if (keys === null || page !== '1') return null;
  const places = new Map<string, number>();
  const again = keys.findIndex((key, at) => {
    const before = places.get(key);
    if (before === undefined) places.set(key, at);
    // Records without a name may be equal.
    const mayBeTwice = before !== undefined && !key.startsWith('{');
    return mayBeTwice && canonical(answer.list?.[before]) === canonical(answer.list?.[at]);
  });
  return again < 0 ? null : listedTwice(keys[again] ?? '', { keys, answers: [answer] });
}

/** Returns a violation of a record that no page of a walk lists. The page of its neighbours should list it. */
function missed(name: string, own: Sequence, whole: Sequence): Finding {
  const { answers } = own;
  const at = whole.keys.indexOf(name);
  const beside = [whole.keys[at - 1], name, whole.keys[at + 1]].filter((key) => key !== undefined);
  const records = beside.map((key) => recordIn(key, key === name, own, whole));
  const near = new Set(records.flatMap(({ places }) => places.map(({ exchange }) => exchange)));
  const judged = answers.findLastIndex(({ exchange }) => near.has(exchange));
  const size = answers[0]?.ask.query['per_page'] ?? '';
  const actual = `no page of ${size} lists ${shortName(name)}, result ${at + 1} of the pages of ${LARGEST_PAGE}`;
  return violated('lost', {
    expected: 'every issue once',
    actual,
    answers: judged < 0 ? answers : answers.slice(0, judged + 1),
    twins: whole.answers,
    records,
  });
}

/** Demands every issue of the walked part once. */
export function checkWalk(attempt: Attempt, size: number, run: SeenLists): Finding {
  const walked = walkOf(attempt, size, run);
  if ('is' in walked) return walked;
  if (run.stability.inconclusive !== null) return run.stability.inconclusive;
  const { own, whole, hasEnded } = walked;
  const { answers } = attempt;
  const [twins = []] = around(attempt, 'hundreds');
  const seen = new Set<string>();
  // Records without a name may be equal, and then the twin holds both.
  const isEqual = (key: string): boolean =>
    key.startsWith('{') && whole.indexOf(key) !== whole.lastIndexOf(key);
  const again = own.findIndex((key) => !isEqual(key) && (seen.has(key) || !seen.add(key)));
  const isTelling = (place: number): boolean => hasEnded || place < own.length - LAST_RESULTS;
  if (again >= 0 && isTelling(again)) return listedTwice(own[again] ?? '', { keys: own, answers });
  // The twin may reach further than the walk. The walk must hold everything that it has passed.
  const passed = hasEnded ? whole : whole.slice(0, own.length - untoldAtEnd(own, whole, size));
  const met = new Set(own);
  const lost = passed.find((key) => !met.has(key));
  return lost === undefined
    ? holds(answers)
    : missed(lost, { keys: own, answers }, { keys: whole, answers: twins });
}
