import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html } from '../../src/report/html/report.tsx';
import { anyReport } from './any-report.ts';
import { conformant, hostile, nonconformant } from './examples.ts';
import { attributesOf, contentOf, tagsOf } from './html-parts.ts';
import { sampleReport, sampleRule } from './reports.ts';
import { worstReport } from './worst.ts';

const markup = fc
  .array(
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' onmouseover='alert(1)",
      '</pre></title></style>',
      '<!--',
      ']]>',
      '&lt;b&gt;',
      'javascript:alert(1)',
      'https://example.com/',
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(' '));

const pageWith = (text: string): string => html(hostile(text), [conformant, hostile(text)]);

describe('the page of a report', () => {
  it('has no element and no attribute that comes from the target', () => {
    fc.assert(
      fc.property(markup, (text) => {
        const [page, plain] = [pageWith(text), pageWith(text.replace(/[<>&"']/g, '*'))];
        expect(tagsOf(page)).toEqual(tagsOf(plain));
        expect(attributesOf(page).map(([name]) => name)).toEqual(attributesOf(plain).map(([name]) => name));
      }),
      { numRuns: 30 },
    );
  });

  it('has no handler, no style and no link out, and its links lead to its own places', () => {
    fc.assert(
      fc.property(anyReport, fc.array(anyReport, { maxLength: 2 }), (report, past) => {
        const attributes = attributesOf(html(report, past));
        const of = (wanted: string) =>
          attributes.flatMap(([name, value]) => (name === wanted ? [value] : []));
        const ids = of('id');
        expect(new Set(ids).size).toBe(ids.length);
        expect(of('href').filter((link) => !ids.includes(link.slice(1)) || !link.startsWith('#'))).toEqual(
          [],
        );
        const acting = /^(?:on.*|style|src|srcset|action|formaction|data)$/;
        expect(attributes.filter(([name]) => acting.test(name))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('has its headings in steps of one, and a place for each rule', () => {
    const page = html(nonconformant, [conformant]);
    const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect(levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1)).toEqual([]);
    for (const { id } of nonconformant.rules) expect(page).toContain(`id="rule-${id}"`);
  });

  it('keeps rules of one id apart', () => {
    const rules = [sampleRule('list.ok'), sampleRule('list.ok')];
    expect(html(sampleReport('conformant', { rules }), [])).toContain('id="rule-list.ok_2"');
  });

  it('allows its own style and script, and nothing else', () => {
    const page = pageWith('x');
    const hash = (tag: string): string => {
      const [, content = ''] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page) ?? [];
      return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
    };
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    expect(policy.replaceAll('&#39;', "'").split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${hash('style')}`,
      `script-src ${hash('script')}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('shows texts as they are', () => {
    expect(contentOf(pageWith('<i>"&amp;"</i>'))).toContain('&lt;i&gt;&quot;&amp;amp;&quot;&lt;/i&gt;');
  });

  it('is less than 2 MB, whatever a report is made of', () => {
    const worst = worstReport();
    for (const unit of ['"', 'é', '\u202e', '\u{10fffd}']) {
      const long = unit.repeat(3000);
      const rules = worst.rules.map((rule, index) => ({ ...rule, id: `${long}${index}`, statement: long }));
      const report = { ...worst, problem: long, staleBaseline: [long], rules };
      expect(Buffer.byteLength(html(report, [worst]))).toBeLessThan(2_000_000);
    }
  });
});
