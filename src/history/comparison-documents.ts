import { isGating } from '../model/rule-metadata.ts';
import { begunAt, countOf, sanitise } from '../model/text.ts';
import {
  type Block,
  type Document,
  type Item,
  listPart,
  name,
  type Part,
  type RichText,
  table,
  text,
} from '../render/document.ts';
import { anchor, changeItem, resultWords, runsTable } from '../render/parts.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { targetName } from '../report/outcome.ts';
import { resultOf, ruleIn, type Step } from '../report/rule-history.ts';
import { type VerdictStyle, verdictStyleOf, verdictStyles } from '../report/verdict-styles.ts';
import { type Changes, remarksOn } from './changes.ts';

/** Returns the address of a target, and when it was checked. */
const aboutRun = (report: Report): RichText => [name(targetName(report.target), 400), `, ${begunAt(report)}`];

const LONGEST_HEAD = 40;

/** Returns a short name of each target: its label, or its host; numbered if others are called the same. */
function headsOf(reports: readonly Report[]): readonly string[] {
  const heads = reports.map(({ target: { baseUrl, label, bundled } }) => {
    const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
    return sanitise(label?.trim() || (bundled ? 'bundled service' : host), LONGEST_HEAD);
  });
  return heads.map((head, at) =>
    heads.indexOf(head) === heads.lastIndexOf(head) ? head : `${head} (${at + 1})`,
  );
}

/** The address of the page of a report in a matrix, and a note on its outcome. */
interface Column {
  readonly href: string;
  readonly note: RichText;
}

type Row = ReturnType<typeof rowsOf>[number];

/** Returns the rules and observations of reports, each once, in the order of the first report that has it. */
function rowsOf(reports: readonly Report[]) {
  const finders = reports.map(ruleIn);
  const byId = new Map(reports.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule])));
  return [...byId.values()].map((rule) => {
    const members = finders.map((find) => find(rule));
    // Undecided and absent rules are not compared.
    const results = members.flatMap((one) => (one && resultOf(one)) ?? []);
    return { id: rule.id, members, isOfRule: isGating(rule), differs: new Set(results).size > 1 };
  });
}

/** Returns a cell of a matrix. A failed rule has its actual result, which links to its evidence. */
function cellOf(rule: RuleReport | undefined, href: string | undefined): Item {
  const mark = verdictStyleOf(rule);
  if (rule?.verdict === 'observed') return { mark, words: resultWords(rule) };
  if (rule?.verdict !== 'fail') return { mark, words: [] };
  const words = resultWords(rule, 80);
  return { mark, words: href === undefined ? words : [{ to: `${href}#${anchor(rule.id)}`, words }] };
}

const SIGNS = Object.values(verdictStyles).map(({ sign, word }) => `${sign} ${word}`);
const LEGEND = `${SIGNS.join(', ')}; ≠ targets differ`;

