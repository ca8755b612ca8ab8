import type { ListedReport, PinReport, RuleReport } from '../report/model.ts';
import { acceptedCauses, type Baseline, type BaselineEntry, NAMED_ONLY, type Pin } from './baseline.ts';

/** The day on which a run begins, as baselines have it: `YYYY-MM-DD` in UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 'YYYY-MM-DD'.length);

type Kind = NonNullable<NonNullable<RuleReport['failure']>['kind']>;

/**
 * Kinds that one defect shows by turns: results in another order are other results as soon as the list is longer than a page.
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

/** True if a rule is undecided for a cause that the entry covers; one that was not tried lacks a setting, as always. */
function coversUndecided({ causes }: BaselineEntry, { verdict, cause = 'unclear' }: RuleReport): boolean {
  return verdict === 'skip' || (causes.length === 0 ? acceptedCauses : causes).includes(cause);
}

/**
 * Whether what an entry says of its rule is so. Read as a table: the first line that applies decides.
 *
 * | entry | rule | state |
 * | --- | --- | --- |
 * | any | past the date of the entry | expired |
 * | fail | failed in a way that the entry covers | as-listed |
 * | any | failed otherwise | otherwise |
 * | fail | passed | stale |
 * | fail | undecided | undecided |
 * | inconclusive, skip | passed | passes |
 * | inconclusive, skip | skipped, or inconclusive for a cause that the entry covers | as-listed |
 * | inconclusive, skip | inconclusive for another cause | undecided |
 *
 * An entry without a kind covers every way of failing but leaking, storing and losing; one without a cause every cause but
 * those that befall one run, which no entry covers.
 *
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
 * What became of a rule, with what the baseline says of it. Pure; a rule that the baseline does not name is given back as it is.
 * @param day of the run, `YYYY-MM-DD` in UTC: on the last day of an entry it is valid still
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

/** Whether a text is a day of the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
