import { expect, it } from 'vitest';
import { shownError } from '../../src/api/conformance-tests.ts';
import { draftOf } from '../../src/baseline/draft.ts';
import { cardText } from '../../src/render/card.ts';
import { badge, json } from '../../src/render/json.ts';
import { junit } from '../../src/render/junit.ts';
import { breakInText, print } from '../../src/render/runner-commands.ts';
import type { Report } from '../../src/report/model.ts';
import { documentsOf, layoutsOf } from '../render/documents.ts';
import { contentOf } from '../render/html-parts.ts';
import { COMMANDS, expectNoCommand } from '../support/runner-commands.ts';
import { conformant, hostile } from './examples.ts';

/** Commands at the start of texts and lines, within lines, and in JSON whose blanks a page removes. */
const TEXTS = [
  ...COMMANDS.map((command) => `${command}\n${command}\n  told: ${command} and ${command}`),
  '[{"title":"#\n##[error]planted"},#\n#[error]planted,:\n:error::planted,"::error::planted"]',
];

function* outputsOf(report: Report, text: string): Generator<string> {
  for (const render of [json, junit, badge]) yield render(report);
  yield draftOf(report);
  for (const [, shown] of layoutsOf(documentsOf(report, conformant))) yield contentOf(shown);
  const lines: string[] = [];
  print({ write: (line: string) => lines.push(line) }, `${text}\n`);
  yield lines.join('');
  for (const rule of report.rules) {
    yield String(shownError('RuleViolated', cardText(rule, report)).stack);
  }
}

it.each(TEXTS)('a target gives no command to a CI runner, in any output (case %#)', (text) => {
  const report = hostile(text);
  for (const output of outputsOf(report, text)) expectNoCommand(output, output.slice(0, 80));
  expect(JSON.parse(json(report))).toEqual(report);
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
