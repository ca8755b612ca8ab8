import { because, type Doubt } from '../client/doubt.ts';
import { endOf } from '../client/exchange.ts';
import { Stopped } from '../client/stopped.ts';
import { hindrance } from '../snapshot/listing.ts';
import { LetGo } from '../snapshot/records.ts';
import { sameKeys } from '../snapshot/sequence.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { keysIn } from './alike.ts';
import { asked } from './answers.ts';
import { explainedByBase } from './by-base.ts';
import type { Look, RuleCase } from './case.ts';
import { confirm } from './confirm.ts';
import { areCopies } from './copies.ts';
import { drawFrom, shrink } from './generated.ts';
import { askerOf, type Example, exampleOf } from './judged.ts';
import {
  judgeLook,
  type Looked,
  listHasMoved,
  lookAlone,
  lookAnew,
  lookTogether,
  pastAnswersOf,
  type Suspicion,
  suspicionOf,
} from './looking.ts';
import { type CaseResult, HELD, type Oracle, resultOf, undecided } from './oracle.ts';
import { orderLasts, whyUnordered } from './preconditions.ts';
import type { Trial } from './trial.ts';
import { count, type ViolationKind } from './violation.ts';

/** Why some of a look was not asked. */
const withheld = ({ answers, twins }: Look, { spares = false }: Oracle): Doubt | null => {
  const needed = spares ? answers : [...answers, ...asked(twins)];
  const kept = needed.find(({ fault }) => fault?.kind === 'withheld');
  return kept === undefined ? null : hindrance(kept);
};

/** How many requests without a credential one look takes. */
const withoutCredential = (one: RuleCase, { twins }: Oracle): number =>
  [...one.asks, ...twins(one, 'again')].filter(
    (each) => each !== null && typeof each !== 'function' && each.as.standing === 'none',
  ).length;

/** Confirms one disagreement: case and twins are asked equally often, in an order of the seed's. @throws {Stopped} */
export async function confirmCase(t: Trial, suspicion: Suspicion): Promise<CaseResult> {
  const { one, first, oracle } = suspicion;
  // Where the list has no order, nothing that is compared by its results comes to an end.
  const unordered = first.looks > FEWEST ? await orderLasts.establish(t) : null;
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
  const draw = drawFrom(t.seed(`confirm ${t.rule.id} ${JSON.stringify(one.shown)}`));
  return confirm(first, {
    isFlaky: () => t.run.isFlaky,
    isRationed,
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
    judge: () =>
      oracle.judge(
        {
          looks,
          earlier,
          aged: aged && !isCopied,
          suspected: first.violation.kind,
          past: pastAnswersOf(t, one, oracle),
          known: t.known,
        },
        one,
      ),
    age: async () => {
      await t.run.age(at);
      moves = mayMove && (await isMoving(t));
      isCopied = moves && (await areCopies(t));
      earlier.push(...looks);
      [looks, aged] = [[], true];
    },
  });
}

/** Of the disagreements of one rule so many are confirmed one after the other, until one is a violation. */
const MOST_CONFIRMED = 6;
/** So many that cannot be decided leave the rule undecided. */
const MOST_UNDECIDED = 2;
/** Of those that were gone at the second look, so many are confirmed. */
const MOST_GONE = 2;
/** So few are confirmed at once. */
const FEW = 2;
/** What takes more looks than this to confirm may be the list of another time. */
const FEWEST = 3;

/** How walks disagree, whose pages are compared too. */
const OF_WALKS: ReadonlySet<ViolationKind> = new Set(['lost', 'duplicated']);

/** Whether a list that moves may explain it: what it holds, that is, and no status. */
const mayBeMotion = ({ first }: Suspicion): boolean => first.age || first.looks > FEWEST;

/**
 * Judges cases that were looked at; what disagrees is confirmed.
 * @param offer is told of what held at once, as examples of how the rule was tried
 * @param barriers at how many of them it waits for the other rules of the phase: until all have looked, and until those are
 * confirmed from which others may follow
 * @returns what became of each case; a confirmed violation comes last
 * @throws {Stopped}
 */
