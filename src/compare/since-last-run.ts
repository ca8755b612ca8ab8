import { isGating } from '../model/words.ts';
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
  /** Reports, the oldest first. */
  readonly reports: readonly Report[];
  /** Names of files that could not be read. */
  readonly unreadable: readonly string[];
}

/**
 * Returns the reason that a run cannot be compared with a later one; `null` if it can. Interrupted runs are
 * excluded, because rules that they did not reach would seem to have changed.
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

/** The last run that another one can be compared with, and later runs that cannot be compared. */
interface LastComparable {
  readonly last: Report | null;
  /** The newest first. */
  readonly passedOver: readonly PassedOver[];
}

/**
 * Finds the last run that a later one can be compared with. It skips runs that are unusable, broken or
 * interrupted, that decided nothing, or that share no decided rule.
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

/** Settings whose defaults depend on other settings. If those differ, their own difference is no news. */
const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  MAX_REQUESTS: ['PROFILE', 'WRITES'],
  DEADLINE_S: ['PROFILE'],
};

/** Settings that never decide whether a rule is undecided. */
const PACE: ReadonlySet<string> = new Set(['CONCURRENCY', 'MAX_RATE', 'WAIT_S']);

function tellingSettings(before: Report, after: Report): readonly SettingDifference[] {
  const all = settingDifferences(before, after);
  const names = new Set(all.map(({ name }) => name));
  return all.filter(({ name }) => !(FOLLOWS[name] ?? []).some((other) => names.has(other)));
}

const OFTEN = 2;

/**
 * True if an observation varies from run to run, so that a change means nothing. It varies if
 * its value changed at least twice in earlier runs. In addition, the present value must have occurred before,
 * or the value must have changed in at least every other run.
 *
 * @param values of the earlier runs that observed it, the oldest first
 */
function varies(values: readonly string[], now: string): boolean {
  const flips = values.filter((value, index) => index > 0 && value !== values[index - 1]).length;
  return flips >= OFTEN && (values.includes(now) || flips * OFTEN >= values.length - 1);
}

const idsOf = (pairs: readonly RulePair[]): string[] => pairs.map(({ after }) => after.id);
const failed = ({ verdict }: RuleReport): boolean => verdict === 'fail';

/**
 * Returns the rules that fail now and did not fail before. A rule that the earlier run did not judge counts
 * as new.
 */
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

/**
 * Returns the observations that both runs made and that differ. A missing observation says nothing of the
 * target.
 */
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

/** Adds the changes since the last run, unless the report has them: the history may have changed since. */
export const withSinceLastRun = (report: Report, earlier: Earlier): Report =>
  report.sinceLastRun === undefined ? { ...report, sinceLastRun: sinceLastRun(report, earlier) } : report;

/**
 * Returns the changes since the last comparable run of the same target (see {@link lastComparable}). Pure.
 * Rules that are undecided because settings differ are `leftOpen` instead of `newlyUndecided`.
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
