import { type Creation, isName } from '../context/ledger.ts';
import type { RunContext } from '../context/run-context.ts';
import { shortName } from '../listings/compare.ts';
import { type Finding, inconclusiveFinding } from '../model/finding.ts';
import type { Answers } from '../model/planned-request.ts';
import { joinAnd } from '../model/text.ts';
import { isOverload } from './follow.ts';
import { LISTS } from './full-listing.ts';

/**
 * Returns an inconclusive finding if several records hold the title that was created in the private repository, else
 * `null`. Another client may have copied it.
 */
export function repeatedInPrivate(listed: Answers, { ledger, target }: RunContext): Finding | null {
  const { privateRepository } = target;
  if (privateRepository === undefined) return null;
  const namesOf = (one: Creation): readonly string[] =>
    ledger.recordsOf(listed, one).flatMap(({ name }) => (name !== null && isName(name) ? [name] : []));
  const repeated = ledger.acceptedAlone(privateRepository).find((one) => ledger.copies(listed, one) > 1);
  if (repeated === undefined) return null;
  const names = [...new Set(namesOf(repeated))].map(shortName);
  const what = names.length > 1 ? `${joinAnd(names)} hold` : 'more than one record holds';
  const why = `In the private repository, ${what} the title that the run created once.`;
  return inconclusiveFinding('unclear', why);
}

/**
 * Returns an inconclusive finding if the creation in the private repository failed, or if no listing shows it, else `null`.
 * One creation is too little for more.
 */
export function unlistedInPrivate({ leakDetector, ledger, preflight, target }: RunContext): Finding | null {
  const { privateRepository } = target;
  if (privateRepository === undefined) return null;
  // The creations after it must be refused.
  const [valid] = ledger.byMember(privateRepository);
  const status = valid?.exchange.response?.status ?? 0;
  if (status >= 500 && !isOverload(status))
    return inconclusiveFinding('unclear', `The creation in the private repository got ${status}.`, [
      'create.accepted',
      'create.body-optional',
    ]);
  // A service may cut the title behind the secret, so that the marker is lost, but not the canary.
  const isShown = leakDetector.isCanaryShown || ledger.lostAlone(privateRepository).length === 0;
  // The rule list.private.member judges if TOKEN may list the repository.
  return isShown || !preflight.mayReadPrivate
    ? null
    : inconclusiveFinding('unclear', 'The issue created in the private repository is in no listing of it.', [
        'list.private.member',
        ...LISTS,
      ]);
}
