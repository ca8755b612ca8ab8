import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, NodeResult } from 'axe-core';
import type { Page } from 'playwright-core';
import foreign from './in-page/foreign.js?raw';
import openDetails from './in-page/open-details.js?raw';
import overflowing from './in-page/overflowing.js?raw';
import paleDrawings from './in-page/pale-drawings.js?raw';

// axe is evaluated from outside the page, because the policies of the pages forbid foreign scripts.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Runs axe without selectors, which would take a third of its time. */
const runAxe = (more: string): string =>
  `axe.run(document, { resultTypes: ['violations', 'incomplete'], preload: false, selectors: false, ${more} })
    .then(({ violations, incomplete }) => ({ violations, incomplete }))`;
const COLOURS = `runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }`;
const GRAVE = new Set<unknown>(['serious', 'critical']);
/** Reasons of axe for not judging a text of one character. Such signs always have words beside them. */
const ONE_SIGN = new Set<unknown>(['nonBmp', 'shortTextContent']);

/** Opens all folded parts. */
export const openAllDetails = (page: Page): Promise<void> => page.evaluate(openDetails);

/** True if axe could not judge the contrast of a text. Such a text has not been found to be good. */
const isUndecided = ({ any, html }: NodeResult): boolean =>
  !html.startsWith('<text') &&
  any.some(({ id, data }) => id === 'color-contrast' && !ONE_SIGN.has(data?.messageKey));

async function found(page: Page, rules: string): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe);
  const { violations, incomplete } = await page.evaluate<Pick<AxeResults, 'violations' | 'incomplete'>>(
    runAxe(rules),
  );
  const broken = violations
    .filter(({ impact }) => GRAVE.has(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
  const undecided = incomplete.flatMap(({ id, nodes }) =>
    nodes.filter(isUndecided).map(({ html }) => `${id}, undecided: ${html}`),
  );
  const pale = await page.evaluate<readonly string[]>(paleDrawings);
  return [...broken, ...undecided, ...pale.map((text) => `color-contrast: ${text}`)];
}

/** Returns the serious and critical barriers that axe finds, each with its element. */
export const barriers = (page: Page): Promise<readonly string[]> => found(page, '');

/** Returns the barriers of colour only, which is faster; for pages whose colours alone changed. */
export const barriersOfColour = (page: Page): Promise<readonly string[]> => found(page, COLOURS);

/** Returns the texts that overflow their box or are cut off by it. */
export const overflowingTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(overflowing);

/** Returns the width of the page, which exceeds the window if the page scrolls sideways. */
export const pageWidth = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth');

/** Returns the visible text of the page on one line in lower case, because styles may change the case. */
export async function visibleText(page: Page): Promise<string> {
  return plain(await page.evaluate<string>('document.body.innerText'));
}

/** Normalises a text as {@link visibleText} does. */
export const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** Counts the elements of a page that run, load or link something, by kind. */
export const elementsThatAct = (page: Page): Promise<Readonly<Record<string, number>>> =>
  page.evaluate<Readonly<Record<string, number>>>(foreign);

/** Lays the page out as a browser does for printing: A4 portrait with usual margins. */
export async function layOutForPrint(page: Page): Promise<void> {
  await page.setViewportSize({ width: 718, height: 1047 });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
}
