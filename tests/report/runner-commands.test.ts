import { expect, it } from 'vitest';
import { draftOf } from '../../src/baseline/draft.ts';
import { changes } from '../../src/compare/changes.ts';
import { matrix } from '../../src/compare/matrix.ts';
import { renderChanges, renderMatrix } from '../../src/compare/render.ts';
import { print } from '../../src/document/print.ts';
import { PinChanged, RuleViolated } from '../../src/host/shown-errors.ts';
import { formatNames } from '../../src/report/format-names.ts';
import { renderers } from '../../src/report/formats.ts';
import type { Report } from '../../src/report/model.ts';
import { breakInText } from '../../src/report/runner-commands.ts';
import { summary } from '../../src/report/terminal/summary.ts';
import { cardText } from '../../src/results/card.ts';
import { COMMANDS, expectNoCommand } from '../support/runner-commands.ts';
import { conformant, heldAgainst, hostile } from './examples.ts';
import { contentOf } from './html-parts.ts';

/** Commands at the start of texts and lines, within lines, and in JSON whose blanks a page removes. */
const TEXTS = [
  ...COMMANDS.map((command) => `${command}\n${command}\n  told: ${command} and ${command}`),
  '[{"title":"#\n##[error]planted"},#\n#[error]planted,:\n:error::planted,"::error::planted"]',
];

function printed(report: Report, text: string): string {
  const lines: string[] = [];
  const stream = { write: (line: string) => lines.push(line) };
  print(stream, summary(report, { color: false, width: 40, paths: [text], exitStatus: 1 }));
  print(stream, `${text}\n`);
  return lines.join('');
}

function* outputsOf(report: Report, text: string): Generator<string> {
  const terminal = { color: false, width: 40 };
  const other = { ...conformant, target: report.target };
  for (const name of formatNames) yield renderers[name](report, [conformant, report]);
  for (const format of ['text', 'markdown', 'html'] as const) {
    yield renderChanges[format](changes(other, report), terminal);
    yield renderMatrix[format](matrix([other, report, conformant]), terminal);
  }
  yield draftOf(report, { pins: true }).text;
  yield printed(report, text);
  for (const rule of report.rules) {
    yield String(new PinChanged(rule).stack);
    yield String(new RuleViolated(cardText(rule)).stack);
  }
}

it.each(TEXTS)('a target gives no command to a CI runner, in any output (case %#)', (text) => {
  for (const report of [hostile(text), heldAgainst(text)]) {
    for (const output of outputsOf(report, text)) expectNoCommand(contentOf(output), output.slice(0, 80));
    expect(JSON.parse(renderers.json(report, []))).toEqual(report);
  }
});

it('what is no command stays as it is', () => {
  for (const text of [
    'http://[fe80::abcd]:8080/repos and http://[::1]:80/',
    'a::b, 12::30, ::, ##, ## Heading, C## [x], #[x], :: error',
    'std::vector<int> and Foo::Bar.baz',
    '---\n| --- | --- |\n-- x',
  ])
    expect(breakInText(text)).toBe(text);
  expect(breakInText('a ::error::b')).toBe(String.raw`a :\u{3a}error::b`);
  expect(breakInText('##vso[x]')).toBe(String.raw`#\u{23}vso[x]`);
});
