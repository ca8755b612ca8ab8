import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html } from '../../src/report/html/report.tsx';
import { anyReport } from './any-report.ts';
import { broken, conformant, hostile, incomplete, nonconformant, unusable } from './examples.ts';
import { faultsOf } from './valid-html.ts';

const examples = { conformant, nonconformant, incomplete, unusable, broken, hostile: hostile('"><b>') };

describe('the page of a report', () => {
  it.each(Object.entries(examples))('is valid HTML for a report that is %s', (_, report) => {
    expect([...new Set(faultsOf(html(report, [])).map((x) => x.replace(/^\S+ /, '')))]).toEqual([]);
    expect([
      ...new Set(faultsOf(html(report, [conformant, report])).map((x) => x.replace(/^\S+ /, ''))),
    ]).toEqual([]);
  });
  it('any', () => {
    fc.assert(
      fc.property(anyReport, fc.array(anyReport, { maxLength: 2 }), (report, past) => {
        expect([...new Set(faultsOf(html(report, past)))]).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
