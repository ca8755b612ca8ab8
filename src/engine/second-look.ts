import { keysIn, partsOf } from '../checks/alike.ts';
import { type Exchange, endOf } from '../client/exchange.ts';
import type { RequestSpec } from '../client/request.ts';
import { type Ask, type Look, nameOfAsk } from '../model/case.ts';
import { type CaseResult, type Judgement, resultOf } from '../model/check.ts';
import {
  ATTEMPTS_TO_RULE_OUT_CHANCE,
  DISAGREEMENTS_OF_A_SAMPLE,
  SIGHTINGS_TO_ACCUSE,
  TRIES_IN_MOTION,
  TWINS_BY_BASE_AT_ONCE,
  TWINS_BY_BASE_IN_MOTION,
} from '../model/tuning.ts';
import { asksAt, byName } from '../model/twins.ts';
import { breather } from '../run/breather.ts';
import type { Trial } from '../run/trial.ts';
import { sameKeys } from '../snapshot/sequence.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import {
  judgeLooks,
  judgeTogether,
  listHasMoved,
  lookTogether,
  pastAnswersOf,
  type Suspicion,
} from './looking.ts';
import type { Contested } from './rule-attempt.ts';

/** Returns the requests of twins as the base caller sends them, without those that are made anew. */
const baseTwins = (
  t: Trial,
  { one, whole }: Suspicion,
): { readonly name: string; readonly spec: RequestSpec }[] =>
  asksAt(whole.twins(one), 'look').flatMap(({ name, ask }) =>
    typeof ask === 'function' ? [] : [{ name, spec: askedByBase(t, ask) }],
  );

const askedByBase = (t: Trial, spec: RequestSpec): RequestSpec => ({ ...spec, as: t.as(t.base) });

/** True if two answers hold the same issues, in any order. */
function haveSame(t: Trial, one: Exchange, other: Exchange): boolean {
  const [keys, others] = [one, other].map((answer) => keysIn(answer, t.known));
  if (keys === undefined || keys === null || keys.length !== others?.length) return false;
  const known = new Set(keys);
  return others.every((key) => known.has(key));
}

/**
 * Explains disagreements of strangers by answers to the base caller, who may ask more often. If equals change places for
 * him, they do so for strangers.
 * @param moves true if the list was seen to change, by any cause
 * @returns the results of the cases that are explained
 * @throws {Stopped}
 */
async function explainedByBase(
  t: Trial,
  suspicions: readonly Suspicion[],
  moves: boolean,
): Promise<ReadonlyMap<Suspicion, CaseResult>> {
  const explained = new Map<Suspicion, CaseResult>();
  const answers = new Map<string | Ask, Exchange[]>();
  const open = (): Suspicion[] => suspicions.filter((each) => !explained.has(each));
  const most = moves ? TWINS_BY_BASE_IN_MOTION : ATTEMPTS_TO_RULE_OUT_CHANCE;
  for (let asked = 0; asked < most && open().length > 0; asked += TWINS_BY_BASE_AT_ONCE) {
    const specs = new Map(
      open()
        .flatMap((each) => baseTwins(t, each))
        .map(({ spec }) => [nameOfAsk(spec), spec]),
    );
    await Promise.all(
      [...specs].flatMap(([request, spec]) =>
        Array.from({ length: TWINS_BY_BASE_AT_ONCE }, async () => {
          const answer = await t.send(() => spec, { confirming: true });
          answers.set(request, [...(answers.get(request) ?? []), answer]);
        }),
      ),
    );
    const breathe = breather(t.run);
    for (const each of open()) {
      await breathe();
      const judgement = judgedByBase(t, each, answers);
      if (judgement !== null) explained.set(each, judgement);
    }
  }
  return explained;
}

