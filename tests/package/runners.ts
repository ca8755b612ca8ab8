import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Installed } from './installed.ts';

/** The end of a test runner, with the names of its tests by result. */
interface Tested {
  readonly status: number | null;
  readonly output: string;
  readonly results: Readonly<Record<'passed' | 'failed' | 'skipped', readonly string[]>>;
}
type Env = Readonly<Record<string, string>>;

const resultsSchema = z.object({
  testResults: z.tuple([
    z.object({ assertionResults: z.array(z.object({ title: z.string(), status: z.string() })) }),
  ]),
});
const JSON_FILE = 'results.json';

/** Starts a runner that writes its results as jest does. */
async function testedBy(
  installed: Installed,
  program: string,
  args: readonly string[],
  env: Env,
): Promise<Tested> {
  const ended = await installed.run('node', [`node_modules/${program}`, ...args], env);
  const text = await readFile(join(installed.folder, JSON_FILE), 'utf8');
  const [{ assertionResults }] = resultsSchema.parse(JSON.parse(text)).testResults;
  const of = (...wanted: readonly string[]): string[] =>
    assertionResults.flatMap(({ title, status }) => (wanted.includes(status) ? title : []));
  return {
    ...ended,
    results: { passed: of('passed'), failed: of('failed'), skipped: of('skipped', 'pending') },
  };
}

async function testedByNode(installed: Installed, env: Env): Promise<Tested> {
  const ended = await installed.run('node', ['--test', '--test-reporter=tap', 'node.test.js'], env);
  const tests = [...ended.output.matchAll(/^ *((?:not )?ok) \d+ - ((?:list|create)\.\S+)(?: (# SKIP))?/gm)];
  const of = (...wanted: readonly string[]): string[] =>
    tests.flatMap(([, ok = '', name = '', skip = '']) => (wanted.includes(ok + skip) ? name : []));
  return { ...ended, results: { passed: of('ok'), failed: of('not ok'), skipped: of('ok# SKIP') } };
}

const outputTo = `--outputFile=${JSON_FILE}`;
const MODULES = { NODE_OPTIONS: '--experimental-vm-modules' };

/** The test runners. */
export const runners: readonly (readonly [string, (at: Installed, env: Env) => Promise<Tested>])[] = [
  [
    'vitest',
    (at, env) =>
      testedBy(
        at,
        'vitest/vitest.mjs',
        ['run', 'vitest.test.js', '--reporter=default', '--reporter=json', `--outputFile.json=${JSON_FILE}`],
        env,
      ),
  ],
  [
    'jest',
    (at, env) =>
      testedBy(at, 'jest/bin/jest.js', ['--testRegex', 'jest.test.js', '--json', outputTo], {
        ...MODULES,
        ...env,
      }),
  ],
  ['node:test', testedByNode],
];
