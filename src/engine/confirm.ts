import type { Attempt, ByTwin } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { listEverything } from '../creations/full-listing.ts';
import { MADE_UP } from '../generate/values.ts';
import type { Finding, InconclusiveFinding, Violated } from '../model/finding.ts';
import { inconclusiveFinding, isShownByOneAttempt } from '../model/finding.ts';
import { describeAnswer, isCreation } from '../model/planned-request.ts';
import { attemptsFor, isOfContents, SIGHTINGS_IN_ALL } from '../model/violation-kinds.ts';
import { askAll, judge } from './attempt.ts';
import { excuseByPlainList } from './plain-list.ts';
import type { Suspect } from './trial.ts';

/** Returns a sentence on what a suspect showed and no attempt decided. */
export const unconfirmedText = ({ testCase, first }: Pick<Suspect, 'testCase' | 'first'>): string =>
  `${testCase.name}: ${first.violation.actual} (not confirmed).`;

const ONCE = { seen: 1, tries: 1 };

const isLoss = ({ violation }: Violated): boolean => violation.kind === 'lost';
const isViolated = (finding: Finding): finding is Violated => finding.is === 'violated';
/** True if a limit prevented an attempt, which then says nothing about the service. */
const isNotMade = (finding: Finding): boolean => finding.is === 'inconclusive' && finding.cause === 'limit';

interface Confirming {
  /** Decides if the plain list is requested before or after the case, so that servers in rotation do not stay in step. */
  readonly coin: () => boolean;
  /** Number of first attempts at the rule that nothing harmless explains. */
  readonly certain: number;
  /** True if other rules get 5xx, or broken connections, for the same method. */
  readonly isErring: boolean;
}

/** Makes one attempt: the case between its twins, and the plain list before or after the case. */
async function attemptAgain(
  suspect: Suspect,
  run: RunContext,
  { before, beforeConfirming, coin }: Pick<Attempt, 'before' | 'beforeConfirming'> & Pick<Confirming, 'coin'>,
) {
  const { rule, testCase, first, attempt } = suspect;
  const send = run.sendToConfirm;
  const script = isLoss(first) ? (testCase.unsearched ?? testCase.script) : testCase.script;
  const isBefore = coin();
  // Servers that serve one caller in rotation must not stay in step, either.
  const caller = attempt.answers.at(-1)?.ask.caller;
  const mayShift =
    run.hasQuota(attempt.answers) && run.preflight.listingCallers.some((one) => one === caller);
  if (caller !== undefined && mayShift && coin()) await send(run.list(caller));
  const earlier = isBefore ? await excuseByPlainList(suspect, run, coin) : null;
  const answers = await script(send);
  const after = await askAll(testCase.twins, send);
  const excuse = earlier ?? (isBefore ? null : await excuseByPlainList(suspect, run, coin));
  const again = { before, answers, after, beforeConfirming };
  return { attempt: again, finding: excuse ?? judge(rule, { testCase, attempt: again }, run) };
}

/** True if an invalid credential got 403 in an attempt, as callers who are locked out do. */
const isForbidden = ({ answers }: Attempt): boolean =>
  answers.some(({ ask, status }) => status === 403 && ask.caller.credential.validity === 'invalid');

/** Returns a finding if a made-up token no longer gets the status that it got at first; else `null`. */
async function lockedOut(run: RunContext): Promise<InconclusiveFinding | null> {
  const { madeUpStatus } = run.preflight;
  // A 403 at first shows no lockout.
  if (madeUpStatus === null || madeUpStatus === 403) return null;
  const answer = await run.sendToConfirm(run.list(run.values.madeUpCaller(MADE_UP)));
  // Without an answer, a lockout is possible.
  if (answer.unsaid !== null) return { is: 'inconclusive', ...answer.unsaid };
  if (answer.status === madeUpStatus) return null;
  const got = `A made-up token got ${describeAnswer(answer)}, not ${madeUpStatus} as at first`;
  // An error says nothing of a lockout.
  return answer.status >= 500
    ? inconclusiveFinding('unstable', `${got}.`)
    : inconclusiveFinding('limit', `${got}; the service may lock out callers with invalid credentials.`);
}

/** Searches for the creations of some attempts, once they have had their time, and judges the attempts again. */
async function judgeLater({ rule, testCase }: Suspect, attempts: readonly Attempt[], run: RunContext) {
  await run.lag.settle([rule.id]);
  await listEverything(run)(run.sendToConfirm);
  return attempts.map((attempt) => judge(rule, { testCase, attempt }, run));
}

/** True if a suspect was refused as by a limit without a hint, which answers 403 to creations, but lets some in from time to time. */
const mayBeLimit = ({ attempt }: Suspect): boolean =>
  attempt.answers.some(({ ask, status }) => isCreation(ask) && status === 403);

