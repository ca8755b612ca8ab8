import type { Report } from '../report/model.ts';
import { type ListBlock, metLists, unmetLists } from './baseline.ts';
import { causesOf, type FailureCause } from './causes.ts';
import { type ObservationsBlock, observationsOf } from './observations.ts';
import { exitWordsOf, headlineOf, sentenceOf } from './outcome.ts';
import { beforeCurl, type Notice, noticesOf } from './run.ts';
import { type SinceWords, sinceWords } from './since.ts';
import { knownFailures, newFailures, type Standing, standingOf } from './standing.ts';
import { type CountInWords, countsInWords } from './tones.ts';
import { type UndecidedBlock, undecidedOf } from './undecided.ts';

/** Broken rules by cause: new failures, or those that the baseline lists. */
export interface FailuresBlock {
  readonly kind: 'failures';
  readonly id: 'failures' | 'known';
  readonly causes: readonly FailureCause[];
  readonly count: number;
  /** Steps before pasting the curl commands. */
  readonly beforeCurl: readonly Notice[];
}

/** A part of a report below its head; parts are in reading order. */
export type Block = FailuresBlock | ListBlock | UndecidedBlock | ObservationsBlock;

/** The contents of a report for people, in order. Formats lay it out and decide nothing. */
export interface ReportView {
  readonly report: Report;
  readonly standing: Standing;
  /** `Not conformant` */
  readonly headline: string;
  /** `9 rules are broken`, without a full stop. */
  readonly sentence: string;
  /** `Exit status 1` */
  readonly exit: string;
  /** Changes since the last run; `null` if the run had no history. */
  readonly since: SinceWords | null;
  /** Empty if the target could not be checked at all. */
  readonly tally: readonly CountInWords[];
  readonly notices: readonly Notice[];
  readonly blocks: readonly Block[];
}

function failuresBlock(id: FailuresBlock['id'], report: Report): FailuresBlock {
  const { rules, run } = report;
  const broken = id === 'failures' ? newFailures(rules) : knownFailures(rules);
  return {
    kind: 'failures',
    id,
    causes: causesOf(broken, run.likelyCauses),
    count: broken.length,
    beforeCurl: beforeCurl(report, broken),
  };
}

/** True if no rule of an unusable target was decided or observed. */
const isUntried = ({ outcome, counts }: Report): boolean =>
  outcome === 'unusable' && counts.pass + counts.fail + counts.observed === 0;

/** Returns the view of a report. Pure. */
export function viewOf(report: Report): ReportView {
  const known = failuresBlock('known', report);
  return {
    report,
    standing: standingOf(report),
    headline: headlineOf(report),
    sentence: sentenceOf(report),
    exit: exitWordsOf(report),
    since: sinceWords(report),
    tally: isUntried(report) ? [] : countsInWords(report.rules),
    notices: noticesOf(report),
    blocks: [
      failuresBlock('failures', report),
      ...unmetLists(report),
      ...(known.count === 0 ? [] : [known]),
      undecidedOf(report),
      ...metLists(report),
      observationsOf(report.rules),
    ],
  };
}
