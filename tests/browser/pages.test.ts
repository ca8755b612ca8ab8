import { afterAll, describe, expect, it } from 'vitest';
import { matrixDocument } from '../../src/history/comparison-documents.ts';
import { page as pageOf } from '../../src/render/page.ts';
import { reportDocument } from '../../src/render/report-document.ts';
import type { Report } from '../../src/report/model.ts';
import { documentsOf } from '../render/documents.ts';
import { conformant, hostile, nonconformant } from '../report/examples.ts';
import { worstReport } from '../report/worst.ts';
import { folderOfEachTest } from '../support/temporary.ts';
import { findBrowser } from './install.ts';
import { barriers, closeBrowser, openAll, openPage, type Seen, widthOf } from './open-page.ts';

const NARROW = 400;
const QUIET: Seen = { errors: [], requests: [] };
const html = (report: Report): string => pageOf(reportDocument(report, { past: [report] }));

const HOSTILE = [
  '<script>window.pwned=1</script>',
  `"><img src=x onerror="window.pwned=1">'><svg onload=window.pwned=1>`,
  '</style></script><script>window.pwned=1</script>',
  '--></title></textarea></template><iframe src="javascript:parent.pwned=1"></iframe>',
  'https://example.com/"onmouseover="window.pwned=1',
  'm'.repeat(5000),
].join(' ');

describe.skipIf(findBrowser() === null)('a page in a browser', () => {
  const at = folderOfEachTest();
  afterAll(closeBrowser);

  const documents = Object.entries(documentsOf(nonconformant, conformant));
  it.each(documents)('asks for nothing, and can be read by everybody: %s', async (_, document) => {
    const { page, seen } = await openPage(pageOf(document), at('page.html'));
    await openAll(page);
    expect(await barriers(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await barriers(page, ['color-contrast'])).toEqual([]);
    await page.setViewportSize({ width: NARROW, height: 900 });
    expect(await widthOf(page)).toBeLessThanOrEqual(NARROW);
    expect(seen).toEqual(QUIET);
  });

  it.each([
    ['the longest report', () => html(worstReport())],
    ['a hostile target', () => html(hostile(HOSTILE))],
    ['hostile targets', () => pageOf(matrixDocument(Array.from({ length: 12 }, () => hostile(HOSTILE))))],
  ])('is as wide as a telephone, and runs and loads nothing: %s', async (_, make) => {
    const { page, seen } = await openPage(make(), at('page.html'), { width: NARROW });
    await openAll(page);
    expect(await page.evaluate('typeof globalThis.pwned')).toBe('undefined');
    expect(await widthOf(page)).toBeLessThanOrEqual(NARROW);
    expect(seen).toEqual(QUIET);
  });

  it('is used by keyboard', async () => {
    const { page, seen } = await openPage(html(nonconformant), at('page.html'));
    const id = 'rule-list.invalid-token';
    const command = page.locator(`[id="${id}"] .command`).first();
    expect(await command.isVisible()).toBe(false);
    // A link opens what it leads to.
    await page.locator(`.cell[href="#${id}"]`).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => command.isVisible()).toBe(true);
    await command.click();
    expect(await page.evaluate('getSelection().toString()')).toMatch(/^curl /);
    expect(seen).toEqual(QUIET);
  });

  it('is seen to do wrong, if it does', async () => {
    const body = `<p style="color: #999; background: #fff">pale</p><div style="width: 900px">wide</div>
      <script>console.warn('warned')</script><img src="http://127.0.0.1:1/x.png"><script>throw new Error('x')</script>`;
    const planted = `<!doctype html><html lang="en"><head><title>A page</title></head><body><main><h1>A page</h1>${body}</main></body></html>`;
    const { page, seen } = await openPage(planted, at('page.html'), { width: NARROW });
    const found = await barriers(page);
    for (const id of ['color-contrast', 'image-alt'])
      expect(found).toContainEqual(expect.stringMatching(`^${id}: `));
    expect(await widthOf(page)).toBeGreaterThan(NARROW);
    await expect.poll(() => seen.errors).toEqual(expect.arrayContaining(['warned', 'Error: x']));
    expect(seen.requests).toEqual(['http://127.0.0.1:1/x.png']);
  });
});
