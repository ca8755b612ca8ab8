import { basename } from 'node:path';
import { countOf } from '../count-of.ts';
import { quote } from '../curl.ts';
import { knownFailures, knownUndecided, newFailures } from '../failures.ts';
import { inert } from '../inert.ts';
import type { Report, RuleReport } from '../model.ts';
import { noticesOf } from '../notices.ts';
import { exitWordsOf, headlineOf, sentenceOf } from '../outcome.ts';
import { shown } from '../shown.ts';
import { requestsSpent, waitsSpent } from '../spent.ts';
import { type Standing, standingOf } from '../standing.ts';
import { columnsOf, fitted } from './columns.ts';
import { type Style, styleFor } from './style.ts';
import { heldPins, listedFailures, listedUndecided, staleEntries, unmetPins } from './summary-baseline.ts';
import { summaryCard } from './summary-card.ts';
import { summarySince } from './summary-since.ts';
import { summaryUndecided } from './summary-undecided.ts';

export interface SummaryOptions {
  readonly color: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Where the reports were written. */
  readonly paths: readonly string[];
  /** What the process will exit with, where that is known; without it the outcome's usual status is named. */
  readonly exitStatus?: number;
}

const SENTENCE = 1000;
const NAME = 200;
const OBSERVATIONS = 20;
const OBSERVED = 'observed.';
const DOT = ' · ';

const said = (text: string, most = SENTENCE): string => shown(text, most);

const STANDING_COLORS = {
  held: 'green',
  known: 'yellow',
  open: 'yellow',
  unexpected: 'red',
  unusable: 'red',
  broken: 'red',
} as const satisfies Record<Standing, string>;

function paintOf(report: Report, { colors }: Style): (text: string) => string {
  const color = colors[STANDING_COLORS[standingOf(report)]];
  return (text) => colors.bold(color(text));
}

function counts(report: Report, { colors, width }: Style): string[] {
  const { pass, fail, inconclusive, skip, observed } = report.counts;
  const known = knownFailures(report.rules).length;
  const listed = knownUndecided(report.rules);
  const undecided = (verdict: 'inconclusive' | 'skip'): string => {
    const among = listed.filter((rule) => rule.verdict === verdict).length;
    return among > 0 ? `${verdict} (${among} known)` : verdict;
  };
  const { green, red, yellow } = colors;
  const parts: readonly (readonly [number, string, (text: string) => string])[] = [
    [fail, known > 0 ? `fail (${known} known)` : 'fail', red],
    [pass, 'pass', green],
    [inconclusive, undecided('inconclusive'), yellow],
    [skip, undecided('skip'), yellow],
    [observed, 'observed', colors.cyan],
  ];
  const words = parts.map(([count, word]) => `${count} ${word}`);
  const isNarrow = words.join(DOT).length > width;
  const painted = parts.map(([count, , paint], index) =>
    (count > 0 ? paint : colors.dim)(words[index] ?? ''),
  );
  return isNarrow ? painted : [painted.join(colors.dim(DOT))];
}

function head(report: Report, style: Style): string[] {
  const { target } = report;
  const { yellow } = style.colors;
  const label = target.label === undefined ? '' : `${said(target.label, NAME)}, `;
  const service = target.bundled ? 'the bundled reference service at ' : '';
  const where = `${label}${service}${said(target.baseUrl, NAME)}`;
  const repository = `${said(target.owner, NAME)}/${said(target.repo, NAME)}`;
  const lines = style.hang(`${headlineOf(report)}: `, `${where}, repository ${repository}`, {
    paintLead: paintOf(report, style),
    keepWords: true,
  });
  lines.push(...counts(report, style));
  for (const { kind, text, quoted } of noticesOf(report)) {
    const paint = kind === 'problem' ? { paint: yellow } : {};
    lines.push('', ...style.hang('! ', text + said(quoted), { paintLead: yellow, ...paint }));
  }
  return lines;
}

function failures(rules: readonly RuleReport[], style: Style): string[] {
  const broken = newFailures(rules);
  if (broken.length === 0) return [];
  const title = `Failures: ${countOf(broken.length, 'rule')}`;
  const lines = [style.colors.bold(style.colors.red(title))];
  for (const rule of broken) lines.push('', ...summaryCard(rule, style));
  return lines;
}

