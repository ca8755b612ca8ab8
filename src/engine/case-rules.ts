import * as z from 'zod';
import type { Exchange } from '../client/exchange.ts';
import type { RepositoryName } from '../client/request.ts';
import { sameRepository } from '../client/test-bed.ts';
import { hindrance } from '../snapshot/listing.ts';
import { judgeStatus } from './answers.ts';
import type { RuleCase } from './case.ts';
import { ONCE } from './confirm.ts';
import { confirmCase, decide } from './decide.ts';
import { askerOf, type Example } from './judged.ts';
import { CONFIRMING, judgeLook, type Looked, lookAt, lookAtStrangers, suspicionOf } from './looking.ts';
import { type CaseResult, HELD, type Oracle, resultOf } from './oracle.ts';
import type { CaseRule, Free } from './rule.ts';
import type { Heard } from './run.ts';
import type { Recorded, Trial } from './trial.ts';

/** Looks at all cases of a rule for the first time; what is asked without a credential comes last. @throws {Stopped} */
export async function lookAtAll(rule: CaseRule, t: Trial): Promise<Looked[]> {
  const [cases, oracle] = [await rule.cases(t), await rule.oracle(t)];
  // A creation has no twin that could move meanwhile.
  const isStranger = ({ caller, invalid }: RuleCase): boolean =>
    rule.phase !== 'write' && caller === 'anonymous' && invalid === undefined && t.bed.token !== undefined;
  const looked = await Promise.all(
    cases.filter((one) => !isStranger(one)).map((one) => lookAt(t, one, oracle)),
  );
  const strangers = cases.filter(isStranger);
  return strangers.length === 0 ? looked : [...looked, ...(await lookAtStrangers(t, strangers, oracle))];
}

/**
 * Tries the cases of a rule, and judges what others were answered where its oracle is free of its case.
 * @param early cases that were looked at in an earlier phase
 * @throws {Stopped}
 */
export async function tryCases(
  rule: CaseRule,
  t: Trial,
  early: readonly Looked[] | null,
): Promise<CaseResult[]> {
  const isUnmet = t.doubts.length > 0;
  // What cannot show anything is not asked.
  if (isUnmet && early === null && rule.regardless === undefined && rule.watched === undefined) return [];
  const oracle = await rule.oracle(t);
  const looked = [...(early ?? (await lookAtAll(rule, t)))];
  if (rule.later !== undefined) {
    await t.run.together();
    // What others were answered is looked into: of that there has to be enough when all else was asked.
    looked.push(...(await Promise.all(rule.later(t).map((one) => lookAt(t, one, oracle, CONFIRMING)))));
  }
  const judge = (
    cases: readonly Looked[],
    by: Oracle,
    offer: (example: Example | null) => void,
  ): Promise<CaseResult[]> | CaseResult[] =>
    isUnmet && rule.regardless !== 'always'
      ? brokenAnyway(t, cases, by)
      : decide(t, cases, by, offer, 2 - Number(rule.later !== undefined) - Number(rule.isFirst === true));
  // What is shown goes before the status that it is shown with.
  const watched = (await rule.watched?.(t)) ?? [];
  if (watched.length > 0) return [...watched];
  const results = await judge(looked, oracle, (example) => t.judged.offer(example));
  // What was shown while a status was confirmed says more than the status.
  const shown = results.some(({ kind }) => kind === 'violated') ? ((await rule.watched?.(t)) ?? []) : [];
  if (shown.length > 0) return [...shown];
  const free = await rule.free?.(t);
  if (free === undefined || results.some(({ kind }) => kind === 'violated')) return results;
  // Others of the phase may still be looking.
  if (rule.phase !== 'end') await t.run.together();
  const others = await judge(heardBy(t, free, looked), free.oracle, (example) =>
    t.judged.offerOther(example),
  );
  return [...results, ...others.map(ofNobody)];
}

/** Leaves out who asked if a case shows nothing: what a caller is to be shown is said by the rule's own cases. */
function ofNobody({ by, ...result }: CaseResult): CaseResult {
  return result.kind === 'vacuous' || by === undefined ? result : { ...result, by };
}

/** Listings that other rules were given, as cases of a rule whose oracle is free of its case. */
function heardBy(t: Trial, { of, oracle, judgesRefusals }: Free, own: readonly Looked[]): Looked[] {
  const known = new Set<Exchange>(own.flatMap(({ look }) => look.answers));
  return t.run.heard
    .filter(
      (heard) =>
        (judgesRefusals === true
          ? hindrance(heard.exchange) === null
          : heard.exchange.response?.status === 200) &&
        !known.has(heard.exchange) &&
        of(heard),
    )
    .map((heard) => {
      const one = caseOf(heard, t);
      const twins = oracle
        .twins(one, 'look')
        .map((twin) => (twin === null || typeof twin === 'function' ? undefined : t.run.lastAnswerTo(twin)));
      return { one, look: { answers: [heard.exchange], twins } };
    });
}

