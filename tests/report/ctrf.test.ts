import { Ajv } from 'ajv';
import { type CTRFReport, getCurrentSpecVersion, getSchema, validateStrict } from 'ctrf';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ctrf } from '../../src/report/data/ctrf.ts';
import { junit } from '../../src/report/data/junit.ts';
import type { Report } from '../../src/report/model.ts';
import { type Standing, standingOf } from '../../src/report/view/standing.ts';
import {
  CREATE_OBSERVATIONS,
  CREATE_RULES,
  GATING_RULES,
  OBSERVATIONS,
  RULES,
} from '../support/rule-counts.ts';
import { anyReport } from './any-report.ts';
import { brokenRun, conformant, hostile, incomplete, nonconformant, unusable } from './examples.ts';
import { hostileText } from './hostile-text.ts';
import { sampleReport } from './reports.ts';

function ctrfOf(report: Report): CTRFReport {
  const document: unknown = JSON.parse(ctrf(report));
  validateStrict(document);
  return document;
}

const formats = {
  'date-time': (text: string) => z.iso.datetime({ offset: true }).safeParse(text).success,
  uri: (text: string) => URL.canParse(text),
  uuid: (text: string) => z.uuid().safeParse(text).success,
};
const isValid = new Ajv({ formats }).compile(getSchema(getCurrentSpecVersion()));

/** Like `ctrfOf` without compiling the schema each time, for many reports. */
function oneOfManyOf(report: Report): CTRFReport {
  const document: unknown = JSON.parse(ctrf(report));
  isValid(document);
  expect(isValid.errors ?? []).toEqual([]);
  return document as CTRFReport;
}

const testOf = (report: Report, name: string) =>
  ctrfOf(report).results.tests.find((test) => test.name === name);

const BAD: ReadonlySet<Standing> = new Set(['unexpected', 'unusable', 'broken']);

