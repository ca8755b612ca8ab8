import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { browserPath } from './browser.ts';

interface PageOptions {
  readonly colorScheme?: 'light' | 'dark';
  /** Of the window, in CSS pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** What a page did that a page which is only read does not do. */
export interface SeenInPage {
  /** Errors and warnings of the console, violations of the page's policy among them, and errors that nobody caught. */
  readonly errors: readonly string[];
  /** Addresses that it asked for beside its own file, and windows that it opened. */
  readonly requests: readonly string[];
}

/** Puts another page in the place of the one that is open: quicker than another window, and as new for what it runs. */
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

// One browser for all tests of a worker, started with the first page; it ends with the worker, whose pipe it reads.
let started: Promise<Browser> | null = null;

function browser(): Promise<Browser> {
  if (browserPath === null) throw new Error('there is no browser; ask hasBrowser before');
  started ??= chromium.launch({ executablePath: browserPath, args: ARGS });
  return started;
}

/**
 * Opens a page from a file in a window without a network, and closes all of it again, whatever becomes of `use`.
 *
 * @param html the text of the file
 * @param use gets the loaded page, what is seen of it, which grows while it is open, and the means to replace it
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
