import { describe, expect, it } from 'vitest';
import { inert } from '../../src/report/text.ts';
import { hasBrowser } from './browser.ts';
import {
  barriers,
  barriersOfColour,
  elementsThatAct,
  layOutForPrint,
  openAllDetails,
  overflowingTexts,
  pageWidth,
  plain,
  visibleText,
} from './checks.ts';
import { type SeenInPage, withPage } from './open-page.ts';
import { longestPages, pages, pagesHolding } from './pages.ts';

const NARROW = 400;

const expectQuiet = ({ errors, requests }: SeenInPage): void => {
  expect(errors).toEqual([]);
  expect(requests).toEqual([]);
};

// Each test checks several things, because opening a page takes most of the time.
describe.skipIf(!hasBrowser).each(pages)('%s', (_, { html, onPaper }) => {
  it('can be used by everybody in light and in dark, closed and opened', async () => {
    await withPage(html(), { colorScheme: 'light' }, async (page, seen) => {
      expect(await barriers(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await barriersOfColour(page)).toEqual([]);
      await openAllDetails(page);
      expect(await barriersOfColour(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await barriers(page)).toEqual([]);
      expect(await overflowingTexts(page)).toEqual([]);
      expectQuiet(seen);
    });
  });

  it('fits a telephone', async () => {
    await withPage(html(), { width: NARROW }, async (page, seen) => {
      expect(await pageWidth(page)).toBeLessThanOrEqual(NARROW);
      expect(await overflowingTexts(page)).toEqual([]);
      await openAllDetails(page);
      expect(await pageWidth(page)).toBeLessThanOrEqual(NARROW);
      expect(await overflowingTexts(page)).toEqual([]);
      expectQuiet(seen);
    });
  });

  it('shows every failure on paper', async () => {
    await withPage(html(), {}, async (page, seen) => {
      await layOutForPrint(page);
      const text = await visibleText(page);
      for (const part of onPaper) expect(text).toContain(plain(part));
      expect(await overflowingTexts(page)).toEqual([]);
      expectQuiet(seen);
    });
  });
});

const HARMLESS = 'harmless';
const LONG = 'm'.repeat(5000);
const hostileTexts = [
  '<script>window.pwned=1</script>',
  '"><img src=x onerror="window.pwned=1">',
  `'><svg onload=window.pwned=1>`,
  '</style><script>window.pwned=1</script>',
  '</script><script>window.pwned=1</script>',
  '--></title></textarea></template><iframe src="javascript:parent.pwned=1"></iframe>',
  'javascript:window.pwned=1',
  'javascript://%0awindow.pwned=1',
  'https://example.com/"onmouseover="window.pwned=1',
  'data:text/html,<script>window.pwned=1</script>',
  'a \u202e)b\u200b\u0007\u0000',
  '{{constructor.constructor("window.pwned=1")()}}',
  '&lt;b&gt; &amp;amp; ]]>',
  LONG,
];

/** Returns the part of a text that must be readable; the middle of a long text may be omitted. */
const readable = (text: string): string => plain(inert(text)).slice(0, 60);

describe.skipIf(!hasBrowser).each(pagesHolding)('%s, where a target is hostile', (_, html) => {
  it('runs, loads and links nothing that came from the target, and shows all of it as text', async () => {
    await withPage(html(HARMLESS), { width: NARROW }, async (page, seen, replace) => {
      const harmless = await elementsThatAct(page);
      for (const text of hostileTexts) {
        await replace(html(text));
        await openAllDetails(page);
        expect(await visibleText(page)).toContain(readable(text));
        expect(await elementsThatAct(page), text).toEqual(harmless);
        expect(await pageWidth(page), text).toBeLessThanOrEqual(NARROW);
        expect(await overflowingTexts(page), text).toEqual([]);
        expect(await page.evaluate('typeof globalThis.pwned'), text).toBe('undefined');
        expectQuiet(seen);
      }
    });
  });
});

describe.skipIf(!hasBrowser).each(longestPages)('%s, as long as it gets', (_, html) => {
  it('opens, and fits a telephone', async () => {
    await withPage(html(), { width: NARROW }, async (page, seen) => {
      expect(await pageWidth(page)).toBeLessThanOrEqual(NARROW);
      await openAllDetails(page);
      expect(await pageWidth(page)).toBeLessThanOrEqual(NARROW);
      expectQuiet(seen);
    });
  });
});
