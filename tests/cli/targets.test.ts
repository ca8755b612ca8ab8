import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportFrom } from '../../src/report-folder/read.ts';
import { type RunningService, sharedService } from '../support/services.ts';
import { reportFiles, runCli } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

const at = sharedFolder();
const good = sharedService();
const broken = sharedService({ faults: ['per-page-zero-empty'] });

const lineOf = (label: string, { baseUrl, owner, repo }: RunningService, more = ''): string =>
  `  - { label: ${label}, baseUrl: "${baseUrl}", owner: ${owner}, repo: ${repo}, token: { env: TOKEN_OF_${label.toUpperCase()} }${more} }`;

/** Runs the command on a file of targets. */
async function check(lines: readonly string[], flags: readonly string[] = [], site = 'site', more = {}) {
  const file = at('targets.yaml');
  await writeFile(
    file,
    `defaults: { profile: quick, listedWithinMs: 100, only: [list.ok, list.per-page.zero] }\ntargets:\n${lines.join('\n')}\n`,
  );
  const ofOthers = { OUTSIDER_TOKEN: 'token-of-another', PROFILE: 'no' };
  const env = { TOKEN_OF_EU: good().token, TOKEN_OF_US: broken().token, ...ofOthers, ...more };
  return runCli(['targets', file, '--out', at(site), ...flags], { env });
}

const fileOf = (...path: readonly string[]): Promise<string> => readFile(at(...path), 'utf8');

/** Expects the targets of a site. */
const expectTargets = async (site: string, targets: readonly object[]): Promise<void> =>
  expect(JSON.parse(await fileOf(site, 'status.json'))).toMatchObject({ targets });

it('the targets command checks each in a process of its own, and ends with the gravest status', async () => {
  const { status, stdout } = await check([lineOf('eu', good()), lineOf('us', broken())]);
  expect(stdout).toMatch(/^eu: Conformant[^]*^us: Not conformant[^]*list\.per-page\.zero/m);
  expect(status).toBe(1);
  await expectTargets('site', [
    { label: 'eu', exitStatus: 0 },
    { label: 'us', exitStatus: 1, noResult: null },
  ]);
  expect(await fileOf('site', 'index.html')).toContain('href="us/report.html#rule-list.per-page.zero"');
  expect(await fileOf('site', 'metrics.prom')).toContain('issue_conformance_exit_status{target="us"} 1');
  expect(await readdir(at('site', 'history'))).toHaveLength(2);
  expect(await readdir(at('site', 'eu'))).toEqual(expect.arrayContaining([...reportFiles]));
  // A target gets none of the variables of this process but its own.
  const { run } = reportFrom(await fileOf('site', 'us', 'conformance.json'));
  expect(run).toMatchObject({ profile: 'quick', settings: { TOKEN: 'given' } });
  expect(run.settings).not.toHaveProperty('OUTSIDER_TOKEN');
  for (const name of ['index.html', 'status.json', 'metrics.prom'])
    for (const { token } of [good(), broken()]) expect(await fileOf('site', name)).not.toContain(token);
});

it('the targets command is silent the next night, if only what got worse is to fail', async () => {
  const { status, stdout } = await check([lineOf('us', broken())], ['--fail-on', 'worse']);
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/^us: Not conformant.* not worse than the run before; /),
  ]);
});

it('the targets command makes a site of reports that others left, of each target its own', async () => {
  const spread = at('spread');
  await cp(at('site', 'us'), join(spread, 'us'), { recursive: true });
  await cp(at('site', 'us'), join(spread, 'eu'), { recursive: true });
  const lines = [lineOf('eu', good()), lineOf('us', broken()), lineOf('asia', { ...good(), repo: 'x' })];
  const missing = { exitStatus: 2, noResult: expect.any(String) };
  // Collecting again keeps no report twice.
  for (const _ of ['once', 'again']) {
    const { status, stderr } = await check(lines, ['--collect', spread], 'collected');
    expect([status, stderr]).toEqual([1, expect.stringMatching(/eu: no result/)]);
    await expectTargets('collected', [missing, { exitStatus: 1, noResult: null }, missing]);
    expect(await readdir(at('collected', 'history'))).toHaveLength(1);
  }
});

it('the targets command checks one of them without a folder for temporary files, and lists them', async () => {
  const lines = [lineOf('eu', good()), lineOf('asia', broken())];
  const { status, stdout } = await check(lines, ['--only-target', 'eu'], 'one', { TMPDIR: at('nowhere') });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^eu: /)]);
  expect(await readdir(at('one'))).not.toContain('index.html');
  const listed = [good(), broken()].map(({ baseUrl }, nth) => ({ label: ['eu', 'asia'][nth], baseUrl }));
  expect(JSON.parse((await check(lines, ['--list', '--json'])).stdout)).toEqual(listed);
  expect((await check(lines, ['--list'])).stdout).toBe('eu\nasia\n');
});

it.each([
  [['--only-target', 'asia'], /--only-target/],
  [['--json'], /--list/],
  [['--collect', 'x', '--only-target', 'eu'], /--collect/],
  [['--out', '/dev/null'], /--out/],
])('the targets command is refused with %j, before anything is sent', async (flags, says) => {
  const before = good().requests();
  const { status, stdout, stderr } = await check([lineOf('eu', good())], flags, 'refused');
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(says)]);
  expect(good().requests()).toBe(before);
});

it('the targets command replaces nothing of somebody else', async () => {
  await mkdir(at('mine'));
  await writeFile(at('mine', 'index.html'), '<h1>mine</h1>');
  const { status, stderr } = await check([lineOf('eu', good())], [], 'mine');
  expect([status, stderr]).toEqual([2, expect.stringContaining('index.html')]);
  expect(await readdir(at('mine'))).not.toContain('eu');
  expect(await fileOf('mine', 'index.html')).toBe('<h1>mine</h1>');
});
