import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { summary } from '../../src/report/terminal/summary.ts';
import { inert } from '../../src/report/text.ts';
import { columnsOf } from '../../src/report/wrap.ts';
import { CREATE_RULES, GATING_RULES, OBSERVATIONS } from '../support/rule-counts.ts';
import { anyReport } from './any-report.ts';
import {
  brokenRun,
  conformant,
  heldAgainst,
  hostile,
  incomplete,
  nonconformant,
  unusable,
} from './examples.ts';
import { hostileText } from './hostile-text.ts';
import {
  allRules,
  failing,
  plainExchange,
  sampleReport,
  sampleRule,
  undecidedRule,
  zeroFailure,
} from './reports.ts';

const paths = ['reports/conformance.json', 'reports/junit.xml', 'reports/report.html'];
const textOfPage = (report: Report, width = 80): string => summary(report, { color: false, width, paths });
const examples: [string, Report][] = Object.entries({
  broken: brokenRun,
  conformant,
  held: heldAgainst('the gateway'),
  incomplete,
  nonconformant,
  unusable,
});

/** Returns a report of broken gating rules, each with its own cause, or all with one. */
function brokenBy(count: number, isAlike = false): Report {
  const gating = conformant.rules.filter(({ level }) => level !== 'observed').slice(0, count);
  const rules = gating.map(({ id }, index) => {
    const url = `http://127.0.0.1:4010/repos/octo/hello/issues?page=${isAlike ? 1 : index}`;
    const exchange = { ...plainExchange, request: { ...plainExchange.request, url } };
    const { kind: _, ...failure } = { ...zeroFailure, exchanges: [exchange] };
    return sampleRule(id as 'list.ok', { verdict: 'fail', failure });
  });
  return sampleReport('nonconformant', { rules: allRules(rules) });
}

/** Returns the positions of lines by their first words. */
const places = (text: string, ...words: string[]): number[] => words.map((word) => text.indexOf(`\n${word}`));

