import * as z from 'zod';
import { judgeStatus } from '../checks/answers.ts';
import type { RepositoryName } from '../client/request.ts';
import { sameRepository } from '../client/test-bed.ts';
import { askedIn, type RuleCase, specOf } from '../model/case.ts';
import { type CaseResult, type Check, HELD, resultOf } from '../model/check.ts';
import { ATTEMPTS_AT_MOST, SIGHTINGS_TO_ACCUSE } from '../model/tuning.ts';
import type { Sightings } from '../model/violation.ts';
import type { CaseRule } from '../run/rule.ts';
import type { Trial } from '../run/trial.ts';
import { confirmCase } from './confirm-case.ts';
import { judgeLooks, lookAt, suspicionOf } from './looking.ts';

/** The case that an earlier report recorded, to be tried again. */
export interface Recorded {
  readonly case: Readonly<Record<string, unknown>>;
  /** The property that generated it, counted from 0 within its rule; absent where it was none. */
  readonly property?: number | undefined;
  /** The value that the case was made of. */
  readonly value?: unknown;
  /** The attempts after which it is said to hold. */
  readonly times: number;
}

/** Returns the attempts at a case that was seen to fail: three times as many as one sighting takes. */
export const timesFor = ({ seen, tries }: Sightings): number =>
  Math.min(
    ATTEMPTS_AT_MOST,
    Math.max(SIGHTINGS_TO_ACCUSE, Math.ceil((SIGHTINGS_TO_ACCUSE * tries) / Math.max(1, seen))),
  );

const repositoriesOf = ({ asks }: RuleCase): readonly RepositoryName[] =>
  asks.map((ask) => specOf(ask).repository);

/**
 * Returns the case of a recorded value, or `undefined` if no case of its rule asks in its repository. Anybody may have
 * written a report, so it must not choose repositories.
 */
function caseOfValue(cases: readonly RuleCase[], { property, value }: Recorded): RuleCase | undefined {
  const like = cases.find(({ origin }) => origin !== undefined && origin.property === property);
  if (value === undefined || like?.origin === undefined) return undefined;
  const one = like.origin.make(value);
  const own = cases.flatMap(repositoriesOf);
  const isOwn = (asked: RepositoryName): boolean => own.some((each) => sameRepository(each, asked));
  return repositoriesOf(one).every(isOwn) ? one : undefined;
}

/** Tries the case of an earlier report: made of its value, or the one that shows the same. @throws {Stopped} */
export async function tryRecorded(rule: CaseRule, t: Trial, recorded: Recorded): Promise<CaseResult[]> {
  if (t.doubts.length > 0 && rule.regardless !== true) return [];
  const results = await tryOwnOrHeard(rule, t, recorded);
  const watched = results.length === 0 ? [] : ((await rule.watched?.(t)) ?? []);
  return [...watched, ...results];
}

async function tryOwnOrHeard(rule: CaseRule, t: Trial, recorded: Recorded): Promise<CaseResult[]> {
  const [cases, check] = [askedIn(t.profile, await rule.cases(t)), await rule.check(t)];
  const shows = (one: RuleCase): string => JSON.stringify(t.run.secrets.scrubAll(one.shown), sorted);
  const wanted = JSON.stringify(recorded.case, sorted);
  const made = caseOfValue(cases, recorded);
  const some = made === undefined ? cases : [made];
  const smaller = (): RuleCase[] => some.flatMap((each) => each.smaller?.() ?? []);
  const one = [...some, ...smaller()].find((each) => shows(each) === wanted) ?? made;
  return one === undefined ? tryHeard(rule, t, recorded) : lookSomeTimes(t, one, check, recorded.times);
}

/** Judges nothing by itself, since `watched` judges the run as a whole. */
const WATCHED: Check = {
  says: 'what the run shows',
  twins: () => ({}),
  judge: ({ looks }, one) => judgeStatus(looks, one, 'an answer', () => true),
};

/**
 * Tries a listing of another rule again, by the check that judges all listings. Nothing is tried in a repository that
 * the settings do not name.
 */
async function tryHeard(rule: CaseRule, t: Trial, { case: shown, times }: Recorded): Promise<CaseResult[]> {
  const check = (await rule.free?.(t))?.check ?? (rule.watched === undefined ? undefined : WATCHED);
  const read = shownSchema.safeParse(shown);
  if (check === undefined || !read.success) return [];
  const { asked: by = t.base, owner, repo, 'right after': _after, ...query } = read.data;
  // Requests that are no listing, or have an invalid credential, are not made again from a report.
  if ('method' in query || 'credential' in query) return [];
  const { repository: listed, written, privateRepository = listed } = t.bed;
  const repository = owner === undefined || repo === undefined ? listed : { owner, repo };
  if (![listed, written, privateRepository].some((named) => sameRepository(named, repository))) return [];
  return lookSomeTimes(t, t.list(query, { by, repository }), check, times);
}

const shownSchema = z
  .object({
    asked: z.enum(['member', 'anonymous', 'outsider']).optional(),
    owner: z.string().optional(),
    repo: z.string().optional(),
    'right after': z.string().optional(),
  })
  .catchall(z.string());

async function lookSomeTimes(t: Trial, one: RuleCase, check: Check, times: number): Promise<CaseResult[]> {
  let last: CaseResult = HELD;
  for (let left = times; left > 0; left -= 1) {
    const { look } = await lookAt(t, { ...one, anew: true }, check);
    const first = judgeLooks(t, one, check, [look]);
    if (first.kind === 'broken') return [await confirmCase(t, suspicionOf({ one, look }, first, check))];
    last = resultOf(first);
  }
  return [last];
}

const sorted = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
