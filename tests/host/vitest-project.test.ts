import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestProject } from 'vitest/node';
import setup from '../../src/host/vitest-project.ts';
import { vitestShared } from '../../src/host/vitest-shared.ts';

let folder = '';
const shared = vitestShared() as { environment: unknown; run: unknown };
const { environment } = shared;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  shared.environment = { REPORT_DIR: folder };
});
afterEach(async () => {
  shared.environment = environment;
  shared.run = null;
  await rm(folder, { recursive: true });
});

/** The part of a vitest project that is needed. */
const project = (watch: boolean) =>
  ({ vitest: { config: { watch } }, provide: () => undefined }) as unknown as TestProject;

describe('the rules in somebody’s own vitest', () => {
  for (const [mode, watch, dir] of [
    ['a run', false, '.'],
    ['watch mode', true, 'watch'],
  ] as const) {
    it(`report to a folder of their own in watch mode, where no whole report is looked for: ${mode}`, async () => {
      const end = await setup(project(watch));
      try {
        expect(await readdir(join(folder, dir))).toContain('conformance.json');
        expect(await readdir(folder)).toHaveLength(watch ? 1 : 2);
      } finally {
        await end();
      }
    });
  }
});
