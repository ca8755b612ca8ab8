import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ValidationSeverity, validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { using } from '../service/using.ts';
import { settingsOf } from '../support/settings-of.ts';
import { copyCheckout } from './checkout.ts';
import { contextOf, follow, type Image } from './image.ts';
import { started } from './steps.ts';

// Not tested: `npm ci`, which asks a registry, and containers, because there is no Docker. The instructions
// of the Dockerfile are followed in folders (image.ts), with npm's real build and removal of libraries.

const dockerfile = await readFile('Dockerfile', 'utf8');

describe('the Dockerfile', () => {
  it('has nothing that a linter finds', () => {
    expect(validate(dockerfile, { instructionJSONInSingleQuotes: ValidationSeverity.ERROR })).toEqual([]);
  });

  it('would be found with a mistake in it', () => {
    expect(validate(dockerfile.replace('WORKDIR /app', 'WORKDIRS /app'))).not.toEqual([]);
    expect(validate(dockerfile.replace('FROM node', 'FORM node'))).not.toEqual([]);
  });
});

let folder: string;
let image: Image;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-image-'));
  const checkout = await copyCheckout(join(folder, 'checkout'));
  await writeFile(join(checkout, '.env'), 'TOKEN=a-token-of-somebody\n');
  const bin = join(folder, 'bin');
  await mkdir(bin);
  // npm prune deletes libraries, so the libraries here are copies.
  await writeFile(
    join(bin, 'npm'),
    `#!/bin/sh\n[ "$1" = ci ] || { PATH=\${PATH#*:}; exec npm "$@" --offline; }\ncp -r "${resolve('node_modules')}" node_modules\n`,
    { mode: 0o755 },
  );
  image = await follow(dockerfile, {
    checkout,
    into: join(folder, 'stages'),
    path: `${bin}:${process.env['PATH'] ?? ''}`,
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('its image', () => {
  it('has the program, what it needs, and nothing else', async () => {
    const app = await readdir(join(image.root, 'app'));
    expect(app.toSorted()).toEqual(['LICENSE', 'dist', 'node_modules', 'package.json']);
    const libraries = await readdir(join(image.root, 'app', 'node_modules'));
    expect(libraries).toContain('vitest');
    for (const development of ['typescript', 'hono', 'playwright-core', 'oxlint', 'zod', 'emulate'])
      expect(libraries).not.toContain(development);
    const all = await readdir(image.root, { recursive: true });
    expect(all.filter((path) => path.endsWith('.env'))).toEqual([]);
  });

  it('gets from the checkout what it is built of alone', async () => {
    expect((await contextOf(join(folder, 'checkout'))).toSorted()).toEqual(
      [
        'LICENSE',
        'package-lock.json',
        'package.json',
        'proof',
        'scripts',
        'src',
        'suites',
        'tsconfig.json',
      ].toSorted(),
    );
  });

  it('is of a supported Node, of one version in both stages, and runs as no root', () => {
    expect(new Set(image.bases).size).toBe(1);
    expect(image.bases[0]).toMatch(/^node:22[\w.-]*-slim@sha256:[0-9a-f]{64}$/);
    expect(image.user).toBe('node');
    expect(image.volumes).toEqual([image.env['REPORT_DIR']]);
  });

  /** Starts the image with arguments. Paths below its root are mapped to its folder. */
  const start = async (
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<{ status: number | null; output: string; reports: string }> => {
    const reports = await mkdtemp(join(folder, 'reports-'));
    const [program = '', ...own] = image.entrypoint.map((word) =>
      word.replace(/^\/app/, join(image.root, 'app')),
    );
    expect(program).toBe('node');
    const ended = await started([process.execPath, ...own, ...args], {
      cwd: join(image.root, image.workdir),
      env: { PATH: process.env['PATH'] ?? '', ...image.env, REPORT_DIR: reports, ...env },
    });
    return { ...ended, reports };
  };

  it('checks a service, and writes to the volume of the reports and nowhere else', async () => {
    const before = (await readdir(image.root, { recursive: true })).toSorted();
    await using({ faults: ['per-page-zero-empty'] }, async (reference) => {
      const { status, output, reports } = await start(['--profile', 'quick'], settingsOf(reference));
      expect(status).toBe(1);
      expect(output).toContain('list.per-page.zero');
      expect(await readdir(reports)).toContain('conformance.json');
    });
    expect((await readdir(image.root, { recursive: true })).toSorted()).toEqual(before);
  });

  it('reads a .env that is mounted where it is started', async () => {
    await cp(join(image.root, 'work'), join(folder, 'work-before'), { recursive: true });
    await writeFile(join(image.root, 'work', '.env'), 'BASE_URL=http://127.0.0.1:1\nOWNER=a\nREPO=b\n');
    await chmod(join(image.root, 'work', '.env'), 0o400);
    const { status, output } = await start([], {});
    await rm(join(image.root, 'work', '.env'));
    expect(status).toBe(2);
    expect(output).toContain('127.0.0.1:1');
  });
});
