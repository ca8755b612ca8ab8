import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html } from '../../src/report/html/report.tsx';
import type { Report } from '../../src/report/model.ts';
import { inert } from '../../src/report/text.ts';
import { anyReport } from './any-report.ts';
import { conformant, hostile } from './examples.ts';
import { attributesOf, contentOf, tagsOf, textOfPage } from './html-parts.ts';

const dangerous = fc
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
      '\u202e',
      '\u0000',
      '日本',
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(' '));

const page = (text: string): string => html(hostile(text), [conformant, hostile(text)]);
const withPast = fc.tuple(anyReport, fc.array(anyReport, { maxLength: 2 }));
const pageOf = ([report, past]: [Report, Report[]]): string => html(report, past);

describe('what came from the target', () => {
  it('makes no element: the page has the tags that it has for a harmless text', () => {
    fc.assert(
      fc.property(dangerous, (text) => {
        expect(tagsOf(page(text))).toEqual(tagsOf(page(text.replace(/[<>&"']/g, '*'))));
      }),
    );
  });

  it('makes no attribute', () => {
    fc.assert(
      fc.property(dangerous, (text) => {
        const names = (each: string) => attributesOf(page(each)).map(([name]) => name);
        expect(names(text)).toEqual(names(text.replace(/[<>&"']/g, '*')));
      }),
    );
  });

  it('makes no link out, no handler and no style, in any report', () => {
    fc.assert(
      fc.property(withPast, (given) => {
        for (const [name, value] of attributesOf(pageOf(given))) {
          expect(name).not.toMatch(/^(?:on.*|style|src|srcset|action|formaction|data)$/);
          if (name === 'href') expect(value).toMatch(/^#[\w.-]+$/);
        }
      }),
    );
  });

  it('is inert, in any report', () => {
    fc.assert(
      fc.property(withPast, (given) => {
        const content = contentOf(pageOf(given));
        expect(inert(content, { keepNewlines: true })).toBe(content);
      }),
    );
  });

  it('is to be read as it is', () => {
    expect(textOfPage(page('<i>"&amp;"</i>'))).toContain('<i>"&amp;"</i>');
  });
});

describe('the policy of the page', () => {
  it('names the style and the script that the page has, and allows nothing else', () => {
    const text = page('x');
    const hash = (tag: string): string => {
      const [, content = ''] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(text) ?? [];
      return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
    };
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text) ?? [];
    expect(policy.replaceAll('&#39;', "'").split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${hash('style')}`,
      `script-src ${hash('script')}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });
});