/** Returns how many violations confirm a suspect, how many attempts are made at most, and how many earlier ones count as well. */
function planOf(suspect: Suspect, run: RunContext, { certain, isErring }: Confirming) {
  const { isUnambiguous, violation } = suspect.first;
  if (isUnambiguous === true)
    // One attempt with the plain list shows that the service is well.
    return { enough: Math.max(1, SIGHTINGS_IN_ALL - certain), most: 2 * SIGHTINGS_IN_ALL, earlier: certain };
  const { kind } = violation;
  const isFlaky = run.stability.isFlaky || (isErring && kind === 'server-error');
  const { answers, before } = suspect.attempt;
  const sent = [...answers, ...Object.values(before).flat()];
  // Requests without a credential, which twins may be, are few.
  const isOfToken = sent.every(({ ask }) => ask.caller.credential.validity === 'valid');
  const wanted = attemptsFor(kind, {
    isFlaky,
    hasQuota: run.hasQuota(suspect.attempt.answers),
    mayBeLimit: mayBeLimit(suspect) && isOfToken,
  });
  return { enough: wanted, most: wanted, earlier: 0 };
}

/** Attempts a case until enough attempts have shown the violation, or enough will not. */
async function attemptAll(
  suspect: Suspect,
  run: RunContext,
  { coin, enough, most }: ReturnType<typeof planOf> & Pick<Confirming, 'coin'>,
) {
  const { testCase, first } = suspect;
  const askControls = (): Promise<ByTwin> => askAll(testCase.beforeConfirming, run.sendToConfirm);
  const made: Awaited<ReturnType<typeof attemptAgain>>[] = [];
  const isEnough = (): boolean => made.filter(({ finding }) => isViolated(finding)).length >= enough;
  let beforeConfirming = await askControls();
  let before = await askAll(testCase.twins, run.sendToConfirm);
  while (made.length < most && !isEnough()) {
    if (mayBeLimit(suspect) && made.length > 0) beforeConfirming = await askControls();
    const one = await attemptAgain(suspect, run, { before, beforeConfirming, coin });
    before = one.attempt.after;
    made.push(one);
    // A second attempt without a violation tells lag from chance.
    if (!isViolated(one.finding) && made.length > 1 && first.isUnambiguous !== true) break;
  }
  return made;
}

/**
 * Confirms a suspect: sends the case again between its twins, with nothing else in flight, as often as its kind takes. It
 * is a violation if every attempt shows it. A flaky result is undecided.
 */
export async function confirm(suspect: Suspect, run: RunContext, confirming: Confirming) {
  const { testCase, attempt: earliest, first } = suspect;
  if (isShownByOneAttempt(first)) return { ...first, reproduced: ONCE };
  const lockout = isForbidden(earliest) ? await lockedOut(run) : null;
  if (lockout !== null) return lockout;
  const plan = planOf(suspect, run, confirming);
  const all = await attemptAll(suspect, run, { ...plan, coin: confirming.coin });
  const attempts = all.map(({ attempt }) => attempt);
  const early = all.map(({ finding }) => finding);
  const isUnsearched = isLoss(first) && testCase.unsearched !== undefined && early.every(isViolated);
  const found = isUnsearched ? await judgeLater(suspect, attempts, run) : early;
  const shown = found.filter(isViolated);
  const last = shown.at(-1);
  const made = found.filter((finding) => !isNotMade(finding));
  const { enough, earlier } = plan;
  if (last !== undefined && shown.length >= enough) {
    const later = !isForbidden(earliest) && attempts.some(isForbidden) ? await lockedOut(run) : null;
    if (later !== null) return later;
    return { ...last, reproduced: { seen: shown.length + earlier, tries: made.length + earlier } };
  }
  const hasMoved = suspect.mayBeLag || movedBetween(earliest, attempts.at(-1) ?? earliest, run);
  return unconfirmed(suspect, found, isOfContents(first.violation.kind) && hasMoved);
}

/** Returns what follows from attempts that do not all show a violation. A list that has moved explains the difference. */
function unconfirmed({ testCase, first }: Suspect, found: readonly Finding[], hasMoved: boolean) {
  const others = found.filter((finding) => finding.is !== 'violated');
  const made = found.filter((finding) => !isNotMade(finding));
  const seen = 1 + found.length - others.length;
  const flaky = inconclusiveFinding(
    'unstable',
    `In ${seen} of ${made.length + 1} attempts (${testCase.name}): ${first.violation.actual}.`,
  );
  const notMade = others.filter((finding) => finding.is === 'inconclusive').find(isNotMade);
  if (notMade !== undefined && made.every(isViolated))
    return { ...notMade, reason: `${unconfirmedText({ testCase, first })} ${notMade.reason}` };
  const last = others.at(-1);
  if (seen > 1 || last === undefined) return flaky;
  if (last.is === 'inconclusive') return last;
  // An unstable one is inconclusive because the list changed around it.
  const unclear = others.find((finding) => finding.is === 'inconclusive' && finding.cause !== 'unstable');
  return unclear ?? (hasMoved ? last : flaky);
}

/** True if the twins show something else than at first. */
function movedBetween(earliest: Attempt, latest: Attempt, run: RunContext): boolean {
  const shown = (twins: Attempt['before']): string =>
    JSON.stringify(Object.values(twins).map((answers) => answers.map(run.keys)));
  return shown(earliest.before) !== shown(latest.after);
}