export async function decide(
  t: Trial,
  looked: readonly Looked[],
  oracle: Oracle,
  offer: (example: Example | null) => void,
  barriers = 2,
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  const judged = (result: CaseResult, { one }: Pick<Looked, 'one'>): void => {
    results.push({ ...result, by: { caller: askerOf(one), query: JSON.stringify(one.query) } });
    t.judged.count(askerOf(one));
  };
  const found: Suspicion[] = [];
  const breathe = t.run.breather();
  for (const { one, look } of looked) {
    // Without a need to, nothing is waited for: rules go on in the order in which they are.
    const pause = breathe();
    if (pause !== null) await pause;
    const first = judgeLook(t, one, look, oracle);
    if (first.kind === 'broken') found.push(suspicionOf({ one, look }, first, oracle));
    else judged(resultOf(first), { one });
    if (first.kind === 'held') offer(exampleOf(one, look));
  }
  if (found.length === 0) return results;
  for (let left = barriers; left > 0; left -= 1) await t.run.together();
  // Without a credential there are few requests, and where one is answered in two orders no comparison comes to an end.
  const unordered = whyUnordered(t);
  const isMoot = ({ one, first: { looks, violation } }: Suspicion): boolean =>
    one.caller === 'anonymous' && (looks > FEWEST || OF_WALKS.has(violation.kind));
  const moot = unordered === null ? [] : found.filter(isMoot);
  for (const each of moot) if (unordered !== null) judged(undecided(unordered), each);
  const { explained, left, gone } = await lookTwice(
    t,
    found.filter((each) => !moot.includes(each)),
  );
  for (const [suspicion, result] of explained) judged(afterDisagreeing(result), suspicion);
  const unsure: Suspicion[] = [];
  for (const [some, most] of [
    [inOrder(left), MOST_CONFIRMED],
    [gone, MOST_GONE],
  ] as const) {
    const before = unsure.length;
    for (const suspicion of some.slice(0, most)) {
      if (unsure.length === MOST_UNDECIDED) break;
      const result = await confirmCase(t, suspicion);
      if (result.kind === 'violated') {
        judged(await smallest(t, suspicion, result), suspicion);
        return results;
      }
      if (result.kind === 'undecided') unsure.push(suspicion);
      judged(afterDisagreeing(result), suspicion);
    }
    // Where those that were gone held however often they were asked for, the rest of them holds as well.
    if (some === gone && unsure.length === before)
      for (const suspicion of some.slice(most)) judged(HELD, suspicion);
    else unsure.push(...some.slice(most));
  }
  const rest = unsure.length - results.filter(({ kind }) => kind === 'undecided').length;
  if (rest > 0)
    results.push(
      undecided(
        because(
          'unstable',
          `${count(rest, 'more case')} disagreed at first and could not all be looked at again; run again when the list is stable.`,
        ),
      ),
    );
  return results;
}

/** A case that disagreed once and then could not have: it is not that the target lacks anything. */
const afterDisagreeing = (result: CaseResult): CaseResult =>
  result.kind === 'vacuous' && result.cause === 'data' ? { ...result, cause: 'unstable' } : result;

/** What may be asked for without a credential is little: it is kept for what shows only there, and is plainest first. */
function inOrder(suspicions: readonly Suspicion[]): Suspicion[] {
  // Where there is no order at all, all sorts of things show besides.
  const isOther = ({ violation }: Suspicion['first']): boolean => violation.kind !== 'wrong-order';
  const costOf = ({ one, first }: Suspicion): number =>
    Number(one.caller === 'anonymous') * 100 + first.looks + Number(isOther(first));
  return suspicions.toSorted((a, b) => costOf(a) - costOf(b));
}

/** What is left to be confirmed of some disagreements. */
interface Second {
  /** What age explains, or a list in motion. */
  readonly explained: (readonly [Suspicion, CaseResult])[];
  /** What agreed at the second look, although nothing moved: a flaky service may have done it. */
  readonly gone: Suspicion[];
  left: Suspicion[];
}

/**
 * Looks again at what disagreed, all at once: a list in motion explains most of it, and what a flaky service did at the
 * first look is gone. What may be asked for without a credential is little, and waits for what the others show.
 */
async function lookTwice(t: Trial, found: readonly Suspicion[]): Promise<Second> {
  const second: Second = { explained: [], gone: [], left: [...found] };
  const isStranger = ({ one }: Suspicion): boolean => one.caller === 'anonymous' && t.base !== 'anonymous';
  // What shows only with nothing in between is asked again when it is confirmed.
  const isUndisturbed = ({ one }: Suspicion): boolean => one.undisturbed === true;
  const mayMove = found.some(mayBeMotion);
  const moves = mayMove && (await isMoving(t));
  const ofStrangers = found.filter((each) => mayBeMotion(each) && isStranger(each));
  for (const [suspicion, result] of await explainedByBase(t, ofStrangers, moves)) {
    second.explained.push([suspicion, result]);
    second.left = second.left.filter((each) => each !== suspicion);
  }
  if (!moves && second.left.length <= FEW) return second;
  for (let looks = moves ? LOOKS_IN_MOTION : 1; looks > 0; looks -= 1)
    await lookAgain(
      t,
      second,
      second.left.filter((each) => !isStranger(each) && !isUndisturbed(each)),
      looks > 1,
    );
  const strangers = second.left.filter(isStranger);
  if (!mayMove || strangers.length === 0) return second;
  // What the others are shown still, or all of it that is shown to strangers alone, may be of another time.
  const ofAge = second.left.filter(({ first }) => first.age);
  if (ofAge.some((each) => !isStranger(each)) || ofAge.length === second.left.length)
    await t.run.age(seenAt(ofAge));
  for (let looks = moves ? LOOKS_IN_MOTION : Math.min(1, ofAge.length); looks > 0; looks -= 1)
    await lookAgain(t, second, second.left.filter(isStranger), looks > 1);
  return second;
}

