import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, NodeResult } from 'axe-core';
import type { Page } from 'playwright-core';
import foreign from './in-page/foreign.js?raw';
import openDetails from './in-page/open-details.js?raw';
import overflowing from './in-page/overflowing.js?raw';
import paleDrawings from './in-page/pale-drawings.js?raw';

// Pages forbid every script that is not theirs, so these are evaluated from outside, which no policy of a page forbids.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Asks axe for what is read alone: finding a selector for each element would take a third of its time. */
const runAxe = (more: string): string =>
  `axe.run(document, { resultTypes: ['violations', 'incomplete'], preload: false, selectors: false, ${more} })
    .then(({ violations, incomplete }) => ({ violations, incomplete }))`;
const COLOURS = `runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }`;
const GRAVE = new Set<unknown>(['serious', 'critical']);
/** Why axe does not judge the contrast of a text that is one sign: signs stand beside words here. */
const ONE_SIGN = new Set<unknown>(['nonBmp', 'shortTextContent']);

/** Opens everything that can be opened. */
export const openAllDetails = (page: Page): Promise<void> => page.evaluate(openDetails);

/** A text over something of which axe cannot say its colour: what is not judged has not been found to be good. */
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

/** The barriers of a page as axe finds them, of those that are serious or critical: each with the element it is at. */
export const barriers = (page: Page): Promise<readonly string[]> => found(page, '');

/** Those of them that are of colours, which is quicker: for a page of which only the colours are others than before. */
export const barriersOfColour = (page: Page): Promise<readonly string[]> => found(page, COLOURS);

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

/** Makes the page what it is on paper, as a browser does that prints: a sheet of A4, upright, with its usual margins. */
export async function print(page: Page): Promise<void> {
  await page.setViewportSize({ width: 718, height: 1047 });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
}
