import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { browserPath } from './browser.ts';

interface PageOptions {
  readonly colorScheme?: 'light' | 'dark';
  /** Width of the window in CSS pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** Events that must not occur in a page that is only read. */
export interface SeenInPage {
  /** Errors and warnings of the console, violations of the policy among them, and uncaught errors. */
  readonly errors: readonly string[];
  /** Addresses that the page requested besides its own file, and windows that it opened. */
  readonly requests: readonly string[];
}

/** Replaces the open page. This is faster than a new window, and scripts start afresh. */
type Replace = (html: string) => Promise<void>;

const isRoot = process.getuid?.() === 0;
const ARGS = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
];

// All tests of a worker share one browser, which starts with the first page and ends with the worker.
let started: Promise<Browser> | null = null;

function browser(): Promise<Browser> {
  if (browserPath === null) throw new Error('there is no browser; ask hasBrowser before');
  started ??= chromium.launch({ executablePath: browserPath, args: ARGS });
  return started;
}

/**
 * Opens a page from a file in a window without network, and closes everything after `use`.
 *
 * @param html the text of the file
 * @param use gets the loaded page, its events so far, and a function that replaces it
 */
export async function withPage<T>(
  html: string,
  { colorScheme = 'light', width = 1280, height = 900 }: PageOptions,
  use: (page: Page, seen: SeenInPage, replace: Replace) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-page-'));
  const errors: string[] = [];
  const requests: string[] = [];
  try {
    const file = join(folder, 'page.html');
    const own = pathToFileURL(file).href;
    const context = await (await browser()).newContext({
      colorScheme,
      viewport: { width, height },
      reducedMotion: 'reduce',
      acceptDownloads: false,
    });
    try {
      await context.setOffline(true);
      await context.route('**/*', async (route) => {
        const url = route.request().url();
        if (url === own) return route.continue();
        requests.push(url);
        return route.abort();
      });
      const page = await context.newPage();
      context.on('page', (opened) => requests.push(`a window with ${opened.url()}`));
      page.on('websocket', (socket) => requests.push(socket.url()));
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('crash', () => errors.push('the page crashed'));
      const replace: Replace = async (text) => {
        await writeFile(file, text);
        await page.goto(own, { waitUntil: 'load' });
      };
      await replace(html);
      return await use(page, { errors, requests }, replace);
    } finally {
      await context.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
