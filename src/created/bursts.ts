import { kindOfStatus } from '../checks/answers.ts';
import { whyUnordered } from '../checks/preconditions.ts';
import { because, type Doubt } from '../client/doubt.ts';
import { describeExchange, type Exchange, isServerError, isSuccess } from '../client/exchange.ts';
import { blaming } from '../model/causes.ts';
import {
  type Broken,
  broken,
  type CaseResult,
  HELD,
  held,
  type Judgement,
  undecided,
} from '../model/check.ts';
import type { RuleId } from '../model/rule-ids.ts';
import { CHANCE_OF_ERRORS } from '../model/tuning.ts';
import { count, shows } from '../model/violation.ts';
import { chanceOfErrors, isTrait } from '../run/server-errors.ts';
import type { Trial } from '../run/trial.ts';
import { confirmAgain } from './again.ts';
import { type Burst, sendBurst, sizeOf } from './burst.ts';
import { finalCount, type Located, locate } from './census.ts';
import { nowhereSeen, pagesOfPlaces, placesWith, whyBlind, whyUnread, whyUnrecognised } from './fates.ts';
import { acceptedIn } from './shared-creations.ts';
import { isSingle, type Sent, writerOf } from './writer.ts';

const UNCONFIRMED = because('unclear', 'It was not seen again how bursts of creations are answered.');

/** The bursts of a run, and the result for answers that no burst excuses. */
interface Bursts {
  readonly all: Burst[];
  answered: CaseResult;
}

const bursts = (t: Trial): Bursts =>
  t.run.once('bursts', () => ({ all: [], answered: undecided(UNCONFIRMED) }));

/** Sends the first burst, and those that confirm answers which no burst excuses. @throws {Stopped} */
export async function sendBursts(t: Trial): Promise<void> {
  const own = bursts(t);
  const { all } = own;
  all.push(await sendBurst(t));
  const first = judgeAnswers(t, all);
  if (first?.kind !== 'broken') return;
  own.answered = await confirmAgain(first, {
    counterexample: simultaneous(all),
    by: 'creations',
    attempt: async (times) => {
      for (let left = times; left > 0; left -= 1) all.push(await sendBurst(t));
      return null;
    },
    judge: () => judgeAnswers(t, all) ?? held(all.flatMap(({ firsts }) => firsts)),
  });
}

const simultaneous = (all: readonly Burst[]) => ({ simultaneous: all.at(-1)?.firsts.length ?? 0 });

/** True if two of some requests were under way at the same time. */
function overlap(exchanges: readonly Exchange[]): boolean {
  const spans = exchanges
    .map(({ startedAt, ms }) => ({ from: startedAt, to: startedAt + ms }))
    .toSorted((a, b) => a.from - b.from);
  return spans.some(({ to }, index) => (spans[index + 1]?.from ?? Number.POSITIVE_INFINITY) < to);
}

/** Returns why no two requests of a burst were under way at the same time, and what would decide the rule. */
function whyApart({ run: { settings, target } }: Trial): Doubt {
  const { concurrency, maxRate, timeoutMs } = settings;
  const doubt = (cause: Doubt['cause'], why: string): Doubt =>
    because(cause, `No two creations were under way at the same time, ${why}.`);
  if (concurrency < 2) return doubt('limit', `since CONCURRENCY is ${concurrency}; a higher one decides it`);
  if (maxRate !== undefined)
    return doubt('limit', `since MAX_RATE is ${maxRate}; without it this can be decided`);
  return target.client.pace.load.hasTimeForTwo
    ? doubt(
        'unclear',
        `although ${concurrency} may be: the service takes no more than one at a time, or answers too quickly`,
      )
    : doubt(
        'unanswered',
        `since the service takes too long to answer two within ${timeoutMs} ms; a higher TIMEOUT_MS decides it`,
      );
}

