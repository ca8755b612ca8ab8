import { because, type Doubt } from '../client/doubt.ts';
import { describeExchange, type Exchange, isRateLimited, isSuccess } from '../client/exchange.ts';
import { kindOfStatus } from '../engine/answers.ts';
import { blaming } from '../engine/causes.ts';
import { type CaseResult, HELD, undecided } from '../engine/oracle.ts';
import type { RuleId } from '../engine/rule-ids.ts';
import type { Trial } from '../engine/trial.ts';
import { SIGHTINGS_TO_ACCUSE } from '../engine/tuning.ts';
import { count, shows } from '../engine/violation.ts';
import { hindrance, listingOf } from '../snapshot/listing.ts';
import { finalCount, locate, nowhereSeen, pagesOfPlaces, placesWith, unread } from './census.ts';
import { acceptedIn } from './preconditions.ts';
import { countedRound, isAtRest, isCounted, roundOfOne } from './rounds.ts';
import { isSingle, noteBurst, type Sent, submit, validCreation, writerOf } from './writer.ts';

/** Valid creations that were sent at the same moment, each with its first answer. */
interface Burst {
  readonly firsts: readonly Exchange[];
  /** What was accepted at last, of this burst: at the same moment, or again alone. */
  readonly accepted: readonly Sent[];
  /** First answers that no service may give to a valid creation, however much it is at once. */
  readonly bad: readonly Exchange[];
  /** Answers to what was told that it is too much at once, sent again alone, where it was not accepted then either. */
  readonly refusedAlone: readonly Exchange[];
  /** First answers that did not come in time. */
  readonly late: readonly Exchange[];
  /** Whether the list was answered right after it, and the same payload accepted alone. */
  readonly isWellAlone: boolean;
}

const WORDS = 'at the same moment';
/** By these a service says that it is too much at once (a rate limit apart). */
const TOO_MUCH: ReadonlySet<number> = new Set([409, 429, 502, 503, 504]);

const isTooMuch = (answer: Exchange): boolean =>
  answer.fault === null && (isRateLimited(answer) || TOO_MUCH.has(answer.response?.status ?? 0));

const bursts = (t: Trial): Burst[] => t.run.once('bursts', () => []);

const sizeOf = (t: Trial): number => Math.max(2, Math.min(t.run.settings.concurrency, t.pick(4, 8, 16)));

/** Sends valid creations at the same moment, with nothing else in flight. @throws {Stopped} */
async function sendBurst(t: Trial): Promise<Burst> {
  const writer = writerOf(t);
  const { target } = t.run;
  return target.alone(async () => {
    // However few at once the service took before.
    target.client.pace.allowTwo();
    const sent = await Promise.all(
      Array.from({ length: sizeOf(t) }, async () => {
        const attempts: Exchange[] = [];
        const last = await t.send(writer.request(validCreation(t, WORDS)), {
          onAttempt: (attempt) => attempts.push(attempt),
        });
        return { first: attempts[0] ?? last, last };
      }),
    );
    const firsts = sent.map(({ first }) => first);
    const bad = firsts.filter(
      (answer) => !isSuccess(answer) && !isTooMuch(answer) && hindrance(answer) === null,
    );
    const again: Exchange[] = [];
    for (const { last } of sent)
      if (isTooMuch(last)) again.push(await submit(t, validCreation(t, `${WORDS}, again`)));
    let isWellAlone = true;
    if (bad.length > 0) {
      const list = await t.send(() => t.listing({}, 'member', t.bed.written));
      isWellAlone = listingOf(list).kind === 'list' && isSuccess(await submit(t, validCreation(t)));
    }
    const accepted = [...sent.map(({ last }) => last), ...again].flatMap((answer) =>
      isSuccess(answer) ? (writer.of(answer) ?? []) : [],
    );
    // Refusals of a service that is not well alone either, or refuses at random, are no matter of bursts.
    const isSteady = isWellAlone && new Set(bad.map(describeExchange)).size <= 1;
    noteBurst(t, [...(isSteady ? firsts : []), ...accepted.map(({ exchange }) => exchange)]);
    return {
      firsts,
      accepted,
      bad,
      late: firsts.filter(({ fault }) => fault?.kind === 'timeout'),
      refusedAlone: again.filter(
        (answer) => !isSuccess(answer) && hindrance(answer) === null && !isRateLimited(answer),
      ),
      isWellAlone,
    };
  });
}

/** The first burst; and those that confirm it, where it is answered as no burst may be. @throws {Stopped} */
export async function sendBursts(t: Trial): Promise<void> {
  const all = bursts(t);
  all.push(await sendBurst(t));
  const isSuspicious = (): boolean =>
    all.some(({ bad, refusedAlone }) => bad.length + refusedAlone.length > 0);
  while (isSuspicious() && all.length < SIGHTINGS_TO_ACCUSE) all.push(await sendBurst(t));
}

