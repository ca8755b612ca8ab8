import * as fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { junit } from '../../src/report/data/junit.ts';
import type { Report } from '../../src/report/model.ts';
import { CREATE_OBSERVATIONS, CREATE_RULES, RULES } from '../support/rule-counts.ts';
import { brokenRun, conformant, hostile, incomplete, nonconformant, unusable } from './examples.ts';
import { hostileText } from './hostile-text.ts';
import { failing, sampleReport } from './reports.ts';

/** Only line breaks and indents may stand between elements. */
const blank = { '#text': z.string().regex(/^\s*$/).optional() };
const told = z.strictObject({
  '@_message': z.string(),
  '@_type': z.string().optional(),
  '#text': z.string().optional(),
});
const numbers = {
  '@_name': z.string(),
  '@_tests': z.coerce.number(),
  '@_failures': z.coerce.number(),
  '@_errors': z.coerce.number(),
  '@_skipped': z.coerce.number(),
  '@_time': z.coerce.number(),
};
const document = z.strictObject({
  ...blank,
  '?xml': z.object({ '@_version': z.literal('1.0'), '@_encoding': z.literal('UTF-8') }),
  testsuites: z.strictObject({
    ...blank,
    ...numbers,
    testsuite: z.strictObject({
      ...blank,
      ...numbers,
      '@_timestamp': z.iso.datetime(),
      properties: z.strictObject({
        ...blank,
        property: z.array(z.strictObject({ '@_name': z.string(), '@_value': z.string() })),
      }),
      testcase: z.array(
        z.strictObject({
          ...blank,
          '@_classname': z.string(),
          '@_name': z.string(),
          '@_time': z.string().regex(/^(0|\d+\.\d{3})$/),
          failure: told.optional(),
          error: told.optional(),
          skipped: told.optional(),
          'system-out': z.string().optional(),
        }),
      ),
    }),
  }),
});

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => name === 'testcase',
});

function suiteOf(report: Report) {
  const xml = junit(report);
  expect(XMLValidator.validate(xml)).toBe(true);
  return document.parse(parser.parse(xml)).testsuites.testsuite;
}

const caseOf = (report: Report, name: string) =>
  suiteOf(report).testcase.find((one) => one['@_name'] === name);

/** Matches characters that XML 1.0 forbids (production 2). */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