describe('the CTRF report', () => {
  it('is of the version of the format that its own package knows', () => {
    expect(ctrfOf(conformant).specVersion).toBe(getCurrentSpecVersion());
  });

  it('has one test a rule, in the order of the report', () => {
    expect(ctrfOf(conformant).results.tests.map(({ testId }) => testId)).toEqual(
      conformant.rules.map(({ id }) => id),
    );
  });

  it.each([
    [
      'conformant',
      conformant,
      { tests: RULES, passed: GATING_RULES, failed: 0, skipped: 0, pending: 0, other: OBSERVATIONS },
    ],
    [
      'nonconformant',
      nonconformant,
      {
        tests: RULES + 1,
        passed: GATING_RULES - 7,
        failed: 4,
        skipped: 3,
        pending: 1,
        other: OBSERVATIONS,
      },
    ],
    [
      'incomplete',
      incomplete,
      {
        tests: RULES,
        passed: GATING_RULES - CREATE_RULES,
        failed: 0,
        skipped: CREATE_RULES + CREATE_OBSERVATIONS,
        pending: 0,
        other: OBSERVATIONS - CREATE_OBSERVATIONS,
      },
    ],
    ['unusable', unusable, { tests: RULES + 1, passed: 0, failed: 1, skipped: 0, pending: RULES, other: 0 }],
    ['broken', brokenRun, { tests: 2, passed: 1, failed: 1, skipped: 0, pending: 0, other: 0 }],
  ])('counts what it holds (%s)', (_, report, counts) => {
    const { summary, tests } = ctrfOf(report).results;
    const having = (status: string): number => tests.filter((test) => test.status === status).length;
    expect(summary).toMatchObject(counts);
    expect({
      tests: tests.length,
      passed: having('passed'),
      failed: having('failed'),
      skipped: having('skipped'),
      pending: having('pending'),
      other: having('other'),
    }).toEqual(counts);
  });

  it('begins and ends with the run', () => {
    const start = Date.parse('2025-01-31T12:00:00.000Z');
    expect(ctrfOf(conformant).results.summary).toMatchObject({ start, stop: start + 1235, duration: 1235 });
  });

  it('says how long each rule took, where that is known', () => {
    const rules = conformant.rules.map((rule, index) => (index === 0 ? { ...rule, ms: 1234 } : rule));
    const durations = ctrfOf({ ...conformant, rules }).results.tests.map(({ duration }) => duration);
    expect(durations.slice(0, 2)).toEqual([1234, 0]);
  });

  it('carries the whole card of a failure', () => {
    expect(testOf(nonconformant, 'create.missing-title')).toMatchObject({
      status: 'failed',
      rawStatus: 'fail',
      suite: ['issue-conformance', 'create'],
      tags: ['required'],
      message: 'expected 422; actual 201: an issue was created',
      trace: expect.stringContaining('\nSeen: in 2 of 3 attempts\n'),
      extra: { sections: ['2', '4.2', '7'] },
    });
  });

  it('skips a failure that the baseline lists, and keeps its card', () => {
    expect(testOf(nonconformant, 'list.invalid-token')).toMatchObject({
      status: 'skipped',
      rawStatus: 'known failure',
      message: 'known failure (baseline)',
      tags: ['required', 'known'],
      trace: expect.stringContaining('Actual: 200 and 30 results'),
    });
  });

  it('says what would decide what is undecided', () => {
    expect(testOf(nonconformant, 'list.state.default-open')).toMatchObject({
      status: 'pending',
      rawStatus: 'inconclusive',
      message: expect.stringMatching(/^No issue that is not open/),
    });
    expect(testOf(nonconformant, 'list.private.outsider')).toMatchObject({
      status: 'skipped',
      rawStatus: 'skip',
      message: 'Not tried: set OUTSIDER_TOKEN.',
    });
  });

  it('neither passes nor fails an observation', () => {
    expect(testOf(conformant, 'observed.page.zero')).toMatchObject({
      status: 'other',
      rawStatus: 'observed',
      message: '200, empty',
      trace: 'It is answered with 200 and an empty array.',
    });
  });

  it('fails for a stale entry of the baseline, as the run does', () => {
    const stale = ctrfOf(nonconformant).results.tests.filter(({ suite }) => suite?.[1] === 'baseline');
    expect(stale).toMatchObject([
      { name: 'list.per-page.huge', testId: 'baseline:list.per-page.huge', status: 'failed' },
    ]);
  });

  it.each([
    ['unusable', unusable, /^Nothing answers at/],
    ['broken', brokenRun, /^The check of list\.ok threw/],
    ['nonconformant', sampleReport('nonconformant'), /^Not conformant: not all rules hold\.$/],
  ])('has a test that fails for a run that is %s and has none', (outcome, report, message) => {
    const failed = ctrfOf(report).results.tests.filter(({ status }) => status === 'failed');
    expect(failed).toMatchObject([{ name: outcome, message: expect.stringMatching(message) }]);
  });

  it('names the target and the rest of the run', () => {
    expect(ctrfOf(incomplete).results.environment).toEqual({
      reportName: `issue-conformance: Incomplete, ${GATING_RULES} selected rules`,
      appName: 'octo/hello',
      testEnvironment: 'http://127.0.0.1:4010',
      healthy: false,
      extra: {
        outcome: 'incomplete',
        bundled: false,
        profile: 'standard',
        writes: 'none',
        seed: 42,
        requests: 387,
        retries: 3,
        interrupted: true,
        only: 'list.per-page create',
        skip: 'list.page',
        latencyMs: { median: 3.2, p95: 41.7, max: 1204 },
      },
    });
  });

  it('has one id for one run', () => {
    const other = { ...conformant, run: { ...conformant.run, id: 'another' } };
    expect(ctrfOf(conformant).reportId).toBe(ctrfOf(conformant).reportId);
    expect(ctrfOf(conformant).reportId).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
    expect(ctrfOf(other).reportId).not.toBe(ctrfOf(conformant).reportId);
  });

  it('is valid whatever the report, and red where the run is not as expected, as junit.xml is', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const { summary } = oneOfManyOf(report).results;
        const standing = standingOf(report);
        if (BAD.has(standing)) expect(summary.failed).toBeGreaterThan(0);
        // Known failures must not turn a build red.
        if (standing === 'known' || standing === 'held') expect(summary.failed).toBe(0);
        const [, failures, errors] = /failures="(\d+)" errors="(\d+)"/.exec(junit(report)) ?? [];
        expect(summary.failed).toBe(Number(failures) + Number(errors));
      }),
      { numRuns: 60 },
    );
  });

  it('says the same whatever the target said, and nothing that a terminal obeys', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const report = hostile(text);
        expect(ctrf(report).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(oneOfManyOf(report).results.summary).toMatchObject({
          tests: 7,
          failed: 3,
          skipped: 2,
          pending: 1,
          other: 1,
        });
      }),
      { numRuns: 60 },
    );
  });
});
