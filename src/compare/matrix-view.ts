import { isRuleId } from '../model/rule-ids.ts';
import type { RuleReport } from '../report/model.ts';
import { countOf } from '../report/text.ts';
import { toneNames, toneOf } from '../results/tones.ts';
import { byTopic } from '../results/topics.ts';
import { observedOf } from './changes.ts';
import { type Column, shortLabel, targetName } from './columns.ts';
import { isBroken, isJudged, type Matrix, type Row } from './matrix.ts';
import { remarksOn, whole } from './runs.ts';
import { targetsPart } from './targets-view.ts';
import {
  countOfRules,
  type Detail,
  type Entry,
  entryOf,
  failureDetails,
  type GridRow,
  grouped,
  idOf,
  lengths,
  reasonOf,
  seenLine,
  statementOf,
  truncated,
  type View,
  type ViewBlock,
  type ViewPart,
  viewPart,
} from './view.ts';

/** UTF-16 units for all detail texts of one kind together, and for each of them at least. */
const ALL_TEXTS_LENGTH = 50_000;
const MIN_TEXT_LENGTH = 100;
/** UTF-16 units of an observed value in a line, and of the names of its targets. */
const ANSWER = 100;
const NAMES = 40;
/** UTF-16 units kept before the first difference of long values. */
const COMMON = 16;
/** Up to this many rules with one reason are named; more are counted. */
const NAMED = 6;

/** Returns names for groups of targets: labels if all are short, else letters. */
function namesOf(groups: readonly (readonly Column[])[]): readonly string[] {
  const [labels, letters] = [
    groups.map((group) => group.map(shortLabel).join(', ')),
    groups.map((group) => group.map(({ letter }) => letter).join(' ')),
  ];
  if (groups.length === 1) return ['all'];
  return labels.every((label) => label.length <= NAMES) ? labels : letters;
}

/** An entry, and the rules that link to it, with the columns of their reports. */
interface Behind {
  readonly places: readonly { readonly column: number; readonly rule: RuleReport }[];
  readonly entry: Entry;
}

/** Returns an entry for each way in which a rule is broken, with its targets. */
function brokenBy({ members }: Row, columns: readonly Column[], most: number): readonly Behind[] {
  const places = members.flatMap((rule, column) => (isBroken(rule) ? [{ column, rule }] : []));
  const ways = grouped(places, ({ rule }) => [toneOf(rule), rule.failure?.expected, rule.failure?.actual]);
  return ways.map((group) => {
    const [{ rule }] = group;
    const who = columns.filter((_, index) => group.some(({ column }) => column === index));
    const said = { statement: statementOf(rule), details: failureDetails(rule, most) };
    return {
      places: group,
      entry: entryOf({ about: who.map(shortLabel), tone: toneOf(rule), seen: seenLine(rule), ...said }),
    };
  });
}

/** Returns the undecided rules and missing observations of a target, grouped by reason. */
function undecidedOf({ report }: Column, column: number): readonly Behind[] {
  const open = report.rules.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'skip');
  return grouped(open, (rule) => [toneOf(rule), rule.reason, isJudged(rule)]).map((rules) => {
    const [rule] = rules;
    const ids = rules.map(idOf);
    const what =
      ids.length <= NAMED
        ? { about: ids }
        : { about: [], change: countOfRules(rules), details: [{ label: 'ids', text: ids.join(', ') }] };
    return {
      places: rules.map((each) => ({ column, rule: each })),
      entry: entryOf({ tone: toneOf(rule), seen: reasonOf(rule), ...what }),
    };
  });
}

/** Returns the length of the common prefix of some values. */
function commonStart(values: readonly string[]): number {
  const [first = '', ...others] = values;
  let at = 0;
  while (at < first.length && others.length > 0 && others.every((other) => other[at] === first[at])) at += 1;
  return at;
}

/**
 * Returns the values of an observation with their targets. Long values start shortly before their first
 * difference.
 */
function answersEntry({ rule, members }: Row, columns: readonly Column[]): Entry {
  const answers = columns.map((column, index) => {
    const member = members[index];
    const observed = member === undefined ? null : observedOf(member);
    if (observed?.seen === true) return { column, isSeen: true, value: observed.value };
    return { column, isSeen: false, value: observed === null ? 'not in run' : 'not observed' };
  });
  const groups = grouped(answers, ({ isSeen, value }) => [isSeen, value]);
  const common = commonStart(groups.flatMap(([{ isSeen, value }]) => (isSeen ? [value] : [])));
  const names = namesOf(groups.map((group) => group.map(({ column }) => column)));
  const details = groups.map(([{ value }], index): Detail => {
    const from = value.length > ANSWER && common > COMMON ? common - COMMON : 0;
    const text = truncated(from === 0 ? value : `…${value.slice(from)}`, ANSWER);
    return { label: names[index] ?? '', text };
  });
  const said = { statement: statementOf(rule), details, folded: 'nowhere' } as const;
  return entryOf({ about: [idOf(rule)], tone: 'observed', ...said });
}

const topicOf = ({ rule }: Row): string => rule.id;

/** Returns the rows that matter as blocks, and the others folded behind a title. */
function tellingAndRest(
  rows: readonly Row[],
  isTelling: (row: Row) => boolean,
  blocksOf: (rows: readonly Row[]) => readonly ViewBlock[],
  restWords: (count: number) => string,
): readonly ViewBlock[] {
  const rest = rows.filter((row) => !isTelling(row));
  const telling = rows.filter(isTelling);
  return [
    ...(telling.length === 0 ? [] : blocksOf(telling)),
    ...(rest.length === 0
      ? []
      : [{ kind: 'rest', title: restWords(rest.length), blocks: blocksOf(rest) } as const]),
  ];
}

