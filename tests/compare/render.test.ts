import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changes } from '../../src/compare/changes.ts';
import { matrix } from '../../src/compare/matrix.ts';
import { type ComparisonFormat, renderChanges, renderMatrix } from '../../src/compare/render.ts';
import type { Report } from '../../src/report/model.ts';
import { HARMFUL } from '../../src/report/text.ts';
import { columnsOf } from '../../src/report/wrap.ts';
import { anyReport } from '../report/any-report.ts';
import { hostile } from '../report/examples.ts';
import { htmlMistakes } from '../report/valid-html.ts';
import { worstReport } from '../report/worst.ts';
import { newer, older } from './fixed-pair.ts';
import { triple } from './fixed-triple.ts';
import { nodesOf, treeOf } from './markdown-tree.ts';

const terminal = { color: false, width: 80 };

/** Renders a comparison of two or more reports. */
function shown(reports: readonly Report[], format: ComparisonFormat, how = terminal): string {
  const [before, after] = reports;
  return reports.length === 2 && before !== undefined && after !== undefined
    ? renderChanges[format](changes(before, after), how)
    : renderMatrix[format](matrix(reports), how);
}

/** Returns the page without its styles, which have a file of their own. */
const content = (page: string): string => page.slice(page.indexOf('<body>')).replaceAll('><', '>\n<');

/** Another report that also has the rules of the first. */
const sharing = (one: Report): fc.Arbitrary<Report> =>
  anyReport.map((other) => ({ ...other, rules: [...other.rules, ...one.rules] }));

const some: fc.Arbitrary<readonly Report[]> = fc.oneof(
  fc.array(anyReport, { minLength: 2, maxLength: 3 }),
  anyReport.chain((one) =>
    fc.array(sharing(one), { minLength: 1, maxLength: 2 }).map((others) => [one].concat(others)),
  ),
);

/** A report of rules with invisible ids. */
const blank: Report = { ...newer, rules: newer.rules.map((rule) => ({ ...rule, id: ' ' })) };

