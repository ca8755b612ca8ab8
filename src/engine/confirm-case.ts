import { because, type Doubt } from '../client/doubt.ts';
import { describeExchange, isServerError } from '../client/exchange.ts';
import { hindrance } from '../snapshot/listing.ts';
import type { Look, RuleCase } from './case.ts';
import { confirm, type Errors } from './confirm.ts';
import { areCopies } from './copies.ts';
import { drawFrom, shrink } from './generated.ts';
import { askerOf } from './judged.ts';
import { judgeLook, lookAlone, lookAnew, pastAnswersOf, type Suspicion } from './looking.ts';
import { whyTokenLost } from './lost-token.ts';
import { type CaseResult, HELD, type Judgement, type Oracle, undecided } from './oracle.ts';
import { orderLasts } from './preconditions.ts';
import type { Contested, Violated } from './rule-attempt.ts';
import { afterDisagreeing, inOrder, isMoving, seenAt } from './second-look.ts';
import { inRun, isTrait } from './server-errors.ts';
import type { Trial } from './trial.ts';
import {
  DISAGREEMENTS_CONFIRMED,
  SIGHTINGS_TO_ACCUSE,
  UNDECIDED_TO_GIVE_UP,
  VANISHED_CONFIRMED,
} from './tuning.ts';
import { asked, asksAt, ofNames } from './twins.ts';
import { count } from './violation.ts';

/** Why some of a look was not asked. */
const withheld = ({ answers, twins }: Look, { spares = false }: Oracle): Doubt | null => {
  const needed = spares ? answers : [...answers, ...asked(twins)];
  const kept = needed.find(({ fault }) => fault?.kind === 'withheld');
  return kept === undefined ? null : hindrance(kept);
};

/** How many requests without a credential one look takes. */
const withoutCredential = (one: RuleCase, { twins }: Oracle): number =>
  [...one.asks, ...asksAt(twins(one), 'again').map(({ ask }) => ask)].filter(
    (each) => typeof each !== 'function' && each.as.standing === 'none',
  ).length;

/**
 * How many answers of twins chance would have had to spare. Those to a twin that is asked once are none of them, nor are
 * answers of other moments: machines that answer by turns keep step with whoever asks, and only these requests go out in an
 * order that is drawn.
 */
function spared({ one, first, oracle }: Suspicion, looks: readonly Look[]): number {
  const names = asksAt(oracle.twins(one), 'again').map(({ name }) => name);
  const answers = looks.flatMap(({ twins }) => asked(ofNames(twins, names)));
  // If twins are meant to be answered like that, none of them is spared.
  const isMeant = answers.some((answer) => describeExchange(answer) === first.violation.actual);
  return isMeant ? 0 : answers.length;
}

/** What is known of 5xx by chance beside those that a case is answered with. */
function errorsOf(t: Trial, { one, look, oracle }: Suspicion): Errors {
  const { errors } = t.run;
  const asker = askerOf(one);
  const method = look.answers.at(-1)?.request.method ?? 'GET';
  const run = inRun(errors, t.errors, method, asker);
  const isAskedBeside = asksAt(oracle.twins(one), 'again').length > 0;
  return {
    areElsewhere: isTrait(errors.byChance(method, t.errors.keys)) || errors.isErring(t.errors.twinKeys),
    own: t.errors.own(asker),
    others: isAskedBeside ? t.errors.twins(asker) : run.others,
    chanceInRun: run.chance,
    isAskedBeside,
  };
}

/** Confirms one disagreement: case and twins are asked equally often, in an order of the seed's. @throws {Stopped} */
export async function confirmCase(t: Trial, suspicion: Suspicion): Promise<CaseResult> {
  const { one, first, oracle } = suspicion;
  // Where the list has no order, nothing that is compared by its results comes to an end.
  const unordered = first.looks > SIGHTINGS_TO_ACCUSE ? await orderLasts.establish(t) : null;
  if (unordered !== null) return undecided(unordered);
  let looks: Look[] = [];
  const earlier: Look[] = [];
  const at = seenAt([suspicion]);
  let aged = t.run.isAged(at);
  // What may be asked for without a credential is little, and not spent where it cannot decide anything.
  const each = withoutCredential(one, oracle);
  const room = (): number => t.run.target.left('none', true);
  const mayMove = first.age || each > 0;
  let moves = mayMove && (await isMoving(t));
  // Two copies of a list that never rests are of two times however long it was given.
  let isCopied = aged && moves && (await areCopies(t));
  const isRationed = each > 0 && Number.isFinite(room()) && !moves;
  const draw = drawFrom(t.seed(`confirm ${t.rule.id} ${JSON.stringify([one.caller, one.query, one.texts])}`));
  const judgeSome = (some: readonly Look[]): Judgement =>
    oracle.judge(
      {
        looks: some,
        earlier,
        aged: aged && !isCopied,
        moves,
        suspected: first.violation.kind,
        past: pastAnswersOf(t, one, oracle),
        known: t.known,
      },
      one,
    );
  return confirm(first, {
    by: 'requests',
    before: 0,
    twinAnswers: () => spared(suspicion, looks),
    isFlaky: () => t.run.listings.isFlaky,
    isRationed,
    errors: () => errorsOf(t, suspicion),
    judgeAnswered: () => judgeSome(looks.filter(({ answers }) => !answers.some(isServerError))),
    isAged: aged,
    counterexample: one.shown,
    // One right after the other: between two rules that look by turns, a service that fails by turns may fail the other only.
    look: (times) =>
      t.run.target.alone(async () => {
        if (each > 0 && room() < each * times)
          return because(
            'limit',
            `A disagreement was seen (${first.violation.actual}, not ${first.violation.expected}), and of the requests that a run of this profile sends without a credential too few are left to see it again; a run of this rule alone has more.`,
          );
        for (let left = times; left > 0; left -= 1) {
          const look = await lookAlone(t, one, oracle, looks.length === 0 ? 'confirm' : 'again', draw);
          looks.push(look);
          const doubt = withheld(look, oracle);
          if (doubt !== null) return doubt;
        }
        return null;
      }),
    judge: () => judgeSome(looks),
    age: async () => {
      await t.run.age(at);
      moves = mayMove && (await isMoving(t));
      isCopied = moves && (await areCopies(t));
      earlier.push(...looks);
      [looks, aged] = [[], true];
    },
  });
}

