import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { changes } from '../../src/compare/changes.ts';
import { matrix } from '../../src/compare/matrix.ts';
import { type ComparisonFormat, renderChanges, renderMatrix } from '../../src/compare/render.ts';
import { columnsOf } from '../../src/document/columns.ts';
import type { Report } from '../../src/report/model.ts';
import { HARMFUL } from '../../src/report/text.ts';
import { anyReport } from '../report/any-report.ts';
import { treeOf, within } from '../report/checked-markdown.ts';
import { hostile } from '../report/examples.ts';
import { attributesOf, tagsOf } from '../report/html-parts.ts';
import { failing, sampleRule } from '../report/reports.ts';
import { ends, twelve } from '../report/twelve.ts';
import { worstReport } from '../report/worst.ts';
import { newer, older } from './fixed-pair.ts';
import { triple } from './fixed-triple.ts';

const terminal = { color: false, width: 80 };
const FORMATS = ['text', 'markdown', 'html'] as const;

/** Renders a comparison of two or more reports. */
function shown(reports: readonly Report[], format: ComparisonFormat, how = terminal): string {
  const [before, after] = reports;
  return reports.length === 2 && before !== undefined && after !== undefined
    ? renderChanges[format](changes(before, after), how)
    : renderMatrix[format](matrix(reports), how);
}

/** An earlier run in which another rule was broken. */
const earlier: Report = {
  ...twelve,
  run: { ...twelve.run, id: 'earlier', profile: 'quick' },
  rules: twelve.rules.map((rule) =>
    rule.id === 'list.ok'
      ? failing('list.ok')
      : rule.id === 'list.per-page.zero'
        ? sampleRule(rule.id)
        : rule.id === 'observed.page.zero'
          ? sampleRule(rule.id, { observation: { value: '422', note: 'n' } })
          : rule,
  ),
};

// After an intended change, run: npx vitest run --project tests tests/compare/render.test.ts -u
it.each([
  ['pair', [earlier, twelve]],
  ['triple', [twelve, ...Object.values(ends).slice(1, 3)]],
] as const)('a %s of reports reads as it did', async (name, reports) => {
  await expect(shown(reports, 'text')).toMatchFileSnapshot(`golden/${name}.txt`);
  await expect(shown(reports, 'markdown')).toMatchFileSnapshot(`golden/${name}.md`);
});

const some: fc.Arbitrary<readonly Report[]> = fc
  .tuple(anyReport, fc.array(anyReport, { minLength: 1, maxLength: 2 }), fc.boolean())
  .map(([one, others, shares]) =>
    [one].concat(
      others.map((other) => (shares ? { ...other, rules: other.rules.concat(one.rules) } : other)),
    ),
  );

const OURS = new Set(
  'root heading paragraph text strong inlineCode list listItem table tableRow tableCell'.split(' '),
);

it('a comparison of any reports has no text that is obeyed, and only links of its own', () => {
  fc.assert(
    fc.property(some, fc.boolean(), (reports, color) => {
      const text = stripVTControlCharacters(shown(reports, 'text', { color, width: 80 }));
      expect(text.replaceAll('\n', '').match(HARMFUL)).toBeNull();
      for (const node of within(treeOf(shown(reports, 'markdown')))) {
        expect(OURS).toContain(node.type);
        if (node.type === 'table')
          expect(new Set(node.children.map(({ children }) => children.length)).size).toBe(1);
      }
      const attributes = attributesOf(shown(reports, 'html'));
      const ids = new Set(attributes.flatMap(([name, value]) => (name === 'id' ? [`#${value}`] : [])));
      for (const [name, value] of attributes) if (name === 'href') expect(ids).toContain(value);
    }),
    { numRuns: 30 },
  );
});

it.each(['@octocat', '#1', '[a](http://x)', 'a | b', '`` ` ``', 'a\\|b\\', '"><img src=x onerror=y>'])(
  '%j is code in Markdown, and no element of a page',
  (text) => {
    const of = (words: string): Report => ({
      ...hostile(words),
      rules: [...hostile(words).rules, ...older.rules],
    });
    for (const [given, plain] of [
      [
        [of(text), newer],
        [of(text.replace(/[<>"]/g, '*')), newer],
      ],
      [
        [of(text), older, newer],
        [of(text.replace(/[<>"]/g, '*')), older, newer],
      ],
    ] as const) {
      const nodes = within(treeOf(shown(given, 'markdown')));
      const words = nodes.flatMap((node) => (node.type === 'text' ? [node.value] : []));
      expect(words.filter((word) => word.includes(text))).toEqual([]);
      expect(nodes.some((node) => node.type === 'inlineCode' && node.value.includes(text))).toBe(true);
      expect(tagsOf(shown(given, 'html'))).toEqual(tagsOf(shown(plain, 'html')));
    }
  },
);

it.each([40, 80, 120])('a comparison fits into %i columns', (width) => {
  for (const reports of [[older, newer], triple, [...triple, ...triple, ...triple, older]])
    for (const line of shown(reports, 'text', { color: false, width }).split('\n'))
      expect(columnsOf(line)).toBeLessThanOrEqual(width);
});

it.each(FORMATS)('the longest reports stay short enough for %s', (format) => {
  const worst = Array.from({ length: 13 }, (_, index) => {
    const report = worstReport();
    const rules = report.rules.map((rule) => ({
      ...rule,
      ...(rule.failure && { failure: { ...rule.failure, actual: `${index} ${rule.failure.actual}` } }),
    }));
    return { ...report, rules, target: { ...report.target, label: `${index} ${'"&\u202e'.repeat(200)}` } };
  });
  const most = format === 'markdown' ? 60_000 : 2_000_000;
  for (const reports of [worst, worst.slice(0, 2)])
    expect(Buffer.byteLength(shown(reports, format))).toBeLessThanOrEqual(most);
});
