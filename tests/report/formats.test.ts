import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { columnsOf } from '../../src/document/columns.ts';
import { reportJsonSchema } from '../../src/formats/schema.ts';
import { formatNames } from '../../src/report/format-names.ts';
import { renderers } from '../../src/report/formats.ts';
import type { Report } from '../../src/report/model.ts';
import { summary } from '../../src/report/terminal/summary.ts';
import { inert } from '../../src/report/text.ts';
import { type Standing, standingOf } from '../../src/results/standing.ts';
import { anyReport } from './any-report.ts';
import { conformant, heldAgainst, hostile, nonconformant } from './examples.ts';
import { contentOf } from './html-parts.ts';
import { allRules, failing, sampleReport } from './reports.ts';
import { twelve } from './twelve.ts';

/** Reports drawn for each property; others are drawn in each run. */
const RUNS = 40;

const shownAs: Readonly<Record<string, (report: Report) => string>> = {
  ...Object.fromEntries(formatNames.map((name) => [name, (report: Report) => renderers[name](report, [])])),
  html: (report) => contentOf(renderers.html(report, [report])),
  terminal: (report) => summary(report, { color: false, width: 80, paths: [report.run.id] }),
  colours: (report) =>
    stripVTControlCharacters(summary(report, { color: true, width: 80, paths: [report.run.id] })),
};

it('no format has what a terminal obeys or what hides, in any report', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      for (const [name, show] of Object.entries(shownAs)) {
        const text = show(report);
        expect(text, name).not.toBe('');
        expect(inert(text, { keepNewlines: true }), name).toBe(text);
      }
    }),
    { numRuns: RUNS },
  );
});

describe('conformance.json', () => {
  it('is what its schema describes', () => {
    const schema = z.fromJSONSchema(JSON.parse(JSON.stringify(reportJsonSchema())));
    for (const report of [conformant, twelve, heldAgainst('x'), hostile('\u001b')])
      expect(schema.safeParse(report).error).toBeUndefined();
    const { seed: _, ...run } = conformant.run;
    for (const wrong of [{ outcome: 'fine' }, { more: 1 }, { run }])
      expect(schema.safeParse({ ...conformant, ...wrong }).success).toBe(false);
  });
});

