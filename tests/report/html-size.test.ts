import { describe, expect, it } from 'vitest';
import { html } from '../../src/report/html/report.tsx';
import type { Report } from '../../src/report/model.ts';
import { RULES } from '../support/rule-counts.ts';
import { conformant, nonconformant } from './examples.ts';
import { partOfPage, textOfPage } from './html-parts.ts';
import { failing, plainExchange, sampleReport } from './reports.ts';
import { worstReport } from './worst.ts';

const worst = worstReport();
const bytesOf = (page: string): number => Buffer.byteLength(page);

/** Returns the report with its long texts replaced. */
function madeOf<Value>(value: Value, text: string): Value {
  const other = (given: string): string =>
    given.length < 200 ? given : text.repeat(given.length).slice(0, given.length);
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return other(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [other(key), walk(each)]));
  };
  return walk(value) as Value;
}

/** Returns a report with long texts where our runs have short ones. */
function worse(text: string): Report {
  const long = text.repeat(3000);
  const rules = worst.rules.map((rule, index) => ({
    ...rule,
    id: `${long}${index}`,
    statement: long,
    sections: [`${long}1`, `${long}2`, '8'],
  }));
  return madeOf({ ...worst, problem: long, staleBaseline: [long], rules }, text);
}

describe('the size of the page', () => {
  it('is less than 150 KB where all is well', () => {
    expect(bytesOf(html(conformant, []))).toBeLessThan(150_000);
  });

  it.each([
    ['"'],
    ['&'],
    ['a'],
    ['é'],
    ['日'],
    ['😀'],
    ['\n'],
    ['\u0000'],
    ['\u202e'],
    ['\u{10fffd}'],
    ['`a`'],
  ])('is less than 2 MB for as much as a run keeps, made of %j', (text) => {
    expect(bytesOf(html(madeOf(worst, text), []))).toBeLessThan(2_000_000);
    expect(bytesOf(html(worse(text), [worst]))).toBeLessThan(2_000_000);
  });

  it('grows with a long history by no more than half', () => {
    const past = Array.from({ length: 40 }, () => nonconformant);
    expect(bytesOf(html(nonconformant, past))).toBeLessThan(2 * bytesOf(html(nonconformant, [])));
  });
});

describe('what is left out', () => {
  it('is told, in each exchange that is cut', () => {
    const words = textOfPage(partOfPage(html(worst, []), 'failures'));
    const cut = words.match(/Truncated; all that the run kept is in conformance\.json\./g) ?? [];
    const before = words.match(/\d requests? before (?:is|are) in conformance\.json\./g) ?? [];
    expect(before).toHaveLength(RULES);
    expect(cut).toHaveLength(RULES * 3);
  });

  it('is nothing where all fits', () => {
    const words = textOfPage(html(nonconformant, []));
    expect(words).not.toMatch(/Truncated;|requests? before| characters … /);
  });

  it('is less of each failure, the more there are', () => {
    const body = 'x'.repeat(2000);
    const exchange = { ...plainExchange, response: { status: 200, headers: {}, body, truncated: false } };
    const exchanges = Array.from({ length: 6 }, () => exchange);
    const page = html(sampleReport('nonconformant', { rules: [failing('list.ok', { exchanges })] }), []);
    expect(page.split(body)).toHaveLength(7);
  });
});
