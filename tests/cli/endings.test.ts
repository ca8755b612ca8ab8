import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { revise } from '../../proof/changes/decisions.ts';
import { settingsOf, using } from '../support/services.ts';
import {
  brokenCopy,
  CLI,
  endOfProcess,
  onSilence,
  reportFiles,
  reportIn,
  startIn,
} from '../support/start-cli.ts';
import { folderOfEachTest } from '../support/temporary.ts';

const at = folderOfEachTest();
const reports = (): string => at('reports');
// It changes nothing, wherever the program starts.
beforeEach(() => writeFile(at('package.json'), '{ "type":'));
/** A test of what Windows has not. */
const posix = it.skipIf(process.platform === 'win32');

const QUICK = ['--profile', 'quick'];
const BUNDLED = ['--bundled', ...QUICK];
const ONE_RULE = [...BUNDLED, '--only', 'list.ok'];
const preloaded = (signal: string, moment: string) => ({
  NODE_OPTIONS: `--import ${fileURLToPath(new URL('../support/signal-at.mjs', import.meta.url))}`,
  SIGNAL: signal,
  AT: moment,
});
/** A worker that fills its memory once it has told of three rules. */
const DYING = `
import { MessagePort } from 'node:worker_threads';
const { postMessage } = MessagePort.prototype;
const [all, told] = [[], []];
MessagePort.prototype.postMessage = function (message) {
  postMessage.call(this, message);
  if (message.update !== undefined) told.push(message);
  while (told.length === 3) all.push(new Array(100000).fill(1.5));
};
await import('./whole.js');
`;
/** Starts the program and waits for its end. */
const ended = (args: readonly string[], how: Parameters<typeof startIn>[2] = {}) =>
  endOfProcess(startIn(at(), args, how));
/** A program that is started by a shell, which alone can set limits or delete its folder. */
const shell = (before: string) =>
  ({ command: ['sh', '-c', `${before}; exec "$0" "$@"`, process.execPath, CLI] }) as const;

