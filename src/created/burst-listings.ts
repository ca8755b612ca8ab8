import type { Doubt } from '../client/doubt.ts';
import { blaming } from '../engine/causes.ts';
import {
  broken,
  type CaseResult,
  HELD,
  held,
  type Judgement,
  resultOf,
  undecided,
} from '../engine/oracle.ts';
import type { RuleId } from '../engine/rule-ids.ts';
import type { Trial } from '../engine/trial.ts';
import { count, shows } from '../engine/violation.ts';
import { confirmAgain } from './again.ts';
import { type Burst, sendBurst, sizeOf } from './burst.ts';
import {
  finalCount,
  type Located,
  locate,
  nowhereSeen,
  pagesOfPlaces,
  placesWith,
  unread,
} from './census.ts';
import { OTHERS } from './fates.ts';
import { countedRound, isAtRest, isCounted, type Round, roundOfOne } from './rounds.ts';
import { isSingle, type Sent } from './writer.ts';

/** The rules that are broken by what was created one by one as well: then bursts are not to blame. */
async function brokenForSingles(t: Trial): Promise<readonly RuleId[]> {
  const { missing, doubled } = await finalCount(t);
  if (missing.some(isSingle(t))) return ['create.listed', 'create.once'];
  return doubled.some(isSingle(t)) ? ['create.once'] : [];
}

/** What became of the issues of one burst. */
interface Listed {
  readonly accepted: readonly Sent[];
  readonly located: Located;
}

const isOdd = ({ located: { missing, doubled } }: Listed): boolean => missing.length + doubled.length > 0;

/** Judges what became of some bursts: each accepted issue has to be listed once. */
function judgeListed(listed: readonly Listed[]): Judgement {
  const odd = listed.filter(isOdd);
  const last = odd.at(-1);
  if (last === undefined)
    return held(listed.flatMap(({ accepted }) => accepted.map(({ exchange }) => exchange)));
  const { accepted, located } = last;
  const isLost = located.missing.length >= located.doubled.length;
  const wrong = isLost ? located.missing : located.doubled;
  const records = isLost
    ? nowhereSeen(wrong)
    : wrong.slice(0, 1).map((sent) => placesWith(located.census, sent));
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

/** Each issue that was accepted in a burst is listed once. @throws {Stopped} */
export async function judgeListings(t: Trial, all: readonly Burst[]): Promise<readonly CaseResult[]> {
  const located = await finalCount(t);
  const accepted = all.flatMap((burst) => burst.accepted);
  if (located.isBlind) return [await judgeByCount(t)];
  const own: Listed = {
    accepted,
    located: {
      ...located,
      missing: located.missing.filter((sent) => accepted.includes(sent)),
      doubled: located.doubled.filter((sent) => accepted.includes(sent)),
    },
  };
  const listed = [own];
  const first = judgeListed(listed);
  if (first.kind !== 'broken') {
    const [sent] = accepted;
    if (sent !== undefined)
      t.judged.offer({ case: { simultaneous: all[0]?.firsts.length }, exchange: sent.exchange });
    return accepted.map(() => HELD);
  }
  const others = await brokenForSingles(t);
  if (others.length > 0)
    return [
      undecided(
        blaming(others, `Issues that were created one after the other are not listed once each either.`),
      ),
    ];
  const doubt = own.located.doubled.length > 0 ? null : unread(located);
  if (doubt !== null) return [undecided(doubt)];
  const attempt = async (times: number): Promise<null> => {
    for (let left = times; left > 0; left -= 1) {
      const burst = await sendBurst(t);
      const now = await locate(t, burst.accepted);
      // What was not read may hold what is missing.
      const missing = unread(now) === null ? now.missing : [];
      listed.push({ accepted: burst.accepted, located: { ...now, missing } });
    }
    return null;
  };
  return [
    await confirmAgain(first, {
      counterexample: { simultaneous: sizeOf(t) },
      by: 'creations',
      attempt,
      judge: () => judgeListed(listed),
    }),
  ];
}

/** Judges bursts by the records that came with them. */
function judgeCounted(rounds: readonly Round[]): Judgement {
  const odd = rounds.filter(({ arrived, accepted }) => arrived !== accepted);
  const last = odd.at(-1);
  if (last === undefined) return held(rounds.flatMap(({ exchanges }) => exchanges));
  const { arrived, accepted, exchanges } = last;
  return broken(
    {
      kind: arrived < accepted ? 'lost' : 'duplicated',
      expected: 'one new record with each of the creations that were accepted at the same moment',
      actual: `${count(arrived, 'new record')} after ${accepted}`,
      exchanges: exchanges.slice(0, 3),
    },
    odd.length,
  );
}

/** Where no record shows a title, as many records have to come with each burst as it has creations that were accepted. */
async function judgeByCount(t: Trial): Promise<CaseResult> {
  const one = await roundOfOne(t);
  if (one.arrived !== one.accepted)
    return undecided(
      blaming(
        ['create.listed', 'create.once'],
        'It cannot be seen what becomes of an issue that is created alone.',
      ),
    );
  const rounds: Round[] = [];
  const attempt = async (times: number): Promise<Doubt | null> => {
    for (let left = times; left > 0; left -= 1) {
      const round = await countedRound(t, async () =>
        (await sendBurst(t)).accepted.map(({ exchange }) => exchange),
      );
      rounds.push(round);
      if (round.arrived === round.accepted) continue;
      if (!isCounted(round.before) || !isCounted(round.after) || !(await isAtRest(t, round))) return OTHERS;
    }
    return null;
  };
  const doubt = await attempt(1);
  if (doubt !== null) return undecided(doubt);
  const judge = (): Judgement => judgeCounted(rounds);
  const first = judge();
  if (first.kind === 'broken')
    return confirmAgain(first, {
      counterexample: { simultaneous: sizeOf(t) },
      by: 'creations',
      attempt,
      judge,
    });
  const [exchange] = rounds.flatMap(({ exchanges }) => exchanges);
  if (exchange !== undefined) t.judged.offer({ case: { simultaneous: sizeOf(t) }, exchange });
  return resultOf(first);
}
