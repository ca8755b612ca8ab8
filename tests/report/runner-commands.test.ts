import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { draftOf } from '../../src/baseline/draft.ts';
import { changes } from '../../src/compare/changes.ts';
import { matrix } from '../../src/compare/matrix.ts';
import { renderChanges, renderMatrix } from '../../src/compare/render.ts';
import { PinChanged, RuleViolated } from '../../src/host/shown-errors.ts';
import { formatNames } from '../../src/report/format-names.ts';
import { renderers } from '../../src/report/formats.ts';
import type { Report } from '../../src/report/model.ts';
import { breakInText } from '../../src/report/runner-commands.ts';
import { print } from '../../src/report/terminal/print.ts';
import { summary } from '../../src/report/terminal/summary.ts';
import { cardText } from '../../src/report/view/card.ts';
import { COMMANDS, expectNoCommand } from '../support/runner-commands.ts';
import { conformant, heldAgainst, hostile, nonconformant } from './examples.ts';
import { contentOf } from './html-parts.ts';
import { sampleReport } from './reports.ts';

/** Commands at the start of texts and lines, within lines, and in JSON whose blanks a page removes. */
const TEXTS = [
  ...COMMANDS.map((command) => `${command}\n${command}\n  told: ${command} and ${command}`),
  '[{"title":"#\n##[error]planted"},#\n#[error]planted,:\n:error::planted,"::error::planted"]',
];

const comparable = (report: Report): Report => ({
  ...report,
  target: { ...report.target, ...nonconformant.target },
});

describe('a command of a CI runner that a target says', () => {
  for (const name of formatNames)
    it(`is none in ${name}`, () => {
      for (const text of TEXTS) {
        for (const report of [hostile(text), heldAgainst(text)]) {
          const file = renderers[name](report, [conformant, report]);
          expectNoCommand(name === 'html' ? contentOf(file) : file, name);
        }
      }
    });

  it('is read back from JSON as it was', () => {
    for (const text of TEXTS) expect(JSON.parse(renderers.json(hostile(text), []))).toEqual(hostile(text));
  });

  it('is read back from XML and HTML as it was', () => {
    const parser = new XMLParser({
      ignoreAttributes: false,
      htmlEntities: true,
      processEntities: { maxTotalExpansions: 1e6 },
    });
    for (const text of COMMANDS) {
      const { testsuites } = parser.parse(renderers.junit(hostile(text), []));
      expect(testsuites['@_name']).toBe(`issue-conformance: ${text}`);
      const page = contentOf(renderers.html(hostile(text), []))
        .replace(/&#x([0-9a-f]+);/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replaceAll('&#39;', "'");
      expect(page).toContain(text);
    }
  });

  it('is none in a comparison, nor in a baseline', () => {
    for (const text of TEXTS) {
      const [old, other] = [comparable(sampleReport('conformant')), comparable(hostile(text))];
      for (const format of ['text', 'markdown', 'html'] as const) {
        const terminal = { color: false, width: 40 };
        for (const page of [
          renderChanges[format](changes(old, other), terminal),
          renderChanges[format](changes(other, heldAgainst(text)), terminal),
          renderMatrix[format](matrix([old, other, hostile(text)]), terminal),
        ])
          expectNoCommand(format === 'html' ? contentOf(page) : page, format);
      }
      expectNoCommand(draftOf(heldAgainst(text), { pins: true }).text, 'a baseline');
    }
  });

  it('is none on a terminal, nor in what a test runner shows', () => {
    for (const text of TEXTS) {
      const options = { color: false, width: 40, paths: [text], exitStatus: 1 };
      const printed: string[] = [];
      const stream = { write: (line: string) => printed.push(line) };
      print(stream, summary(hostile(text), options));
      print(stream, `${text}\n`);
      expectNoCommand(printed.join(''), 'a terminal');
      for (const rule of heldAgainst(text).rules) {
        expectNoCommand(String(new PinChanged(rule).stack), 'an error');
        expectNoCommand(String(new RuleViolated(cardText(rule)).stack), 'an error');
      }
    }
  });
});

describe('what is no command', () => {
  it('stays as it is', () => {
    for (const text of [
      'http://[fe80::abcd]:8080/repos and http://[::1]:80/',
      'a::b, 12::30, ::, ##, ## Heading, C## [x], #[x], :: error',
      'std::vector<int> and Foo::Bar.baz',
      '---\n| --- | --- |\n-- x',
      'the section_start and its travis_fold',
    ])
      expect(breakInText(text)).toBe(text);
  });

  it('is seen where it was made one', () => {
    expect(breakInText('a ::error::b')).toBe(String.raw`a :\u{3a}error::b`);
    expect(breakInText('##vso[x]')).toBe(String.raw`#\u{23}vso[x]`);
  });
});