describe('a page', () => {
  it.each([
    ['pair', [older, newer]],
    ['triple', triple],
    ['pair of hostile reports', [hostile('"><img onerror=x>'), hostile('<script>')]],
  ])('of a %s is valid', (_, reports) => {
    expect(htmlMistakes(shown(reports, 'html'))).toEqual([]);
  });

  it('is valid whatever the reports hold', () => {
    fc.assert(
      fc.property(some, (reports) => {
        expect(htmlMistakes(shown(reports, 'html'))).toEqual([]);
      }),
      { numRuns: 40, examples: [[[older, newer, blank]]] },
    );
  });

  it.each([
    ['pair', [older, newer]],
    ['triple', triple],
  ])('of a %s has a place for each of its links, and a link for each failure', (_, reports) => {
    const html = shown(reports, 'html');
    const links = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    const places = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
    expect(links.filter((id) => !places.has(id ?? ''))).toEqual([]);
    expect(html).not.toMatch(/<td class="is-(?:fail|known)"><span/);
  });

  it('has no element that comes from a report', () => {
    const marker = '<b onclick=x>"\'><script>alert(1)</script>';
    for (const reports of [
      [older, hostile(marker)],
      [hostile(marker), older, newer],
    ]) {
      const page = shown(reports, 'html');
      expect(page).not.toMatch(/<b |<script|onclick=x>"/);
      expect(page).toContain('&lt;b onclick=x&gt;');
    }
  });
});

describe('Markdown', () => {
  it('is read back as blocks of ours and code of theirs, whatever the reports hold', () => {
    const allowed = new Set(
      'root heading paragraph text strong inlineCode list listItem table tableRow tableCell'.split(' '),
    );
    fc.assert(
      fc.property(some, (reports) => {
        const nodes = nodesOf(treeOf(shown(reports, 'markdown')));
        expect(nodes.filter(({ type }) => !allowed.has(type))).toEqual([]);
      }),
    );
  });

  it.each([
    '@octocat',
    '#1',
    '[a](http://x)',
    '<img src=x>',
    'a | b',
    '`` ` ``',
    '\\|',
    'a\\|b\\',
    'https://x.example',
    ' qqq ',
  ])('has %j in code and nowhere else', (text) => {
    const before = { ...hostile(text), rules: [...hostile(text).rules, ...older.rules] };
    for (const reports of [
      [before, { ...newer, rules: [...hostile(`${text}2`).rules, ...newer.rules] }],
      [before, older, newer],
    ]) {
      const nodes = nodesOf(treeOf(shown(reports, 'markdown')));
      const words = nodes.flatMap((node) => (node.type === 'text' ? [node.value] : []));
      expect(words.filter((word) => word.includes(text.trim()))).toEqual([]);
      const codes = nodes.flatMap((node) => (node.type === 'inlineCode' ? [node.value] : []));
      expect(codes.some((code) => code.includes(text.trim()))).toBe(true);
    }
  });

  it('says so where a report says nothing', () => {
    const before = { ...newer, run: { ...newer.run, id: 'before' } };
    const observation = { value: '', note: '' };
    const rules = newer.rules.map((rule) =>
      rule.id === 'observed.caching' ? { ...rule, observation } : rule,
    );
    expect(shown([before, { ...newer, rules }], 'markdown')).toContain('; now: (empty)`');
  });

  it('has tables whose rows have as many cells as their head, whatever the reports hold', () => {
    fc.assert(
      fc.property(some, (reports) => {
        for (const node of nodesOf(treeOf(shown(reports, 'markdown')))) {
          if (node.type !== 'table') continue;
          expect(new Set(node.children.map(({ children }) => children.length)).size).toBe(1);
        }
      }),
    );
  });
});

describe('text', () => {
  it('lets nothing through that a terminal obeys, whatever the reports hold', () => {
    fc.assert(
      fc.property(some, fc.boolean(), (reports, color) => {
        const text = stripVTControlCharacters(shown(reports, 'text', { color, width: 80 }));
        expect(text.replaceAll('\n', '').match(HARMFUL)).toBeNull();
      }),
    );
  });

  it.each([40, 60, 80, 120])('fits into %i columns', (width) => {
    const long = { value: 'many words '.repeat(30), note: '' };
    const wordy = newer.rules.map((rule) =>
      rule.level === 'observed' ? { ...rule, observation: long } : rule,
    );
    const several = [...triple, ...triple, ...triple, older];
    for (const reports of [[older, newer], triple, several, [older, { ...newer, rules: wordy }, newer]])
      for (const line of shown(reports, 'text', { color: false, width }).split('\n'))
        expect(columnsOf(line)).toBeLessThanOrEqual(width);
  });

  it('says in words what it says in colours', () => {
    const colored = shown([older, newer], 'text', { color: true, width: 80 });
    expect(colored).not.toBe(stripVTControlCharacters(colored));
    expect(stripVTControlCharacters(colored)).toBe(shown([older, newer], 'text'));
  });
});

describe('any format', () => {
  it.each([
    ['html', 2_000_000],
    ['markdown', 60_000],
    ['text', 2_000_000],
  ] as const)(
    'is of a length that can be read where many reports are long, each in its own way (%s)',
    (format, most) => {
      const reports = Array.from({ length: 13 }, (_, index) => {
        const report = worstReport();
        const rules = report.rules.map(({ failure, ...rule }) => ({
          ...rule,
          ...(failure === undefined ? {} : { failure: { ...failure, actual: `${index} ${failure.actual}` } }),
        }));
        return {
          ...report,
          rules,
          target: { ...report.target, label: `${index} ${'"&\u202e'.repeat(200)}` },
        };
      });
      expect(Buffer.byteLength(shown(reports, format))).toBeLessThanOrEqual(most);
    },
  );

  it.each(['text', 'markdown', 'html'] as const)(
    'stays short of reports that are as long as they come (%s)',
    (format) => {
      const worst = worstReport();
      for (const reports of [
        [older, worst],
        [worst, worst, worst],
      ])
        expect(shown(reports, format).length).toBeLessThan(1_000_000);
    },
  );
});
