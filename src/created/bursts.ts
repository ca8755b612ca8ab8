import { because, type Doubt } from '../client/doubt.ts';
import { describeExchange, type Exchange, isServerError, isSuccess } from '../client/exchange.ts';
import { kindOfStatus } from '../engine/answers.ts';
import { blaming } from '../engine/causes.ts';
import { type Broken, broken, type CaseResult, held, undecided } from '../engine/oracle.ts';
import { chanceOfErrors, isTrait } from '../engine/server-errors.ts';
import type { Trial } from '../engine/trial.ts';
import { CHANCE_OF_ERRORS } from '../engine/tuning.ts';
import { count, shows } from '../engine/violation.ts';
import { confirmAgain } from './again.ts';
import { type Burst, sendBurst } from './burst.ts';
import { judgeListings } from './burst-listings.ts';
import { acceptedIn } from './shared-creations.ts';
import { writerOf } from './writer.ts';

type Undecided = ReturnType<typeof undecided>;

const UNCONFIRMED = because('unclear', 'It was not seen again how bursts of creations are answered.');

/** The bursts of a run, and what became of answers that no burst may have. */
interface Bursts {
  readonly all: Burst[];
  answered: CaseResult;
}

const bursts = (t: Trial): Bursts =>
  t.run.once('bursts', () => ({ all: [], answered: undecided(UNCONFIRMED) }));

/** The first burst; and those that confirm how it was answered, where no burst may be answered so. @throws {Stopped} */
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
  const { all, answered } = bursts(t);
  const [first] = all;
  if (first === undefined) return [undecided(because('unclear', 'No burst of creations was sent.'))];
  const answers = judgeAnswers(t, all);
  // What else was created since then may show that it is no matter of bursts.
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

/** Whether a valid creation that was no part of a burst was answered alike. */
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

/** What the answers say, where they break the rule, or may; `null` where they hold. */
function judgeAnswers(t: Trial, all: readonly Burst[]): Broken | Undecided | null {
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
  if (kind === 'bad' && mayBeChance(t, all))
    return undecided(
      because(
        'unstable',
        `Of ${last.firsts.length} valid creations at the same moment ${answers.length} were answered ${describeExchange(answer)}, and other requests are answered with 5xx by chance; run again when the service is stable.`,
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