// The short values and not the sentences: beside the id they say as much, and they fit.
function observations(rules: readonly RuleReport[], style: Style): string[] {
  const seen = rules.flatMap(({ id, observation }) =>
    observation === undefined
      ? []
      : [{ id: said(id, NAME), value: said(observation.value || observation.note) }],
  );
  if (seen.length === 0) return [];
  const { bold, cyan, dim } = style.colors;
  const rows = seen.slice(0, OBSERVATIONS).map(({ id, value }) => ({
    name: fitted(id.startsWith(OBSERVED) ? id.slice(OBSERVED.length) : id, style.width / 2),
    value,
  }));
  const column = Math.max(...rows.map(({ name }) => columnsOf(name)));
  const left = seen.length - rows.length;
  return [
    bold(cyan(`Observed, not judged: ${countOf(seen.length, 'answer')}`)),
    dim(`  (their ids begin with ${OBSERVED})`),
    ...rows.map(({ name, value }) => {
      const gap = ' '.repeat(column - columnsOf(name) + 2);
      return `  ${dim(name)}${gap}${fitted(value, style.width - column - 4)}`;
    }),
    ...(left > 0 ? [dim(`  … and ${left} more in conformance.json`)] : []),
  ];
}

/** Where the reports are: the one to look at as something to click on, the others by their names. */
function reports(paths: readonly string[], { colors, hang }: Style): string[] {
  const first = paths.find((path) => path.endsWith('.html')) ?? paths[0];
  if (first === undefined) return [];
  const others = paths.filter((path) => path !== first).map((path) => basename(path));
  return [
    ...hang('Report  ', inert(first), { paintLead: colors.dim, keepWords: true }),
    ...(others.length === 0
      ? []
      : hang('        ', inert(`beside it ${others.join(', ')}`), { paint: colors.dim })),
  ];
}

function replay({ rules }: Report, paths: readonly string[], { colors, hang }: Style): string[] {
  const source = paths.find((path) => path.endsWith('.json'));
  if (source === undefined || !rules.some(({ verdict }) => verdict === 'fail')) return [];
  const command = `issue-conformance replay ${quote(inert(source))}`;
  return hang('Replay  ', command, { paintLead: colors.dim, keepWords: true });
}

function foot(report: Report, style: Style, { paths, exitStatus }: SummaryOptions): string[] {
  const { run, tool } = report;
  const { dim } = style.colors;
  const spent = `${requestsSpent(run)} in ${(run.durationMs / 1000).toFixed(1)} s`;
  const waited = waitsSpent(run);
  const how = `profile ${run.profile} · writes ${run.writes} · issue-conformance ${said(tool.version, NAME)}`;
  return [
    ...style.hang('', `${spent} · ${how}`),
    ...(waited === null ? [] : style.hang('', waited)),
    ...style.hang('Again   ', `--seed ${run.seed} tries the same values`, { paintLead: dim }),
    ...replay(report, paths, style),
    ...reports(paths, style),
    '',
    ...style.hang(`${headlineOf(report)}: `, `${sentenceOf(report)}.`, { paintLead: paintOf(report, style) }),
    `${exitStatus === undefined ? exitWordsOf(report) : `Exit status ${exitStatus}`}.`,
  ];
}

/**
 * What a person reads of a run on a terminal: what changed since the last one, then what is unexpected, then what is known or
 * undecided, then what was observed.
 */
export function summary(report: Report, options: SummaryOptions): string {
  const style = styleFor(options);
  const parts = [
    summarySince(report, style),
    head(report, style),
    failures(report.rules, style),
    unmetPins(report, style),
    staleEntries(report, style),
    listedFailures(report, style),
    summaryUndecided(report, 'inconclusive', style),
    summaryUndecided(report, 'skip', style),
    listedUndecided(report, style),
    heldPins(report, style),
    observations(report.rules, style),
    foot(report, style, options),
  ].filter((lines) => lines.length > 0);
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
