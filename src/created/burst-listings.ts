import { blaming } from '../engine/causes.ts';
import { broken, type CaseResult, HELD, held, type Judgement, undecided } from '../engine/oracle.ts';
import type { RuleId } from '../engine/rule-ids.ts';
import type { Trial } from '../engine/trial.ts';
import { shows } from '../engine/violation.ts';
import { confirmAgain } from './again.ts';
import { type Burst, sendBurst, sizeOf } from './burst.ts';
import { finalCount, type Located, locate } from './census.ts';
import { nowhereSeen, pagesOfPlaces, placesWith, whyBlind, whyUnread, whyUnrecognised } from './fates.ts';
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
  if (![...located.listed, ...located.missing].some((sent) => accepted.includes(sent)))
    return [undecided(whyBlind(located))];
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
    const unrecognised = whyUnrecognised(t, located, accepted);
    if (unrecognised !== null) return [undecided(unrecognised)];
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
  const doubt = own.located.doubled.length > 0 ? null : whyUnread(located);
  if (doubt !== null) return [undecided(doubt)];
  const attempt = async (times: number): Promise<null> => {
    for (let left = times; left > 0; left -= 1) {
      const burst = await sendBurst(t);
      const now = await locate(t, burst.accepted);
      // What was not read may hold what is missing.
      const missing = whyUnread(now) === null ? now.missing : [];
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
