import { whyUnordered } from '../checks/preconditions.ts';
import { askedIn, type RuleCase } from '../model/case.ts';
import { type CaseResult, type Check, resultOf, undecided } from '../model/check.ts';
import { exampleOf } from '../model/judged.ts';
import { SIGHTINGS_TO_ACCUSE } from '../model/tuning.ts';
import type { ViolationKind } from '../model/violation.ts';
import { breather } from '../run/breather.ts';
import type { CaseRule } from '../run/rule.ts';
import { confirmEach } from './confirm-each.ts';
import { suspectErrors } from './hidden-errors.ts';
import {
  CONFIRMING,
  heardBy,
  judgeLooks,
  type Looked,
  lookAt,
  type Suspicion,
  suspicionOf,
} from './looking.ts';
import { Contested, type RuleAttempt } from './rule-attempt.ts';
import { isConfirmedAtOnce, lookAgain } from './second-look.ts';
import { lookAtStrangers, type StrangerCase } from './strangers.ts';

type CaseAttempt = RuleAttempt<CaseRule>;

const each = <T>(some: readonly T[], work: (one: T) => Promise<void>): Promise<unknown> =>
  Promise.all(some.map(work));

/** True if something that its rule takes for granted does not hold. */
const isUnmet = ({ t }: CaseAttempt): boolean => t.doubts.length > 0;

/** True if a rule is asked for although something that it takes for granted may not hold. */
const isAskedAnyway = ({ rule }: CaseAttempt): boolean =>
  rule.regardless === true || rule.watched !== undefined || rule.atEnd !== undefined;

/**
 * Asks the cases of some rules for the first time, each request once. Cases that want nothing else in flight come after
 * the others, and those without a credential last, all together.
 * @param prepare runs before the cases of a rule
 */
export async function ask(
  attempts: readonly CaseAttempt[],
  prepare: (attempt: CaseAttempt) => Promise<void>,
): Promise<void> {
  const strangers: { readonly attempt: CaseAttempt; readonly stranger: StrangerCase }[] = [];
  const alone: { readonly attempt: CaseAttempt; readonly look: () => Promise<Looked> }[] = [];
  await each(attempts, async (attempt) => {
    await prepare(attempt);
    await attempt.go(async () => {
      attempt.isAsked = true;
      const { rule, t } = attempt;
      // A rule that cannot show anything is not asked.
      if (isUnmet(attempt) && !isAskedAnyway(attempt)) return;
      const [cases, check] = [askedIn(t.profile, await rule.cases(t)), await rule.check(t)];
      // A creation has no twin that could move meanwhile.
      const isStranger = ({ caller, invalid }: RuleCase): boolean =>
        rule.phase !== 'write' &&
        caller === 'anonymous' &&
        invalid === undefined &&
        t.bed.token !== undefined;
      for (const one of cases.filter(isStranger)) strangers.push({ attempt, stranger: { t, one, check } });
      const others = cases.filter((one) => !isStranger(one));
      for (const one of others.filter(({ undisturbed }) => undisturbed === true))
        alone.push({ attempt, look: () => lookAt(t, one, check) });
      attempt.looked = await Promise.all(
        others.filter(({ undisturbed }) => undisturbed !== true).map((one) => lookAt(t, one, check)),
      );
    });
  });
  for (const { attempt, look } of alone)
    await attempt.go(async () => {
      attempt.looked = [...attempt.looked, await look()];
    });
  const open = strangers.filter(({ attempt }) => !attempt.isOver);
  try {
    const looked = await lookAtStrangers(open.map(({ stranger }) => stranger));
    for (const { attempt, stranger } of open) {
      const one = looked.get(stranger);
      if (one !== undefined) attempt.looked = [...attempt.looked, one];
    }
  } catch (error) {
    for (const { attempt } of open) attempt.end(error);
  }
}

/** Is called with each rule as soon as it is decided. */
type Finish = (attempt: CaseAttempt) => Promise<void>;

