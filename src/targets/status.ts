import { isGating } from '../model/rule-metadata.ts';
import { countOf } from '../model/text.ts';
import {
  type ExitStatus,
  exitStatusOf,
  isDecidedRun,
  rulesByState,
  statusOfRest,
} from '../report/exit-status.ts';
import { grouped, groupFailures } from '../report/groups.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { stepsOf } from '../report/rule-history.ts';

export type TargetStatus = ReturnType<typeof targetStatus> & {
  /** As the file of targets has it. */
  readonly address?: { readonly baseUrl: string; readonly repository: string };
};

const idsOf = (rules: readonly RuleReport[]): string[] => rules.map(({ id }) => id);

interface Comparing {
  /** Runs of the target, the oldest first. */
  readonly earlier: readonly Report[];
  readonly allowIncomplete: boolean;
  /** `worse`: only rules that fail and did not in the last run that decided them give 1. */
  readonly failOn: 'any' | 'worse';
}

/** @param result the report of the last run, or why there is none */
export function targetStatus(
  label: string,
  result: Report | string,
  { earlier, allowIncomplete, failOn }: Comparing,
) {
  const report = typeof result === 'string' ? null : result;
  const isGreen = (one: Report): boolean => isDecidedRun(one) && exitStatusOf(one, allowIncomplete) === 0;
  const green = [...earlier, ...(report === null ? [] : [report])].findLast(isGreen);
  const { rules = [] } = report ?? {};
  const { failures, knownFailures, undecided } = rulesByState({ rules });
  const steps = stepsOf({ rules: rules.filter((rule) => isGating(rule) && rule.known !== true) }, earlier);
  const lost = steps.filter(({ change }) => change === 'worse');
  const status = report === null ? 2 : exitStatusOf(report, allowIncomplete);
  const isExcused =
    report !== null && status === 1 && failOn === 'worse' && lost.length === 0 && earlier.some(isDecidedRun);
  const exitStatus: ExitStatus = isExcused ? statusOfRest(report, allowIncomplete) : status;
  return {
    label,
    report,
    noResult: typeof result === 'string' ? result : null,
    exitStatus,
    /** True if the status is 0 only because of `--fail-on worse`. */
    notWorse: isExcused && exitStatus === 0,
    /** Failing gating rules that the baseline does not cover, the gravest first. */
    failing: idsOf(groupFailures(failures).flat()),
    known: idsOf(knownFailures),
    /** Undecided gating rules that the baseline does not cover. */
    undecided: idsOf(undecided),
    /** Uncovered failing rules that did not fail in the last run that decided them, or were never decided. */
    worse: lost,
    /** Passing rules that failed in the last run that decided them. */
    better: steps.filter(({ change }) => change === 'better'),
    /** Start of the last decided run with status 0; `null` if the history has none. */
    lastGreen: green?.run.startedAt ?? null,
  };
}

const GRAVITY: readonly ExitStatus[] = [4, 1, 2, 3, 0];

export const gravestOf = (statuses: readonly TargetStatus[]): ExitStatus =>
  GRAVITY.find((status) => statuses.some(({ exitStatus }) => exitStatus === status)) ?? 0;

const RESULTS = { 0: 'good', 1: 'with failures', 2: 'unusable', 3: 'incomplete', 4: 'broken' } as const;

export const NOT_WORSE = 'not worse than the run before';

/** Returns the result of a target. A target that is not conformant is never called good without a baseline. */
function resultOf({ report, exitStatus, notWorse }: TargetStatus): string {
  if (report === null) return 'without a result';
  const isNonconformant = report.outcome === 'nonconformant';
  if (notWorse) return `${NOT_WORSE} (${isNonconformant ? 'not conformant' : report.outcome})`;
  return `${RESULTS[exitStatus]}${exitStatus === 3 && isNonconformant ? ' (not conformant)' : ''}`;
}

/** Returns the results of all targets, the gravest first: `3 targets: 1 with failures, 2 good`. */
export function resultsInWords(statuses: readonly TargetStatus[]): string {
  const gravest = GRAVITY.flatMap((status) => statuses.filter(({ exitStatus }) => exitStatus === status));
  const said = grouped(gravest.map(resultOf), (result) => result).map((same) => `${same.length} ${same[0]}`);
  return `${countOf(statuses.length, 'target')}${said.length === 0 ? '' : `: ${said.join(', ')}`}`;
}