/**
 * Confirms disagreements of a rule one after the other, the plainest first, until one of them is a violation. Pauses after
 * each, so that every rule has its turn before the requests of a phase are used up. @throws {Stopped}
 */
export async function* confirmEach(of: Contested): AsyncGenerator<void, void> {
  /** @returns true if it is a violation */
  const confirmOne = async function* (suspicion: Suspicion): AsyncGenerator<void, boolean> {
    const confirmed = await confirmCase(of.attempt.t, suspicion);
    const lost = confirmed.kind === 'violated' ? await whyTokenLost(of.attempt.t, suspicion) : null;
    const result = lost === null ? confirmed : undecided(lost);
    if (result.kind === 'violated') {
      const note = of.attempt.violate(result, suspicion.one);
      yield;
      await noteSmallest(of, suspicion, note);
      return true;
    }
    if (result.kind === 'undecided') of.unsure += 1;
    of.note(afterDisagreeing(result), suspicion.one);
    yield;
    return false;
  };
  while (of.confirmed < DISAGREEMENTS_CONFIRMED && of.unsure < UNDECIDED_TO_GIVE_UP) {
    const [next] = inOrder(of.left);
    if (next === undefined) break;
    of.left = of.left.filter((each) => each !== next);
    of.confirmed += 1;
    if (yield* confirmOne(next)) return;
  }
  const before = of.unsure;
  for (const gone of of.gone.slice(0, VANISHED_CONFIRMED))
    if (of.unsure < UNDECIDED_TO_GIVE_UP && (yield* confirmOne(gone))) return;
  // Where those that were gone held however often they were asked for, the rest of them holds as well.
  const areHeld = of.unsure === before;
  if (areHeld) for (const { one } of of.gone.slice(VANISHED_CONFIRMED)) of.note(HELD, one);
  const rest = of.left.length + (areHeld ? 0 : of.gone.slice(VANISHED_CONFIRMED).length);
  if (rest > 0 && of.unsure === 0)
    of.attempt.add(
      undecided(
        because(
          'unstable',
          `${count(rest, 'more case')} disagreed at first and could not all be looked at again; run again when the list is stable.`,
        ),
      ),
    );
}

/** A smaller case as a suspicion, if it is broken in the same way. */
async function brokenAlike(
  t: Trial,
  smaller: RuleCase,
  { look, first, oracle }: Suspicion,
): Promise<Suspicion | null> {
  const again = judgeLook(t, smaller, await lookAnew(t, smaller, oracle), oracle);
  return again.kind === 'broken' && again.violation.kind === first.violation.kind
    ? { one: smaller, look, first: again, oracle, whole: oracle }
    : null;
}

/** The first of some smaller cases that breaks the rule in the same way, confirmed. @throws {Stopped} */
async function firstBroken(
  t: Trial,
  suspicion: Suspicion,
  some: readonly RuleCase[],
): Promise<Violated | null> {
  for (const smaller of some) {
    const broken = await brokenAlike(t, smaller, suspicion);
    const result = broken === null ? null : await confirmCase(t, broken);
    if (result?.kind === 'violated') return result;
  }
  return null;
}

/**
 * Notes the smallest case that breaks the rule in the same way, if there is one: made of a smaller value, or with less around
 * what is asked. @throws {Stopped}
 */
async function noteSmallest(
  { attempt: { t } }: Contested,
  suspicion: Suspicion,
  note: (smaller: Violated, value?: unknown) => void,
): Promise<void> {
  const { one } = suspicion;
  const { origin } = one;
  if (origin === undefined) {
    const plainer = await firstBroken(t, suspicion, one.smaller?.() ?? []);
    if (plainer !== null) note(plainer);
    return;
  }
  const value = await shrink(
    one,
    t.run.profile.shrinks,
    async (each) => (await brokenAlike(t, origin.make(each), suspicion)) !== null,
  );
  const smaller = value === undefined ? null : await firstBroken(t, suspicion, [origin.make(value)]);
  if (smaller !== null) note(smaller, value);
}
