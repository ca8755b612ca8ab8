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
import { type Step, stepsOf } from '../report/rule-history.ts';

export interface TargetStatus {
  readonly label: string;
  /** As the file of targets has it. */
  readonly address?: { readonly baseUrl: string; readonly repository: string };
  readonly report: Report | null;
  /** The reason for a missing report; `null` if there is a report. */
  readonly noResult: string | null;
  readonly exitStatus: ExitStatus;
  /** True if the status is 0 only because of `--fail-on worse`. */
  readonly notWorse: boolean;
  /** Failing gating rules that the baseline does not cover, the gravest first. */
  readonly failing: readonly string[];
  /** Failing gating rules that the baseline covers. */
  readonly known: readonly string[];
  /** Undecided gating rules that the baseline does not cover. */
  readonly undecided: readonly string[];
  /** Uncovered failing rules that did not fail in the last run that decided them, or were never decided. */
  readonly worse: readonly Step[];
  /** Passing rules that failed in the last run that decided them. */
  readonly better: readonly Step[];
  /** Start of the last decided run with status 0; `null` if the history has none. */
  readonly lastGreen: string | null;
}

/** `worse`: only rules that fail and did not in the last run that decided them give 1. */
export type FailOn = 'any' | 'worse';

const idsOf = (rules: readonly RuleReport[]): string[] => rules.map(({ id }) => id);

interface Comparing {
  /** Runs of the target, the oldest first. */
  readonly earlier: readonly Report[];
  readonly allowIncomplete: boolean;
  readonly failOn: FailOn;
}

/** @param result the report of the last run, or why there is none */
export function targetStatus(
  label: string,
  result: Report | string,
  { earlier, allowIncomplete, failOn }: Comparing,
): TargetStatus {
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
  const exitStatus = isExcused ? statusOfRest(report, allowIncomplete) : status;
  return {
    label,
    report,
    noResult: typeof result === 'string' ? result : null,
    exitStatus,
    notWorse: isExcused && exitStatus === 0,
    failing: idsOf(groupFailures(failures).flat()),
    known: idsOf(knownFailures),
    undecided: idsOf(undecided),
    worse: lost,
    better: steps.filter(({ change }) => change === 'better'),
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
  const isBroken = report.outcome === 'nonconformant';
  if (notWorse) return `${NOT_WORSE} (${isBroken ? 'not conformant' : report.outcome})`;
  return `${RESULTS[exitStatus]}${exitStatus === 3 && isBroken ? ' (not conformant)' : ''}`;
}

/** Returns the results of all targets, the gravest first: `3 targets: 1 with failures, 2 good`. */
export function resultsInWords(statuses: readonly TargetStatus[]): string {
  const gravest = GRAVITY.flatMap((status) => statuses.filter(({ exitStatus }) => exitStatus === status));
  const said = grouped(gravest.map(resultOf), (result) => result).map((same) => `${same.length} ${same[0]}`);
  return `${countOf(statuses.length, 'target')}${said.length === 0 ? '' : `: ${said.join(', ')}`}`;
}
