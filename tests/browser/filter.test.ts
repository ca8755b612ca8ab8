import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { html } from '../../src/report/html/report.tsx';
import { conformant, nonconformant, unusable } from '../report/examples.ts';
import { zeroFailure } from '../report/reports.ts';
import { RULES } from '../support/rule-counts.ts';
import { hasBrowser } from './browser.ts';
import { withPage } from './open-page.ts';

const report = html(nonconformant, [conformant]);

/** Ids of the rules that the table shows. */
const shownRules = (page: Page): Promise<string[]> =>
  page.locator('tr[data-verdict]:visible th .id').allInnerTexts();

const countOf = (page: Page): Promise<string> => page.locator('output').innerText();
const fragmentOf = (page: Page): string => new URL(page.url()).hash;

/** Follows a link to a fragment of the open page. */
async function follow(page: Page, fragment: string): Promise<void> {
  // The hashchange event is dispatched after the address has changed.
  await page.evaluate(`new Promise((done) => {
    addEventListener('hashchange', () => setTimeout(done));
    location.hash = ${JSON.stringify(fragment)};
  })`);
}

describe.skipIf(!hasBrowser)('the filter', () => {
  it('shows everything at first', async () => {
    await withPage(report, {}, async (page) => {
      expect(await countOf(page)).toBe(`${RULES} of ${RULES} rules`);
      await page.getByText(`${RULES} rules, and how each was tried`).click();
      expect(await shownRules(page)).toHaveLength(RULES);
    });
  });

  it('shows what is asked for, and keeps that in the address', async () => {
    await withPage(report, {}, async (page) => {
      await page.getByLabel('Verdict').selectOption('fail');
      expect(await countOf(page)).toBe(`4 of ${RULES} rules`);
      await page.getByLabel('Section', { exact: true }).selectOption('8');
      await page.getByLabel('Search rules').fill('ZERO list');
      expect(await shownRules(page)).toEqual(['list.per-page.zero']);
      expect(await page.locator('.failure:visible h3').allInnerTexts()).toEqual(['list.per-page.zero']);
      expect(await countOf(page)).toBe(`1 of ${RULES} rules`);
      expect(fragmentOf(page)).toBe('#verdict=fail&section=8&q=ZERO+list');
    });
  });

  it('is restored from the address, when the page is loaded and when the address changes', async () => {
    await withPage(report, {}, async (page) => {
      await follow(page, '#verdict=fail&level=required&section=8&q=zero');
      expect(await shownRules(page)).toEqual(['list.per-page.zero']);
      await page.reload();
      expect(await shownRules(page)).toEqual(['list.per-page.zero']);
      expect(await page.getByLabel('Search rules').inputValue()).toBe('zero');
      await page.goBack();
      await expect.poll(() => countOf(page)).toBe(`${RULES} of ${RULES} rules`);
    });
  });

  it('says where nothing of a part is left', async () => {
    await withPage(report, {}, async (page) => {
      await page.getByLabel('Search rules').fill('no rule has this');
      expect(await countOf(page)).toBe(`0 of ${RULES} rules`);
      expect(await page.locator('#failures').innerText()).toContain('None of these match the filter.');
    });
  });

  it('does not hide the rule that a link leads to', async () => {
    await withPage(report, {}, async (page) => {
      await page.getByLabel('Verdict').selectOption('fail');
      await follow(page, '#rule-list.ok');
      expect(await page.locator('[id="rule-list.ok"]').isVisible()).toBe(true);
      const { y = 0 } = (await page.locator('[id="rule-list.ok"]').boundingBox()) ?? {};
      const { height = 0 } = (await page.locator('#filter').boundingBox()) ?? {};
      // The rule is in the window, below the filter, which stays at the top.
      expect(y).toBeGreaterThan(height);
      expect(y).toBeLessThan(900);
      await follow(page, '#rule-list.per-page.zero');
      expect(await page.locator('[id="rule-list.ok"]').isVisible()).toBe(false);
    });
  });

  it('opens what is folded where a link or a filter leads into it', async () => {
    await withPage(html(unusable, []), {}, async (page) => {
      const rule = page.locator('[id="rule-list.per-page.zero"]');
      expect(await rule.isVisible()).toBe(false);
      await page.getByLabel('Search rules').fill('per-page.zero');
      expect(await rule.isVisible()).toBe(true);
    });
    await withPage(html(unusable, []), {}, async (page) => {
      await follow(page, '#rule-list.per-page.zero');
      expect(await page.locator('[id="rule-list.per-page.zero"]').isVisible()).toBe(true);
    });
  });

  it('leaves alone what it is asked for and does not have', async () => {
    await withPage(report, {}, async (page, seen) => {
      await follow(page, '#verdict=nonsense&section=99&level=');
      expect(await countOf(page)).toBe(`${RULES} of ${RULES} rules`);
      await follow(page, '#%');
      expect(await countOf(page)).toBe(`${RULES} of ${RULES} rules`);
      expect(seen.errors).toEqual([]);
    });
  });

  it('is used with the keyboard alone', async () => {
    await withPage(report, {}, async (page) => {
      await page.getByLabel('Verdict').focus();
      await page.keyboard.press('f');
      expect(await countOf(page)).toBe(`4 of ${RULES} rules`);
      for (const _ of ['level', 'section', 'words']) await page.keyboard.press('Tab');
      await page.keyboard.type('zero');
      expect(await countOf(page)).toBe(`1 of ${RULES} rules`);
      await page.keyboard.press('Enter');
      expect(fragmentOf(page)).toBe('#verdict=fail&q=zero');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => countOf(page)).toBe(`${RULES} of ${RULES} rules`);
      expect(fragmentOf(page)).toBe('');
    });
  });
});

describe.skipIf(!hasBrowser)('the buttons that copy', () => {
  it('copy the command exactly, and say so', async () => {
    await withPage(report, {}, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.locator('[data-copy]').first().click();
      await expect.poll(() => page.locator('[data-copy]').first().innerText()).toContain('Copied');
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(zeroFailure.curl);
    });
  });
});
