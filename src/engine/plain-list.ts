import { isSuccess } from '../client/exchange.ts';
import { nameOf, type RepositoryName, sameRepository } from '../client/request.ts';
import type { RunContext } from '../context/run-context.ts';
import { type InconclusiveFinding, inconclusiveFinding } from '../model/finding.ts';
import type { Answer, PlannedRequest } from '../model/planned-request.ts';
import { describeAnswer, isCreation, keyOf, sendInOrder } from '../model/planned-request.ts';
import type { Suspect } from './trial.ts';

/** True if a suspect requests the plain list of a repository with TOKEN, or as the primary caller. */
const isPlainListOf = ({ attempt }: Suspect, run: RunContext, repository?: RepositoryName): boolean =>
  attempt.answers.some(({ ask }) => keyOf(ask) === keyOf(run.list(run.primaryCaller, {}, repository)));

/** Returns the plain list of the private repository for a suspect there, if TOKEN may read it and it is not the suspect itself. */
function privateControl(suspect: Suspect, run: RunContext): PlannedRequest[] {
  const { privateRepository } = run.target;
  const isThere = suspect.attempt.answers.some(({ ask }) => run.leakDetector.isPrivate(ask));
  const isControl =
    isThere && run.preflight.mayReadPrivate && !isPlainListOf(suspect, run, privateRepository);
  return isControl ? [run.list(run.primaryCaller, {}, privateRepository)] : [];
}

/**
 * True if a suspect may work again later: a plain list that got an error, or was answered with 200 before; or a creation that
 * must be accepted.
 */
export const isOutage = (suspect: Suspect, run: RunContext): boolean => {
  const { kind } = suspect.first.violation;
  const mayPass = kind === 'server-error' || (kind === 'status' && run.preflight.usualStatus === 200);
  const { mayReadPrivate } = run.preflight;
  return (
    mayPass &&
    (suspect.rule.phase === 'accepting' ||
      isPlainListOf(suspect, run) ||
      (mayReadPrivate && isPlainListOf(suspect, run, run.target.privateRepository)))
  );
};

/** True for a plain list without issues, although it showed some before: a page on maintenance may answer every request. */
const isEmptied = ({ status, list }: Answer, run: RunContext): boolean =>
  status === 200 &&
  (list ?? []).length === 0 &&
  (run.recorded.plain.get(run.primaryCaller.kind)?.list ?? []).length > 0;

/** Returns a plain list that shows trouble. How often it is sent varies, so that servers in rotation do not stay in step. */
async function troubleOfPlainList(
  suspect: Suspect,
  run: RunContext,
  coin: () => boolean,
): Promise<Answer | null> {
  const times = 1 + Number(coin()) + Number(coin());
  const plain = Array.from({ length: times }, () => run.list(run.primaryCaller));
  const answers = await sendInOrder(...plain, ...privateControl(suspect, run))(run.sendToConfirm);
  const isUsual = (answer: Answer): boolean =>
    run.leakDetector.isPrivate(answer.ask)
      ? isSuccess(answer.exchange)
      : answer.status === run.preflight.usualStatus && !isEmptied(answer, run);
  return answers.find((answer) => !isUsual(answer)) ?? null;
}

/** Requests a plain list around an attempt. Returns the finding of the attempt if it shows trouble that excuses the suspect, else `null`. */
export async function excuseByPlainList(
  suspect: Suspect,
  run: RunContext,
  coin: () => boolean,
): Promise<InconclusiveFinding | null> {
  const plain = await troubleOfPlainList(suspect, run, coin);
  if (plain === null) return null;
  const isError = plain.status >= 500;
  const { repository } = run.target;
  const isListing = suspect.attempt.answers.every(
    ({ ask }) =>
      !isCreation(ask) &&
      ask.caller.credential.validity !== 'invalid' &&
      sameRepository(ask.repository, repository),
  );
  // A service that answers every request alike explains a wrong status, but not of a list that it should show.
  const isForAll = suspect.first.violation.kind === 'status' && !isListing;
  const isAnswered = plain.status > 0 && plain.status < 400;
  // An error of the plain list is no excuse for the plain list.
  if (isError ? isPlainListOf(suspect, run) : isAnswered && !isForAll) return null;
  if (plain.unsaid !== null) return { is: 'inconclusive', ...plain.unsaid };
  const isPrivate = run.leakDetector.isPrivate(plain.ask);
  const gone = !isPrivate && isEmptied(plain, run) ? ', without the issues that it showed before' : '';
  const where = isPrivate ? ` of ${nameOf(plain.ask.repository)}` : '';
  const says = `Meanwhile, the plain list${where} got ${describeAnswer(plain)}${gone}.`;
  return inconclusiveFinding('unstable', says, ['list.ok', ...(isError ? [] : suspect.rule.blockedBy)]);
}
