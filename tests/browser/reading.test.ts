import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { layOutForPrint } from './checks.ts';
import { withPage } from './open-page.ts';
import { pages } from './pages.ts';

function pageOf(name: string): string {
  const [, found] = pages.find(([each]) => each === name) ?? [];
  if (found === undefined) throw new Error(`there is no page of ${name}`);
  return found.html();
}

/** Returns the place of an element in the window, in CSS pixels. */
async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not to be seen`);
  return box;
}

const MATRIX = 'table.matrix';

describe.skipIf(!hasBrowser)('the matrix of thirteen targets', () => {
  it('has all its columns on the screen of a laptop', async () => {
    await withPage(pageOf('the matrix of thirteen targets'), { width: 1280, height: 800 }, async (page) => {
      const heads = page.locator(`${MATRIX} thead th`);
      expect(await heads.count()).toBeGreaterThanOrEqual(14);
      const { x, width } = await boxOf(page, `${MATRIX} thead th:last-child`);
      expect(x + width).toBeLessThanOrEqual(1280);
    });
  });

  it('keeps its heads in sight, at the top and at the side', async () => {
    await withPage(pageOf('the matrix of thirteen targets'), { width: 1280, height: 800 }, async (page) => {
      // The first rows of the table leave the window; its head must stay in it.
      await page.evaluate(
        `scrollBy(0, document.querySelector('${MATRIX}').getBoundingClientRect().top + 150)`,
      );
      expect((await boxOf(page, MATRIX)).y).toBeCloseTo(-150, -1);
      const { y, height } = await boxOf(page, `${MATRIX} thead th:last-child`);
      expect(y).toBeGreaterThanOrEqual(-1);
      expect(y + height).toBeLessThanOrEqual(800);
    });
    await withPage(pageOf('the matrix of thirteen targets'), { width: 500, height: 800 }, async (page) => {
      await page.evaluate(`document.querySelector('${MATRIX}').parentElement.scrollLeft = 300`);
      expect((await boxOf(page, `${MATRIX} tbody th[scope=row]`)).x).toBeGreaterThanOrEqual(0);
    });
  });
});

describe.skipIf(!hasBrowser)('a failure', () => {
  const name = 'the report of a program that nobody here wrote';

  it('is one click away from its line, though its card is folded', async () => {
    await withPage(pageOf(name), {}, async (page) => {
      const last = page.locator('.index a').last();
      const anchor = (await last.getAttribute('href'))?.slice(1) ?? '';
      const card = page.locator(`[id="${anchor}"]`);
      expect(await card.isVisible()).toBe(false);
      await last.click();
      expect(await card.isVisible()).toBe(true);
    });
  });

  it('has its first three causes open, and the others folded', async () => {
    await withPage(pageOf(name), {}, async (page) => {
      expect(await page.locator('.cause > .failure[open]').count()).toBe(3);
      expect(await page.locator('.others > .failure[open]').count()).toBe(0);
    });
  });

  it('has one exchange open on paper, and only under the first rule of a cause', async () => {
    await withPage(pageOf(name), {}, async (page) => {
      await layOutForPrint(page);
      const causes = await page.locator('.cause').count();
      expect(await page.locator('.failure:not([open])').count()).toBe(0);
      expect(await page.locator('.exchange[open]').count()).toBe(causes);
      expect(await page.locator('.others .exchange[open]').count()).toBe(0);
    });
  });
});
