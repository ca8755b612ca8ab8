import { countOf, sanitise } from '../src/model/text.ts';
import { baselineLists, listedWords } from '../src/render/baseline-lists.ts';
import { plain } from '../src/render/document.ts';
import { undecidedItems } from '../src/render/rule-parts.ts';
import { noticesOf } from '../src/render/run-parts.ts';
import { rulesByState } from '../src/report/exit-status.ts';
import type { Report, RuleReport } from '../src/report/model.ts';
import { headlineOf, sentenceOf } from '../src/report/outcome.ts';

/** An annotation that GitHub shows beside a job. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  /** One line of text. */
  readonly title: string;
  /** Lines of text. Words of the target are made inert, but not yet escaped for the runner. */
  readonly message: string;
}

const MOST_MESSAGE = 1000;
const MOST_TITLE = 120;

const entitled = ({ id, level, sections }: RuleReport): string =>
  sanitise(`${id} (${level}, § ${sections.join(', ')})`, MOST_TITLE);

/** Returns the texts, one a line. */
const lines = (...texts: readonly string[]): string => texts.map((text) => sanitise(text)).join('\n');

function failureMessage(rule: RuleReport): string {
  const { statement, failure } = rule;
  if (failure === undefined) return sanitise(statement);
  const listed = listedWords(rule);
  const { expected, actual, means, reproduced, kind, records = [] } = failure;
  return lines(
    statement,
    `Expected: ${expected}`,
    `Actual: ${actual}`,
    `Impact: ${means}`,
    ...(kind === 'leaked'
      ? records.map(({ name, number, title }) => `Record: ${number ?? name} ${title ?? ''}`)
      : []),
    `Seen in ${reproduced} attempts`,
    ...(listed === null ? [] : [`In the baseline: ${listed}`]),
  );
}

/** Returns notices to read before the verdicts. */
const ofTheRun = (report: Report): Annotation[] =>
  noticesOf(report).map((words) => ({
    level: 'warning',
    title: sanitise(headlineOf(report), MOST_TITLE),
    message: sanitise(plain(words), MOST_MESSAGE),
  }));

/**
 * Returns what fails a run, or leaves it incomplete, besides the rules: pins that do not hold, and entries of the baseline
 * that are out of date.
 */
const unmet = (report: Report): Annotation[] =>
  baselineLists(report, true).flatMap(({ mark, title, note, items }) =>
    items.map(({ id, words }) => ({
      level: mark === 'inconclusive' ? 'warning' : 'error',
      title: sanitise(`${title}: ${id}`, MOST_TITLE),
      message: lines(plain(words), note),
    })),
  );

/** Returns the undecided gating rules, one annotation for all that the same step would decide. */
const undecided = (report: Report): Annotation[] =>
  undecidedItems(rulesByState(report).undecided).map(({ words, rules }) => ({
    level: 'warning',
    title: `${countOf(rules.length, 'rule')} not decided`,
    message: sanitise(plain(words), MOST_MESSAGE),
  }));

/**
 * Returns the annotations of a report. Errors: failures, and baseline entries or pins that no longer hold.
 * Warnings: reasons for undecided gating rules, and pins that were not observed. Notices: known failures.
 * A run that came to nothing has one error. GitHub shows the first ten of each level; the summary of the job has them all.
 */
export function annotationsOf(report: Report): readonly Annotation[] {
  const { outcome, problem } = report;
  if (outcome === 'unusable' || outcome === 'broken') {
    const message = sanitise(problem ?? sentenceOf(report), MOST_MESSAGE);
    return [{ level: 'error', title: sanitise(headlineOf(report), MOST_TITLE), message }];
  }
  const failed = (level: Annotation['level'], rules: readonly RuleReport[], before = ''): Annotation[] =>
    rules.map((rule) => ({ level, title: before + entitled(rule), message: failureMessage(rule) }));
  const { failures, knownFailures } = rulesByState(report);
  return [
    ...ofTheRun(report),
    ...unmet(report),
    ...failed('error', failures),
    ...undecided(report),
    ...failed('notice', knownFailures, 'Known failure: '),
  ];
}
