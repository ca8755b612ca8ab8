import type { Attempt, Case, Rule } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { type Finding, inconclusiveFinding, isShownAtOnce, type Violated } from '../model/finding.ts';
import { type Answer, describeAnswer, sendInOrder } from '../model/planned-request.ts';
import type { Sightings } from '../model/violation.ts';
import { attemptsFor, isOfContents, SIGHTINGS_IN_ALL } from '../model/violation-kinds.ts';
import { askAll, judge, sendingToConfirm } from './attempt.ts';

/** A case whose first attempt violated its rule. */
export interface Suspect {
  readonly rule: Rule;
  readonly testCase: Case;
  readonly attempt: Attempt;
  readonly first: Violated;
}

/** A violation that was confirmed. */
export type Confirmed = Violated & { readonly reproduced: Sightings };
/** A finding after an unconfirmed violation. */
type Unconfirmed = Exclude<Finding, Violated>;

/** One attempt is enough for some violations. */
export const ONCE: Sightings = { seen: 1, tries: 1 };

const isViolated = (finding: Finding): finding is Violated => finding.is === 'violated';
/** True if a limit prevented an attempt, which then says nothing about the service. */
const isNotMade = (finding: Finding): boolean => finding.is === 'inconclusive' && finding.cause === 'limit';
/** True if an attempt is inconclusive because the list changed around it. */
const isMoving = (finding: Finding): boolean => finding.is === 'inconclusive' && finding.cause === 'unstable';

/**
 * Requests the plain list around an attempt, and returns an answer that shows trouble, or `null`. The number of requests
 * varies from one to three, so that servers in rotation do not stay in step.
 */
async function pulse(run: RunContext, coin: () => boolean): Promise<Answer | null> {
  const send = sendingToConfirm(run);
  const times = 1 + Number(coin()) + Number(coin());
  const plain = Array.from({ length: times }, () => run.list(run.primaryCaller));
  const answers = await sendInOrder(...plain)(send);
  const isSick = ({ status }: Answer): boolean =>
    status !== run.preflight.usualStatus && (status === 0 || status >= 400);
  return answers.find(isSick) ?? null;
}

/** Makes one attempt: the case between its twins, and the plain list before or after the case. */
async function attemptAgain(
  { rule, testCase }: Suspect,
  { before, beforeConfirming }: Pick<Attempt, 'before' | 'beforeConfirming'>,
  run: RunContext,
  coin: () => boolean,
): Promise<{ readonly attempt: Attempt; readonly finding: Finding }> {
  const send = sendingToConfirm(run);
  const isBefore = coin();
  const sick = isBefore ? await pulse(run, coin) : null;
  const answers = await testCase.script(send);
  const after = await askAll(testCase.twins, send);
  const later = sick ?? (isBefore ? null : await pulse(run, coin));
  const attempt = { before, answers, after, beforeConfirming };
  const finding =
    later === null
      ? judge(rule, testCase, attempt, run)
      : inconclusiveFinding('unstable', `Meanwhile, the plain list got ${describeAnswer(later)}.`);
  return { attempt, finding };
}

/** The inputs of a confirmation. */
interface Confirming {
  /** Decides if the plain list is requested before or after the case, so that servers in rotation do not stay in step. */
  readonly coin: () => boolean;
  /** Number of first attempts at the rule that nothing harmless explains. */
  readonly certain: number;
  /** True if other rules get 5xx for the same method. */
  readonly isErring: boolean;
}

/**
 * Confirms a suspect: sends the case again between its twins, with nothing else in flight, as often as its kind takes. It
 * is a violation if every attempt shows it. A flaky result is undecided.
 */
export async function confirm(
  suspect: Suspect,
  run: RunContext,
  { coin, certain, isErring }: Confirming,
): Promise<Confirmed | Unconfirmed> {
  const { testCase, attempt: earliest, first } = suspect;
  if (isShownAtOnce(first)) return { ...first, reproduced: ONCE };
  const { kind } = first.violation;
  const isFlaky = run.stability.isFlaky || (isErring && kind === 'server-error');
  const wanted = attemptsFor(kind, { isFlaky, isRationed: run.hasQuota(earliest.answers) });
  const wasYoung = earliest.answers.some(({ exchange }) => run.lag.isPossibleAt(exchange.startedAt));
  if (isOfContents(kind)) await run.lag.wait();
  const once = await askAll(testCase.beforeConfirming ?? {}, sendingToConfirm(run));
  const isCertain = first.isUnambiguous === true;
  const most = isCertain ? 2 * SIGHTINGS_IN_ALL : wanted;
  const earlier = isCertain ? certain : 0;
  // One attempt with the plain list shows that the service is well.
  const enough = isCertain ? Math.max(1, SIGHTINGS_IN_ALL - earlier) : wanted;
  const found: Finding[] = [];
  let latest: Attempt = { ...earliest, after: await askAll(testCase.twins, sendingToConfirm(run)) };
  while (found.length < most && found.filter(isViolated).length < enough) {
    const { attempt, finding } = await attemptAgain(
      suspect,
      { before: latest.after, beforeConfirming: once },
      run,
      coin,
    );
    latest = attempt;
    found.push(finding);
    if (isViolated(finding) && isShownAtOnce(finding)) return { ...finding, reproduced: ONCE };
    // A second attempt without a violation tells lag from chance.
    if (!isViolated(finding) && found.length > 1 && !isCertain) break;
  }
  const shown = found.filter(isViolated);
  const last = shown.at(-1);
  const made = found.filter((finding) => !isNotMade(finding));
  if (last !== undefined && shown.length >= enough)
    return { ...last, reproduced: { seen: shown.length + earlier, tries: made.length + earlier } };
  return unconfirmed(suspect, found, isOfContents(kind) && (wasYoung || movedBetween(earliest, latest, run)));
}

/**
 * Returns what follows from attempts that do not all show a violation.
 * @param hasMoved true if the list changed meanwhile, which explains the difference
 */
function unconfirmed(
  { testCase, first }: Suspect,
  found: readonly Finding[],
  hasMoved: boolean,
): Unconfirmed {
  const others = found.filter((finding) => finding.is !== 'violated');
  const made = found.filter((finding) => !isNotMade(finding));
  const seen = 1 + found.length - others.length;
  const came = inconclusiveFinding(
    'unstable',
    `${first.violation.actual}: in ${seen} of ${made.length + 1} attempts (${testCase.name}).`,
  );
  const notMade = others.find(isNotMade);
  if (notMade !== undefined && made.every(isViolated)) return notMade;
  const settled = others.at(-1) ?? came;
  if (seen > 1) return came;
  if (settled.is === 'inconclusive') return settled;
  const open = others.find((finding) => finding.is === 'inconclusive' && !isMoving(finding));
  return open ?? (hasMoved ? settled : came);
}

/** True if the twins show something else than at first. */
function movedBetween(earliest: Attempt, latest: Attempt, run: RunContext): boolean {
  const shown = (twins: Attempt['before']): string =>
    JSON.stringify(Object.values(twins).map((answers) => answers.map(run.keys)));
  return shown(earliest.before) !== shown(latest.after);
}
