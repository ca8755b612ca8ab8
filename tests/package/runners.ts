import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { EndedCommand, Installed } from './installed.ts';

/** Names of tests by result. */
type Results = Readonly<Record<'passed' | 'failed' | 'skipped', readonly string[]>>;

/** The end of a test runner with the results of its tests. */
interface Tested extends EndedCommand {
  readonly results: Results;
}

/** A test runner with its file in docs/api.md. */
export interface Runner {
  readonly name: 'vitest' | 'jest' | 'node:test';
  readonly file: string;
  /** The rule that the service of that file breaks if FAULT is on. */
  readonly breaks: string;
  readonly start: (
    installed: Installed,
    file: string,
    env: Readonly<Record<string, string>>,
  ) => Promise<Tested>;
}

const resultsSchema = z.object({
  testResults: z
    .array(z.object({ assertionResults: z.array(z.object({ title: z.string(), status: z.string() })) }))
    .length(1),
});

const OF_JSON: Readonly<Record<string, keyof Results>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'skipped',
};

const JSON_FILE = 'results.json';

/** Reads results as vitest and jest write them. */
async function readResults({ folder }: Installed): Promise<Results> {
  const text = await readFile(join(folder, JSON_FILE), 'utf8');
  const tests = resultsSchema.parse(JSON.parse(text)).testResults.flatMap((file) => file.assertionResults);
  const of = (wanted: keyof Results): string[] =>
    tests.flatMap(({ title, status }) => (OF_JSON[status] === wanted ? [title] : []));
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') };
}

/** Reads results as node:test prints them. */
function resultsOf({ output }: EndedCommand): Results {
  const tests = [...output.matchAll(/^ *(ok|not ok) \d+ - ((?:list|create)\.\S+)(?: (# SKIP))?/gm)];
  const of = (word: string, isSkipped: boolean): string[] =>
    tests.flatMap(([, ok, name = '', skipped]) =>
      ok === word && (skipped !== undefined) === isSkipped ? [name] : [],
    );
  return { passed: of('ok', false), failed: of('not ok', false), skipped: of('ok', true) };
}

export const startVitest: Runner['start'] = async (installed, file, env) => {
  const args = ['run', file, '--reporter=default', '--reporter=json', `--outputFile.json=${JSON_FILE}`];
  const ended = await installed.run('node_modules/.bin/vitest', args, env);
  return { ...ended, results: await readResults(installed) };
};

export const startJest: Runner['start'] = async (installed, file, env) => {
  const args = ['--testRegex', file, '--json', `--outputFile=${JSON_FILE}`];
  const modules = { NODE_OPTIONS: '--experimental-vm-modules' };
  const ended = await installed.run('node_modules/.bin/jest', args, { ...modules, ...env });
  return { ...ended, results: await readResults(installed) };
};

export const runners: readonly Runner[] = [
  {
    name: 'vitest',
    file: 'conformance.test.js',
    breaks: 'list.per-page.zero',
    start: startVitest,
  },
  {
    name: 'jest',
    file: 'conformance.jest.js',
    breaks: 'list.unknown-owner',
    start: startJest,
  },
  {
    name: 'node:test',
    file: 'conformance.node.js',
    breaks: 'list.unknown-owner',
    start: async (installed, file, env) => {
      const ended = await installed.run('node', ['--test', '--test-reporter=tap', file], env);
      return { ...ended, results: resultsOf(ended) };
    },
  },
];