/** Whether two of some requests were under way at the same time. */
function overlap(exchanges: readonly Exchange[]): boolean {
  const spans = exchanges
    .map(({ startedAt, ms }) => ({ from: startedAt, to: startedAt + ms }))
    .toSorted((a, b) => a.from - b.from);
  return spans.some(({ to }, index) => (spans[index + 1]?.from ?? Number.POSITIVE_INFINITY) < to);
}

/** Why no two requests of a burst were under way at the same time: what was seen, and what would mend it. */
function whyApart({ run: { settings, target } }: Trial): Doubt {
  const seen = 'No two creations were under way at the same time';
  if (settings.concurrency < 2)
    return because(
      'limit',
      `${seen}, since CONCURRENCY is ${settings.concurrency}; a higher one decides it.`,
    );
  if (settings.maxRate !== undefined)
    return because(
      'limit',
      `${seen}, since MAX_RATE is ${settings.maxRate}; without it this can be decided.`,
    );
  if (!target.client.pace.load.hasTimeForTwo)
    return because(
      'unanswered',
      `${seen}, since the service takes too long to answer two within ${settings.timeoutMs} ms; a higher TIMEOUT_MS decides it.`,
    );
  return because(
    'unclear',
    `${seen}, although ${settings.concurrency} may be: the service takes no more than one at a time, or answers too quickly.`,
  );
}

/** Valid creations at the same moment are accepted, or told that it is too much, and are listed once each. @throws {Stopped} */
export async function judgeBursts(t: Trial): Promise<readonly CaseResult[]> {
  const all = bursts(t);
  const [first] = all;
  if (first === undefined) return [undecided(because('unclear', 'No burst of creations was sent.'))];
  const answered = judgeAnswers(t, all);
  if (answered !== null) return [answered];
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
  return judgeListings(t);
}

/** Whether a valid creation that was no part of a burst was answered alike. */
function isRefusedAlone(t: Trial, all: readonly Burst[], answer: Exchange): boolean {
  const inBursts = new Set(all.flatMap(({ firsts }) => firsts));
  return writerOf(t).sent.some(
    ({ isValid, exchange }) =>
      isValid && !inBursts.has(exchange) && describeExchange(exchange) === describeExchange(answer),
  );
}

/** What the answers say, where they break the rule, or may; `null` where they hold. */
function judgeAnswers(t: Trial, all: readonly Burst[]): CaseResult | null {
  const bad = all.filter(({ bad: answers }) => answers.length > 0);
  const late = all.filter(({ refusedAlone }) => refusedAlone.length > 0);
  const [kind, seen] = bad.length >= late.length ? (['bad', bad] as const) : (['late', late] as const);
  const last = seen.at(-1);
  if (last === undefined) return null;
  const answers = kind === 'bad' ? last.bad : last.refusedAlone;
  const [answer] = answers;
  if (answer === undefined) return null;
  if (kind === 'bad' && (!seen.every(({ isWellAlone }) => isWellAlone) || isRefusedAlone(t, all, answer)))
    return undecided(
      blaming(
        ['create.accepted', 'create.body-optional'],
        `Of ${last.firsts.length} valid creations at the same moment ${answers.length} were answered ${describeExchange(answer)}, and so is one alone, or the list.`,
      ),
    );
  if (seen.length < SIGHTINGS_TO_ACCUSE)
    return undecided(
      because(
        'unstable',
        `Of ${last.firsts.length} valid creations at the same moment ${answers.length} were answered ${describeExchange(answer)}, in ${seen.length} of ${all.length} bursts; run again when the service is stable.`,
      ),
    );
  return {
    kind: 'violated',
    violation: {
      kind: kindOfStatus(answer),
      expected:
        kind === 'bad'
          ? 'each of some valid creations at the same moment accepted, or told that it is too much at once (409, 429, 502, 503 or 504)'
          : 'what was too much at once accepted when it is sent again alone',
      actual: `${count(answers.length, 'creation')} of ${last.firsts.length} answered ${describeExchange(answer)}`,
      counterexample: { simultaneous: last.firsts.length },
      reproduced: { seen: seen.length, tries: all.length },
      ...shows({ context: last.firsts.filter(isSuccess).slice(0, 1), answers: answers.slice(0, 2) }),
    },
  };
}

/** The rules that are broken by what was created one by one as well: then bursts are not to blame. */
async function brokenForSingles(t: Trial): Promise<readonly RuleId[]> {
  const { missing, doubled } = await finalCount(t);
  if (missing.some(isSingle(t))) return ['create.listed', 'create.once'];
  return doubled.some(isSingle(t)) ? ['create.once'] : [];
}