describe('a signal', () => {
  it.each([
    ['SIGTERM', 'while the program loads', 'listening 1'],
    ['SIGHUP', 'before the first report stands in the folder', 'rename 1'],
  ])('leaves a whole report, and status 3: %s %s', async (signal, _, moment) => {
    const { status } = await onSilence((env) =>
      ended(QUICK, { env: { ...env, ...preloaded(signal, moment) } }),
    );
    const report = await reportIn(reports());
    expect(report).toMatchObject({ outcome: 'incomplete', run: { interrupted: true } });
    expect(report.rules.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail')).toEqual([]);
    expect(report.rules.length).toBeGreaterThan(40);
    expect((await readdir(reports())).toSorted()).toEqual(reportFiles);
    expect(status).toBe(3);
  });

  it('leaves what was decided until then, which no setting makes green', async () => {
    const silent = revise('around', (usual, _inner, { ordinal }) =>
      ordinal < 70 ? usual : new Promise(() => undefined),
    );
    await using({ changes: [silent] }, async (reference) => {
      const child = startIn(at(), QUICK, { env: { ...settingsOf(reference), ALLOW_INCOMPLETE: 'true' } });
      const ending = endOfProcess(child);
      await vi.waitFor(() => expect(reference.requests()).toBeGreaterThanOrEqual(70), { timeout: 30_000 });
      child.kill('SIGTERM');
      expect((await ending).status).toBe(3);
    });
    const { run, counts } = await reportIn(reports());
    expect([run.interrupted, counts.pass > 0, counts.inconclusive > 0]).toEqual([true, true, true]);
  });

  it('ends the program at once where it is the second, though a rule computes for ever', async () => {
    const command = await brokenCopy(
      at('copy'),
      'rules-worker.js',
      "import { writeSync } from 'node:fs'; writeSync(2, 'computing'); for (;;);",
    );
    const child = startIn(at(), BUNDLED, { command });
    const computes = once(child.stderr ?? child, 'data');
    await vi.waitFor(() => reportIn(reports()), { timeout: 30_000 });
    await computes;
    child.kill('SIGINT');
    child.stderr?.once('data', () => child.kill('SIGINT'));
    expect((await endOfProcess(child)).status).toBe(3);
    expect(await reportIn(reports())).toMatchObject({ outcome: 'incomplete', run: { interrupted: true } });
  });
});

posix('a program that may open few files fails with status 4', async () => {
  const { status, stderr } = await ended(ONE_RULE, shell('ulimit -n 22'));
  expect([status, stderr]).toEqual([4, expect.stringContaining('EMFILE')]);
});

describe('output that cannot be printed', () => {
  it.skipIf(process.platform !== 'linux')('changes no status: a full disk', async () => {
    const full = openSync('/dev/full', 'w');
    const child = startIn(at(), ONE_RULE, { stdio: [full, 'pipe'] });
    const { status, stderr } = await endOfProcess(child);
    closeSync(full);
    expect([status, stderr]).toEqual([0, '']);
  });

  it('changes no status: closed pipes', async () => {
    const env = { BASE_URL: 'http://127.0.0.1:1', OWNER: 'acme', REPO: 'widgets' };
    const child = startIn(at(), QUICK, { env });
    child.stdout?.destroy();
    child.stderr?.destroy();
    expect((await once(child, 'close'))[0]).toBe(2);
  });
});

describe('a report that cannot be written', () => {
  it('loses neither the summary nor the status', async () => {
    await onSilence(async (env, asked) => {
      const child = startIn(at(), [], { env });
      await asked;
      await rm(reports(), { recursive: true });
      await writeFile(reports(), 'a file is in the way');
      child.kill('SIGTERM');
      const { status, stdout, stderr } = await endOfProcess(child);
      expect([status, stdout]).toEqual([3, expect.stringContaining('Exit status 3')]);
      expect(stderr).toContain(reports());
    });
  });

  posix('leaves no mixture where some files find no room', async () => {
    // The page exceeds the limit, as on a full disk.
    const { status, stderr } = await ended(ONE_RULE, shell('ulimit -f 12'));
    expect([status, stderr]).toEqual([0, expect.stringContaining('EFBIG')]);
    expect(await readdir(reports())).toEqual(['conformance.json']);
    expect((await reportIn(reports())).outcome).toBe('incomplete');
  });

  posix('ends with 2 where the working directory is gone', async () => {
    await mkdir(at('gone'));
    const child = startIn(at('gone'), ['run'], shell('rmdir "$PWD"'));
    const { status, stderr } = await endOfProcess(child);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^issue-conformance: [^]*\.env: .*cwd/)]);
  });
});

it('an old Node is told which one is needed, before anything is loaded', async () => {
  const old = `Object.defineProperty(process,'versions',{value:{node:'18.20.8'}})`;
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(old)}` };
  const { status, stderr } = await ended(BUNDLED, { env });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^[^\n]*20\.19[^\n]*18\.20\.8\.\n$/)]);
  expect(await readdir(at())).toEqual(['package.json']);
});

describe('a program that fails blames itself, with status 4', () => {
  const WORKER = 'rules-worker.js';

  it.each([
    ['main.js', null, /install it again/, null],
    [WORKER, null, /install it again/, 'broken'],
    [WORKER, 'process.exit(7);', /ended early, with 7/, 'broken'],
  ])('if %s is %j', async (file, content, says, outcome) => {
    const command = await brokenCopy(at('copy'), file, content);
    const { status, stdout, stderr } = await ended(ONE_RULE, { command });
    expect([status, stdout + stderr]).toEqual([4, expect.stringMatching(says)]);
    expect(stderr).not.toMatch(/^\s+at /m);
    if (outcome !== null)
      expect(await reportIn(reports())).toMatchObject({ outcome, problem: expect.stringMatching(says) });
  });

  it('keeps what was decided before its thread reached the limit of Node', async () => {
    const NODE_OPTIONS = '--max-old-space-size=64';
    const command = await brokenCopy(at('copy'), WORKER, DYING);
    await cp(join(CLI, '..', WORKER), at('copy', 'dist', 'whole.js'));
    const { status, output } = await ended(BUNDLED, { command, env: { NODE_OPTIONS } });
    const { counts, outcome, problem } = await reportIn(reports());
    expect([status, outcome, counts.pass]).toEqual([4, 'broken', 3]);
    for (const said of [problem, output]) expect(said).toMatch(/max-old-space-size/);
  });
});
