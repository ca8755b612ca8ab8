import type { Creation } from '../context/ledger.ts';
import type { RunContext } from '../context/run-context.ts';
import { type Finding, inconclusiveFinding } from '../model/finding.ts';
import type { Answers } from '../model/planned-request.ts';

/** What the run sees if a service stores its private issue twice. */
export const DOUBLED_IN_PRIVATE =
  'the issue that this run created in the private repository is listed more than once';

/** Returns the creation in the private repository if listings of it hold more than one copy. */
export function doubledInPrivate(listed: Answers, { ledger, target }: RunContext): Creation | undefined {
  const { privateRepository } = target;
  if (privateRepository === undefined) return undefined;
  return ledger.acceptedAlone(privateRepository).find((one) => ledger.copies(listed, one) > 1);
}

/**
 * Returns an inconclusive finding if the creation in the private repository failed, or if no listing shows it, else `null`.
 * One creation is too little for more.
 */
export function unlistedInPrivate({ ledger, preflight, target }: RunContext): Finding | null {
  const { privateRepository } = target;
  if (privateRepository === undefined) return null;
  const statuses = ledger.byMember(privateRepository).map(({ exchange }) => exchange.response?.status ?? 0);
  const failed = statuses.find((status) => status >= 500);
  if (failed !== undefined)
    return inconclusiveFinding('unclear', `The creation in the private repository got ${failed}.`, [
      'create.accepted',
    ]);
  // Where TOKEN may not list it, another rule judges that.
  return !preflight.mayReadPrivate || ledger.lostAlone(privateRepository).length === 0
    ? null
    : inconclusiveFinding('unclear', 'The issue created in the private repository is in no listing of it.', [
        'list.private.member',
      ]);
}