/** Judges if valid creations at the same moment are accepted, or told that it is too much, and listed once. @throws {Stopped} */
export async function judgeBursts(t: Trial): Promise<readonly CaseResult[]> {
  const { all, answered } = bursts(t);
  const [first] = all;
  if (first === undefined) return [undecided(because('unclear', 'No burst of creations was sent.'))];
  const answers = judgeAnswers(t, all);
  // Creations since then may show that bursts are not to blame.
  if (answers !== null) return [answers.kind === 'undecided' ? answers : answered];
  const late = all.find((burst) => burst.late.length > 0);
  if (late !== undefined)
    return [
      undecided(
        because(
          'unanswered',
          `Of ${late.firsts.length} valid creations at the same moment ${late.late.length} had no answer within ${t.run.settings.timeoutMs} ms; a higher TIMEOUT_MS, or a lower CONCURRENCY, decides it.`,
        ),
      ),
    ];
  if (first.accepted.length === 0 && acceptedIn(t).length === 0)
    return [undecided(blaming(['create.accepted'], 'No creation was accepted.'))];
  if (!all.some(({ firsts }) => overlap(firsts))) return [undecided(whyApart(t))];
  return judgeListings(t, all);
}

/** True if a valid creation outside of bursts was answered alike. */
function isRefusedAlone(t: Trial, all: readonly Burst[], answer: Exchange): boolean {
  const inBursts = new Set(all.flatMap(({ firsts }) => firsts));
  return writerOf(t).sent.some(
    ({ isValid, exchange }) =>
      isValid && !inBursts.has(exchange) && describeExchange(exchange) === describeExchange(answer),
  );
}

/**
 * True if the service answers 5xx by chance to whatever is asked, and bursts were not answered so more often than all other
 * requests: of eight creations one may meet such an error, three times in a row.
 */
function mayBeChance({ run: { errors } }: Trial, all: readonly Burst[]): boolean {
  const firsts = all.flatMap((burst) => burst.firsts);
  const keys = new Set(firsts.map((exchange) => errors.keyOf(exchange)));
  const isTraitOf = (method: string): boolean => isTrait(errors.byChance(method, keys));
  if (!isTraitOf('GET') && !isTraitOf('POST')) return false;
  const own = { errors: firsts.filter(isServerError).length, tries: firsts.length };
  const [read, created] = ['GET', 'POST'].map((method) => errors.of(method, null, (key) => !keys.has(key)));
  const others = {
    errors: (read?.errors ?? 0) + (created?.errors ?? 0),
    tries: (read?.tries ?? 0) + (created?.tries ?? 0),
  };
  return chanceOfErrors(own, others) >= CHANCE_OF_ERRORS;
}

/** Judges the answers to bursts; `null` if they hold. */
function judgeAnswers(t: Trial, all: readonly Burst[]): Broken | ReturnType<typeof undecided> | null {
  const bad = all.filter(({ bad: answers }) => answers.length > 0);
  const late = all.filter(({ refusedAlone }) => refusedAlone.length > 0);
  const [kind, seen] = bad.length >= late.length ? (['bad', bad] as const) : (['late', late] as const);
  const last = seen.at(-1);
  if (last === undefined) return null;
  const answers = kind === 'bad' ? last.bad : last.refusedAlone;
  const [answer] = answers;
  if (answer === undefined) return null;
  const some = `Of ${last.firsts.length} valid creations at the same moment ${answers.length} were answered ${describeExchange(answer)}`;
  if (kind === 'bad' && (!seen.every(({ isWellAlone }) => isWellAlone) || isRefusedAlone(t, all, answer)))
    return undecided(
      blaming(['create.accepted', 'create.body-optional'], `${some}, and so is one alone, or the list.`),
    );
  if (kind === 'bad' && mayBeChance(t, all))
    return undecided(
      because(
        'unstable',
        `${some}, and other requests are answered with 5xx by chance; run again when the service is stable.`,
      ),
    );
  return broken(
    {
      kind: kindOfStatus(answer),
      expected:
        kind === 'bad'
          ? 'each of some valid creations at the same moment accepted, or told that it is too much at once (409, 429, 502, 503 or 504)'
          : 'what was too much at once accepted when it is sent again alone',
      actual: `${count(answers.length, 'creation')} of ${last.firsts.length} answered ${describeExchange(answer)}`,
      ...shows({ context: last.firsts.filter(isSuccess).slice(0, 1), answers: answers.slice(0, 2) }),
    },
    seen.length,
  );
}

