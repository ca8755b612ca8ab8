import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** Where it usually is, beside the folders of PATH. */
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
 * Where Chromium, or a browser made of it, is on this machine; `null` where none is found. Who sets CHROMIUM means that one
 * and no other.
 */
export function findBrowser({ CHROMIUM, PATH = '' }: NodeJS.ProcessEnv = process.env): string | null {
  if (CHROMIUM !== undefined && CHROMIUM !== '') return isProgram(CHROMIUM) ? CHROMIUM : null;
  const folders = [...PATH.split(delimiter).filter((folder) => folder !== ''), ...FOLDERS];
  const places = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...ELSEWHERE];
  return places.find(isProgram) ?? null;
}

/** The browser that the tests open pages with; found anew in each worker, after the set-up has installed it or not. */
export const browserPath = findBrowser();

export const hasBrowser = browserPath !== null;
