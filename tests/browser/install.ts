import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { findBrowser } from './browser.ts';

const run = promisify(execFile);

const HERE = import.meta.dirname;
const APT = ['-qq', '-o', 'DPkg::Lock::Timeout=60', '-o', 'Acquire::Retries=2'];
/** Seconds that each of the two commands may take. */
const LIMIT = '300';

const tell = (line: string): boolean => process.stdout.write(`${line}\n`);

const works = async (command: string, args: readonly string[]): Promise<boolean> =>
  run(command, args).then(
    () => true,
    () => false,
  );

/** Returns the command with which apt-get may install packages, or `null` if it cannot. */
async function installer(): Promise<readonly string[] | null> {
  if (process.platform !== 'linux' || !(await works('apt-get', ['--version']))) return null;
  // The time limit is inside sudo, because only root can end a process of root.
  const limited = ['timeout', LIMIT, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...APT];
  if (process.getuid?.() === 0) return limited;
  return (await works('sudo', ['-n', 'true'])) ? ['sudo', '-n', ...limited] : null;
}

/** Installs Chromium. Returns the last line of apt-get's error, or `null` on success. */
async function install([command = '', ...args]: readonly string[]): Promise<string | null> {
  try {
    await run(command, [...args, 'update']);
    await run(command, [...args, 'install', '-y', '--no-install-recommends', 'chromium']);
    return null;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    return said.split('\n').at(-1) || String(error);
  }
}

/**
 * Global set-up of the tests. If tests need a browser and none is there, it installs one from Debian's
 * packages, or prints that they are skipped.
 *
 * @throws {Error} if REQUIRE_BROWSER=1 is set and there is no browser
 */
export default async function setup({ vitest }: Pick<TestProject, 'vitest'>): Promise<void> {
  if (findBrowser() !== null) return;
  if (!vitest.state.getPaths().some((path) => dirname(path) === HERE)) return;
  const { CHROMIUM = '', REQUIRE_BROWSER } = process.env;
  const command = CHROMIUM === '' ? await installer() : null;
  let why = CHROMIUM === '' ? 'no Chromium was found' : `CHROMIUM is ${CHROMIUM}, which is no program`;
  if (command !== null) {
    tell('Installing Chromium with apt-get for the tests of tests/browser …');
    const failed = await install(command);
    if (findBrowser() !== null) return;
    why = `Chromium could not be installed (${failed ?? 'it is not found afterwards'})`;
  }
  const advice = 'Install Chromium, or set CHROMIUM to where it is';
  if (REQUIRE_BROWSER === '1')
    throw new Error(`REQUIRE_BROWSER is 1, and the tests of tests/browser cannot run: ${why}. ${advice}.`);
  tell(`The tests of tests/browser are left out: ${why}. ${advice}, and they run.`);
}