/** Returns the rules that issues which were created one by one break: then bursts are not to blame. */
function brokenForSingles(t: Trial, { missing, doubled }: Located): readonly RuleId[] {
  if (missing.some(isSingle(t))) return ['create.listed', 'create.once'];
  return doubled.some(isSingle(t)) ? ['create.once'] : [];
}

/** The accepted issues of one burst, and those that are not listed once. */
interface Listed extends Pick<Located, 'census' | 'missing' | 'doubled'> {
  readonly accepted: readonly Sent[];
}

/** Judges the issues of some bursts: each accepted one has to be listed once. */
function judgeListed(listed: readonly Listed[]): Judgement {
  const odd = listed.filter(({ missing, doubled }) => missing.length + doubled.length > 0);
  const last = odd.at(-1);
  if (last === undefined)
    return held(listed.flatMap(({ accepted }) => accepted.map(({ exchange }) => exchange)));
  const { accepted, census, missing, doubled } = last;
  const isLost = missing.length >= doubled.length;
  const wrong = isLost ? missing : doubled;
  const records = isLost ? nowhereSeen(wrong) : wrong.slice(0, 1).map((sent) => placesWith(census, sent));
  const exchanges = wrong.map(({ exchange }) => exchange);
  return broken(
    {
      kind: isLost ? 'lost' : 'duplicated',
      expected: 'every one of the issues that were accepted at the same moment listed once',
      actual: `${wrong.length} of ${accepted.length} accepted issues ${isLost ? 'not listed' : 'listed more than once'}`,
      records,
      ...shows(
        isLost
          ? { answers: exchanges.slice(0, 2) }
          : { context: exchanges.slice(0, 1), answers: pagesOfPlaces(records) },
      ),
    },
    odd.length,
  );
}

/** Judges if each issue that was accepted in a burst is listed once. @throws {Stopped} */
async function judgeListings(t: Trial, all: readonly Burst[]): Promise<readonly CaseResult[]> {
  const located = await finalCount(t);
  const accepted = all.flatMap((burst) => burst.accepted);
  const isOfBursts = (sent: Sent): boolean => accepted.includes(sent);
  const [missing, doubled] = [located.missing.filter(isOfBursts), located.doubled.filter(isOfBursts)];
  if (missing.length === 0 && !located.listed.some(isOfBursts)) return [undecided(whyBlind(located))];
  const listed: Listed[] = [{ accepted, census: located.census, missing, doubled }];
  const first = judgeListed(listed);
  if (first.kind !== 'broken') {
    const unrecognised = whyUnrecognised(t, located, accepted);
    if (unrecognised !== null) return [undecided(unrecognised)];
    for (const { exchange } of accepted.slice(0, 1))
      t.judged.offer({ case: { simultaneous: all[0]?.firsts.length }, exchange });
    return accepted.map(() => HELD);
  }
  // If no order lasts, the pages do not show every issue once.
  const unordered = whyUnordered(t, 'others', false);
  if (unordered !== null) return [undecided(unordered)];
  const others = brokenForSingles(t, located);
  if (others.length > 0)
    return [
      undecided(
        blaming(others, 'Issues that were created one after the other are not listed once each either.'),
      ),
    ];
  const attempt = async (times: number): Promise<Doubt | null> => {
    for (let left = times; left > 0; left -= 1) {
      const burst = await sendBurst(t);
      const now = await locate(t, burst.accepted);
      // A page that was not read may hold the missing ones.
      const doubt = now.missing.length === 0 ? null : whyUnread(now);
      if (doubt !== null) return doubt;
      listed.push({ ...now, accepted: burst.accepted });
    }
    return null;
  };
  const counterexample = { simultaneous: sizeOf(t) };
  const judge = (): Judgement => judgeListed(listed);
  return [await confirmAgain(first, { counterexample, by: 'creations', attempt, judge })];
}
