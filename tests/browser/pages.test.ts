import { describe, expect, it } from 'vitest';
import { inert } from '../../src/report/inert.ts';
import { worstReport } from '../report/worst.ts';
import { hasBrowser } from './browser.ts';
import {
  barriers,
  elementsThatAct,
  openAllDetails,
  overflowingTexts,
  pageWidth,
  plain,
  textOnPaper,
  visibleText,
} from './checks.ts';
import { type Seen, withPage } from './open-page.ts';
import { pages, pagesHolding } from './pages.ts';
import { standIn } from './stand-in.tsx';

const NARROW = 400;

const expectQuiet = ({ errors, requests }: Seen): void => {
  expect(errors).toEqual([]);
  expect(requests).toEqual([]);
};

describe.skipIf(!hasBrowser).each(pages)('$name', ({ html, onPaper }) => {
  it.each(['light', 'dark'] as const)('can be used by everybody in %s', async (colorScheme) => {
    await withPage(html(), { colorScheme }, async (page, seen) => {
      expect(await barriers(page)).toEqual([]);
      await openAllDetails(page);
      expect(await barriers(page)).toEqual([]);
      expect(await overflowingTexts(page)).toEqual([]);
      expectQuiet(seen);
    });
  });

  it('fits a telephone', async () => {
    await withPage(html(), { width: NARROW }, async (page, seen) => {
      expect(await pageWidth(page)).toBeLessThanOrEqual(NARROW);
      await openAllDetails(page);
      expect(await pageWidth(page)).toBeLessThanOrEqual(NARROW);
      expect(await overflowingTexts(page)).toEqual([]);
      expectQuiet(seen);
    });
  });

  it('shows every failure on paper', async () => {
    await withPage(html(), {}, async (page, seen) => {
      const text = await textOnPaper(page);
      for (const part of onPaper) expect(text).toContain(plain(part));
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

/** What of a text must be read as it is; the middle of a long one may be left out. */
const readable = (text: string): string => plain(inert(text)).slice(0, 60);

describe.skipIf(!hasBrowser).each(Object.entries(pagesHolding))(
  '%s, where a target is hostile',
  (_, html) => {
    it('runs, loads and links nothing that came from the target, and shows all of it as text', async () => {
      const harmless = await withPage(html(HARMLESS), {}, elementsThatAct);
      for (const text of hostileTexts) {
        await withPage(html(text), { width: NARROW }, async (page, seen) => {
          await openAllDetails(page);
          expect(await visibleText(page)).toContain(readable(text));
          expect(await elementsThatAct(page)).toEqual(harmless);
          expect(await pageWidth(page), text).toBeLessThanOrEqual(NARROW);
          expect(await overflowingTexts(page)).toEqual([]);
          expect(await page.evaluate('typeof globalThis.pwned')).toBe('undefined');
          expectQuiet(seen);
        });
      }
    });
  },
);

describe.skipIf(!hasBrowser)('the page of the longest report', () => {
  it('opens, and fits a telephone', async () => {
    await withPage(standIn(worstReport()), { width: NARROW }, async (page, seen) => {
      expect(await pageWidth(page)).toBeLessThanOrEqual(NARROW);
      await openAllDetails(page);
      expect(await pageWidth(page)).toBeLessThanOrEqual(NARROW);
      expectQuiet(seen);
    });
  });
});
