import { type Answers, type Caller, gotText, told } from '../model/ask.ts';
import { type Finding, holds, nothing } from '../model/finding.ts';
import { isAccepted } from '../run/ledger.ts';
import { type Attempt, around, lastAround, lastOf } from '../run/rule.ts';
import type { Run } from '../run/run.ts';
import { broken, certain, wrongStatus } from './broken.ts';

/** Demands one of several statuses. Three answers with a 2xx instead are enough. */
export function refusedWith(statuses: readonly number[], answers: Answers): Finding {
  const other = answers.find(({ status }) => !statuses.includes(status));
  if (other === undefined) return holds(answers);
  const finding = wrongStatus(statuses.join(' or '), other);
  return isAccepted(other) ? certain(finding) : finding;
}

/** Demands that an invalid credential is refused, while TOKEN is accepted. */
export function unauthorized(attempt: Attempt, statuses: readonly number[]): Finding {
  const finding = refusedWith(statuses, attempt.own);
  const other = around(attempt, 'member')
    .flat()
    .find((answer) => !isAccepted(answer));
  return finding.is === 'holds' && other !== undefined
    ? nothing('other-rule', `The same request with TOKEN got ${told(other)}.`, ['list.token', 'list.ok'])
    : finding;
}

/** Returns the statuses that are right for an invalid credential. */
export const statusesOf = ({ kind }: Caller): number[] => (kind === 'malformed' ? [401, 400] : [401]);

/** Returns an inconclusive finding if TOKEN may not use the private repository. */
export const noAccess = (): Finding =>
  nothing('access', 'TOKEN does not show that it may use PRIVATE_REPO.', ['list.unknown-repo']);

/** True if answers show that TOKEN has access to the private repository. */
export const hasAccess = ({ hidden, ledger, bed }: Run): boolean =>
  hidden.mayRead || (bed.privateRepository !== undefined && ledger.mayCreate(bed.privateRepository));

/** Returns a note that, without a canary, only statuses and private texts show leaks. */
export const onStatus = ({ hidden, bed }: Run): string =>
  bed.privateRepository === undefined || hidden.isCanaryShown
    ? ''
    : 'Without a canary, only statuses and known private titles and bodies of 16 characters or more show leaks.';

/** Demands 404 for a caller without access. An answer that the public repository gives as well decides nothing. */
export function hiddenFrom({ own: [own, inPublic] }: Attempt, run: Run): Finding {
  if (own === undefined) return nothing('unclear', 'Nothing was asked.');
  if (!hasAccess(run)) return noAccess();
  if (own.ask.caller === run.outsider && !run.isOutsiderValid)
    return nothing('access', 'The service answers OUTSIDER_TOKEN like a made-up token.', [
      'list.invalid-token',
    ]);
  if (own.status === 404) return holds([own]);
  if (inPublic !== undefined && inPublic.status === own.status)
    return own.status < 400
      ? nothing('other-rule', gotText(inPublic), ['list.ok'])
      : nothing('data', 'a query that the public repository accepts');
  const isShown = run.hidden.mayRead && (own.list?.length ?? 0) > 0;
  return isShown ? broken('leaked', '404', told(own), { answers: [own] }) : wrongStatus('404', own);
}

/** Demands 200 for a member, unless the public repository refuses the same. */
export function shownToMember(attempt: Attempt, isPlain: boolean, run: Run): Finding {
  const own = lastOf(attempt);
  if (own.status === 200) return hasAccess(run) ? holds([own]) : noAccess();
  const isRefused = lastAround(attempt, 'inPublic').some(({ status }) => status !== 200);
  if (isRefused && !isPlain) return nothing('data', 'a query that the public repository accepts');
  if (isRefused)
    return nothing('other-rule', 'TOKEN does not list the public repository either.', [
      'list.token',
      'list.ok',
    ]);
  const isUnknown = (attempt.once['unknown'] ?? []).some(({ status }) => status === own.status);
  return isUnknown && !hasAccess(run) ? noAccess() : wrongStatus('200', own, lastAround(attempt, 'inPublic'));
}