/** Judges a case as if the base caller's answers were its twins'. Returns `null` if they explain nothing. */
function judgedByBase(
  t: Trial,
  suspicion: Suspicion,
  answers: ReadonlyMap<string | Ask, readonly Exchange[]>,
): CaseResult | null {
  const { one, look, whole } = suspicion;
  const given = baseTwins(t, suspicion).map(({ name, spec }) => ({
    name,
    answers: answers.get(nameOfAsk(spec)) ?? [],
  }));
  const isSameList = given.some(({ name, answers: some }) =>
    some.some((each) => look.twins[name]?.some((twin) => haveSame(t, each, twin))),
  );
  if (!isSameList) return null;
  const rounds = Math.max(...given.map(({ answers: { length } }) => length));
  const earlier = Array.from(
    { length: rounds },
    (_, round): Look => ({
      answers: [],
      twins: byName(
        given.map(({ name, answers: some }) => ({ name, answers: some.slice(round, round + 1) })),
      ),
    }),
  );
  const judgement = judgeLooks(t, one, whole, [look], { earlier });
  return judgement.kind === 'held' ? resultOf(judgement) : null;
}

/** True if a changing list may explain it: content, and no status. */
const mayBeMotion = ({ first }: Suspicion): boolean => first.age || first.looks > SIGHTINGS_TO_ACCUSE;

/** Returns the time of the last answer of some disagreements, by the clock. */
export const seenAt = (suspicions: readonly Suspicion[]): number =>
  Math.max(0, ...suspicions.flatMap(({ look }) => look.answers.map(endOf)));

/** True if a listing changed since its first reading in this phase. Asked once a phase. @throws {Stopped} */
export function isMoving(t: Trial): Promise<boolean> {
  const spec = t.listing(t.page(FULL_PAGE, 1));
  return t.run.once('motion', async () => {
    await t.ask(spec);
    await t.send(() => spec, { confirming: true });
    return listHasMoved(t);
  });
}

/** True if a twin is answered otherwise now than it was at first. */
function hasMoved(t: Trial, { one, check }: Suspicion): boolean {
  return Object.values(pastAnswersOf(t, one, check)).some((answers = []) => {
    const lists = partsOf(answers, t.known);
    const [first, last] = [lists[0], lists.at(-1)];
    return first !== undefined && last !== undefined && !sameKeys(first.keys, last.keys);
  });
}

const isStranger = ({ attempt: { t } }: Contested, { one }: Suspicion): boolean =>
  one.caller === 'anonymous' && !(t.run.isRead && t.base === 'anonymous');

/** Answers to the base caller at other times may explain what strangers are shown. @throws {Stopped} */
async function besideBase(of: Contested, moves: boolean): Promise<void> {
  const { t } = of.attempt;
  const ofStrangers = of.left.filter((each) => mayBeMotion(each) && isStranger(of, each));
  for (const [suspicion, result] of await explainedByBase(t, ofStrangers, moves))
    of.settle(suspicion, result);
}

/** Applies a second look. @param isLast true if none follows: then a case from which nothing follows is undecided */
function apply(of: Contested, suspicion: Suspicion, judgement: Judgement, isLast: boolean): void {
  if (judgement.kind === 'broken' || (judgement.kind === 'undecided' && !isLast)) return;
  const { t } = of.attempt;
  const isOfAge = suspicion.first.age && t.run.isAged(seenAt([suspicion]));
  if (isOfAge || (mayBeMotion(suspicion) && hasMoved(t, suspicion))) {
    of.settle(suspicion, resultOf(judgement));
    return;
  }
  of.take(suspicion);
  of.gone = [...of.gone, suspicion];
}

/** The disagreements of a rule, and the number of second attempts at them. */
interface Second {
  readonly of: Contested;
  readonly rounds: number;
}

