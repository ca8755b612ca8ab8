import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { findBrowser } from '../tests/browser/browser.ts';

/** The length of a page. */
interface PageMeasures {
  /** Height in CSS pixels as the page opens, by the width of the window. */
  readonly heights: ReadonlyMap<number, number>;
  /** Number of A4 sheets. */
  readonly sheets: number;
  readonly bytes: number;
}

/** Opens a page and measures it; returns `null` if there is no browser. */
export async function pageMeasures(html: string, widths: readonly number[]): Promise<PageMeasures | null> {
  const executablePath = findBrowser();
  if (executablePath === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-page-'));
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] });
  try {
    const file = join(folder, 'page.html');
    await writeFile(file, html);
    const page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
    const heights = new Map<number, number>();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      heights.set(width, await page.evaluate<number>('document.documentElement.scrollHeight'));
    }
    const pdf = await page.pdf({ format: 'A4' });
    const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length ?? 0;
    return { heights, sheets, bytes: Buffer.byteLength(html) };
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
}
