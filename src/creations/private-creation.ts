import { type Creation, isName } from '../context/ledger.ts';
import type { RunContext } from '../context/run-context.ts';
import { type Finding, inconclusiveFinding } from '../model/finding.ts';
import type { Answers } from '../model/planned-request.ts';
import { isTooMuchAtOnce } from './follow.ts';
import { LISTS } from './full-listing.ts';

/** What the run sees if a service stores its private issue twice. */
export const DOUBLED_IN_PRIVATE =
  'the issue that this run created in the private repository is listed more than once';

/** Returns the creation in the private repository if listings of it hold more than one copy. */
export function doubledInPrivate(listed: Answers, { ledger, target }: RunContext): Creation | undefined {
  const { privateRepository } = target;
  if (privateRepository === undefined) return undefined;
  // Without a name, another record may hold the title, too.
  const namesOf = (one: Creation): readonly (string | null)[] =>
    ledger.recordsOf(listed, one).flatMap(({ name }) => (name !== null && isName(name) ? [name] : []));
  return ledger.acceptedAlone(privateRepository).find((one) => namesOf(one).length > 1);
}

/**
 * Returns an inconclusive finding if the creation in the private repository failed, or if no listing shows it, else `null`.
 * One creation is too little for more.
 */
export function unlistedInPrivate({ leakDetector, ledger, preflight, target }: RunContext): Finding | null {
  const { privateRepository } = target;
  if (privateRepository === undefined) return null;
  const statuses = ledger.byMember(privateRepository).map(({ exchange }) => exchange.response?.status ?? 0);
  const failed = statuses.find((status) => status >= 500 && !isTooMuchAtOnce(status));
  if (failed !== undefined)
    return inconclusiveFinding('unclear', `The creation in the private repository got ${failed}.`, [
      'create.accepted',
      'create.body-optional',
    ]);
  // Where TOKEN may not list it, another rule judges that. A service may cut the title behind the secret.
  const isShown = leakDetector.isCanaryShown || ledger.lostAlone(privateRepository).length === 0;
  return isShown || !preflight.mayReadPrivate
    ? null
    : inconclusiveFinding('unclear', 'The issue created in the private repository is in no listing of it.', [
        'list.private.member',
        ...LISTS,
      ]);
}