/** Judges the cases of some rules that were asked, looks again at what disagrees, and confirms it rule by rule. */
export async function judge(attempts: readonly CaseAttempt[], finish: Finish): Promise<void> {
  await each(attempts, (attempt) => attempt.go(() => askLater(attempt)));
  const finishOwn: Finish = async (attempt) => {
    if (attempt.isViolated || attempt.rule.free === undefined) await finish(attempt);
  };
  const own: Contested[] = [];
  for (const attempt of attempts) {
    const before = own.length;
    await attempt.go(async () => {
      // A leak is reported before the status of its answer.
      if (await isShown(attempt)) return;
      const check = await attempt.rule.check(attempt.t);
      own.push(...(await judgeFirst(attempt, attempt.looked, check, true)));
    });
    if (own.length === before) await finishOwn(attempt);
  }
  await confirmAll(own, async (attempt) => {
    // A leak that was seen while a status was confirmed says more than the status.
    if (attempt.isViolated) await attempt.go(async () => void (await isShown(attempt)));
    await finishOwn(attempt);
  });
  await judgeHeard(
    attempts.filter(({ isDecided }) => !isDecided),
    finish,
  );
}

/** Asks what follows from all that the run has shown until now. @throws {Stopped} */
async function askLater(attempt: CaseAttempt): Promise<void> {
  const { rule, t } = attempt;
  if (rule.later === undefined) return;
  const check = await rule.check(t);
  // These cases follow from other answers, so requests must be left for them after all others.
  const later = await Promise.all(rule.later(t).map((one) => lookAt(t, one, check, CONFIRMING)));
  attempt.looked = [...attempt.looked, ...later];
}

/** Judges what others were answered by checks that are free of their case. */
async function judgeHeard(attempts: readonly CaseAttempt[], finish: Finish): Promise<void> {
  const heard: Contested[] = [];
  for (const attempt of attempts)
    await attempt.go(async () => {
      const { rule, t } = attempt;
      const free = await rule.free?.(t);
      if (free === undefined) return;
      heard.push(...(await judgeFirst(attempt, heardBy(t, free, attempt.looked), free.check, false)));
    });
  await confirmAll(heard, finish);
}

/** Notes what any answer of the run shows against a rule. @returns false if nothing does @throws {Stopped} */
async function isShown(attempt: CaseAttempt): Promise<boolean> {
  const shown = (await attempt.rule.watched?.(attempt.t)) ?? [];
  if (shown.length > 0) attempt.results = shown;
  return shown.length > 0;
}

/** Notes what only the end of the run shows against a rule. @throws {Stopped} */
export async function noteAtEnd(attempt: CaseAttempt): Promise<void> {
  if (attempt.trial === null || attempt.rule.atEnd === undefined) return;
  const found = attempt.results.find((result) => result.kind === 'violated')?.violation ?? null;
  const shown = await attempt.rule.atEnd(attempt.trial, found);
  if (shown.length > 0) attempt.results = shown;
}

/**
 * Judges the first attempts at cases. A case that held at once is offered as an example.
 * @param isOwn true if the rule asked for them itself
 * @returns those that disagree
 * @throws {Stopped}
 */
async function judgeFirst(
  attempt: CaseAttempt,
  looked: readonly Looked[],
  check: Check,
  isOwn: boolean,
): Promise<Contested[]> {
  const { t } = attempt;
  if (isUnmet(attempt) && attempt.rule.regardless !== true) return [];
  const found: Suspicion[] = [];
  const breathe = breather(t.run);
  for (const { one, look } of looked) {
    // Nothing is awaited without need, so that rules go on in their order.
    const pause = breathe();
    if (pause !== null) await pause;
    const first = judgeLooks(t, one, check, [look]);
    if (first.kind === 'broken') found.push(suspicionOf({ one, look }, first, check));
    else attempt.judged(resultOf(first), one, isOwn);
    if (first.kind === 'held') t.judged.offer(exampleOf(one, look), isOwn);
  }
  if (!found.some(({ first: { violation } }) => violation.kind === 'server-error'))
    found.push(...suspectErrors(t, looked, check));
  return found.length === 0 ? [] : [new Contested(attempt, found, isOwn)];
}

