import { isGating } from '../model/rule-metadata.ts';
import { begunAt } from '../model/text.ts';
import type { Report } from '../report/model.ts';
import { headlineOf, sentenceOf } from '../report/outcome.ts';
import { better, type Step, stepsOf, worse } from '../report/rule-history.ts';
import {
  isAnyDecided,
  runMark,
  strictExitStatusOf,
  unexpectedUndecided,
} from '../report/strict-exit-status.ts';
import { verdictStyleOf } from '../report/verdict-styles.ts';
import { type Document, type Item, name, type Part, sentence, text, value } from './document.ts';
import { failureLines, failuresPart, knownPart, shortList } from './failed-rules.ts';
import { historyPart, type LinkTo } from './history-part.ts';
import { type BaselineList, baselineAsExpected, baselineProblems } from './lists.ts';
import { noticesOf } from './notices.ts';
import { anchor, linked, list, listPart, versionOf } from './parts.ts';
import { observationsPart, rulesPart } from './rule-parts.ts';
import { aboutOf, footOf, replayBlocks, runFacts, runPart, unusablePart } from './run-part.ts';
import { stripOf } from './strip.ts';
import { settingsBlocks, undecidedPart } from './undecided.ts';

/** Returns the gating rules that got worse or better since the runs that last decided each; nothing without earlier runs. */
function sincePart(steps: readonly Step[]): Part[] {
  const item = ({ rule, last }: Step): Item => {
    const then = last?.rule.verdict === 'pass' ? 'held' : 'failed';
    return {
      mark: verdictStyleOf(rule),
      words: [
        ...linked(rule),
        rule.verdict === 'pass' ? ' passes again, ' : ' fails, ',
        last === null ? 'never decided before' : `${then} on ${begunAt(last.report)}`,
        ...versionOf(last?.report),
      ],
    };
  };
  const gating = steps.filter(({ rule }) => isGating(rule));
  const [lost, won] = [worse(gating), better(gating)];
  if (lost.length + won.length === 0) return [];
  return [
    {
      id: 'since',
      mark: lost.length > 0 ? 'fail' : 'pass',
      title: `Since the last run: ${lost.length} worse, ${won.length} better`,
      blocks: [list([...lost, ...won].map(item))],
    },
  ];
}

const listParts = (lists: readonly BaselineList[]): Part[] =>
  lists.flatMap(({ id, mark, title, note, items }) => {
    const itemOf = ({ id: rule, words }: (typeof items)[number]): Item => ({
      words: [name(rule), ...(words.length === 0 ? [] : [': ', ...words])],
    });
    return listPart(id, mark, title, items.map(itemOf), note);
  });

const LEGEND =
  'Gating rules decide the outcome: the specification states what is required, and what is implied follows from it.';

const NOT_ALLOWED =
  '--allow-incomplete accepts missing settings and data only, of a run that decided something and was not cut short.';

export interface ReportOptions {
  /** Earlier reports on the same target, the oldest first. */
  readonly past?: readonly Report[];
  /** Returns the address of the page of an earlier report. */
  readonly linkTo?: LinkTo;
  readonly paths?: readonly string[];
  /** The exit status of the process, if it is known. */
  readonly exitStatus?: number;
  /** True if the run was given `--allow-incomplete`. */
  readonly allowIncomplete?: boolean;
}

export function reportDocument(report: Report, options: ReportOptions = {}): Document {
  const { past = [], linkTo = () => null, paths = [], exitStatus, allowIncomplete = false } = options;
  const status = exitStatus ?? strictExitStatusOf(report);
  const steps = past.length === 0 ? [] : stepsOf(report, past);
  const failed = failureLines(report);
  // Nothing is said of the rules of a target that could not be checked.
  const isChecked = report.outcome !== 'unusable' || isAnyDecided(report);
  const undecided = unexpectedUndecided(report.rules);
  const opened = paths.find((path) => path.endsWith('.html')) ?? 'report.html';
  // The problem of an unusable target is the result.
  const problem = report.outcome === 'unusable' ? report.problem : undefined;
  return {
    kind: 'Conformance report of an issue service',
    mark: runMark(report),
    title: headlineOf(report),
    lead: [
      problem === undefined ? [`${sentenceOf(report)}.`] : [sentence(problem)],
      [`Exit status ${status}.`],
      ...(allowIncomplete && status === 3 ? [[NOT_ALLOWED]] : []),
    ],
    about: aboutOf(report),
    ...(isChecked
      ? {
          overview: {
            strip: stripOf(
              report.rules,
              (rule) => rule,
              ({ id }) => `#${anchor(id)}`,
            ),
            legend: [LEGEND],
          },
        }
      : {}),
    notices: noticesOf(report)
      .filter(({ is }) => is !== 'problem' || problem === undefined)
      .map(({ words }) => text(words, 'inconclusive')),
    parts: [
      ...sincePart(steps),
      ...failuresPart(report, [value(opened)]),
      ...listParts(baselineProblems(report)),
      ...knownPart(report),
      ...(report.outcome === 'unusable'
        ? unusablePart(report)
        : undecidedPart(undecided, undefined, settingsBlocks(undecided, report))),
      ...listParts(baselineAsExpected(report)),
      ...observationsPart(report, steps),
      ...(isChecked ? rulesPart(report) : []),
      ...historyPart(report, past, linkTo),
      runPart(report),
    ],
    last: [
      { is: 'facts', facts: [...runFacts(report, paths), ['Run', footOf(report)]] },
      ...replayBlocks(report, paths),
      ...(failed.length === 0 ? [] : shortList(failed)),
    ],
    foot: footOf(report),
  };
}
