import { isGating } from '../model/rule-metadata.ts';
import { begunAt, dayAndTimeOf } from '../model/text.ts';
import { exitStatusOf, isAnyDecided, rulesByState, runMark } from '../report/exit-status.ts';
import { grouped } from '../report/groups.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { headlineOf, sentenceOf } from '../report/outcome.ts';
import { type Step, stepsOf } from '../report/rule-history.ts';
import { verdictStyleOf, verdictStyles } from '../report/verdict-styles.ts';
import { baselineLists } from './baseline-lists.ts';
import { triedBlock, unusablePart } from './card.ts';
import {
  type Block,
  type Document,
  type Item,
  list,
  name,
  type Part,
  type RichText,
  sentence,
  table,
  text,
} from './document.ts';
import { markdown } from './markdown.ts';
import { page } from './page.ts';
import { anchor, changeItem, historyPart, linked, resultWords, versionOf } from './parts.ts';
import { failedParts, undecidedItems } from './rule-parts.ts';
import { noticesOf, runPart } from './run-parts.ts';

/** Returns the observations: errors of the service, then changes, then all of them. */
function observationsPart({ rules }: Report, steps: readonly Step[]): Part {
  const observations = rules.filter((rule) => !isGating(rule));
  const made = observations.filter(({ verdict }) => verdict === 'observed');
  const changed = steps.filter(({ change }) => change === 'observed');
  const failing = made.filter((rule) => verdictStyleOf(rule) === 'error');
  const items = [
    ...failing.map((rule): Item => {
      const words = [...linked(rule), ' ', ...resultWords(rule), ', a server error'];
      return { mark: 'error', words };
    }),
    ...changed.map((step) => changeItem(step, linked(step.rule))),
  ];
  const [since] = changed.flatMap(({ last }) => last?.report.run.startedAt ?? []).toSorted();
  const news = since === undefined ? '' : `, ${changed.length} changed since ${dayAndTimeOf(since)}`;
  const rows = made.map((rule) => [
    { id: anchor(rule.id), words: [name(rule.id.replace(/^observed\./, ''))] },
    { words: [sentence(rule.statement)] },
    { mark: verdictStyleOf(rule) === 'error' ? ('error' as const) : undefined, words: resultWords(rule) },
  ]);
  const all: Block = {
    is: 'fold',
    only: ['markdown', 'page'],
    mark: 'observed',
    words: ['What the specification leaves open, and the answers; no outcome depends on them'],
    blocks: [
      list(undecidedItems(observations.filter(({ verdict }) => verdict !== 'observed'))),
      table('Observations', ['Observation', 'Statement', 'Observed'], rows),
    ],
  };
  const blocks = [{ is: 'list', items, short: true } as const, ...(made.length === 0 ? [] : [all])];
  return { id: 'observed', mark: 'observed', title: `Observations${news}`, blocks };
}

/** Returns a line for each gating rule without a card, which opens to how the rule was tried. */
function rulesPart({ rules, counts }: Report): Part {
  const blocks = rules
    .filter((rule) => isGating(rule) && rule.verdict !== 'fail')
    .map(
      (rule): Block => ({
        is: 'fold',
        id: anchor(rule.id),
        mark: verdictStyleOf(rule),
        words: [name(rule.id), ' ', sentence(rule.statement)],
        blocks: [triedBlock(rule)],
      }),
    );
  const title = counts.fail === 0 ? 'All rules' : 'Rules that did not fail';
  return { id: 'rules', title, only: ['page'], blocks };
}

/** Returns the gating rules that got worse or better since the runs that last decided each; nothing without earlier runs. */
function sincePart(steps: readonly Step[]): Part {
  const worse = steps.filter(({ change }) => change === 'worse');
  const better = steps.filter(({ change }) => change === 'better');
  const items = [...worse, ...better].map((step) => changeItem(step, linked(step.rule)));
  return {
    id: 'since',
    mark: worse.length > 0 ? 'fail' : 'pass',
    title: `Since the last run: ${worse.length} worse, ${better.length} better`,
    blocks: [{ is: 'list', items, short: true }],
  };
}