/** Violations of walks, whose pages are compared too. */
const OF_WALKS: ReadonlySet<ViolationKind> = new Set(['lost', 'duplicated']);

/** True if a case is compared with another request by the results of both. */
const comparesResults = ({ first }: Suspicion): boolean =>
  first.looks > SIGHTINGS_TO_ACCUSE || OF_WALKS.has(first.violation.kind);

/** True if a case shows that one request is answered in two orders. */
const showsTwoOrders = (suspicion: Suspicion): boolean =>
  suspicion.first.violation.kind === 'wrong-order' && !comparesResults(suspicion);

/** True if a result is the violation that one request is answered in two orders. */
const isTwoOrders = (result: CaseResult): boolean =>
  result.kind === 'violated' && result.violation.kind === 'wrong-order';

/**
 * Leaves out comparisons of results if one request is answered in two orders: none of them would come to an end.
 * @param isConfirmed true if list.page.partition was seen to fail for that
 */
function leaveUnordered(of: Contested, isConfirmed: boolean): void {
  const { t } = of.attempt;
  const toStrangers = whyUnordered(t, 'strangers', isConfirmed);
  const toOthers = whyUnordered(t, 'others', isConfirmed);
  for (const suspicion of of.left) {
    const unordered = suspicion.one.caller === 'anonymous' ? toStrangers : toOthers;
    if (comparesResults(suspicion) && unordered !== null) of.settle(suspicion, undecided(unordered));
  }
}

/**
 * Confirms the disagreements of some rules, those first that explain others. One request with two orders comes before all
 * else. If the list is stable, the plainest of each rule is confirmed before the second attempt: one violation is enough.
 */
async function confirmAll(found: readonly Contested[], finish: Finish): Promise<void> {
  let open = inOrderOfCauses(found).map((of) => ({ of, confirming: confirmEach(of) }));
  const broken: typeof open = [];
  const goOn = async (
    { of, confirming }: (typeof open)[number],
    isMeant: (of: Contested) => Promise<boolean> | boolean,
  ): Promise<boolean> => {
    let isDone = false;
    await of.attempt.go(async () => {
      if (await isMeant(of)) isDone = (await confirming.next()).done === true;
    });
    return isDone || of.attempt.isOver;
  };
  const confirmNext = async (isMeant: (of: Contested) => Promise<boolean> | boolean): Promise<void> => {
    for (const one of open) {
      const isDone = await goOn(one, isMeant);
      if (isDone) await finish(one.of.attempt);
      else if (one.of.attempt.isViolated) broken.push(one);
      else continue;
      open = open.filter((other) => other !== one);
    }
  };
  await confirmNext(({ left }) => left.some(showsTwoOrders));
  const isUnordered = broken.some(({ of }) => of.attempt.results.some(isTwoOrders));
  for (const { of } of open) await of.attempt.go(() => leaveUnordered(of, isUnordered));
  await confirmNext(isConfirmedAtOnce);
  await lookAgain(open.map(({ of }) => of));
  while (open.length > 0) await confirmNext(() => true);
  // Smaller cases of several rules are looked for at once, since each search takes many requests in a row.
  await each(broken, async (one) => {
    while (!(await goOn(one, () => true)));
    await finish(one.of.attempt);
  });
}

/** Puts the rules first whose failure may explain what others show. */
function inOrderOfCauses(found: readonly Contested[]): Contested[] {
  const byId = new Map<string, Contested>(found.map((of) => [of.attempt.rule.id, of]));
  const ordered = new Set<Contested>();
  const visited = new Set<string>();
  const visit = (of: Contested): void => {
    const { rule } = of.attempt;
    if (visited.has(rule.id)) return;
    visited.add(rule.id);
    for (const id of rule.explainedBy) {
      const other = byId.get(id);
      if (other !== undefined) visit(other);
    }
    ordered.add(of);
  };
  for (const of of found) visit(of);
  return [...ordered];
}
