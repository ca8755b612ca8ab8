import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Returns the path of Chromium, or `null`. CHROMIUM, if set, is the only candidate. */
export function findBrowser({ CHROMIUM = '', PATH = '' }: NodeJS.ProcessEnv = process.env): string | null {
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  const usual = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), MAC];
  return (CHROMIUM === '' ? usual : [CHROMIUM]).find((path) => existsSync(path)) ?? null;
}

const run = promisify(execFile);
const APT = ['300', 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq'];

/** Installs Chromium from Debian's packages. Returns the reason if that fails, else `null`. */
async function install(): Promise<string | null> {
  try {
    await run('timeout', [...APT, 'update']);
    await run('timeout', [...APT, 'install', '-y', '--no-install-recommends', 'chromium']);
    return null;
  } catch (error) {
    return String(error);
  }
}

/**
 * Global set-up of the tests. If tests need a browser and none is there, it installs one if it may, or prints
 * that they are skipped.
 *
 * @throws {Error} if REQUIRE_BROWSER=1 is set and there is no browser
 */
export default async function setup({ vitest }: Pick<TestProject, 'vitest'>): Promise<void> {
  const isNeeded = vitest.state.getPaths().some((path) => dirname(path) === import.meta.dirname);
  if (!isNeeded || findBrowser() !== null) return;
  const { CHROMIUM = '', REQUIRE_BROWSER } = process.env;
  const mayInstall = CHROMIUM === '' && process.platform === 'linux' && process.getuid?.() === 0;
  const failed = mayInstall ? await install() : 'set CHROMIUM to the path of a browser';
  if (findBrowser() !== null) return;
  const why = `The tests of tests/browser cannot run: no Chromium was found (${failed ?? 'though it was installed'}).`;
  if (REQUIRE_BROWSER === '1') throw new Error(why);
  process.stdout.write(`${why}\n`);
}
