import { type UndecidedReason, undecidedReason } from '../client/undecided-reason.ts';
import type { Rule } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import type { RunSettings } from '../context/run-settings.ts';
import { type ConfirmedViolation, type Violation, violationText } from '../model/finding.ts';
import type { Need, RuleId } from '../model/rule-ids.ts';
import { countOf } from '../model/text.ts';

const IS_GIVEN: Readonly<Record<Need, (settings: RunSettings) => boolean>> = {
  TOKEN: ({ target }) => target.token !== undefined,
  OUTSIDER_TOKEN: ({ target }) => target.outsiderToken !== undefined,
  PRIVATE_REPO: ({ target }) => target.privateRepository !== undefined,
  'WRITES=rejected': ({ writes }) => writes !== 'none',
  'WRITES=all': ({ writes }) => writes === 'all',
  'CONCURRENCY>1': ({ concurrency }) => concurrency > 1,
};

export const missingOf = ({ needs }: Pick<Rule, 'needs'>, settings: RunSettings): Need[] =>
  needs.filter((need) => !IS_GIVEN[need](settings));

const COOKIE = undecidedReason(
  'setting',
  'HEADERS sends a Cookie, which may authenticate every request, so anonymous and invalid callers cannot be tested. Leave Cookie out of HEADERS to decide this.',
);

/** Returns the reasons why a rule cannot be tried in this run, apart from missing settings. */
export function untriableReasons(
  { needs, undecidedIf }: Pick<Rule, 'needs' | 'undecidedIf'>,
  { settings: { address }, preflight: { unwritableReason } }: RunContext,
): UndecidedReason[] {
  const reasons: UndecidedReason[] = [];
  if (undecidedIf === 'cookies' && address.extra?.some(({ name }) => name.toLowerCase() === 'cookie'))
    reasons.push(COOKIE);
  if (unwritableReason !== null && needs.some((need) => need.startsWith('WRITES=')))
    reasons.push(undecidedReason('access', unwritableReason));
  return reasons;
}

/** Rules whose failure may hide the issues that a service holds. */
const READING: readonly RuleId[] = ['list.ok', 'list.array', 'list.records'];
/** Rules whose failure may let a target look like one that does not know its repositories. */
const NAMES: readonly RuleId[] = ['list.unknown-owner', 'list.unknown-repo'];

export function whyNothingPasses(run: RunContext, unusable: string | null): UndecidedReason[] {
  if (unusable !== null) return [undecidedReason('unanswered', unusable)];
  const none = run.listed.isAnythingListed ? null : 'the run saw no issue';
  const why = run.preflight.notGenuineReason ?? none;
  if (why === null) return [];
  return [
    {
      cause: 'unclear',
      reason: `No rule can pass on this service: ${why}.`,
      blockedBy: [...READING, ...NAMES],
    },
  ];
}

/** Returns a reason that says how many issues are missing, as many as all tried rules need, and an advice. They must be told apart. */
export function whyTooFew(needed: number, { settings, preflight, listed }: RunContext) {
  if (preflight.identity === null && preflight.openAtFirst !== 0)
    return {
      blockedBy: READING,
      reason:
        'The run cannot tell the listed issues apart: no field of them lasts, or the list changed meanwhile.',
    };
  const shown = listed.count();
  const { populateCommand = 'populate', target } = settings;
  const by = target.token === undefined ? ', with TOKEN' : '';
  return {
    blockedBy: READING,
    reason: `The run saw ${countOf(shown, 'open issue')}; the rules need up to ${needed}.`,
    advice: `Run \`${populateCommand} --count ${needed - shown}\`${by}, then run again.`,
  };
}

/** True if a violation may come from a stale page of a list to which other clients write. A cache may give equal twins around it. */
export function isOfAnotherWriter({ compared }: Violation, { stability }: RunContext): boolean {
  if (compared === undefined) return false;
  const { shows, mostMoved } = stability;
  // A cache need not state an age, but the list moves as much as its copies differ.
  const isMoved = shows('moving') && (shows('cached') || compared.distance <= mostMoved);
  return isMoved || (shows('written by others') && compared.isShifted);
}

/** Returns the reason why pages that were compared may be of different times; `null` if there is none. */
export function incomparableReason(violation: ConfirmedViolation, run: RunContext): UndecidedReason | null {
  const { stability, ledger, target } = run;
  const isLate = ledger.listedLate(target.writeRepository).some((one) => one.isLate);
  const isLagging = stability.shows('stale') || isLate;
  const lags =
    isLagging && violation.compared !== undefined ? 'Lists lag by more than LISTED_WITHIN_MS' : null;
  // Another client may show only after the confirmation.
  const why = lags ?? (isOfAnotherWriter(violation, run) ? 'The list changed during the run' : null);
  if (why === null) return null;
  const reason = `${violationText(violation)} ${why}, so these pages may be of different times.`;
  return undecidedReason('unstable', reason);
}
