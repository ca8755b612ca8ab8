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

/** What apt-get has to be called with, to be allowed to install something; `null` where it cannot. */
async function installer(): Promise<readonly string[] | null> {
  if (process.platform !== 'linux' || !(await works('apt-get', ['--version']))) return null;
  // Limits of time stand inside of sudo, since nobody but root may end what runs as root.
  const limited = ['timeout', LIMIT, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...APT];
  if (process.getuid?.() === 0) return limited;
  return (await works('sudo', ['-n', 'true'])) ? ['sudo', '-n', ...limited] : null;
}

/** Why it could not be installed, in the last words of apt-get; `null` where it is installed. */
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
 * Global set-up of the tests: where the ones to be run need a browser and there is none, it is installed if Debian's
 * packages can be; otherwise one line says what is left out.
 *
 * @throws {Error} where REQUIRE_BROWSER=1 is set and there is no browser
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
