import { privateIssuesIn } from '../context/leak-detector.ts';
import { isAccepted } from '../context/ledger.ts';
import { type Attempt, around, type Check, lastAround, lastOf } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { blocked, type Finding, holds, inconclusiveFinding, needsData } from '../model/finding.ts';
import { type Answers, type Caller, describeAnswer, describeListing } from '../model/planned-request.ts';
import { recordsAt } from './excerpt.ts';
import { violated, wrongStatus } from './violated.ts';

/** Demands one of several statuses. Three answers with a 2xx instead are enough. */
export function refusedWith(statuses: readonly number[], answers: Answers): Finding {
  const other = answers.find(({ status }) => !statuses.includes(status));
  if (other === undefined) return holds(answers);
  return wrongStatus(statuses.join(' or '), other, { isUnambiguous: isAccepted(other) });
}

/** Demands that an invalid credential is refused, while TOKEN is accepted. */
export function unauthorized(attempt: Attempt, statuses: readonly number[]): Finding {
  const finding = refusedWith(statuses, attempt.answers);
  const other = around(attempt, 'member')
    .flat()
    .find((answer) => !isAccepted(answer));
  return finding.is === 'holds' && other !== undefined
    ? blocked(
        `The same request with ${other.ask.caller.label} got ${describeAnswer(other)}.`,
        'list.token',
        'list.ok',
      )
    : finding;
}

/** Returns the statuses that are right for an invalid credential. */
export const statusesOf = ({ kind }: Caller): number[] => (kind === 'malformed' ? [401, 400] : [401]);

/** Returns an inconclusive finding if TOKEN may not use the private repository. */
export const noAccess = ({ preflight }: RunContext): Finding =>
  inconclusiveFinding('access', preflight.unreadReason, ['list.unknown-repo']);

/** True if answers show that TOKEN has access to the private repository. */
export const hasAccess = ({ preflight, ledger, target }: RunContext): boolean =>
  preflight.mayReadPrivate ||
  (target.privateRepository !== undefined && ledger.mayCreate(target.privateRepository));

/** Returns a note that, without a canary, only statuses and private texts show leaks. */
export const onStatus = ({ leakDetector, target }: RunContext): string =>
  target.privateRepository === undefined || leakDetector.isCanaryShown
    ? ''
    : 'Without a canary, only statuses and known private titles and bodies of 16 characters or more show leaks.';

/** Demands 404 for a caller without access. An answer that the public repository gives as well decides nothing. */
export function hiddenFrom({ answers: [own, inPublic] }: Attempt, run: RunContext): Finding {
  if (own === undefined) return inconclusiveFinding('unclear', 'Nothing was asked.');
  if (!hasAccess(run)) return noAccess(run);
  if (own.ask.caller === run.outsider && !run.preflight.isOutsiderValid)
    return inconclusiveFinding(
      'access',
      'Nothing shows that OUTSIDER_TOKEN is valid: a made-up token gets the same answer, or none. Set it to a valid token without access to PRIVATE_REPO.',
      ['list.invalid-token'],
    );
  if (own.status === 404) return holds([own]);
  if (inPublic !== undefined && inPublic.status === own.status)
    return own.status < 400
      ? blocked(describeListing(inPublic), 'list.ok')
      : needsData('a query that the public repository accepts');
  const isShown = run.preflight.mayReadPrivate && (own.list?.length ?? 0) > 0;
  return isShown
    ? violated('leaked', 'nothing private', privateIssuesIn(own), {
        answers: [own],
        records: recordsAt(own, run.keys(own), [0, 1, 2]),
      })
    : wrongStatus('404', own);
}

/** Returns a check that demands 200 for a member, unless the public repository refuses the same. */
export const shownToMember =
  (isPlain: boolean): Check =>
  (attempt, run) => {
    const own = lastOf(attempt);
    if (own.status === 200) return hasAccess(run) ? holds([own]) : noAccess(run);
    const refused = lastAround(attempt, 'inPublic').find(({ status }) => status !== 200);
    const isRefused = refused !== undefined;
    if (isRefused && !isPlain) return needsData('a query that the public repository accepts');
    if (isRefused)
      return blocked(
        `In the public repository, TOKEN got ${describeAnswer(refused)}.`,
        'list.token',
        'list.ok',
      );
    const isUnknown = (attempt.beforeConfirming['unknown'] ?? []).some(({ status }) => status === own.status);
    return isUnknown && !hasAccess(run)
      ? noAccess(run)
      : wrongStatus('200', own, { twins: lastAround(attempt, 'inPublic') });
  };