const caseOf = ({ spec, caller }: Heard, t: Trial): RuleCase => ({
  shown: {
    ...(sameRepository(spec.repository, t.bed.repository) ? {} : spec.repository),
    ...spec.query,
    ...(caller === t.base ? {} : { asked: caller }),
  },
  caller,
  query: spec.query ?? {},
  asks: [spec],
});

/** Of some cases that were looked at those that break their rule whatever else is wrong, since once is enough. */
function brokenAnyway(t: Trial, looked: readonly Looked[], oracle: Oracle): CaseResult[] {
  return looked.flatMap(({ one, look }): CaseResult[] => {
    const judgement = judgeLook(t, one, look, oracle);
    if (judgement.kind !== 'broken' || !ONCE.has(judgement.violation.kind)) return [];
    t.judged.count(askerOf(one));
    const violation = { ...judgement.violation, counterexample: one.shown, reproduced: '1 of 1' };
    return [{ kind: 'violated', violation }];
  });
}

const repositoriesOf = ({ asks }: RuleCase): readonly RepositoryName[] =>
  asks.map((ask) => (typeof ask === 'function' ? ask() : ask).repository);

/**
 * The case of a recorded value; `undefined` where it asks in a repository in which no case of its rule asks: a report is a
 * file that anybody may have written, and is not to choose whose issues are read or where new ones are created.
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
  if (t.doubts.length > 0 && rule.regardless === undefined) return [];
  const results = await tryOwnOrHeard(rule, t, recorded);
  const watched = results.length === 0 ? [] : ((await rule.watched?.(t)) ?? []);
  return [...watched, ...results];
}

async function tryOwnOrHeard(rule: CaseRule, t: Trial, recorded: Recorded): Promise<CaseResult[]> {
  const [cases, oracle] = [await rule.cases(t), await rule.oracle(t)];
  const shows = (one: RuleCase): string => JSON.stringify(t.run.secrets.scrubAll(one.shown), sorted);
  const wanted = JSON.stringify(recorded.case, sorted);
  const one = caseOfValue(cases, recorded) ?? cases.find((each) => shows(each) === wanted);
  return one === undefined ? tryHeard(rule, t, recorded) : lookSomeTimes(t, one, oracle, recorded.times);
}

/** Judges nothing by itself: whatever is watched for is judged of the run as a whole. */
const WATCHED: Oracle = {
  says: 'what the run shows',
  twins: () => [],
  judge: ({ looks }, one) => judgeStatus(looks, one, 'an answer', () => true),
};

/**
 * Tries a listing that another rule was given once more, by the oracle that is free of its case; nothing where it is of a
 * repository that the settings do not name.
 */
async function tryHeard(rule: CaseRule, t: Trial, { case: shown, times }: Recorded): Promise<CaseResult[]> {
  const oracle = (await rule.free?.(t))?.oracle ?? (rule.watched === undefined ? undefined : WATCHED);
  const read = shownSchema.safeParse(shown);
  if (oracle === undefined || !read.success) return [];
  const { asked: by = t.base, owner, repo, 'right after': _after, ...query } = read.data;
  // What was no listing, or was asked for with an invalid credential, is not made again from a report.
  if ('method' in query || 'credential' in query) return [];
  const { repository: listed, written, privateRepository = listed } = t.bed;
  const repository = owner === undefined || repo === undefined ? listed : { owner, repo };
  if (![listed, written, privateRepository].some((named) => sameRepository(named, repository))) return [];
  return lookSomeTimes(t, t.list(query, { by, repository }), oracle, times);
}

const shownSchema = z
  .object({
    asked: z.enum(['member', 'anonymous', 'outsider']).optional(),
    owner: z.string().optional(),
    repo: z.string().optional(),
    'right after': z.string().optional(),
  })
  .catchall(z.string());

async function lookSomeTimes(t: Trial, one: RuleCase, oracle: Oracle, times: number): Promise<CaseResult[]> {
  let last: CaseResult = HELD;
  for (let left = times; left > 0; left -= 1) {
    const { look } = await lookAt(t, { ...one, anew: true }, oracle);
    const first = judgeLook(t, one, look, oracle);
    if (first.kind === 'broken') return [await confirmCase(t, suspicionOf({ one, look }, first, oracle))];
    last = resultOf(first);
  }
  return [last];
}

const sorted = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
