import { isGating } from '../engine/words.ts';
import type { Report, RuleReport, SinceLastRun } from '../report/model.ts';
import {
  type Changes,
  changes,
  isDecided,
  type ObservationChange,
  observedOf,
  type RulePair,
} from './changes.ts';
import { type SettingDifference, settingDifferences } from './runs.ts';

type PassedOver = SinceLastRun['passedOver'][number];
type NewFailure = NonNullable<SinceLastRun['changes']>['newFailures'][number];

/** Earlier reports on the target of a run. */
interface Earlier {
  /** The oldest first. */
  readonly reports: readonly Report[];
  /** Names of files that could not be read. */
  readonly unreadable: readonly string[];
}

/**
 * Why a run shows nothing to compare with; `null` where it does. A run that was cut short is as little use: what it did not
 * come to would be new, or gone, in the next one without having changed.
 */
function whyPassedOver(run: Report, comparedWith: Report): PassedOver['why'] | null {
  if (run.outcome === 'unusable' || run.outcome === 'broken') return run.outcome;
  if (run.run.interrupted === true) return 'interrupted';
  if (!run.rules.some((rule) => isGating(rule) && isDecided(rule))) return 'undecided';
  const tried = new Set(comparedWith.rules.filter(isGating).map(({ id }) => id));
  return run.rules.some((rule) => isGating(rule) && tried.has(rule.id) && isDecided(rule))
    ? null
    : 'other rules';
}

/** The last of some runs that another one can be compared with, and those behind it that show nothing. */
interface LastComparable {
  readonly last: Report | null;
  /** The newest first. */
  readonly passedOver: readonly PassedOver[];
}

/**
 * The last run that a later one on the same target can be compared with. One that is unusable, broken or interrupted, that
 * decided nothing, or that tried none of the same rules, is passed over.
 *
 * @param earlier the oldest first
 */
export function lastComparable(earlier: readonly Report[], report: Report): LastComparable {
  const passedOver: PassedOver[] = [];
  for (const run of earlier.toReversed()) {
    const why = whyPassedOver(run, report);
    if (why === null) return { last: run, passedOver };
    passedOver.push({ id: run.run.id, startedAt: run.run.startedAt, why });
  }
  return { last: null, passedOver };
}

/** Settings whose defaults follow from others: where these differ, they say nothing more. */
const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  MAX_REQUESTS: ['PROFILE', 'WRITES'],
  DEADLINE_S: ['PROFILE'],
};

/** Settings that leave no rule undecided which another value of theirs decides. */
const PACE: ReadonlySet<string> = new Set(['CONCURRENCY', 'MAX_RATE', 'WAIT_S']);

function tellingSettings(before: Report, after: Report): readonly SettingDifference[] {
  const all = settingDifferences(before, after);
  const names = new Set(all.map(({ name }) => name));
  return all.filter(({ name }) => !(FOLLOWS[name] ?? []).some((other) => names.has(other)));
}

const OFTEN = 2;

/**
 * Whether an observation is another one from run to run, so that it says nothing of the target that it is one again: its
 * value changed twice or more in earlier runs, and is one that it had before, or changed in every other run at least.
 *
 * @param values of the earlier runs that observed it, the oldest first
 */
function varies(values: readonly string[], now: string): boolean {
  const flips = values.filter((value, index) => index > 0 && value !== values[index - 1]).length;
  return flips >= OFTEN && (values.includes(now) || flips * OFTEN >= values.length - 1);
}

const idsOf = (pairs: readonly RulePair[]): string[] => pairs.map(({ after }) => after.id);
const failed = ({ verdict }: RuleReport): boolean => verdict === 'fail';

/** Rules that fail now and did not then: one that the earlier run did not judge is as new to the reader. */
function newFailuresOf({ rules, judgedInOne, onlyAfter }: Changes): NewFailure[] {
  return [
    ...rules.newlyFailing.map(
      ({ before, after }): NewFailure => ({ id: after.id, before: isDecided(before) ? 'pass' : 'undecided' }),
    ),
    ...[...judgedInOne.map(({ after }) => after), ...onlyAfter]
      .filter(failed)
      .map(({ id }): NewFailure => ({ id, before: 'absent' })),
  ];
}

/** Values that both runs observed: that one of them did not look says nothing of the target. */
function observedChanges(all: readonly ObservationChange[], earlier: readonly Report[]) {
  const byRun = earlier.map(({ rules }) => new Map(rules.map((rule) => [rule.id, rule])));
  const valuesOf = (id: string): string[] =>
    byRun.flatMap((rules) => {
      const rule = rules.get(id);
      const seen = rule === undefined ? null : observedOf(rule);
      return seen?.seen === true ? [seen.value] : [];
    });
  return all.flatMap(({ after: { id }, was, is }) =>
    was.seen && is.seen
      ? [{ id, before: was.value, after: is.value, varies: varies(valuesOf(id), is.value) }]
      : [],
  );
}

function changesSince(last: Report, report: Report, earlier: readonly Report[]): SinceLastRun['changes'] {
  const found = changes(last, report);
  const { rules } = found;
  if (
    !Object.values(rules)
      .flat()
      .some(({ after }) => isDecided(after))
  )
    return null;
  const settings = tellingSettings(last, report);
  const isExplained = report.run.interrupted === true || settings.some(({ name }) => !PACE.has(name));
  const undecided = idsOf(rules.newlyUndecided);
  const observed = observedChanges(found.observations, earlier);
  const stable = observed.filter((one) => !one.varies);
  const newFailures = newFailuresOf(found);
  const alone = [...found.onlyBefore, ...found.onlyAfter].filter(isGating).length + found.judgedInOne.length;
  return {
    settings: [...settings],
    newFailures,
    mended: idsOf(rules.noLongerFailing),
    newlyUndecided: isExplained ? [] : undecided,
    leftOpen: isExplained ? undecided : [],
    decidedNow: idsOf(rules.decidedNow),
    observations: isExplained ? [] : stable.map(({ id, before, after }) => ({ id, before, after })),
    observedOtherwise: isExplained ? stable.map(({ id }) => id) : [],
    varying: observed.filter((one) => one.varies).map(({ id }) => id),
    stillFailing: rules.stillFailing.length,
    stillUndecided: rules.stillUndecided.length,
    notCompared: alone - newFailures.filter(({ before }) => before === 'absent').length,
  };
}

/** A report with what changed since the last run, where it does not say that itself: the history of today may be another one. */
export const withSinceLastRun = (report: Report, earlier: Earlier): Report =>
  report.sinceLastRun === undefined ? { ...report, sinceLastRun: sinceLastRun(report, earlier) } : report;

/**
 * What changed since the last run of the same target. Pure.
 *
 * It is compared with the last run that shows anything (see {@link lastComparable}), whatever the settings of that: what
 * they explain is said to be open for that reason, and not to be newly undecided.
 *
 * @param earlier reports of the same target, of runs that began before
 */
function sinceLastRun(report: Report, { reports, unreadable }: Earlier): SinceLastRun {
  const { last, passedOver } = lastComparable(reports, report);
  return {
    last:
      last === null
        ? null
        : {
            id: last.run.id,
            startedAt: last.run.startedAt,
            outcome: last.outcome,
            seed: last.run.seed,
            version: last.tool.version,
            ...(last.run.targetVersion === undefined ? {} : { targetVersion: last.run.targetVersion }),
          },
    passedOver: [...passedOver],
    unreadable: unreadable.length,
    changes: last === null ? null : changesSince(last, report, reports),
  };
}