async function judgeListings(t: Trial): Promise<readonly CaseResult[]> {
  const all = bursts(t);
  const located = await finalCount(t);
  const accepted = all.flatMap((burst) => burst.accepted);
  if (located.isBlind) return judgeByCount(t);
  const isOdd = (sent: Sent): boolean => located.missing.includes(sent) || located.doubled.includes(sent);
  if (!accepted.some(isOdd)) {
    const [first] = accepted;
    if (first !== undefined)
      t.judged.offer({ case: { simultaneous: all[0]?.firsts.length }, exchange: first.exchange });
    return accepted.map(() => HELD);
  }
  const others = await brokenForSingles(t);
  if (others.length > 0)
    return [
      undecided(
        blaming(others, `Issues that were created one after the other are not listed once each either.`),
      ),
    ];
  const doubt = accepted.some((sent) => located.doubled.includes(sent)) ? null : unread(located);
  if (doubt !== null) return [undecided(doubt)];
  let [last, lastBurst] = [located, all.findLast((burst) => burst.accepted.some(isOdd))];
  let odd = 1;
  for (let left = SIGHTINGS_TO_ACCUSE - 1; left > 0; left -= 1) {
    lastBurst = await sendBurst(t);
    last = await locate(t, lastBurst.accepted);
    if (last.doubled.length > 0 || (last.missing.length > 0 && unread(last) === null)) odd += 1;
  }
  const isLost = last.missing.length >= last.doubled.length;
  const wrong = isLost ? last.missing : last.doubled;
  if (odd < SIGHTINGS_TO_ACCUSE || wrong.length === 0)
    return [
      undecided(
        because(
          'unstable',
          `Of issues that were accepted at the same moment some were not listed once each, in ${odd} of ${SIGHTINGS_TO_ACCUSE} bursts; run again when the service is stable.`,
        ),
      ),
    ];
  const records = isLost
    ? nowhereSeen(wrong)
    : wrong.slice(0, 1).map((sent) => placesWith(last.census, sent));
  return [
    {
      kind: 'violated',
      violation: {
        kind: isLost ? 'lost' : 'duplicated',
        expected: 'every one of the issues that were accepted at the same moment listed once',
        actual: `${wrong.length} of ${lastBurst?.accepted.length ?? 0} accepted issues ${isLost ? 'not listed' : 'listed more than once'}`,
        records,
        counterexample: { simultaneous: sizeOf(t) },
        reproduced: { seen: odd, tries: SIGHTINGS_TO_ACCUSE },
        ...shows(
          isLost
            ? { answers: wrong.slice(0, 2).map(({ exchange }) => exchange) }
            : {
                context: wrong.slice(0, 1).map(({ exchange }) => exchange),
                answers: pagesOfPlaces(records),
              },
        ),
      },
    },
  ];
}

const OTHERS = because(
  'unstable',
  'New records came that do not show whose they are, and not as many as were created; run again while nobody else writes.',
);

/** Where no record shows a title, as many records have to come with each burst as it has creations that were accepted. */
async function judgeByCount(t: Trial): Promise<readonly CaseResult[]> {
  const one = await roundOfOne(t);
  if (one.arrived !== one.accepted)
    return [
      undecided(
        blaming(
          ['create.listed', 'create.once'],
          'It cannot be seen what becomes of an issue that is created alone.',
        ),
      ),
    ];
  for (let burst = 1; ; burst += 1) {
    const round = await countedRound(t, async () =>
      (await sendBurst(t)).accepted.map(({ exchange }) => exchange),
    );
    if (round.arrived === round.accepted) {
      const [exchange] = round.exchanges;
      if (exchange !== undefined)
        t.judged.offer({ case: { simultaneous: round.exchanges.length }, exchange });
      return [HELD];
    }
    if (!isCounted(round.before) || !isCounted(round.after) || !(await isAtRest(t, round)))
      return [undecided(OTHERS)];
    if (burst < SIGHTINGS_TO_ACCUSE) continue;
    return [
      {
        kind: 'violated',
        violation: {
          kind: round.arrived < round.accepted ? 'lost' : 'duplicated',
          expected: 'one new record with each of the creations that were accepted at the same moment',
          actual: `${count(round.arrived, 'new record')} after ${round.accepted}`,
          counterexample: { simultaneous: sizeOf(t) },
          reproduced: { seen: SIGHTINGS_TO_ACCUSE, tries: SIGHTINGS_TO_ACCUSE },
          exchanges: round.exchanges.slice(0, 3),
        },
      },
    ];
  }
}