/** Returns a matrix of the rules that failed somewhere or differ. @param columns of the reports, if they have pages */
export function matrixDocument(reports: readonly Report[], columns: readonly Column[] = []): Document {
  const heads = headsOf(reports).map((head, at): RichText => {
    const href = columns[at]?.href;
    return href === undefined ? [name(head)] : [{ to: href, words: [name(head)] }];
  });
  const grid = (title: string, rows: readonly Row[]): Block => {
    const cells = rows.map(({ id, differs, members }) => {
      const head: Item = { words: [differs ? '≠ ' : '', name(id)] };
      return [head].concat(members.map((member, at) => cellOf(member, columns[at]?.href)));
    });
    return table(title, ['Rule', ...heads], cells);
  };
  const runs = reports.map((report, at) => {
    const head = [...(heads[at] ?? []), ', ', ...aboutRun(report)];
    return { report, head, note: columns[at]?.note ?? [] };
  });
  const rows = rowsOf(reports);
  const rules = rows.filter(({ isOfRule }) => isOfRule);
  const notable = rules.filter(
    ({ differs, members }) => differs || members.some((rule) => rule?.verdict === 'fail'),
  );
  const differing = rules.filter(({ differs }) => differs).length;
  const title = `Rules that failed or differ: ${notable.length} of ${rules.length}`;
  const others = 'Observations that differ';
  const observed = rows.filter(({ isOfRule, differs }) => differs && !isOfRule);
  return {
    kind: 'Reports compared',
    mark: 'absent',
    title: `${countOf(reports.length, 'report')} compared`,
    lead: [
      [`${differing} of ${countOf(rules.length, 'rule')} ${differing === 1 ? 'differs' : 'differ'}.`],
      ['Undecided and skipped rules are not compared.'],
    ],
    about: [],
    notices: [],
    parts: [
      { id: 'targets', title: 'Targets', blocks: [runsTable('Targets', runs)] },
      { id: 'rules', title, blocks: notable.length === 0 ? [] : [text([LEGEND]), grid(title, notable)] },
      { id: 'observed', title: others, blocks: [grid(others, observed)] },
    ],
    foot: ['issue-conformance ', name(reports[0]?.tool.version ?? '')],
  };
}

const LISTED: readonly (readonly [VerdictStyle, title: string, ...changes: Step['change'][]])[] = [
  ['fail', 'Got worse', 'worse', 'lost'],
  ['pass', 'Got better', 'better', 'decided'],
  ['observed', 'Changed observations', 'observed'],
];

const TITLES = { fail: 'Got worse', inconclusive: 'Not comparable', pass: 'Not worse' } as const;

/** Returns the changes between the last two runs of one target or several. Pure. */
export function changesDocument(targets: readonly Changes[]): Document {
  const [first, ...others] = targets;
  const isOne = others.length === 0;
  const heads = headsOf(targets.map(({ after }) => after)).map((head) => name(head));
  const items = targets.map(({ mark, after, result }, at): Item => {
    return { mark, words: [heads[at] ?? '', ', ', ...aboutRun(after), `: ${result}`] };
  });
  const headOf = (at: number): RichText => (isOne ? [] : [heads[at] ?? '', ': ']);
  const steps = targets.flatMap((target, at) => target.steps.map((step) => ({ step, head: headOf(at) })));
  const changed = LISTED.map(([mark, title, ...changes]): Part => {
    const listed = steps.filter(({ step }) => changes.includes(step.change));
    const lines = listed.map(({ step, head }) => changeItem(step, [...head, name(step.rule.id)]));
    return listPart({ id: changes.join('-'), mark, title }, lines);
  });
  const runs = targets.flatMap(({ before, after }) => [
    ...(before === null ? [] : [{ report: before, head: ['older: ', ...aboutRun(before)] }]),
    { report: after, head: ['newer: ', ...aboutRun(after)] },
  ]);
  const [fail, inconclusive, absent] = (['fail', 'inconclusive', 'absent'] as const).map(
    (one) => targets.filter(({ mark }) => mark === one).length,
  );
  const mark = fail ? 'fail' : inconclusive ? 'inconclusive' : 'pass';
  const counted = `${fail} of ${countOf(targets.length, 'target')} got worse, ${inconclusive} cannot be compared, ${absent} with only one run.`;
  return {
    kind: 'The last two runs of each target compared',
    mark,
    title: TITLES[mark],
    lead: [[isOne ? (first?.result ?? '') : counted]],
    about: isOne ? heads.map((head) => [head]) : [],
    notices: targets.flatMap((changes, at) => remarksOn(changes).map((words) => headOf(at).concat(words))),
    parts: [
      listPart({ id: 'targets', mark, title: 'Targets' }, isOne ? [] : items),
      ...changed,
      { id: 'runs', title: 'Runs', blocks: [runsTable('Runs', runs)] },
    ],
    foot: ['issue-conformance ', name(first?.after.tool.version ?? '')],
  };
}
