import { createHash } from 'node:crypto';
import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { HARMFUL } from '../../src/model/text.ts';
import { markdown } from '../../src/render/markdown.ts';
import { page } from '../../src/render/page.ts';
import { reportDocument } from '../../src/render/report-document.ts';
import { terminal } from '../../src/render/terminal.ts';
import type { Report } from '../../src/report/model.ts';
import { hostile, nonconformant, twelve } from '../report/examples.ts';
import { failing, plainExchange, sampleReport } from '../report/reports.ts';
import { worstReport } from '../report/worst.ts';
import { anyDocuments, documentsOf, layoutsOf } from './documents.ts';
import { attributesOf, tagsOf } from './html-parts.ts';
import { strangeNodes } from './markdown-tree.ts';

/** Documents drawn for each property; others are drawn in each run. */
const RUNS = { numRuns: 8 };
const WIDE = { color: false, width: 80 };

/** Texts that would be markup, a mention, a link, or a command somewhere. */
const TEXTS = [
  '@octocat and octo/hello#1, GH-1',
  '0123456789abcdef0123456789abcdef01234567',
  'https://example.com www.example.com a@example.com javascript:alert(1)',
  '[a link](https://example.com) ![an image](https://example.com)',
  '</details></summary><script>alert(1)</script><!-- -->',
  `"><img src=x onerror=alert(1)> ' onmouseover='alert(1) </title></style>]]>`,
  '# a heading\n===\n> [!NOTE]\n> a note',
  '| a | b |\n| - | - |\n\\| a \\\\| b',
  '`` ` ``` ````',
  '~~struck~~ **strong** _emphasis_ $x$ $`x`$ :tada: &#64;octocat &lt;b&gt;',
  '   \t\n',
] as const;

const markup = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: fc.constantFrom(...'`*_[]()<>#@!|\\~$:-+=&."\' \na') }),
);

it('any document has nothing that a terminal obeys or that hides, in any layout', () => {
  fc.assert(
    fc.property(anyDocuments, fc.integer({ min: 40, max: 120 }), (documents, width) => {
      for (const [name, text] of layoutsOf(documents, width))
        expect(text.replaceAll('\n', '').match(HARMFUL), name).toBeNull();
      for (const document of Object.values(documents)) {
        const painted = stripVTControlCharacters(terminal(document, { color: true, width }));
        expect(painted).toBe(terminal(document, { color: false, width }));
      }
    }),
    RUNS,
  );
});

it('any document is text without a meaning, code and our own markup in Markdown', () => {
  const check = (text: string): void => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
    expect(strangeNodes(text)).toEqual([]);
  };
  fc.assert(
    fc.property(anyDocuments, (documents) => {
      for (const document of Object.values(documents)) check(markdown(document));
    }),
    RUNS,
  );
  fc.assert(
    fc.property(markup, (text) => {
      for (const document of Object.values(documentsOf(hostile(text), hostile(text))))
        check(markdown(document));
    }),
    RUNS,
  );
});

it('any document has no element and no attribute that comes from a report, as a page', () => {
  fc.assert(
    fc.property(markup, (text) => {
      const tags = (said: string): string[] =>
        Object.values(documentsOf(hostile(said), hostile(said))).flatMap((document) =>
          tagsOf(page(document)).filter((tag) => !tag.endsWith('code')),
        );
      expect(tags(text)).toEqual(tags(text.replace(/[<>&"'`]/g, '*')));
    }),
    RUNS,
  );
});

it('any document has no handler, no style and no link out as a page, and its links lead to its own places', () => {
  fc.assert(
    fc.property(anyDocuments, (documents) => {
      for (const [name, document] of Object.entries(documents)) {
        const attributes = attributesOf(page(document));
        const of = (wanted: string) => attributes.flatMap(([key, value]) => (key === wanted ? [value] : []));
        const ids = of('id');
        const links = of('href').filter((link) => !/^(?:eu|us)\/report\.html/.test(link));
        expect(
          links.filter((link) => !link.startsWith('#') || !ids.includes(link.slice(1))),
          name,
        ).toEqual([]);
        const acting = /^(?:on.*|style|src|srcset|action|formaction|data)$/;
        expect(attributes.filter(([key]) => acting.test(key))).toEqual([]);
      }
    }),
    RUNS,
  );
});

it('a page allows its own style, and nothing else', () => {
  const shown = page(reportDocument(hostile('x')));
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(shown) ?? [];
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(shown) ?? [];
  expect(policy.replaceAll('&#39;', "'").split('; ')).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

it('the longest reports stay short enough for every layout', () => {
  const worst = worstReport();
  for (const unit of ['"', 'é', '\u202e', '\u{10fffd}']) {
    const long = unit.repeat(3000);
    const rules = worst.rules.map((rule, index) => ({ ...rule, id: `${long}${index}`, statement: long }));
    const report = { ...worst, problem: long, rules };
    for (const document of Object.values(documentsOf(report, worst))) {
      expect(page(document).length).toBeLessThan(8_000_000);
      expect(Buffer.byteLength(markdown(document))).toBeLessThanOrEqual(60_000);
      expect(terminal(document, WIDE).length).toBeLessThan(1_000_000);
    }
  }
});

it('the longest reports name each failed rule in a line, or say that the rest is left out', () => {
  const worst = worstReport();
  const lines = markdown(reportDocument(worst));
  for (const { id } of worst.rules) expect(lines).toMatch(new RegExp(`^✗ ${id}:`, 'm'));
  const rules = Array.from({ length: 300 }, (_, index) => ({
    ...failing('list.ok', { exchanges: [plainExchange] }),
    id: `list.r-${index}`,
  }));
  expect(markdown(reportDocument(sampleReport('nonconformant', { rules })))).toMatch(
    /Truncated[^]*list.r-200/,
  );
});

it.each([60, 80, 120])('a terminal is filled to %i columns, but for what people copy', (width) => {
  const isCopied = (line: string): boolean =>
    /^\s*(?:curl|npx|GET|POST|https?:)|http:|headers\.txt/.test(line);
  for (const report of [nonconformant, twelve, hostile('many words '.repeat(30))] satisfies Report[])
    for (const document of Object.values(documentsOf(report, twelve)))
      for (const line of terminal(document, { color: false, width }).split('\n'))
        if (line.length > width) expect(line).toSatisfy(isCopied);
});