describe('the summary of a run', () => {
  it.each([
    ['conformant', conformant, 'Conformant: the bundled reference service at http://127.0.0.1:40123'],
    ['nonconformant', nonconformant, 'Not conformant: http://127.0.0.1:4010, repository octo/hello'],
    ['incomplete', incomplete, `Incomplete, ${GATING_RULES} selected rules: http://127.0.0.1:4010`],
    ['unusable', unusable, 'Unusable: http://127.0.0.1:4010'],
    ['broken', brokenRun, 'Broken: http://127.0.0.1:4010'],
  ])('begins with the outcome and the target (%s)', (_, report, beginning) => {
    expect(textOfPage(report).startsWith(beginning)).toBe(true);
  });

  it.each([
    [conformant, `Conformant: all ${GATING_RULES} gating rules hold.\nExit status 0.\n`],
    [
      nonconformant,
      'Not conformant: 3 rules are broken besides 1 known failure, and 1 baseline entry\n                is stale.\nExit status 1.\n',
    ],
    [
      incomplete,
      `Incomplete, ${GATING_RULES} selected rules: nothing is broken, but ${CREATE_RULES} gating rules are\n                               undecided.\nExit status 3.\n`,
    ],
    [unusable, 'Unusable: the target could not be checked.\nExit status 2.\n'],
    [
      brokenRun,
      'Broken: issue-conformance itself failed; this says nothing about the target.\nExit status 4.\n',
    ],
  ])('ends with the outcome and the exit status (case %#)', (report, end) => {
    expect(textOfPage(report).endsWith(`\n${end}`)).toBe(true);
  });

  it('names the exit status that is known', () => {
    const text = summary(incomplete, { color: false, width: 80, paths, exitStatus: 0 });
    expect(text.endsWith('\nExit status 0.\n')).toBe(true);
  });

  it('puts failures first, then what is undecided, and which rules failed last', () => {
    const found = places(
      textOfPage(nonconformant),
      'Failures: 3 rules',
      'Stale baseline entries: 1',
      'Known failures (in the baseline): 1 rule',
      'Undecided: 3 gating rules',
      '387 of 800 requests in 1.2 s',
      '✗ list.per-page.zero                   0 results',
      'Not conformant: ',
    );
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  it('counts the verdicts, and the known failures among them', () => {
    expect(textOfPage(nonconformant, 100).split('\n')[1]).toBe(
      `4 of ${GATING_RULES} gating rules fail (1 known) · ${GATING_RULES - 7} pass · 1 undecided · 2 skipped · ${OBSERVATIONS} of ${OBSERVATIONS} observations made`,
    );
  });

  it('shows a card of each cause of failures that the baseline does not list, the other failures beneath it', () => {
    expect(textOfPage(nonconformant).match(/^✗ \S+ \(.*|^ {2}✗ \S+/gm)).toEqual([
      '✗ list.per-page.zero (required, §\u00a08)',
      '  ✗ list.sort.invalid-ignores-direction',
      '✗ create.missing-title (required, §\u00a02, 4.2, 7)',
    ]);
    expect(textOfPage(nonconformant)).toContain(
      '\n  Also: in the same request\n  ✗ list.sort.invalid-ignores-direction\n    30 results, of which',
    );
  });

  it('says at the top what was wrong, once', () => {
    const lines = textOfPage(unusable).split('\n');
    expect(lines[2]).toMatch(/^! Nothing answers at http:\/\/127\.0\.0\.1:4010: the connection was refused/);
    expect(textOfPage(unusable).match(/Nothing answers/g)).toHaveLength(1);
    expect(textOfPage(unusable)).not.toContain('Undecided');
  });

  it('says at the top that rules were left out, and that the run was interrupted', () => {
    const top = textOfPage(incomplete).split('Undecided')[0] ?? '';
    expect(top).toContain('! The run was interrupted before its end.');
    expect(top.replaceAll('\n  ', ' ')).toContain(
      `! Only ${GATING_RULES} selected rules took part; the others count for nothing: --only list.per-page create --skip list.page`,
    );
  });

  it('says each reason once, with all rules that share it beneath', () => {
    const text = textOfPage(incomplete);
    expect(text.match(/– Not tried: set WRITES/g)).toHaveLength(1);
    const skipped = incomplete.rules.filter(({ verdict }) => verdict === 'skip');
    const gating = skipped.filter(({ level }) => level !== 'observed');
    for (const { id } of gating) expect(text).toMatch(new RegExp(`[ ]${id}(,|$)`, 'm'));
    expect(text).toContain(`\n    and ${skipped.length - gating.length} observations\n`);
  });

  it('shows the observations one to a line, by topic', () => {
    const text = textOfPage(conformant);
    expect(text).toContain(
      `\nObserved, not judged: ${OBSERVATIONS} of ${OBSERVATIONS} questions\n  per_page\n`,
    );
    expect(text).toContain('\n  page\n    page.default               200, empty\n');
    expect(text.match(/ {2}200, empty$/gm)).toHaveLength(OBSERVATIONS);
  });

  it('shows no observation where a rule is broken, nor which were not made', () => {
    const rules = [failing('list.ok'), undecidedRule('observed.links', 'inconclusive', 'Not now.')];
    for (const report of [nonconformant, sampleReport('nonconformant', { rules: allRules(rules) })]) {
      expect(textOfPage(report)).not.toMatch(/^(Observed|Not observed)/m);
      expect(textOfPage(report)).not.toMatch(/200, empty|Not now/);
    }
    expect(textOfPage(nonconformant)).toContain(`\n${OBSERVATIONS} of ${OBSERVATIONS} observations made\n`);
  });

  it('has one line for what a quick run does not observe', () => {
    const missed = conformant.rules
      .filter(({ level }) => level === 'observed')
      .slice(0, 32)
      .map(({ id }) => undecidedRule(id as 'list.ok', 'skip', 'Not made with PROFILE quick.'));
    const text = textOfPage(sampleReport('conformant', { rules: allRules(missed) }));
    expect(text).toContain(
      `\nNot observed: 32 questions. Not made with PROFILE quick.\n\nObserved, not judged: ${OBSERVATIONS - 32} of ${OBSERVATIONS} questions\n`,
    );
    expect(text).not.toContain('Undecided');
    expect(text.match(/Not made/g)).toHaveLength(1);
  });

  it('says what few questions were not observed, and why', () => {
    const open = [
      undecidedRule('observed.links', 'inconclusive', 'No second page.'),
      undecidedRule('observed.caching', 'inconclusive', 'No answer.'),
    ];
    expect(textOfPage(sampleReport('conformant', { rules: allRules(open) }))).toContain(
      '\nNot observed: 2 questions\n  links: No second page.\n  caching: No answer.\n',
    );
  });

  it('wraps a long observation, and cuts none', () => {
    const value = 'a very long value '.repeat(20);
    const text = textOfPage(
      sampleReport('conformant', {
        rules: [sampleRule('observed.links', { observation: { value, note: 'n' } })],
      }),
    );
    expect(text).toMatch(/^ {4}links {2}a very.*\n {11}\S/m);
  });

  it('says how to run it again and where the reports are, the one to look at first', () => {
    const text = textOfPage(conformant);
    expect(text).toContain(
      '\n387 of 800 requests in 1.2 s · profile standard · writes all · seed 42\nissue-conformance 0.1.0\n',
    );
    expect(text).toContain('Report  reports/report.html\n        and conformance.json, junit.xml\n');
  });

  it('says how to send the failures again, where there are any', () => {
    const line = '\nReplay  npx --no-install issue-conformance replay reports/conformance.json\n';
    expect(textOfPage(nonconformant)).toContain(line);
    expect(textOfPage(conformant)).not.toContain('Replay');
    const replay = { program: 'script', report: 'elsewhere/conformance.json' } as const;
    expect(textOfPage({ ...nonconformant, run: { ...nonconformant.run, replay } })).toContain(
      '\nReplay  npm run conformance -- replay elsewhere/conformance.json\n',
    );
  });

  it('sets counts one below the other, and what a label names beneath it, where there is little room', () => {
    const narrow = textOfPage(nonconformant, 48);
    expect(narrow).toContain(`\n${GATING_RULES - 7} pass\n1 undecided\n`);
    expect(narrow).toContain('\n  Actual\n    0 results\n');
  });

  it('tells repeated requests apart', () => {
    expect(textOfPage({ ...conformant, run: { ...conformant.run, requests: 1, retries: 1 } })).toContain(
      '1 of 800 requests (1 of them retries)',
    );
  });

  it('has no section for what there is not', () => {
    expect(textOfPage(conformant)).not.toMatch(
      /Failures|Known|Stale|Undecided|Not tried|Not observed|^[!✗]/m,
    );
  });

  it('leaves no reason out', () => {
    const { reason: _, ...unreasoned } = undecidedRule('list.ok', 'skip', '');
    expect(textOfPage(sampleReport('incomplete', { rules: [unreasoned] }))).toContain('No reason was given.');
  });

  it('has a card for each of five causes, with the answer, and a line for each other rule', () => {
    const text = textOfPage(brokenBy(GATING_RULES));
    const cards = text.match(/^ {2}Reproduce with curl/gm) ?? [];
    expect(cards).toHaveLength(5);
    expect(text.match(/^ {2}Response/gm)).toHaveLength(5);
    expect(text).toMatch(/^And \d+ more broken rules$/m);
    expect(text).toContain('The evidence of every broken rule is in report.html.');
  });

  it('puts what is leaked, stored or lost before all else', () => {
    const rules = [
      failing('list.ok', { kind: 'status' }),
      failing('list.array', { kind: 'server-error' }),
      failing('create.listed', { kind: 'lost' }),
      failing('list.private.anonymous', { kind: 'leaked' }),
      failing('create.rejected-no-effect', { kind: 'stored' }),
    ];
    const text = textOfPage(sampleReport('nonconformant', { rules }));
    const at = [3, 4, 2, 1, 0].map((index) => text.indexOf(`✗ ${rules[index]?.id}`));
    expect(at).not.toContain(-1);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
  });

  it('marks the first difference of two lists', () => {
    const difference = {
      at: 3,
      from: 2,
      case: ['#8', '#2\u202e'],
      twin: ['#8', '#6', '#5'],
      caseTotal: 3,
      twinTotal: 30,
    };
    const text = textOfPage(
      sampleReport('nonconformant', { rules: [failing('list.sort.invalid-default-order', { difference })] }),
    );
    expect(text).toContain(String.raw`
  This request      … #8 [#2\u{202e}]
  Compared with     … #8 [#6] #5 …
`);
  });
});

describe('the last screen of 24 lines', () => {
  const cases = [1, 9, 20, GATING_RULES].flatMap((count) =>
    [80, 120].map((width) => [count, width] as const),
  );

  it.each(cases)('names each of %i failed rules, in %i columns', (count, width) => {
    for (const isAlike of [false, true]) {
      const report = brokenBy(count, isAlike);
      const lines = textOfPage(report, width).trimEnd().split('\n').slice(-24);
      const words = new Set(lines.join('\n').split(/[\s,]+/));
      for (const { id, verdict } of report.rules)
        expect([id, words.has(id)]).toEqual([id, verdict === 'fail']);
      expect(lines.at(-1)).toBe('Exit status 1.');
    }
  });

  it('says what was seen of each, where each has a line', () => {
    const status = { kind: 'status', expected: '404', actual: '403' } as const;
    const rules = allRules([failing('list.unknown-repo', status), failing('list.per-page.zero')]);
    expect(textOfPage(sampleReport('nonconformant', { rules }))).toContain(`
✗ list.per-page.zero  0 results, not 30
✗ list.unknown-repo   403, not 404

Not conformant: 2 rules are broken.
`);
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

  it.each(examples)('of %s has no blanks at the end of a line', (_, report) => {
    expect(textOfPage(report)).not.toMatch(/ $/m);
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

  it('reaches it harmless from any report', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const shown = textOfPage(report);
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
