import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from './install.ts';

/** What a page did that is only read. */
export interface Seen {
  /** Errors and warnings of the console, violations of the policy among them, and uncaught errors. */
  readonly errors: string[];
  /** Addresses that the page requested besides its own file, and windows that it opened. */
  readonly requests: string[];
}

let started: Browser | null = null;

export async function closeBrowser(): Promise<void> {
  await started?.close();
}

/** Opens a page of a file, without network. @returns the window, and what the page did by then and does from now on */
export async function openPage(
  html: string,
  file: string,
  { width = 1280 } = {},
): Promise<{ page: Page; seen: Seen }> {
  const args = ['--disable-gpu', '--disable-extensions', '--disable-background-networking'];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  started ??= await chromium.launch({ executablePath: findBrowser() ?? '', args });
  const context = await started.newContext({
    viewport: { width, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    acceptDownloads: false,
    offline: true,
  });
  const seen: Seen = { errors: [], requests: [] };
  const own = pathToFileURL(file).href;
  await context.route('**/*', async (route) => {
    const url = route.request().url();
    if (url === own) return route.continue();
    seen.requests.push(url);
    return route.abort();
  });
  const page = await context.newPage();
  context.on('page', (other) => seen.requests.push(`a window with ${other.url()}`));
  page.on('websocket', (socket) => seen.requests.push(socket.url()));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.errors.push(message.text());
  });
  page.on('pageerror', (error) => seen.errors.push(String(error)));
  await writeFile(file, html);
  await page.goto(own, { waitUntil: 'load' });
  return { page, seen };
}

const GRAVE = new Set<unknown>(['serious', 'critical']);

/** Returns the serious and critical barriers that axe finds, each with its element. @param rules of axe; default: all */
export async function barriers(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // Otherwise axe opens a window of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules.length === 0 ? axe : axe.withRules([...rules])).analyze();
  return violations
    .filter(({ impact }) => GRAVE.has(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Opens all folded parts. Details of one name close each other, so the names are removed. */
export const openAll = (page: Page): Promise<void> =>
  page.evaluate(`for (const details of document.querySelectorAll('details')) {
    details.removeAttribute('name');
    details.open = true;
  }`);

/** Returns the width of the page, which exceeds the window if the page scrolls sideways. */
export const widthOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth');
