import { describe, expect, it } from 'vitest';
import { documentOf } from '../../src/report/html/document.tsx';

describe('a page', () => {
  it('escapes what it is given', () => {
    const page = documentOf({ title: '<script>&"', body: 'x < y' });
    expect(page).toContain('<title>&lt;script&gt;&amp;&quot;</title>');
    expect(page).toContain('x &lt; y');
  });

  it('has the style that all pages share', () => {
    expect(documentOf({ title: 'x', body: null })).toContain('--ground: light-dark(');
  });

  it('allows no script where it has none', () => {
    expect(documentOf({ title: 'x', body: null })).not.toContain('script-src');
  });
});