describe('junit.xml', () => {
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    trimValues: false,
    isArray: (name) => name === 'testcase',
    htmlEntities: true,
    processEntities: { maxTotalExpansions: 1e7, maxExpandedLength: 1e8 },
  });
  const told = z.object({ '@_message': z.string(), '#text': z.string().optional() }).optional();
  const testcase = z.looseObject({
    failure: told,
    error: told,
    skipped: told,
    'system-out': z.string().optional(),
  });
  const property = z.array(z.object({ '@_name': z.string() }));
  const number = z.coerce.number();
  const suite = z.object({
    '@_tests': number,
    '@_failures': number,
    '@_errors': number,
    '@_skipped': number,
    properties: z.object({ property }),
    testcase: z.array(testcase).default([]),
  });

  function suiteOf(report: Report) {
    const xml = renderers.junit(report, []);
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    const { testsuites } = parser.parse(xml) as { testsuites: { testsuite: unknown } };
    return suite.parse(testsuites.testsuite);
  }

  const RED = new Set<Standing>(['unexpected', 'unusable', 'broken']);
  const GREEN = new Set<Standing>(['held', 'known']);

  it('counts what it holds, and is red exactly if the run is, in any report', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const found = suiteOf(report);
        const having = (key: 'failure' | 'error' | 'skipped'): number =>
          found.testcase.filter((one) => one[key] !== undefined).length;
        const [failures, errors] = [having('failure'), having('error')];
        expect(found).toMatchObject({
          '@_tests': found.testcase.length,
          '@_failures': failures,
          '@_errors': errors,
          '@_skipped': having('skipped'),
        });
        if (RED.has(standingOf(report))) expect(failures + errors).toBeGreaterThan(0);
        if (GREEN.has(standingOf(report))) expect(failures + errors).toBe(0);
      }),
      { numRuns: RUNS },
    );
  });

  it('tells the run, and of each rule its verdict by an element', () => {
    const report = { ...twelve, run: { ...twelve.run, targetVersion: '1.2' } };
    const { properties, testcase: cases } = suiteOf(report);
    expect(properties.property.map((one) => one['@_name'])).toEqual(
      'target repository targetVersion outcome profile writes seed requests run version'.split(' '),
    );
    const elements = (one: (typeof cases)[number]): string =>
      (['failure', 'error', 'skipped', 'system-out'] as const).filter((key) => one[key] !== undefined).join();
    const [fails, skips] = ['failure '.repeat(3), 'skipped '.repeat(4)];
    expect(cases.map(elements).join(' ')).toBe(
      `  ${fails}skipped,system-out ${skips}system-out skipped failure failure`,
    );
    const held = suiteOf(heldAgainst('x')).testcase.slice(heldAgainst('x').rules.length);
    expect(held.map(elements)).toEqual(['failure', 'failure', 'failure', 'system-out', 'skipped,system-out']);
    expect(cases[0]).toMatchObject({
      '@_classname': 'issue-conformance.list',
      '@_name': 'list.ok',
      '@_time': '1.234',
    });
  });

  it.each(['true', '<&>"\'', ']]>', '  blanks  ', '$& $1 $$'])('gives %j back as it was', (actual) => {
    const rules = [failing('list.ok', { actual, expected: actual })];
    const [one] = suiteOf(sampleReport('nonconformant', { rules })).testcase;
    expect(one?.failure?.['@_message']).toContain(`actual ${actual}`);
    expect(one?.failure?.['#text']).toContain(`: ${actual}\n`);
  });
});

describe('the badge', () => {
  const shields = z.strictObject({
    schemaVersion: z.literal(1),
    label: z.string().min(1),
    message: z.string().min(1),
    color: z.enum(['brightgreen', 'red', 'yellow', 'lightgrey']),
    isError: z.boolean().optional(),
  });

  it('is green exactly for a run in which every rule held, and nobody may repaint another', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const { color, isError } = shields.parse(JSON.parse(renderers.badge(report, [])));
        const isHeld = standingOf(report) === 'held';
        expect([color === 'brightgreen', isError === true]).toEqual([isHeld, !isHeld]);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('the terminal', () => {
  it.each([80, 120])('shows a report in %i columns, the same in colours', (width) => {
    for (const report of [nonconformant, twelve, heldAgainst('many words '.repeat(30))]) {
      const text = summary(report, { color: false, width, paths: ['reports/report.html'] });
      expect(text.split('\n').filter((line) => columnsOf(line) > width)).toEqual([]);
      const coloured = summary(report, { color: true, width, paths: ['reports/report.html'] });
      expect(coloured).not.toBe(text);
      expect(stripVTControlCharacters(coloured)).toBe(text);
    }
  });

  it.each([1, 9, 45])('names each of %i failed rules on the last screen, and the exit status', (count) => {
    const gating = allRules()
      .filter(({ level }) => level !== 'observed')
      .slice(0, count);
    const rules = allRules(gating.map(({ id }) => failing(id as 'list.ok', { exchanges: [] })));
    const report = sampleReport('nonconformant', { rules });
    const lines = summary(report, { color: false, width: 80, paths: [] }).trimEnd().split('\n').slice(-24);
    const words = new Set(lines.join('\n').split(/[\s,]+/));
    for (const { id, verdict } of rules) expect([id, words.has(id)]).toEqual([id, verdict === 'fail']);
    expect(lines.at(-1)).toMatch(/ 1\.$/);
  });

  it('shows an endless text truncated', () => {
    expect(summary(hostile('x'.repeat(100_000)), { color: false, width: 80, paths: [] }).length).toBeLessThan(
      40_000,
    );
  });
});
