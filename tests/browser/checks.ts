import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import foreign from './in-page/foreign.js?raw';
import openDetails from './in-page/open-details.js?raw';
import overflowing from './in-page/overflowing.js?raw';

// Pages forbid every script that is not theirs, so these are evaluated from outside, which no policy of a page forbids.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RUN_AXE = `axe.run(document, { resultTypes: ['violations'], preload: false })`;
const GRAVE = new Set<unknown>(['serious', 'critical']);

/** Opens everything that can be opened. */
export const openAllDetails = (page: Page): Promise<void> => page.evaluate(openDetails);

/** The barriers of a page as axe finds them, of those that are serious or critical: each with the element it is at. */
export async function barriers(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>(RUN_AXE);
  return violations
    .filter(({ impact }) => GRAVE.has(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** Texts that stick out of what they stand in, or are cut off by it. */
export const overflowingTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(overflowing);

/** How wide the page is, which is more than its window where it has to be scrolled sideways. */
export const pageWidth = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth');

/** What somebody who looks at the page can read, in one line and without regard to case, which styles may change. */
export async function visibleText(page: Page): Promise<string> {
  return plain(await page.evaluate<string>('document.body.innerText'));
}

/** A text as {@link visibleText} has it. */
export const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** How many elements a page has of each kind that runs, loads or leads somewhere. */
export const elementsThatAct = (page: Page): Promise<Readonly<Record<string, number>>> =>
  page.evaluate<Readonly<Record<string, number>>>(foreign);

/** What somebody reads who prints the page: what it does for paper is done as a browser does it that prints. */
export async function textOnPaper(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
  return visibleText(page);
}