function observationsPart({ columns, observations }: Matrix): readonly ViewPart[] {
  const blocksOf = (rows: readonly Row[]): readonly ViewBlock[] =>
    byTopic(rows, topicOf).map(({ title, members }) => ({
      kind: 'entries',
      title,
      entries: members.map((row) => answersEntry(row, columns)),
    }));
  return viewPart(
    'observed',
    'Observations',
    'observed',
    tellingAndRest(
      observations,
      ({ differs }) => differs,
      blocksOf,
      (rest) => `${countOf(rest, 'observation')} not known to differ`,
    ),
    'The specification leaves these open, so no answer is better than another.',
  );
}

/** Gives each entry a key, and returns for each column the keys by rule. */
function withKeys(all: readonly (readonly Behind[])[], name: string, columns: readonly Column[]) {
  const keys = columns.map(() => new Map<RuleReport, string>());
  let last = 0;
  const groups = all.map((group) =>
    group.map(({ places, entry }) => {
      last += 1;
      const key = `${name}-${last}`;
      for (const { column, rule } of places) keys[column]?.set(rule, key);
      return { ...entry, key };
    }),
  );
  return { keys, groups };
}

/** Returns the address of a rule in the page of its report; empty if unknown. */
function hrefOfRule(column: Column | undefined, { id }: RuleReport): string {
  return column === undefined || column.href === '' || !isRuleId(id) ? '' : `${column.href}#rule-${id}`;
}

/** Returns the entries of each title, without titles that have none. */
const entryBlocks = (
  titles: readonly string[],
  groups: readonly (readonly Entry[])[],
): readonly ViewBlock[] =>
  groups.flatMap((entries, index): readonly ViewBlock[] =>
    entries.length === 0 ? [] : [{ kind: 'entries', title: titles[index] ?? '', quoted: true, entries }],
  );

function rulesParts({ columns, rules }: Matrix): readonly ViewPart[] {
  const inOrder = byTopic(rules, topicOf).flatMap(({ members }) => members);
  const failures = rules.reduce((sum, { members }) => sum + members.filter(isBroken).length, 0);
  const most = Math.min(
    lengths.prose,
    Math.max(MIN_TEXT_LENGTH, Math.floor(ALL_TEXTS_LENGTH / Math.max(1, failures))),
  );
  const broken = withKeys(
    inOrder.map((row) => brokenBy(row, columns, most)),
    'broken',
    columns,
  );
  const undecided = withKeys(columns.map(undecidedOf), 'undecided', columns);
  const gridRow = ({ rule, differs, members }: Row): GridRow => ({
    id: idOf(rule),
    statement: statementOf(rule),
    differs,
    cells: members.map((member, column) => ({
      tone: member === undefined || isJudged(member) ? toneOf(member) : 'observed',
      seen: member === undefined ? '' : seenLine(member),
      leadsTo: (member && (broken.keys[column]?.get(member) ?? undecided.keys[column]?.get(member))) ?? '',
      href: member === undefined ? '' : hrefOfRule(columns[column], member),
    })),
  });
  const grid = (rows: readonly Row[]): readonly ViewBlock[] => [
    {
      kind: 'grid',
      heads: columns.map(({ letter, head, href }) => ({ letter, label: head, href })),
      topics: byTopic(rows, topicOf).map(({ title, members }) => ({ title, members: members.map(gridRow) })),
    },
  ];
  const seen = new Set(rules.flatMap(({ members }) => members.map(toneOf)));
  const blocks = tellingAndRest(
    rules,
    ({ differs, members }) => differs || members.some(isBroken),
    grid,
    (rest) => `${countOf(rest, 'rule')} that no target is known to break`,
  );
  const legend: ViewBlock = { kind: 'legend', tones: toneNames.filter((tone) => seen.has(tone)) };
  return [
    ...viewPart('rules', 'Rules', 'fail', blocks.length === 0 ? [] : [legend, ...blocks]),
    ...viewPart(
      'broken',
      'Broken rules, with the evidence',
      'fail',
      entryBlocks(
        inOrder.map(({ rule }) => idOf(rule)),
        broken.groups,
      ),
    ),
    ...viewPart(
      'undecided',
      'Undecided, and why',
      'inconclusive',
      entryBlocks(columns.map(shortLabel), undecided.groups),
    ),
  ];
}

/** Returns the view of several reports, a column each. Pure. */
export function matrixView(matrix: Matrix): View {
  const { columns, rules } = matrix;
  const differing = rules.filter(({ differs }) => differs).length;
  const parts = rulesParts(matrix);
  const isEachOther = new Set(columns.map(({ report }) => targetName(report))).size === columns.length;
  const grid = parts.filter(({ key }) => key === 'rules');
  const evidence = parts.filter((part) => !grid.includes(part));
  return {
    kind: 'reports compared',
    tone: null,
    title: `${countOf(columns.length, isEachOther ? 'target' : 'report')} compared`,
    sentences: [
      `${whole(differing)} of ${countOf(rules.length, 'rule')} ${differing === 1 ? 'differs' : 'differ'}.`,
      'Undecided and skipped rules are not compared.',
    ],
    remarks: columns.flatMap((column) => remarksOn(column.report, shortLabel(column))),
    parts: [...grid, ...targetsPart(matrix), ...evidence, ...observationsPart(matrix)],
    worst: [],
  };
}
