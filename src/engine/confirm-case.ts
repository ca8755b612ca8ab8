import { keysIn } from '../checks/alike.ts';
import { because, type Doubt } from '../client/doubt.ts';
import { describeExchange, isServerError } from '../client/exchange.ts';
import type { Look, RuleCase } from '../model/case.ts';
import type { CaseResult, Check, Judgement } from '../model/check.ts';
import { drawFrom } from '../model/generated.ts';
import { askerOf } from '../model/judged.ts';
import { POLLS_FOR_COPIES, SIZES_POLLED } from '../model/tuning.ts';
import { asked, asksAt, ofNames } from '../model/twins.ts';
import { inRun, isTrait } from '../run/server-errors.ts';
import type { Trial } from '../run/trial.ts';
import { hindrance } from '../snapshot/listing.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { confirm } from './confirm.ts';
import { judgeLooks, lookAlone, type Suspicion } from './looking.ts';
import type { Errors } from './next-step.ts';
import { isMoving, seenAt } from './second-look.ts';

/** True if a listing lacks results that were listed before and after it, or has results that were not. */
function isOfAnotherTime(
  keys: readonly string[],
  before: readonly string[],
  after: readonly string[],
): boolean {
  const [own, earlier, later] = [new Set(keys), new Set(before), new Set(after)];
  const end = after.findLastIndex((key) => own.has(key));
  const isMissing = after.slice(0, end + 1).some((key) => earlier.has(key) && !own.has(key));
  const shown = keys.slice(0, keys.findLastIndex((key) => later.has(key)) + 1);
  return isMissing || shown.some((key) => !earlier.has(key) && !later.has(key));
}

/**
 * True if listings of a changing list are copies of different times, as a cache keeps them. Two of them show nothing,
 * however long the list was given. It is found out once a phase.
 * @throws {Stopped}
 */
function areCopies(t: Trial): Promise<boolean> {
  return t.run.once('copies', () =>
    t.run.target.alone(async () => {
      const keysOf = async (size: number): Promise<readonly string[]> => {
        const spec = t.listing(t.page(size, 1));
        return keysIn(await t.send(() => spec, { confirming: true }), t.known) ?? [];
      };
      let before = await keysOf(FULL_PAGE);
      for (let poll = 0; poll < POLLS_FOR_COPIES; poll += 1) {
        const other = await keysOf(FULL_PAGE - 1 - (poll % SIZES_POLLED));
        await t.run.target.wait(t.run.settings.listedWithinMs / POLLS_FOR_COPIES);
        const after = await keysOf(FULL_PAGE);
        if (isOfAnotherTime(other, before, after)) return true;
        before = after;
      }
      return false;
    }),
  );
}

/** Returns why a part of an attempt was not asked, or `null`. */
const withheld = ({ answers, twins }: Look, { spares = false }: Check): Doubt | null => {
  const needed = spares ? answers : [...answers, ...asked(twins)];
  const kept = needed.find(({ fault }) => fault?.kind === 'withheld');
  return kept === undefined ? null : hindrance(kept);
};

/** Returns how many requests without a credential one attempt takes. */
const withoutCredential = (one: RuleCase, { twins }: Check): number =>
  [...one.asks, ...asksAt(twins(one), 'again').map(({ ask }) => ask)].filter(
    (each) => typeof each !== 'function' && each.as.standing === 'none',
  ).length;

/**
 * Returns how many answers of twins show no violation, although chance could have dealt it to them. A twin that is asked
 * once does not count. Nor do answers of other moments: machines that answer by turns keep step with a caller, unless the
 * order is drawn.
 */
function spared({ one, first, check }: Suspicion, looks: readonly Look[]): number {
  const names = asksAt(check.twins(one), 'again').map(({ name }) => name);
  const answers = looks.flatMap(({ twins }) => asked(ofNames(twins, names)));
  // If twins should get such an answer, none of them shows the absence of chance.
  const isMeant = answers.some((answer) => describeExchange(answer) === first.violation.actual);
  return isMeant ? 0 : answers.length;
}

