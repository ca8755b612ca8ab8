import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import {
  barriers,
  barriersOfColour,
  elementsThatAct,
  layOutForPrint,
  openAllDetails,
  overflowingTexts,
  pageWidth,
  visibleText,
} from './checks.ts';
import { type SeenInPage, withPage } from './open-page.ts';

// Pages with mistakes that the checks must find. A check that finds nothing here would find nothing
// elsewhere.

const pageOf = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>${head}</head><body><main><h1>A page</h1>${body}</main></body></html>`;

const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;

const look = <T>(body: string, what: (page: Page) => Promise<T>, width = 400): Promise<T> =>
  withPage(pageOf(body), { width }, what);

/**
 * Returns the errors and requests of a page in the first tenth of a second.
 * @param due a list that must get an entry; a slow browser gets more time for it
 */
const seenOf = (body: string, head = '', due: keyof SeenInPage | null = null): Promise<SeenInPage> =>
  withPage(pageOf(body, head), {}, async (page, seen) => {
    if (due !== null) await expect.poll(() => seen[due].length, { timeout: 10_000 }).toBeGreaterThan(0);
    await page.waitForTimeout(100);
    return seen;
  });

describe.skipIf(!hasBrowser)('an opened page', () => {
  it('is quiet where it does nothing', async () => {
    expect(await seenOf('<p>text</p>', POLICY)).toEqual({ errors: [], requests: [] });
  });

  it.each([
    ['an error that nobody catches', '<script>throw new Error("thrown")</script>', 'thrown'],
    ['a promise that nobody catches', '<script>Promise.reject(new Error("thrown"))</script>', 'thrown'],
    ['a warning', '<script>console.warn("warned")</script>', 'warned'],
  ])('is seen to have %s', async (_, body, said) => {
    expect((await seenOf(body, '', 'errors')).errors).toEqual([expect.stringContaining(said)]);
  });

  it.each([
    ['a script', '<script>1</script>'],
    ['a style', '<p style="color: red">text</p>'],
    ['an image', '<img alt="" src="http://127.0.0.1:1/x.png">'],
  ])('is seen to break its policy with %s', async (_, body) => {
    expect((await seenOf(body, POLICY, 'errors')).errors).toEqual([
      expect.stringContaining('Content Security Policy'),
    ]);
  });

  it.each([
    ['an image', '<img alt="" src="http://127.0.0.1:1/x">'],
    ['a script', '<script>fetch("http://127.0.0.1:1/x").catch(() => 0)</script>'],
    ['a beacon', '<script>navigator.sendBeacon("http://127.0.0.1:1/x")</script>'],
    ['another page', '<meta http-equiv="refresh" content="0;url=http://127.0.0.1:1/x">'],
  ])('is seen to ask for something with %s', async (_, body) => {
    expect((await seenOf(body, '', 'requests')).requests).toEqual(['http://127.0.0.1:1/x']);
  });

  it('is seen to ask for a file beside it, for a socket, and for a window', async () => {
    expect((await seenOf('<img alt="" src="x.png">', '', 'requests')).requests).toEqual([
      expect.stringMatching(/^file:.*x\.png$/),
    ]);
    expect(
      (await seenOf('<script>new WebSocket("ws://127.0.0.1:1/")</script>', '', 'requests')).requests,
    ).toEqual(['ws://127.0.0.1:1/']);
    expect((await seenOf('<script>open("about:blank")</script>', '', 'requests')).requests).toHaveLength(1);
  });
});

describe.skipIf(!hasBrowser)('a page in the place of another', () => {
  it('is another, of which as much is seen', async () => {
    await withPage(pageOf('<script>globalThis.left = 1</script>'), {}, async (page, seen, replace) => {
      await replace(pageOf('<p>second</p><script>throw new Error("thrown")</script>'));
      expect(await visibleText(page)).toBe('a page second');
      expect(await page.evaluate('typeof globalThis.left')).toBe('undefined');
      expect(seen.errors).toEqual(['Error: thrown']);
    });
  });
});

describe.skipIf(!hasBrowser)('barriers', () => {
  it('are texts of which nobody can say whether their colours differ enough', async () => {
    const found = await look(
      '<p style="background: linear-gradient(#fff, #777)">striped</p><p aria-hidden="true">✓</p>',
      barriers,
    );
    expect(found).toEqual([expect.stringMatching(/^color-contrast, undecided: .*striped/)]);
  });

  it('are pale texts of drawings', async () => {
    const drawn =
      '<svg role="img" aria-label="A" style="background: color-mix(in oklch, #fff, #fff)"><text y="20" fill="#999">pale</text><text y="40" fill="#555">dark</text></svg>';
    expect(await look(drawn, barriers)).toEqual(['color-contrast: <text> pale: 2.85']);
  });

  it('are low contrast, and a picture without words', async () => {
    const found = await look(
      '<p style="color: #999; background: #fff">pale</p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
      barriers,
    );
    expect(found).toEqual([
      expect.stringMatching(/^color-contrast: .*pale/),
      expect.stringMatching(/^image-alt: /),
    ]);
  });

  it('are those of the scheme that is asked for', async () => {
    const html = pageOf(
      '<p>text</p>',
      '<style>:root { color-scheme: light dark } body { background: light-dark(#fff, #111); color: #444 } h1 { color: light-dark(#000, #fff) }</style>',
    );
    await withPage(html, { colorScheme: 'light' }, async (page) => {
      expect(await barriers(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      const pale = [expect.stringContaining('color-contrast')];
      expect(await barriers(page)).toEqual(pale);
      expect(await barriersOfColour(page)).toEqual(pale);
    });
    expect(await withPage(html, { colorScheme: 'dark' }, barriers)).toHaveLength(1);
  });

  it('are seen in details once these are opened', async () => {
    const closed = '<details name="a"><summary>more</summary><p style="color: #999">pale</p></details>';
    await look(closed.repeat(2), async (page) => {
      expect(await barriers(page)).toEqual([]);
      await openAllDetails(page);
      expect(await barriers(page)).toHaveLength(2);
    });
  });

  it('are found under a policy that forbids every script', async () => {
    const found = await withPage(pageOf('<img src="data:,">', POLICY), {}, barriers);
    expect(found).toEqual([expect.stringContaining('image-alt')]);
  });
});

describe.skipIf(!hasBrowser)('the width of a page', () => {
  it('is more than the window where something is wider', async () => {
    expect(await look('<p>text</p>', pageWidth)).toBe(400);
    expect(await look('<div style="width: 900px">text</div>', pageWidth)).toBeGreaterThan(900);
  });
});

const LONG = 'm'.repeat(200);

describe.skipIf(!hasBrowser)('a text overflows', () => {
  it('where it sticks out of its box or the window, or is cut off', async () => {
    const texts = [
      `<p style="width: 300px">wider than its box ${LONG}</p>`,
      `<p style="width: 300px; overflow: hidden">cut off ${LONG}</p>`,
      `<p style="width: 300px; overflow: clip">a <code>cut off in a part ${LONG}</code></p>`,
      `<p style="height: 1em">higher than its box ${'word '.repeat(200)}</p>`,
      '<p style="margin-left: -90px">left of the window</p>',
      '<svg width="50" height="20" style="display: block; margin-top: 900px"><text y="15">in a drawing</text></svg>',
      `<table><tr><td>in a table that is too wide ${LONG}</td></tr></table>`,
    ];
    expect(await look(texts.join(''), overflowingTexts)).toEqual([
      expect.stringContaining('wider than its box'),
      expect.stringContaining('> cut off m'),
      expect.stringContaining('cut off in a part'),
      expect.stringContaining('higher than its box'),
      expect.stringContaining('left of the window'),
      expect.stringContaining('in a drawing'),
      expect.stringContaining('in a table that is too wide'),
    ]);
  });

  it('but not where it breaks, scrolls, says that it is cut, is hidden, or is only heard', async () => {
    const texts = [
      `<p style="overflow-wrap: anywhere">${LONG} <code>${LONG}</code></p>`,
      `<pre style="overflow-x: auto">${LONG}</pre>`,
      `<div style="overflow-x: auto"><table><tr><td>${LONG}</td></tr></table></div>`,
      `<p style="overflow: hidden; text-overflow: ellipsis">${LONG}</p>`,
      `<p hidden>${LONG}</p><details><summary>more</summary><p>${LONG}</p></details>`,
      `<p style="position: absolute; width: 1px; height: 1px; overflow: hidden">${LONG}</p>`,
    ];
    expect(await look(texts.join(''), overflowingTexts)).toEqual([]);
  });
});

const textOnPaper = async (page: Page): Promise<string> => {
  await layOutForPrint(page);
  return visibleText(page);
};

describe.skipIf(!hasBrowser)('what is on paper', () => {
  const closed = '<details><summary>more</summary><p>Inside</p></details>';

  it('does not hold what stays closed', async () => {
    expect(await look(closed, textOnPaper)).toBe('a page more');
  });

  it('holds what a script or a style opens for it', async () => {
    const script =
      '<script>addEventListener("beforeprint", () => { document.querySelector("details").open = true; })</script>';
    expect(await look(closed + script, textOnPaper)).toBe('a page more inside');
    const style = '<style>@media print { details::details-content { content-visibility: visible } }</style>';
    expect(await look(closed + style, textOnPaper)).toBe('a page more inside');
    expect(await look(closed + style, visibleText)).toBe('a page more');
  });
});

describe.skipIf(!hasBrowser)('elements that act', () => {
  it('are counted by their kind, handlers and addresses that run something too', async () => {
    const nothing = await look('<p>text</p>', elementsThatAct);
    expect(Object.entries(nothing).filter(([, count]) => count > 0)).toEqual([['meta', 1]]);
    const found = await look(
      '<a href=" javascript:1">x</a><img alt="" onerror="1"><iframe title="x"></iframe>',
      elementsThatAct,
    );
    expect(found).toEqual({ ...nothing, a: 1, img: 1, iframe: 1, handlers: 1, 'javascript: addresses': 1 });
  });
});
