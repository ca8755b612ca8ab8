import { readsRequests } from '../checks/preconditions.ts';
import { because } from '../client/doubt.ts';
import { count } from '../model/violation.ts';
import type { Need } from '../model/words.ts';
import type { Rule } from '../run/rule.ts';
import type { RunSettings } from '../run/run-settings.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { RuleAttempt } from './rule-attempt.ts';

/** True if the settings have what a rule needs. */
const IS_GIVEN: Readonly<Record<Need, (settings: RunSettings) => boolean>> = {
  TOKEN: ({ bed }) => bed.token !== undefined,
  OUTSIDER_TOKEN: ({ bed }) => bed.outsiderToken !== undefined,
  PRIVATE_REPO: ({ bed }) => bed.privateRepository !== undefined,
  'WRITES=rejected': ({ writes }) => writes !== 'none',
  'WRITES=all': ({ writes }) => writes === 'all',
};

/** Returns the settings that a rule needs and that are not there. */
export const missingOf = ({ needs }: Rule, settings: RunSettings): Need[] =>
  needs.filter((need) => !IS_GIVEN[need](settings));

/** Explains that nothing follows for a caller without a credential, or with one that must be refused. */
export const SIGNED_IN = because(
  'setting',
  'HEADERS sends a Cookie with every request, which may sign in, so nothing follows for a caller without a credential or with an invalid one; leave Cookie out of HEADERS to decide this.',
);

/** Returns the reason with both numbers if the list was counted and holds fewer issues than a rule needs, or `null`. */
export function whyTooFew(rule: Rule, { complete, keys }: Snapshot): string | null {
  const needed = 'data' in rule ? (rule.data?.open ?? 0) : 0;
  const missing = needed - keys.length;
  return complete && missing > 0
    ? `Needs ${count(needed, 'open issue')}; the list shows ${keys.length}. Run \`populate --count ${missing}\`, then run again.`
    : null;
}

/** Establishes the preconditions of a rule. @throws {Stopped} */
export async function establishAll({ rule, t }: RuleAttempt): Promise<void> {
  if (rule.level === 'observed') return;
  for (const { establish: find } of rule.preconditions) {
    const doubt = await find(t);
    if (doubt !== null) t.unmet(doubt);
  }
}

/** Establishes the control of a rule that would pass: the service could have failed it. @throws {Stopped} */
export async function controlPass({ rule, trial: t, results }: RuleAttempt): Promise<void> {
  if (rule.level === 'observed' || t === null) return;
  const isDecided = results.some(({ kind }) => kind === 'violated' || kind === 'undecided');
  if (isDecided || t.doubts.length > 0) return;
  const doubt = await (rule.control ?? readsRequests).establish(t);
  if (doubt !== null) t.unmet(doubt);
}