/** On a list in motion it is looked again at what still disagrees, so often in all: the fewer, the less moves meanwhile. */
const LOOKS_IN_MOTION = 3;

const seenAt = (suspicions: readonly Suspicion[]): number =>
  Math.max(0, ...suspicions.flatMap(({ look }) => look.answers.map(endOf)));

/** @param more whether they are looked at once more, where nothing follows from this look */
async function lookAgain(t: Trial, second: Second, some: readonly Suspicion[], more: boolean): Promise<void> {
  if (some.length === 0) return;
  const judgements = await lookTogether(t, some);
  for (const suspicion of some) {
    const judgement = judgements.get(suspicion);
    if (judgement === undefined || judgement.kind === 'broken') continue;
    if (judgement.kind === 'undecided' && more) continue;
    second.left = second.left.filter((each) => each !== suspicion);
    const isOfAge = suspicion.first.age && t.run.isAged(seenAt([suspicion]));
    if (isOfAge || (mayBeMotion(suspicion) && hasMoved(t, suspicion)))
      second.explained.push([suspicion, resultOf(judgement)]);
    else second.gone.push(suspicion);
  }
}

/** Whether any listing is another one than when it was looked at first in this phase. */
function isMoving(t: Trial): Promise<boolean> {
  const spec = t.listing(t.page(FULL_PAGE, 1));
  return t.run.once('motion', async () => {
    await t.ask(spec);
    await t.send(() => spec, { confirming: true });
    return listHasMoved(t);
  });
}

/** Whether a twin is answered otherwise now than it was at first. */
function hasMoved(t: Trial, { one, oracle }: Suspicion): boolean {
  return pastAnswersOf(t, one, oracle).some((answers) => {
    const lists = answers.flatMap((answer) => {
      const keys = keysIn(answer, t.known);
      return keys === null ? [] : [keys];
    });
    const [first, last] = [lists[0], lists.at(-1)];
    return first !== undefined && last !== undefined && !sameKeys(first, last);
  });
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

/** The violation of a case, or of the first of those with less around it that breaks the rule in the same way. */
async function plainer(
  t: Trial,
  suspicion: Suspicion,
  found: CaseResult & { readonly kind: 'violated' },
): Promise<CaseResult> {
  try {
    for (const smaller of suspicion.one.smaller?.() ?? []) {
      const broken = await brokenAlike(t, smaller, suspicion);
      const result = broken === null ? null : await confirmCase(t, broken);
      if (result?.kind === 'violated') return result;
    }
  } catch (error) {
    // What was confirmed stays so, whatever ends the run.
    if (!(error instanceof Stopped || error instanceof LetGo)) throw error;
  }
  return found;
}

/** The violation of a generated case, or of a smaller one that breaks the rule in the same way. */
async function smallest(
  t: Trial,
  suspicion: Suspicion,
  found: CaseResult & { readonly kind: 'violated' },
): Promise<CaseResult> {
  const { one } = suspicion;
  const { origin } = one;
  if (origin === undefined) return plainer(t, suspicion, found);
  const withOrigin = (result: CaseResult & { readonly kind: 'violated' }, value: unknown): CaseResult => ({
    kind: 'violated',
    violation: { ...result.violation, generated: { property: origin.property, value } },
  });
  const isBroken = (smaller: RuleCase): Promise<Suspicion | null> => brokenAlike(t, smaller, suspicion);
  try {
    const value = await shrink(
      one,
      t.run.profile.shrinks,
      async (each) => (await isBroken(origin.make(each))) !== null,
    );
    const smaller = value === undefined ? null : await isBroken(origin.make(value));
    const result = smaller === null ? null : await confirmCase(t, smaller);
    if (result?.kind === 'violated') return withOrigin(result, value);
  } catch (error) {
    // What was confirmed stays so, whatever ends the run.
    if (!(error instanceof Stopped || error instanceof LetGo)) throw error;
  }
  return withOrigin(found, origin.value);
}
