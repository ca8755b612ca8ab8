import { basename } from 'node:path';
import { columnsOf, fitted, wrap } from '../../document/columns.ts';
import { type Style, styleFor } from '../../document/style.ts';
import { seenOf } from '../../results/card.ts';
import { membersOf } from '../../results/causes.ts';
import { issuesCreated, requestsSpent, waitsSpent } from '../../results/run.ts';
import { notAllowedText, type Standing } from '../../results/standing.ts';
import type { Tone } from '../../results/tones.ts';
import { versionOf } from '../../results/version.ts';
import { type ReportView, viewOf } from '../../results/view.ts';
import { replayLine } from '../commands.ts';
import type { Report } from '../model.ts';
import { inert } from '../text.ts';
import { blockLines, colorOf, sinceLines } from './blocks.ts';
import { commandLines, noticeLines, onOneLine } from './lines.ts';

export interface SummaryOptions {
  readonly color: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Paths of the written reports. */
  readonly paths: readonly string[];
  /** Exit status of the process; without it, the usual status of the outcome is named. */
  readonly exitStatus?: number;
  /** True if the run was given `--allow-incomplete`. */
  readonly allowIncomplete?: boolean;
}

const NAME = 200;
const DOT = ' · ';
/** Rows for the failed rules on the last screen of 24; the lines below them take the rest. */
const LAST_ROWS = 15;
/** Columns of a rule's name beside its actual result. */
const NAME_COLUMNS = 40;

const STANDING_TONES: Readonly<Record<Standing, Tone>> = {
  held: 'pass',
  known: 'known',
  open: 'inconclusive',
  unexpected: 'fail',
  unusable: 'fail',
  broken: 'fail',
};

function painted({ standing }: ReportView, style: Style): (text: string) => string {
  const paint = colorOf(STANDING_TONES[standing], style);
  return (text) => style.colors.bold(paint(text));
}

function tallyLines({ tally }: ReportView, style: Style): string[] {
  const texts = tally.map(({ tone, count, text }) =>
    count > 0 ? colorOf(tone, style)(text) : style.colors.dim(text),
  );
  if (texts.length === 0) return [];
  const isNarrow = tally.map(({ text }) => text).join(DOT).length > style.width;
  return isNarrow ? texts : [texts.join(style.colors.dim(DOT))];
}

function head(view: ReportView, style: Style): string[] {
  const { target } = view.report;
  const label = target.label === undefined ? '' : `${onOneLine(target.label, NAME)}, `;
  const service = target.bundled ? 'the bundled reference service at ' : '';
  const repository = `${onOneLine(target.owner, NAME)}/${onOneLine(target.repo, NAME)}`;
  const version = versionOf(view.report);
  const where = `${label}${service}${onOneLine(target.baseUrl, NAME)}, repository ${repository}${version === null ? '' : `, version ${onOneLine(version, NAME)}`}`;
  return [
    ...style.hang(`${view.headline}: `, where, { paintLead: painted(view, style), keepWords: true }),
    ...tallyLines(view, style),
    ...noticeLines(view.notices, style),
  ];
}

/** Returns the path of the report to open, and the names of the others. */
function reportLines(paths: readonly string[], { colors, hang }: Style): string[] {
  const first = paths.find((path) => path.endsWith('.html')) ?? paths[0];
  if (first === undefined) return [];
  const others = paths.filter((path) => path !== first).map((path) => basename(path));
  return [
    ...hang('Report  ', inert(first), { paintLead: colors.dim, keepWords: true }),
    ...(others.length === 0
      ? []
      : hang('        ', inert(`and ${others.join(', ')}`), { paint: colors.dim })),
  ];
}

/** Joins parts by dots; a line breaks only between parts. */
function dotted(parts: readonly string[], { width }: Style): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    if (line !== undefined && columnsOf(line + DOT + part) <= width)
      lines[lines.length - 1] = line + DOT + part;
    else lines.push(part);
  }
  return lines.flatMap((line) => wrap(line, width));
}

function foot({ report }: ReportView, style: Style, paths: readonly string[]): string[] {
  const { run, tool, counts } = report;
  const waited = waitsSpent(run);
  const created = issuesCreated(run);
  const source = paths.find((path) => path.endsWith('.json'));
  return [
    ...dotted(
      [
        `${requestsSpent(run)} in ${(run.durationMs / 1000).toFixed(1)} s`,
        `profile ${run.profile}`,
        `writes ${run.writes}`,
        `seed ${run.seed}`,
        `issue-conformance ${onOneLine(tool.version, NAME)}`,
      ],
      style,
    ),
    ...(waited === null ? [] : style.hang('', waited)),
    ...(created === null ? [] : style.hang('', onOneLine(created, NAME))),
    ...(source === undefined || counts.fail === 0
      ? []
      : commandLines(
          replayLine(run, { path: run.replay?.report ? '' : source }),
          'Replay  ',
          '        ',
          style,
        )),
    ...reportLines(paths, style),
  ];
}

/**
 * Returns the failed rules for the last screen: a line for each that fits, with the actual result. The others
 * are listed by id.
 */
function failedLines({ blocks }: ReportView, style: Style): string[] {
  const rules = blocks.flatMap((block) =>
    block.kind === 'failures' && block.id === 'failures' ? block.causes.flatMap(membersOf) : [],
  );
  if (rules.length === 0) return [];
  const names = rules.map(({ id }) => fitted(onOneLine(id, NAME), NAME_COLUMNS));
  const column = Math.max(...names.map(columnsOf));
  const rest = (from: number): string[] =>
    from >= rules.length ? [] : wrap(`and ${names.slice(from).join(', ')}`, style.width - 2);
  let lines = rules.length;
  while (lines > 0 && lines + rest(lines).length > LAST_ROWS) lines -= 1;
  const { red } = style.colors;
  return [
    ...rules.slice(0, lines).map((rule, index) => {
      const name = names[index] ?? '';
      const gap = ' '.repeat(column - columnsOf(name) + 2);
      return `${red(`✗ ${name}`)}${gap}${fitted(onOneLine(seenOf(rule)), style.width - column - 4)}`;
    }),
    ...rest(lines).map((line) => red(`  ${line}`)),
    '',
  ];
}

/**
 * Returns the summary of a run for a terminal. It begins with changes since the last run, broken rules and
 * undecided ones. It ends with the failed rules and the outcome.
 */
export function summary(report: Report, options: SummaryOptions): string {
  const style = styleFor(options);
  const view = viewOf(report);
  const { exitStatus, paths, allowIncomplete } = options;
  const isRefused = allowIncomplete === true && exitStatus === 3;
  const parts = [
    sinceLines(view.since, style),
    head(view, style),
    ...view.blocks.map((block) => blockLines(block, report, style)),
    foot(view, style, paths),
    [
      ...failedLines(view, style),
      ...style.hang(`${view.headline}: `, `${view.sentence}.`, { paintLead: painted(view, style) }),
      `${exitStatus === undefined ? view.exit : `Exit status ${exitStatus}`}.`,
      ...(isRefused ? style.hang('', `${notAllowedText(report)}.`) : []),
    ],
  ].filter((lines) => lines.length > 0);
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
