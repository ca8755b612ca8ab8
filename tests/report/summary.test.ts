import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inert } from '../../src/report/inert.ts';
import type { Report } from '../../src/report/model.ts';
import { columnsOf } from '../../src/report/terminal/columns.ts';
import { summary } from '../../src/report/terminal/summary.ts';
import { brokenRun, conformant, hostile, incomplete, nonconformant, unusable } from './examples.ts';
import { hostileText } from './hostile-text.ts';
import { allRules, failing, sampleReport, sampleRule, undecidedRule } from './reports.ts';

const paths = ['reports/conformance.json', 'reports/junit.xml', 'reports/report.html'];
const textOfPage = (report: Report, width = 80): string => summary(report, { color: false, width, paths });
const examples: [string, Report][] = Object.entries({
  broken: brokenRun,
  conformant,
  incomplete,
  nonconformant,
  unusable,
});

/** What stands where, by the first words of the lines. */
const places = (text: string, ...words: string[]): number[] => words.map((word) => text.indexOf(`\n${word}`));

describe('the summary of a run', () => {
  it.each([
    ['conformant', conformant, 'Conformant: the bundled reference service at http://127.0.0.1:40123'],
    ['nonconformant', nonconformant, 'Not conformant: http://127.0.0.1:4010, repository octo/hello'],
    ['incomplete', incomplete, 'Incomplete, 45 chosen rules: http://127.0.0.1:4010'],
    ['unusable', unusable, 'Unusable: http://127.0.0.1:4010'],
    ['broken', brokenRun, 'Broken: http://127.0.0.1:4010'],
  ])('begins with the outcome and the target (%s)', (_, report, beginning) => {
    expect(textOfPage(report).startsWith(beginning)).toBe(true);
  });

  it.each([
    [conformant, 'Conformant: every rule that counts was tried and holds.\nExit status 0.\n'],
    [
      nonconformant,
      'Not conformant: 3 rules are broken besides 1 known failure, and 1 entry of the\n                baseline is stale.\nExit status 1.\n',
    ],
    [
      incomplete,
      'Incomplete, 45 chosen rules: nothing new is broken, but 16 rules that count are\n                             not decided.\nExit status 3.\n',
    ],
    [unusable, 'Unusable: the target could not be checked.\nExit status 2.\n'],
    [
      brokenRun,
      'Broken: issue-conformance itself failed, which says nothing about the target.\nExit status 4.\n',
    ],
  ])('ends with the outcome and the exit status (case %#)', (report, end) => {
    expect(textOfPage(report).endsWith(`\n${end}`)).toBe(true);
  });

  it('names the exit status that is known', () => {
    const text = summary(incomplete, { color: false, width: 80, paths, exitStatus: 0 });
    expect(text.endsWith('\nExit status 0.\n')).toBe(true);
  });

  it('puts failures first, then what is undecided, then what was observed', () => {
    const found = places(
      textOfPage(nonconformant),
      'Failures: 3 rules',
      'Stale in the baseline: 1 entry',
      'Known failures, which the baseline lists: 1 rule',
      'Undecided: 1 rule',
      'Not tried: 2 rules',
      'Observed, not judged: 41 answers',
      '387 of 800 requests in 1.2 s',
    );
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  it('counts the verdicts, and the known failures among them', () => {
    expect(textOfPage(nonconformant).split('\n')[1]).toBe(
      '4 fail (1 known) · 38 pass · 1 inconclusive · 2 skip · 41 observed',
    );
  });

  it('shows a card of each failure that the baseline does not list', () => {
    expect(textOfPage(nonconformant).match(/^✗ \S+/gm)).toEqual([
      '✗ list.per-page.zero',
      '✗ list.sort.invalid-ignores-direction',
      '✗ create.missing-title',
    ]);
  });

  it('says at the top what was wrong, once', () => {
    const lines = textOfPage(unusable).split('\n');
    expect(lines[3]).toMatch(/^! Nothing answers at http:\/\/127\.0\.0\.1:4010: the connection was refused/);
    expect(textOfPage(unusable).match(/Nothing answers/g)).toHaveLength(1);
    expect(textOfPage(unusable)).toContain('all 45 rules and 41 observations of this run');
  });

  it('says at the top that rules were left out, and that the run was interrupted', () => {
    const top = textOfPage(incomplete).split('Not tried')[0] ?? '';
    expect(top).toContain('! The run was interrupted before it came to its end.');
    expect(top.replaceAll('\n  ', ' ')).toContain('--only list.per-page create --skip list.page');
  });

  it('says each reason once, with all rules that share it beneath', () => {
    const text = textOfPage(incomplete);
    expect(text.match(/\? Not tried: set WRITES/g)).toHaveLength(1);
    for (const { id } of incomplete.rules.filter(({ verdict }) => verdict === 'skip'))
      expect(text).toMatch(new RegExp(`[ ]${id}(,|$)`, 'm'));
  });

  it('shows the observations one to a line, as many as fit', () => {
    const text = textOfPage(conformant);
    expect(text).toContain('\n  page.default             200, empty\n');
    expect(text.match(/ {2}200, empty$/gm)).toHaveLength(20);
    expect(text).toContain('… and 21 more in conformance.json');
  });

  it('cuts an observation to its line', () => {
    const value = 'a very long value '.repeat(20);
    const text = textOfPage(
      sampleReport('conformant', {
        rules: [sampleRule('observed.links', { observation: { value, note: 'n' } })],
      }),
    );
    expect(text.split('\n').find((line) => line.startsWith('  links'))).toMatch(/^ {2}links {2}a very.*…$/);
  });

  it('says how to run it again and where the reports are, the one to look at first', () => {
    const text = textOfPage(conformant);
    expect(text).toContain('--seed 42');
    expect(text).toContain('Report  reports/report.html\n        beside it conformance.json, junit.xml');
  });

  it('says how to send the failures again, where there are any', () => {
    const line = 'Replay  issue-conformance replay reports/conformance.json';
    expect(textOfPage(nonconformant)).toContain(line);
    expect(textOfPage(conformant)).not.toContain('Replay');
  });

  it('sets counts one below the other, and what a label names beneath it, where there is little room', () => {
    const narrow = textOfPage(nonconformant, 48);
    expect(narrow).toContain('\n38 pass\n1 inconclusive\n');
    expect(narrow).toContain('\n  actual\n    0 results\n');
  });

  it('tells repeated requests apart', () => {
    expect(textOfPage({ ...conformant, run: { ...conformant.run, requests: 1, retries: 1 } })).toContain(
      '1 of 800 requests (1 of them repetitions)',
    );
  });

  it('has no section for what there is not', () => {
    expect(textOfPage(conformant)).not.toMatch(/Failures|Known|Stale|Undecided|Not tried|^!/m);
  });

  it('leaves no reason out', () => {
    const { reason: _, ...unreasoned } = undecidedRule('list.ok', 'skip', '');
    expect(textOfPage(sampleReport('incomplete', { rules: [unreasoned] }))).toContain('No reason was given.');
  });

  it('makes no card smaller, however many there are', () => {
    const rules = allRules().map(({ id, level }) =>
      level === 'observed' ? sampleRule('observed.links') : failing(id as 'list.ok'),
    );
    expect(textOfPage(sampleReport('nonconformant', { rules })).match(/^ {2}by hand/gm)).toHaveLength(45);
  });
});

describe('the layout', () => {
  it.each(
    examples.flatMap(([name, report]) => [80, 100, 120].map((width) => [name, width, report] as const)),
  )('of %s fits into %i columns', (_, width, report) => {
    const wide = textOfPage(report, width)
      .split('\n')
      .filter((line) => columnsOf(line) > width);
    expect(wide).toEqual([]);
  });

  it.each(examples)('of %s is the same in colour', (_, report) => {
    const colored = summary(report, { color: true, width: 80, paths });
    expect(colored).toContain('\u001b[');
    expect(stripVTControlCharacters(colored)).toBe(textOfPage(report));
  });

  it('has no colour where none is wanted', () => {
    expect(textOfPage(nonconformant)).not.toContain('\u001b');
  });
});

describe('what came from the target', () => {
  it('reaches the terminal without anything that it would obey', () => {
    fc.assert(
      fc.property(hostileText, fc.boolean(), (text, color) => {
        const shown = stripVTControlCharacters(summary(hostile(text), { color, width: 80, paths: [text] }));
        expect(inert(shown, { keepNewlines: true })).toBe(shown);
      }),
      { numRuns: 200 },
    );
  });

  it('cannot smuggle colour into a summary that has none', () => {
    const shown = summary(hostile('\u001b[31m'), { color: false, width: 80, paths });
    expect(inert(shown, { keepNewlines: true })).toBe(shown);
  });

  it('cannot make the summary endless', () => {
    const text = textOfPage(hostile('x'.repeat(100_000)));
    expect(text.length).toBeLessThan(40_000);
  });
});
