import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdown } from '../../src/report/markdown/markdown.ts';
import { anyReport } from './any-report.ts';
import { checkedMarkdown as checked } from './checked-markdown.ts';
import { hostile } from './examples.ts';
import { failing, plainExchange, sampleReport } from './reports.ts';
import { worstReport } from './worst.ts';

it.each([
  '@octocat',
  'octo/hello#1',
  '0123456789abcdef0123456789abcdef01234567',
  'https://example.com www.example.com a@example.com',
  '[a link](https://example.com) ![an image](https://example.com)',
  '<details><script>alert(1)</script>',
  '</details><!-- -->',
  '# a heading\n===',
  '> [!NOTE]\n> a note',
  '| a | b |\n| - | - |',
  '\\| a \\\\| b',
  '`` ` ``` ````',
  '~~struck~~ **strong** _emphasis_',
  '$x$ $`x`$ :tada: &#64;octocat',
  '   \t\n',
])('what a target says is text or code in report.md: %j', (text) => {
  const { nodes } = checked(hostile(text));
  expect(nodes.filter((node) => node.type === 'heading' && node.depth === 4)).toHaveLength(2);
});

it('is text or code in any report', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      checked(report);
    }),
    { numRuns: 40 },
  );
  const markup = fc.string({ unit: fc.constantFrom(...'`*_[]()<>#@!|\\~$:-+=&.1 \na') });
  fc.assert(
    fc.property(markup, (text) => {
      checked(hostile(text));
    }),
    { numRuns: 40 },
  );
});

it('has no word in a command but the id of a rule', () => {
  const rule = { ...failing('list.ok'), id: 'list.ok; rm -rf ~' };
  expect(markdown(sampleReport('nonconformant', { rules: [rule] }))).not.toMatch(/replay .*rm/);
});

it('fits into a comment, and names each failed rule in a line', () => {
  const worst = worstReport();
  const apart = worst.rules.map((rule, index) => {
    const request = { ...plainExchange.request, url: `http://127.0.0.1:4010/?page=${index}` };
    const { kind: _, ...failure } = failing('list.ok').failure ?? { exchanges: [] };
    const [first = plainExchange] = rule.failure?.exchanges ?? [];
    return { ...rule, failure: { ...rule.failure, ...failure, exchanges: [{ ...first, request }] } };
  });
  for (const report of [worst, { ...worst, rules: apart as typeof worst.rules }]) {
    const { text } = checked(report);
    for (const { id } of report.rules) expect(text).toMatch(new RegExp(`^- \\[?\`${id}\``, 'm'));
  }
  const rules = Array.from({ length: 10_000 }, (_, index) => ({
    ...failing('list.ok'),
    id: `list.r-${index}`,
  }));
  const { text } = checked(sampleReport('nonconformant', { rules }));
  const named = text.split('\n#### ')[0]?.match(/^- \[?`list\.r-/gm)?.length ?? 0;
  expect(text).toContain(`${(10_000 - named).toLocaleString('en')} more`);
  for (const long of ['`@octocat` '.repeat(200_000), '\u{e0041}'.repeat(500_000)]) checked(hostile(long));
});