describe('the JUnit report', () => {
  it('has one case a rule, in the order of the report', () => {
    expect(suiteOf(conformant).testcase.map((one) => one['@_name'])).toEqual(
      conformant.rules.map(({ id }) => id),
    );
  });

  it('says how long each rule took, and the run, in seconds', () => {
    const [first, ...others] = conformant.rules;
    if (first === undefined) throw new Error('the example has rules');
    const suite = suiteOf({ ...conformant, rules: [{ ...first, ms: 1234 }, ...others] });
    expect(suite['@_time']).toBe(1.234);
    expect(suite.testcase.map((one) => one['@_time'])).toEqual(['1.234', ...others.map(() => '0')]);
  });

  it('groups the cases by topic', () => {
    const classes = new Map(suiteOf(conformant).testcase.map((one) => [one['@_name'], one['@_classname']]));
    expect(classes.get('list.per-page.zero')).toBe('issue-conformance.list.per-page');
    expect(classes.get('create.once')).toBe('issue-conformance.create');
    expect(classes.get('observed.links')).toBe('issue-conformance.observed');
  });

  it.each([
    ['conformant', conformant, { tests: RULES, failures: 0, errors: 0, skipped: 0 }],
    ['nonconformant', nonconformant, { tests: RULES + 1, failures: 4, errors: 0, skipped: 4 }],
    [
      'incomplete',
      incomplete,
      { tests: RULES, failures: 0, errors: 0, skipped: CREATE_RULES + CREATE_OBSERVATIONS },
    ],
    ['unusable', unusable, { tests: RULES + 1, failures: 0, errors: 1, skipped: RULES }],
    ['broken', brokenRun, { tests: 2, failures: 0, errors: 1, skipped: 0 }],
  ])('counts what it holds (%s)', (_, report, counts) => {
    const suite = suiteOf(report);
    const having = (key: 'failure' | 'error' | 'skipped'): number =>
      suite.testcase.filter((one) => one[key] !== undefined).length;
    expect({
      tests: suite['@_tests'],
      failures: suite['@_failures'],
      errors: suite['@_errors'],
      skipped: suite['@_skipped'],
    }).toEqual(counts);
    expect({
      tests: suite.testcase.length,
      failures: having('failure'),
      errors: having('error'),
      skipped: having('skipped'),
    }).toEqual(counts);
  });

  it('carries the whole card of a failure', () => {
    const failure = caseOf(nonconformant, 'create.missing-title')?.failure;
    expect(failure?.['@_message']).toBe('expected 422; actual 201: an issue was created');
    expect(failure?.['@_type']).toBe('required');
    for (const line of [
      'create.missing-title (required, § 2, 4.2, 7)',
      `Counterexample: payload: '{"body":"a"}'`,
      'Seen: in 2 of 3 attempts',
      'Request and response: POST http://127.0.0.1:4010/repos/octo/hello/issues → 201',
      `Reproduce with curl: curl -si -X POST -H 'accept: application/vnd.service+json' -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' --data-raw '{"body":"a"}' http://127.0.0.1:4010/repos/octo/hello/issues`,
    ])
      expect(failure?.['#text']?.split('\n')).toContain(line);
  });

  it('skips what is undecided, with the reason', () => {
    expect(caseOf(nonconformant, 'list.private.outsider')?.skipped?.['@_message']).toBe(
      'Not tried: set OUTSIDER_TOKEN.',
    );
    expect(caseOf(nonconformant, 'list.state.default-open')?.skipped?.['@_message']).toMatch(
      /^No issue that is not open/,
    );
  });

  it('skips a failure that the baseline lists, and keeps its card', () => {
    const known = caseOf(nonconformant, 'list.invalid-token');
    expect(known?.failure).toBeUndefined();
    expect(known?.skipped?.['@_message']).toBe('known failure (baseline)');
    expect(known?.['system-out']).toContain('Actual: 200 and 30 results');
  });

  it('passes an observation, with its note', () => {
    const observed = caseOf(conformant, 'observed.page.zero');
    expect(observed?.['system-out']).toBe('200, empty\nIt is answered with 200 and an empty array.');
    expect(observed?.failure ?? observed?.skipped).toBeUndefined();
  });

  it('fails for a stale entry of the baseline, as the run does', () => {
    const stale = suiteOf(nonconformant).testcase.find(
      (one) => one['@_classname'] === 'issue-conformance.baseline',
    );
    expect(stale?.['@_name']).toBe('list.per-page.huge');
    expect(stale?.failure?.['@_type']).toBe('stale');
  });

  it.each([
    ['unusable', unusable, /^Nothing answers at/],
    ['broken', brokenRun, /^The check of list\.ok threw/],
    ['broken', sampleReport('broken', { rules: [] }), /^Broken: issue-conformance itself failed/],
  ])('has an error for a run that is %s', (outcome, report, message) => {
    const [first] = suiteOf(report).testcase;
    expect(first?.['@_name']).toBe(outcome);
    expect(first?.error?.['@_message']).toMatch(message);
  });

  it('names the target, the seed and the rest of the run', () => {
    const properties = Object.fromEntries(
      suiteOf(incomplete).properties.property.map((one) => [one['@_name'], one['@_value']]),
    );
    expect(properties).toEqual({
      target: 'http://127.0.0.1:4010',
      repository: 'octo/hello',
      outcome: 'incomplete',
      profile: 'standard',
      writes: 'none',
      seed: '42',
      requests: '387',
      run: 'k3v9x2m1qa',
      version: '0.1.0',
      only: 'list.per-page create',
      skip: 'list.page',
    });
  });

  it.each(['true', '<&>"\'', ']]>', '  blanks  ', '$& $1 $$'])('gives %j back as it was', (actual) => {
    const failure = caseOf(
      sampleReport('nonconformant', { rules: [failing('list.ok', { actual, expected: actual })] }),
      'list.ok',
    )?.failure;
    expect(failure?.['@_message']).toBe(`expected ${actual}; actual ${actual}`);
    expect(failure?.['#text']).toContain(`\nActual: ${actual}\n`);
  });

  it('is XML 1.0 whatever the target said, and says the same as it would otherwise', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const report = hostile(text);
        expect(junit(report)).not.toMatch(FORBIDDEN);
        const suite = suiteOf(report);
        expect([suite['@_tests'], suite['@_failures'], suite['@_skipped']]).toEqual([7, 3, 3]);
      }),
      { numRuns: 200 },
    );
  });
});
