import { describe, expect, it } from 'vitest';
import { changes } from '../../src/compare/changes.ts';
import { viewPage } from '../../src/compare/html/page.tsx';
import { matrix } from '../../src/compare/matrix.ts';
import { renderChanges, renderMatrix } from '../../src/compare/render.ts';
import { html } from '../../src/report/html/report.tsx';
import type { Report } from '../../src/report/model.ts';
import { siteView } from '../../src/targets/site-view.ts';
import { targetStatus } from '../../src/targets/status.ts';
import { newer, older } from '../compare/fixed-pair.ts';
import { triple } from '../compare/fixed-triple.ts';
import { conformant, hostile, nonconformant, unusable } from '../report/examples.ts';
import { worstReport } from '../report/worst.ts';
import { findBrowser } from './browser.ts';
import { barriers, openAll, type Seen, widthOf, withPage } from './open-page.ts';

const NARROW = 400;
const QUIET: Seen = { errors: [], requests: [] };
const terminal = { color: false, width: 80 };

const site = (reports: readonly Report[]): string => {
  const statuses = reports.map((report, index) => {
    const result = index === 0 ? { report: null, noResult: 'killed' } : { report, noResult: null };
    return targetStatus(`t${index}`, result, [], { allowIncomplete: false, failOn: 'any' });
  });
  return viewPage(siteView([], statuses, new Date(0)));
};

/** One page of each kind. @param times the number of targets by three */
const PAGES: Readonly<Record<string, (times: number) => string>> = {
  report: () => html(nonconformant, [unusable, conformant, nonconformant]),
  comparison: () => renderChanges.html(changes(older, newer), terminal),
  matrix: (times) => renderMatrix.html(matrix([older, ...Array(times).fill(triple).flat()]), terminal),
  site: (times) => site(Array(times).fill(triple).flat()),
};

const HOSTILE = [
  '<script>window.pwned=1</script>',
  `"><img src=x onerror="window.pwned=1">'><svg onload=window.pwned=1>`,
  '</style></script><script>window.pwned=1</script>',
  '--></title></textarea></template><iframe src="javascript:parent.pwned=1"></iframe>',
  'https://example.com/"onmouseover="window.pwned=1',
  'm'.repeat(5000),
].join(' ');

describe.skipIf(findBrowser() === null)('a page in a browser', () => {
  it.each(Object.entries(PAGES))('asks for nothing, and can be read by everybody: %s', async (_, make) => {
    await withPage(make(1), async (page, seen) => {
      await openAll(page);
      expect(await barriers(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await barriers(page, ['color-contrast'])).toEqual([]);
      expect(seen).toEqual(QUIET);
    });
  });

  it.each([
    ['many targets, in a matrix', PAGES['matrix']?.(4)],
    ['many targets, in a site', PAGES['site']?.(4)],
    ['the longest report', html(worstReport(), [])],
    ['a hostile target', html(hostile(HOSTILE), [hostile(HOSTILE)])],
    ['hostile targets', renderMatrix.html(matrix([older, hostile(HOSTILE)]), terminal)],
  ])('is as wide as a telephone, and runs and loads nothing: %s', async (_, made = '') => {
    await withPage(
      made,
      async (page, seen) => {
        await openAll(page);
        expect(await page.evaluate('typeof globalThis.pwned')).toBe('undefined');
        expect(await widthOf(page)).toBeLessThanOrEqual(NARROW);
        expect(seen).toEqual(QUIET);
      },
      NARROW,
    );
  });

  it('filters its rules, keeps that in the address, and opens what a link leads to', async () => {
    await withPage(html(nonconformant, []), async (page, seen) => {
      await page.getByLabel('Verdict').selectOption('fail');
      await page.getByLabel('Search rules').fill('ZERO list');
      await page.reload();
      expect(await page.locator('.failure:visible h3').allInnerTexts()).toEqual(['list.per-page.zero']);
      await page.evaluate(`location.hash = '#rule-list.ok'`);
      await expect.poll(() => page.locator('[id="rule-list.ok"]').isVisible()).toBe(true);
      expect(seen).toEqual(QUIET);
    });
  });

  it('is seen to do wrong, if it does', async () => {
    const body = `<p style="color: #999; background: #fff">pale</p><div style="width: 900px">wide</div>
      <script>console.warn('warned')</script><img src="http://127.0.0.1:1/x.png"><script>throw new Error('x')</script>`;
    const planted = `<!doctype html><html lang="en"><head><title>A page</title></head><body><main><h1>A page</h1>${body}</main></body></html>`;
    await withPage(
      planted,
      async (page, { errors, requests }) => {
        const found = await barriers(page);
        for (const id of ['color-contrast', 'image-alt'])
          expect(found).toContainEqual(expect.stringMatching(`^${id}: `));
        expect(await widthOf(page)).toBeGreaterThan(NARROW);
        await expect.poll(() => errors).toEqual(expect.arrayContaining(['warned', 'Error: x']));
        expect(requests).toEqual(['http://127.0.0.1:1/x.png']);
      },
      NARROW,
    );
  });
});
