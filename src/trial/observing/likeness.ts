import type { Known } from '../../survey/known.ts';
import { readListAnswer } from '../../survey/list-answer.ts';
import type { Exchange } from '../../target/exchange.ts';
import type { Query, Question } from '../../target/question.ts';
import { sameKeys } from '../judges.ts';
import type { Trial } from '../trial.ts';
import { type Asked, observeEach } from './asked.ts';
import { statusOf } from './brief.ts';

/** A listing that others are held against, and what it was answered with. */
export interface Measure {
  readonly question: Question;
  readonly answer: Exchange;
}

/** What it is called where an answer is like the measure, and where it is not. */
export interface Words {
  readonly same: string;
  readonly other: string;
}

/** A listing of the public repository as the survey asks for it. */
export const listingQuestion = (t: Trial, query: Query = {}): Question => ({
  repository: t.premises.repository,
  as: t.context.credential,
  query,
});

/** The plain list, which was read before anything else. */
export const plainList = (t: Trial): Measure => ({ question: listingQuestion(t), answer: t.survey.plain });

/** Keys of a listing; `null` where it is none. */
function keysIn(answer: Exchange, known: Known): readonly string[] | null {
  const list = readListAnswer(answer);
  return list.kind === 'list' ? known.keysOf(list.records) : null;
}

/** New issues that somebody may have filed between two readings. */
const FEW = 5;

/** Whether the issues of a listing that are known stand in the order of the list. */
function inOneOrder(keys: readonly string[], list: readonly string[]): boolean {
  const places = keys.map((key) => list.indexOf(key)).filter((place) => place !== -1);
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? -1));
}

/** Whether few issues came or went between two listings, and no more than stayed. */
function areNearlyAlike(keys: readonly string[], before: readonly string[]): boolean {
  const came = keys.filter((key) => !before.includes(key)).length;
  return came <= FEW && 2 * came < keys.length && Math.abs(keys.length - before.length) <= FEW;
}

/**
 * Whether a listing shows the same results as the measure. Where somebody's new issue would explain the difference, the
 * measure is read again; `null` where others write so much that nothing follows.
 * @throws {Stopped}
 */
async function isLike(t: Trial, keys: readonly string[], measure: Measure): Promise<boolean | null> {
  const known = await t.survey.known();
  const before = keysIn(measure.answer, known) ?? [];
  // The plain list may have been read again since, by a rule that saw it move.
  const later = measure.answer === t.survey.plain ? known.keys.slice(0, before.length) : before;
  if (sameKeys(keys, before) || sameKeys(keys, later)) return true;
  if (!inOneOrder(keys, known.keys)) return false;
  if (areNearlyAlike(keys, before)) {
    const now = keysIn(await t.askAnew(measure.question), known);
    return now !== null && !sameKeys(now, before);
  }
  return t.survey.moves > 0 ? null : false;
}

/**
 * What a listing looks like beside a measure: `200, as page 1`, `200, empty`, `422`. `null`, with the reason noted, where
 * the list moves too much to say.
 * @throws {Stopped}
 */
export async function besideMeasure(
  t: Trial,
  answer: Exchange,
  measure: Measure,
  words: Words,
): Promise<string | null> {
  const list = readListAnswer(answer);
  if (list.kind === 'no-array') return '200, no JSON array';
  if (list.kind !== 'list') return statusOf(answer);
  const known = await t.survey.known();
  const count = list.records.length;
  if (count === 0 && keysIn(measure.answer, known)?.length !== 0) return '200, empty';
  // Issues that cannot be told apart can still be counted.
  if (!known.distinct) return `200, ${count === 1 ? '1 result' : `${count} results`}`;
  const like = await isLike(t, known.keysOf(list.records), measure);
  t.control(
    like !== null,
    'The list moved too much to compare listings: others write to it; a quieter time decides it.',
  );
  if (like === null) return null;
  return `200, ${like ? words.same : words.other}`;
}

/** Whether the plain list can be held against others; where not, that is noted as the reason. */
export function plainListIsRead(t: Trial): boolean {
  const read = readListAnswer(t.survey.plain).kind === 'list';
  t.control(
    read,
    'The plain list cannot be read, so nothing can be compared with it; mending list.ok decides it.',
  );
  return read;
}

/** Listings to ask for, by the names that they have in the value. */
export const listings = (t: Trial, queries: readonly (readonly [name: string, query: Query])[]): Asked[] =>
  queries.map(([name, query]) => ({ name, ask: () => t.ask(listingQuestion(t, query)) }));

/** Asks for listings, holds each against the plain list, and writes down what is seen. @throws {Stopped} */
export async function observeListings(
  t: Trial,
  queries: readonly (readonly [name: string, query: Query])[],
  words: Words,
  note: (value: string) => string,
): Promise<void> {
  if (!plainListIsRead(t)) return;
  await observeEach(t, listings(t, queries), (answer) => besideMeasure(t, answer, plainList(t), words), note);
}
