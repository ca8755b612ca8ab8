import type { ListedReport, PinReport, RuleReport } from '../report/model.ts';
import { acceptedCauses, type Baseline, type BaselineEntry, NAMED_ONLY, type Pin } from './baseline.ts';

/** Returns the day of a run in the format of baselines: `YYYY-MM-DD` in UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 'YYYY-MM-DD'.length);

type Kind = NonNullable<NonNullable<RuleReport['failure']>['kind']>;

/**
 * Kinds that one defect may alternate between: on a list longer than a page, another order shows other
 * results.
 */
const ALIKE: Readonly<Partial<Record<Kind, Kind>>> = {
  'wrong-order': 'wrong-results',
  'wrong-results': 'wrong-order',
};

function covers({ kinds }: BaselineEntry, kind: Kind | undefined): boolean {
  if (kind === undefined) return kinds.length === 0;
  if (kinds.length === 0) return !NAMED_ONLY.has(kind);
  const alike = ALIKE[kind];
  return kinds.includes(kind) || (alike !== undefined && kinds.includes(alike));
}

/**
 * True if an entry covers the cause of an undecided rule. A skipped rule is always covered: it lacks a
 * setting.
 */
function coversUndecided({ causes }: BaselineEntry, { verdict, cause = 'unclear' }: RuleReport): boolean {
  return verdict === 'skip' || (causes.length === 0 ? acceptedCauses : causes).includes(cause);
}

/**
 * Returns the state of an entry for the verdict of its rule. The first line of the table that applies
 * decides.
 *
 * | entry | rule | state |
 * | --- | --- | --- |
 * | any | past the entry's expiry date | expired |
 * | fail | failed in a covered way | as-listed |
 * | any | failed otherwise | otherwise |
 * | fail | passed | stale |
 * | fail | undecided | undecided |
 * | inconclusive, skip | passed | passes |
 * | inconclusive, skip | skipped, or inconclusive for a covered cause | as-listed |
 * | inconclusive, skip | inconclusive for another cause | undecided |
 *
 * An entry without kinds covers every kind except {@link NAMED_ONLY}. An entry without causes covers every
 * cause except those of a single run, which no entry covers.
 * @param day of the run, `YYYY-MM-DD` in UTC
 */
function stateOf(entry: BaselineEntry, rule: RuleReport, day: string): ListedReport['state'] {
  const { verdict, failure } = rule;
  if (entry.expires !== null && entry.expires < day) return 'expired';
  const isFail = entry.expect === 'fail';
  if (verdict === 'fail') return isFail && covers(entry, failure?.kind) ? 'as-listed' : 'otherwise';
  if (verdict === 'pass') return isFail ? 'stale' : 'passes';
  return !isFail && coversUndecided(entry, rule) ? 'as-listed' : 'undecided';
}

function listedAs(entry: BaselineEntry, rule: RuleReport, day: string): ListedReport {
  const { expect, kinds, causes, reason, issue, expires } = entry;
  return {
    expect,
    ...(kinds.length === 0 ? {} : { kind: [...kinds] }),
    ...(causes.length === 0 ? {} : { cause: [...causes] }),
    ...(reason === null ? {} : { reason }),
    ...(issue === null ? {} : { issue }),
    ...(expires === null ? {} : { expires }),
    state: stateOf(entry, rule, day),
  };
}

function pinnedTo({ value, reason, issue }: Pin, { observation, verdict }: RuleReport): PinReport {
  const seen = verdict === 'observed' ? observation?.value : undefined;
  return {
    value,
    reason,
    ...(issue === null ? {} : { issue }),
    state: seen === undefined ? 'unobserved' : seen === value ? 'held' : 'changed',
  };
}

/**
 * Returns a rule's result with its baseline entry or pin; unchanged if the baseline does not name it. Pure.
 * @param day of the run, `YYYY-MM-DD` in UTC; an entry is still valid on its last day
 */
export function markRule(rule: RuleReport, { entries, pins }: Baseline, day: string): RuleReport {
  if (rule.level === 'observed') {
    const pin = pins.find(({ observation }) => observation === rule.id);
    return pin === undefined ? rule : { ...rule, pin: pinnedTo(pin, rule) };
  }
  const entry = entries.find((one) => one.rule === rule.id);
  if (entry === undefined) return rule;
  const listed = listedAs(entry, rule, day);
  return { ...rule, listed, ...(listed.state === 'as-listed' ? { known: true } : {}) };
}

/** True if a text is a valid calendar date, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