function targetLine(report: Report): RichText {
  const { label, bundled, baseUrl, owner, repo } = report.target;
  return [
    ...(label === undefined ? [] : [name(label), ', ']),
    ...(bundled ? ['the bundled reference service at '] : []),
    name(baseUrl),
    ', repository ',
    name(`${owner}/${repo}`),
    ...versionOf(report),
  ];
}

/** False after an invalid setting: no target is known. */
const isPlanned = ({ target }: Report): boolean => target.baseUrl !== '';

const footOf = (report: Report): RichText => {
  const { run, tool } = report;
  const planned = `profile ${run.profile}, writes ${run.writes}, seed ${run.seed}, `;
  return [
    `${isPlanned(report) ? planned : ''}${begunAt(report)}, run `,
    name(run.id),
    ', issue-conformance ',
    name(tool.version),
  ];
};

const LEGEND =
  'Gating rules decide the outcome: the specification states what is required, and what is implied follows from it.';

/** Returns the signs of all gating rules, by the first section that states each. They lead to the rules. */
function overviewPart({ rules }: Report): Part {
  const sectionOf = ({ sections }: RuleReport): string => sections[0] ?? '';
  const groups = grouped(rules.filter(isGating), sectionOf).toSorted(([a], [b]) =>
    sectionOf(a).localeCompare(sectionOf(b), 'en', { numeric: true }),
  );
  const linkTo = (rule: RuleReport): RichText[number] => {
    const mark = verdictStyleOf(rule);
    const words = [name(`${rule.id}: ${verdictStyles[mark].word}`)];
    return { mark, to: `#${anchor(rule.id)}`, words };
  };
  const signs = groups.flatMap((members): RichText => {
    const section = ['\u2003§\u00a0', name(sectionOf(members[0])), ' '];
    return [section, members.map(linkTo)].flat();
  });
  return { id: 'overview', title: 'Overview', only: ['page'], blocks: [text(signs), text([LEGEND])] };
}

const NOT_ALLOWED =
  '--allow-incomplete accepts missing settings and data only, of a run that decided something, was not cut short and made each pinned observation.';

interface ReportOptions {
  /** Reports on the same target, the oldest first. */
  readonly past?: readonly Report[] | undefined;
  readonly paths?: readonly string[];
}

export function reportDocument(report: Report, options: ReportOptions = {}): Document {
  const { past = [], paths = [] } = options;
  const exitStatus = exitStatusOf(report);
  const steps = past.length === 0 ? [] : stepsOf(report, past);
  const baseline = (areProblems: boolean): Part[] =>
    baselineLists(report, areProblems).map(({ id, mark, title, note, items }) => {
      return { id, mark, title: `${title}: ${items.length}`, blocks: [text([note]), list(items)] };
    });
  const opened = paths.find((path) => path.endsWith('.html')) ?? 'report.html';
  const failed = failedParts(report, [name(opened)]);
  const undecided: Part = {
    id: 'undecided',
    mark: 'inconclusive',
    title: 'Undecided rules',
    blocks: [list(undecidedItems(rulesByState(report).undecided))],
  };
  const isUnusable = report.outcome === 'unusable';
  // Nothing is said of the rules of a target that could not be checked.
  const isChecked = !isUnusable || isAnyDecided(report);
  return {
    kind: 'Conformance report of an issue service',
    mark: runMark(report),
    title: headlineOf(report),
    lead: [
      isUnusable && report.problem !== undefined ? [sentence(report.problem)] : [`${sentenceOf(report)}.`],
      [`Exit status ${exitStatus}.`],
      ...(report.run.allowIncomplete === true && exitStatus === 3 ? [[NOT_ALLOWED]] : []),
    ],
    about: isPlanned(report) ? [targetLine(report)] : [],
    notices: noticesOf(report),
    parts: [
      ...(isChecked ? [overviewPart(report)] : []),
      sincePart(steps),
      failed.cards,
      ...baseline(true),
      failed.known,
      isUnusable ? unusablePart(report) : undecided,
      ...baseline(false),
      observationsPart(report, steps),
      ...(isChecked ? [rulesPart(report)] : []),
      historyPart(report, past),
      runPart(report, paths),
      failed.lines,
    ],
    foot: footOf(report),
  };
}

export const html = (report: Report, past?: readonly Report[]): string =>
  page(reportDocument(report, { past }));

export const markdownReport = (report: Report, past?: readonly Report[]): string =>
  markdown(reportDocument(report, { past }));
