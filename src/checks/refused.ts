import { isAccepted } from '../context/ledger.ts';
import type { RunContext } from '../context/run-context.ts';
import { type Finding, holds, inconclusiveFinding, wrongStatus } from '../model/finding.ts';
import { type Answers, type Caller, isCreation } from '../model/planned-request.ts';

/** Demands one of several statuses. Three answers with a 2xx instead are enough, but a gateway may list nothing for a while. */
export function refusedWith(statuses: readonly number[], answers: Answers): Finding {
  const other = answers.find(({ status }) => !statuses.includes(status));
  if (other === undefined) return holds(answers);
  const isLetIn = isAccepted(other) && (isCreation(other.ask) || (other.list ?? []).length > 0);
  return wrongStatus(statuses.join(' or '), other, { isUnambiguous: isLetIn });
}

/** Returns the statuses that are right for an invalid credential. */
export const statusesOf = ({ kind }: Caller): number[] => (kind === 'malformed' ? [401, 400] : [401]);

/** Returns an inconclusive finding if no answer shows that TOKEN has access to the private repository, else `null`. */
export function withoutAccess({ preflight, ledger, target }: RunContext): Finding | null {
  const { privateRepository } = target;
  const mayCreate = privateRepository !== undefined && ledger.mayCreate(privateRepository);
  if (preflight.mayReadPrivate || mayCreate) return null;
  const blockedBy = ['list.private.member', 'list.unknown-repo'] as const;
  const advice = 'Check PRIVATE_OWNER, PRIVATE_REPO and what TOKEN may read.';
  return { ...inconclusiveFinding('access', preflight.unreadReason, blockedBy), advice };
}