/** Looks at disagreements of all rules at the same moment, and again at what still disagrees. */
async function inRounds(
  all: readonly Second[],
  which: (of: Contested, suspicion: Suspicion) => boolean,
): Promise<void> {
  for (let round = 1; round <= TRIES_IN_MOTION; round += 1) {
    const wanted = all.flatMap(({ of, rounds }) =>
      round > rounds || of.attempt.isOver
        ? []
        : of.left.filter((each) => which(of, each)).map((suspicion) => ({ of, rounds, suspicion })),
    );
    const [first] = wanted;
    if (first === undefined) return;
    try {
      const looks = await lookTogether(wanted.map(({ of, suspicion }) => ({ t: of.attempt.t, suspicion })));
      const breathe = breather(first.of.attempt.t.run);
      for (const { of, rounds, suspicion } of wanted) {
        await breathe();
        const look = looks.get(suspicion);
        if (look !== undefined)
          await of.attempt.go(() =>
            apply(of, suspicion, judgeTogether(of.attempt.t, suspicion, look), round === rounds),
          );
      }
    } catch (error) {
      for (const { of } of wanted) of.attempt.end(error);
    }
  }
}

/** True if the list moves, and that may explain a disagreement. @throws {Stopped} */
const mayBeMoved = async ({ attempt: { t }, left }: Contested): Promise<boolean> =>
  left.some(mayBeMotion) && (await isMoving(t));

/**
 * True if the plainest disagreement of a rule is confirmed at once: no change of the list could explain it, and it takes
 * no request without a credential.
 * @throws {Stopped}
 */
export async function isConfirmedAtOnce(of: Contested): Promise<boolean> {
  const [plainest] = inOrder(of.left);
  return plainest !== undefined && !isStranger(of, plainest) && !(await mayBeMoved(of));
}

/** Sorts disagreements, the plainest first. Requests without a credential are few, so those cases come last. */
export function inOrder(suspicions: readonly Suspicion[]): Suspicion[] {
  // If there is no order at all, other differences follow from it.
  const isOther = ({ violation }: Suspicion['first']): boolean => violation.kind !== 'wrong-order';
  const costOf = ({ one, first }: Suspicion): number =>
    Number(one.caller === 'anonymous') * 100 + first.looks + Number(isOther(first));
  return suspicions.toSorted((a, b) => costOf(a) - costOf(b));
}

/** The motion of the list, as far as it may explain disagreements of a rule. */
interface Motion {
  readonly of: Contested;
  readonly mayMove: boolean;
  readonly moves: boolean;
}

/**
 * Makes a second attempt at all disagreements at once. It clears those that a changing list or a flaky service made.
 * Strangers wait for what the others show.
 */
export async function lookAgain(all: readonly Contested[]): Promise<void> {
  const open: Motion[] = [];
  for (const of of all)
    await of.attempt.go(async () => {
      const mayMove = of.left.some(mayBeMotion);
      const moves = await mayBeMoved(of);
      await besideBase(of, moves);
      if (moves || of.left.length + of.confirmed > DISAGREEMENTS_OF_A_SAMPLE)
        open.push({ of, mayMove, moves });
    });
  // A case that needs two requests in a row is asked again when it is confirmed.
  await inRounds(
    open.map(({ of, moves }) => ({ of, rounds: moves ? TRIES_IN_MOTION : 1 })),
    (of, each) => !isStranger(of, each) && each.one.undisturbed !== true,
  );
  const strangers: Second[] = [];
  for (const { of, mayMove, moves } of open)
    await of.attempt.go(async () => {
      if (!mayMove || !of.left.some((each) => isStranger(of, each))) return;
      // If the others still differ, or strangers alone do, the difference may be one of age.
      const ofAge = of.left.filter(({ first }) => first.age);
      if (ofAge.some((each) => !isStranger(of, each)) || ofAge.length === of.left.length)
        await of.attempt.t.run.age(seenAt(ofAge));
      strangers.push({ of, rounds: moves ? TRIES_IN_MOTION : Math.min(1, ofAge.length) });
    });
  await inRounds(strangers, isStranger);
}
