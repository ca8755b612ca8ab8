import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { escapeHarmful } from '../../src/model/text.ts';
import { formatNames, formats } from '../../src/render/formats.ts';
import { badge, json, reportJsonSchema } from '../../src/render/json.ts';
import { junit } from '../../src/render/junit.ts';
import { type ExitStatus, exitStatusOf, runMark } from '../../src/report/exit-status.ts';
import type { Report } from '../../src/report/model.ts';
import { anyReport } from './any-report.ts';
import { conformant, hostile, twelve } from './examples.ts';
import { failing, sampleReport } from './reports.ts';

/** Reports drawn for each property; others are drawn in each run. */
const RUNS = 40;

/** Formats for programs; those for people are held over every document. */
const FOR_PROGRAMS = { json, junit, badge };
const FOR_PEOPLE = ['html', 'markdown'];

it.each(formatNames)('the format %s is held by tests, and docs/reports.md names it', async (name) => {
  const held = [...Object.keys(FOR_PROGRAMS), ...FOR_PEOPLE];
  expect(held, 'name it in FOR_PROGRAMS or FOR_PEOPLE of tests/report/formats.test.ts').toContain(name);
  const text = await readFile('docs/reports.md', 'utf8');
  const row = `| \`${formats[name].file}\` | \`${name}\` |`;
  expect(text, 'add it to the first table of docs/reports.md').toContain(row);
});

it('no format has what a terminal obeys or what hides, in any report', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      for (const [name, render] of Object.entries(FOR_PROGRAMS)) {
        const text = render(report);
        expect(text, name).not.toBe('');
        expect(escapeHarmful(text, { keepNewlines: true }), name).toBe(text);
      }
    }),
    { numRuns: RUNS },
  );
});

it('conformance.json is what its schema describes', () => {
  const schema = z.fromJSONSchema(JSON.parse(JSON.stringify(reportJsonSchema())));
  for (const report of [conformant, twelve, hostile('\u001b')])
    expect(schema.safeParse(report).error).toBeUndefined();
  const { seed: _, ...run } = conformant.run;
  for (const wrong of [{ outcome: 'fine' }, { more: 1 }, { run }])
    expect(schema.safeParse({ ...conformant, ...wrong }).success).toBe(false);
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
  const suite = z.looseObject({
    testcase: z
      .array(z.looseObject({ failure: z.object({ '@_message': z.string() }).optional() }))
      .default([]),
  });
  const document = z.object({ testsuites: z.object({ testsuite: suite }) });

  function suiteOf(report: Report) {
    const xml = junit(report);
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    return document.parse(parser.parse(xml)).testsuites.testsuite;
  }

  const RED = new Set<ExitStatus>([1, 2, 4]);

  it('counts what it holds, and is red exactly if the run is, in any report', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const found = suiteOf(report);
        const having = (key: 'failure' | 'error' | 'skipped'): number =>
          found.testcase.filter((one) => one[key] !== undefined).length;
        const [failures, errors] = [having('failure'), having('error')];
        const counts = [found.testcase.length, failures, errors, having('skipped')].map(String);
        expect(['tests', 'failures', 'errors', 'skipped'].map((key) => found[`@_${key}`])).toEqual(counts);
        if (RED.has(exitStatusOf(report))) expect(failures + errors).toBeGreaterThan(0);
        if (exitStatusOf(report) === 0) expect(failures + errors).toBe(0);
      }),
      { numRuns: RUNS },
    );
  });

  it('tells of each rule its verdict by an element', () => {
    const { testcase: cases } = suiteOf(twelve);
    const elements = (one: (typeof cases)[number]): string =>
      (['failure', 'error', 'skipped', 'system-out'] as const).filter((key) => one[key] !== undefined).join();
    const [fails, skips] = ['failure '.repeat(3), 'skipped '.repeat(4)];
    expect(cases.map(elements).join(' ')).toBe(
      `  ${fails}skipped,system-out ${skips}system-out skipped failure failure`,
    );
    const held = suiteOf(hostile('x')).testcase.slice(hostile('x').rules.length);
    expect(held.map(elements)).toEqual(['failure', 'skipped,system-out', 'failure', 'failure']);
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

  it('says the outcome, and how many rules hold', () => {
    expect(JSON.parse(badge(twelve))).toMatchObject({
      message: expect.stringMatching(/^Not conf.* · 2 of 10 rules hold$/),
    });
  });

  it('is green exactly for a run in which every rule held, and nobody may repaint another', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const { color, isError } = shields.parse(JSON.parse(badge(report)));
        const isHeld = runMark(report) === 'pass';
        expect([color === 'brightgreen', isError === true]).toEqual([isHeld, !isHeld]);
      }),
      { numRuns: RUNS },
    );
  });
});
