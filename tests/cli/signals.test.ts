import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatFiles } from '../../src/report/format-names.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';

const checkout = fileURLToPath(new URL('../../', import.meta.url));
const files: readonly string[] = Object.values(formatFiles);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the program on the bundled service and sends it a signal at a certain moment. */
async function signalled(signal: string, at: string): Promise<{ status: unknown; report: Report }> {
  const child = spawn(process.execPath, [join(checkout, 'dist', 'cli.js'), '--profile', 'quick'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_OPTIONS: `--import ${join(checkout, 'scripts', 'signal-at.js')}`,
      SIGNAL: signal,
      AT: at,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr, [status]] = await Promise.all([
    text(child.stderr),
    once(child, 'close') as Promise<[unknown]>,
  ]);
  expect(stderr).toBe('issue-conformance: interrupted; writing the report of what was found so far\n');
  const dir = join(folder, 'reports');
  expect((await readdir(dir)).toSorted()).toEqual(files.toSorted());
  return {
    status,
    report: reportSchema.parse(JSON.parse(await readFile(join(dir, 'conformance.json'), 'utf8'))),
  };
}

/** Moments before any rule is decided, in order. */
const EARLY = {
  'as soon as the program listens': 'listening 1',
  'before the report folder is locked': 'rename 1',
  'before anything is written': 'rename 2',
  'as soon as vitest listens for it, which would end the process': 'other 1',
} as const;

describe('a signal', () => {
  for (const signal of ['SIGINT', 'SIGTERM'])
    it.each(Object.entries(EARLY))(`leaves a whole report, and status 3: ${signal} %s`, async (_, at) => {
      const { status, report } = await signalled(signal, at);
      expect(report).toMatchObject({ outcome: 'incomplete', run: { interrupted: true } });
      expect(report.rules.every(({ verdict }) => verdict === 'inconclusive')).toBe(true);
      expect(report.rules.length).toBeGreaterThan(40);
      expect(status).toBe(3);
    });
});