/** Returns the errors by chance beside those of a case. */
function errorsOf(t: Trial, { one, look, check }: Suspicion): Errors {
  const { errors } = t.run;
  const asker = askerOf(one);
  const method = look.answers.at(-1)?.request.method ?? 'GET';
  const run = inRun(errors, t.errors, method, asker);
  const isAskedBeside = asksAt(check.twins(one), 'again').length > 0;
  return {
    areElsewhere: isTrait(errors.byChance(method, t.errors.keys)) || errors.isErring(t.errors.twinKeys),
    own: t.errors.own(asker),
    others: isAskedBeside ? t.errors.twins(asker) : run.others,
    chanceInRun: run.chance,
    isAskedBeside,
  };
}

/**
 * Makes more attempts at a case, one after another, and adds them to those before.
 * @returns why a part of one was not asked, or `null`
 */
async function lookMore(
  t: Trial,
  { one, check }: Suspicion,
  times: number,
  looks: Look[],
  draw: () => number,
): Promise<Doubt | null> {
  for (let left = times; left > 0; left -= 1) {
    const look = await lookAlone(t, one, check, looks.length === 0 ? 'confirm' : 'again', draw);
    looks.push(look);
    const doubt = withheld(look, check);
    if (doubt !== null) return doubt;
  }
  return null;
}

/** Confirms one disagreement: case and twins are asked equally often, in an order of the seed's. @throws {Stopped} */
export async function confirmCase(t: Trial, suspicion: Suspicion): Promise<CaseResult> {
  const { one, first, check } = suspicion;
  let looks: Look[] = [];
  const earlier: Look[] = [];
  const at = seenAt([suspicion]);
  let wasAged = t.run.isAged(at);
  // An answer may show later that a cache keeps it for longer.
  const isAged = (): boolean => wasAged && t.run.isAged(at);
  // Few requests may be sent without a credential, so none is spent if it cannot decide anything.
  const each = withoutCredential(one, check);
  const room = (): number => t.run.target.left('none', true);
  const mayMove = first.age || each > 0;
  let moves = mayMove && (await isMoving(t));
  // Two copies of a list that never rests are of two times however long it was given.
  let isCopied = isAged() && moves && (await areCopies(t));
  const isRationed = each > 0 && Number.isFinite(room()) && !moves;
  const draw = drawFrom(t.seed(`confirm ${t.rule.id} ${JSON.stringify([one.caller, one.query, one.texts])}`));
  const judgeSome = (some: readonly Look[]): Judgement =>
    judgeLooks(t, one, check, some, {
      earlier,
      aged: isAged() && !isCopied,
      suspected: first.violation.kind,
    });
  return confirm(first, {
    by: 'requests',
    before: 0,
    twinAnswers: () => spared(suspicion, looks),
    isFlaky: () => t.run.listings.isFlaky,
    isRationed,
    errors: () => errorsOf(t, suspicion),
    judgeAnswered: () => judgeSome(looks.filter(({ answers }) => !answers.some(isServerError))),
    isAged,
    counterexample: one.shown,
    // The attempts follow one another. If two rules took turns, a service that fails by turns might fail only one of
    // them.
    look: (times) =>
      t.run.target.alone(async () => {
        if (each > 0 && room() < each * times)
          return because(
            'limit',
            `A disagreement was seen (${first.violation.actual}, not ${first.violation.expected}), and of the requests that a run of this profile sends without a credential too few are left to see it again; a run of this rule alone has more.`,
          );
        return lookMore(t, suspicion, times, looks, draw);
      }),
    judge: () => judgeSome(looks),
    age: async () => {
      await t.run.age(at);
      moves = mayMove && (await isMoving(t));
      isCopied = moves && (await areCopies(t));
      earlier.push(...looks);
      [looks, wasAged] = [[], true];
      return t.run.shownAge.doubt;
    },
  });
}
