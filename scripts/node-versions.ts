// Tries the packed package on several versions of Node: npm run versions [-- 22 26]
//
// Each version is the npm package `node`, kept in node_modules/.cache. The main job must exit with 0. The
// tests of docs/api.md must fail for exactly the rule that their service breaks.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Installed, installTarball } from '../tests/package/installed.ts';
import { runners } from '../tests/package/runners.ts';

const SUPPORTED = ['20', '22', '24', '26'];

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Returns the folder of a major version of Node, and installs it if it is missing. */
async function nodeOf(major: string): Promise<string> {
  const folder = resolve('node_modules/.cache/issue-conformance', `node-${major}`);
  const bin = join(folder, 'node_modules/.bin');
  if (existsSync(join(bin, 'node'))) return bin;
  await mkdir(folder, { recursive: true });
  // npm asks before it runs the install script of this package, which uses the Node of the machine.
  const manifest = { private: true, dependencies: { node: major }, allowScripts: { node: true } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder });
  return bin;
}

/** Returns the problems of the package with the first Node on the path, one a line. */
async function problemsOn(installed: Installed, env: Readonly<Record<string, string>>): Promise<string[]> {
  const problems: string[] = [];
  const cli = 'node_modules/issue-conformance/dist/cli.js';
  const { status, output } = await installed.run('node', [cli], env);
  if (status !== 0) problems.push(`the main job ended with ${status}:\n${output}`);
  for (const { name, file, breaks, start } of runners) {
    const tested = await start(installed, file, { ...env, FAULT: 'on' });
    const failed = tested.results.failed.join(', ');
    if (failed !== breaks || tested.status !== 1)
      problems.push(
        `${name} ended with ${tested.status}, ${failed || 'nothing'} failed and not ${breaks}:\n${tested.output}`,
      );
  }
  return problems;
}

const chosen = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
const began = performance.now();
const installed = await installTarball();
console.log(`packed and installed in ${seconds(began)}`);
try {
  for (const major of chosen.length > 0 ? chosen : SUPPORTED) {
    const since = performance.now();
    const bin = await nodeOf(major);
    const gotIn = seconds(since);
    const tried = performance.now();
    const env = { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
    const { output: version } = await installed.run('node', ['--version'], env);
    const problems = await problemsOn(installed, env);
    console.log(
      `Node ${version.trim()}: ${problems.length === 0 ? 'all well' : 'NOT WELL'} (there in ${gotIn}, tried in ${seconds(tried)})`,
    );
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
  }
} finally {
  await installed.remove();
}
