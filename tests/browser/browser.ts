import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** Usual folders of the browser besides PATH. */
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Returns the path of Chromium or a browser built from it, or `null`. CHROMIUM, if set, is the only
 * candidate.
 */
export function findBrowser({ CHROMIUM, PATH = '' }: NodeJS.ProcessEnv = process.env): string | null {
  if (CHROMIUM !== undefined && CHROMIUM !== '') return isProgram(CHROMIUM) ? CHROMIUM : null;
  const folders = [...PATH.split(delimiter).filter((folder) => folder !== ''), ...FOLDERS];
  const places = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...ELSEWHERE];
  return places.find(isProgram) ?? null;
}

/** The browser of the tests. Each worker looks for it again, because the set-up may have installed it. */
export const browserPath = findBrowser();

export const hasBrowser = browserPath !== null;
