import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { using } from '../service/using.ts';
import { type FakeService, serveHttp } from '../support/serve.ts';
import { type PlacedAction, placeAction, type Taken, useAction } from './use-action.ts';

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile('package.json', 'utf8')));

let folder: string;
let placed: PlacedAction;
let releases: FakeService;
/** Requests to the server of releases. */
const asked: string[] = [];

function run(cwd: string, command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`);
}

/** Packs the action with the commands of release.yml. @returns the bytes of the package */
async function packedAction(): Promise<Buffer> {
  const to = join(folder, 'packed');
  await mkdir(to);
  run('.', 'npm', 'pack', '--ignore-scripts', '--silent', '--pack-destination', to);
  const tarball = join(to, `issue-conformance-${version}.tgz`);
  const from = join(to, 'action');
  run('.', 'node', 'scripts/pack-action.js', from, tarball);
  run(from, 'npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund');
  run(to, 'tar', '-czf', 'action.tgz', '-C', 'action', '.');
  return readFile(join(to, 'action.tgz'));
}

/** Places the action as a runner does for a tag or commit; the server has its release. */
async function placedAt(ref: string): Promise<PlacedAction> {
  const path = join(folder, ref);
  if (!(await readdir(folder)).includes(ref)) {
    placed = await placeAction(folder);
    await rename(placed.path, path);
  }
  const manifest = z.looseObject({}).parse(JSON.parse(await readFile(join(path, 'package.json'), 'utf8')));
  const repository = { type: 'git', url: `git+${releases.baseUrl}/acme/suite.git` };
  await writeFile(join(path, 'package.json'), JSON.stringify({ ...manifest, repository }));
  return { ...placed, path };
}

const use = (at: PlacedAction, env: Readonly<Record<string, string>>): Promise<Taken> =>
  using({ faults: ['per-page-zero-422'] }, (reference) =>
    useAction(
      at,
      {
        'base-url': reference.baseUrl,
        owner: reference.owner,
        repo: reference.repo,
        'private-repo': reference.privateRepo,
        token: reference.token,
        'outsider-token': reference.outsiderToken,
        only: 'list.per-page',
      },
      { env },
    ),
  );

/** Environment with the real npm, which asks a registry. */
const REGISTRY = { PATH: process.env['PATH'] ?? '' };

let answers: 'the package' | 'nothing' = 'the package';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-packed-'));
  const bytes = await packedAction();
  releases = await serveHttp((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(answers === 'nothing' ? 404 : 200).end(answers === 'nothing' ? '' : bytes);
  });
});
afterAll(async () => {
  await releases.stop();
  await rm(folder, { recursive: true, force: true });
});

it('at the tag of its version, the action installs the packed release and nothing of development', async () => {
  const at = await placedAt(`v${version}`);
  const taken = await use(at, REGISTRY);
  expect(asked).toEqual([`/acme/suite/releases/download/v${version}/issue-conformance-action.tgz`]);
  expect(taken.status).toBe(1);
  expect(taken.outputs).toMatchObject({ outcome: 'nonconformant', fail: '1' });
  expect(await readdir(at.path)).not.toContain('node_modules');
  const home = `issue-conformance-${version}`;
  const installed = taken.files.filter((file) => file.startsWith(`${home}/node_modules/`));
  expect(installed).toContain(`${home}/node_modules/issue-conformance/dist/cli.js`);
  expect(installed).toContain(`${home}/node_modules/vitest/package.json`);
  expect(installed.filter((file) => /node_modules\/(?:playwright-core|typescript|knip)$/.test(file))).toEqual(
    [],
  );
});

it('builds its checkout where the release cannot be read', async () => {
  answers = 'nothing';
  const taken = await use(await placedAt(`v${version}`), {});
  expect(taken.outputs).toMatchObject({ outcome: 'nonconformant', fail: '1' });
  expect(await readFile(placed.npm.calls, 'utf8')).toContain('ci --include=dev');
});

it('at a commit, builds that commit and asks for no release', async () => {
  asked.length = 0;
  const at = await placedAt('0123456789'.repeat(4));
  const taken = await use(at, {});
  expect(taken.outputs).toMatchObject({ outcome: 'nonconformant', fail: '1' });
  expect(asked).toEqual([]);
});
