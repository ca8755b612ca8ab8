import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { injecting } from '../../proof/injected.ts';
import type { Report } from '../../src/report/model.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { hostile, nonconformant, unusable } from '../report/examples.ts';
import { runCli } from '../support/cli.ts';
import { settingsOf } from '../support/settings-of.ts';

/** A broken rule (too few results), a rule that holds, one that lacks a setting, and two observations. */
const SELECTION = ['--only', 'list.per-page.zero', 'list.ok', 'observed.page.zero', 'observed.content-type'];

let folder = '';
let broken: RunningService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  broken = await startService(injecting({ faults: ['per-page-zero-empty'] }));
});
afterAll(async () => {
  await broken.stop();
  await rm(folder, { recursive: true, force: true });
});

let files = 0;
async function write(text: string): Promise<string> {
  files += 1;
  const path = join(folder, `baseline-${files}.yaml`);
  await writeFile(path, text);
  return path;
}

/** Runs against the broken service with a baseline. */
async function runWith(text: string, more: readonly string[] = SELECTION) {
  const env = settingsOf(broken);
  return runCli(['--baseline', await write(text), '--seed', '1', ...more], { env });
}

const ZERO = '- {rule: list.per-page.zero, expect: fail, reason: the gateway caps it';
const rule = (report: Report | null, id: string) => report?.rules.find((one) => one.id === id);

describe('a run that is held against a baseline', () => {
  it.each<[string, string, number, string, string]>([
    [
      'a failure of the kind that is listed',
      `${ZERO}, kind: too-few}`,
      0,
      'nonconformant',
      '1 known failure',
    ],
    [
      'a failure, listed in a plain list',
      'list.per-page.zero # since May',
      0,
      'nonconformant',
      '1 known failure',
    ],
    [
      'a failure of another kind',
      `${ZERO}, kind: wrong-order}`,
      1,
      'nonconformant',
      'listed to fail (wrong-order), but fails in another way (too-few): the gateway caps it',
    ],
    [
      'a failure that is listed as undecided',
      '- {rule: list.per-page.zero, expect: skip, reason: x}',
      1,
      'nonconformant',
      'listed to be undecided',
    ],
    [
      'a pass that is listed as a failure',
      `${ZERO}}\n- {rule: list.ok, expect: fail, reason: x}`,
      1,
      'nonconformant',
      '1 baseline entry is stale',
    ],
    [
      'a pass that is listed as undecided',
      `${ZERO}}\n- {rule: list.ok, expect: inconclusive, reason: x}`,
      0,
      'nonconformant',
      'Baseline entries no longer needed: 1 ',
    ],
    [
      'an entry past its date',
      `${ZERO}, expires: 2020-02-29}`,
      1,
      'nonconformant',
      'expired: the gateway caps it (until 2020-02-29)',
    ],
    ['an entry that is valid still', `${ZERO}, expires: 9999-12-31}`, 0, 'nonconformant', '1 known failure'],
    [
      'entries of rules that took no part',
      `${ZERO}}\n- {rule: create.once, expect: fail, expires: 2020-01-01, reason: x}`,
      0,
      'nonconformant',
      '1 known failure',
    ],
  ])('ends as the table says: %s', async (_, text, exit, outcome, says) => {
    const { status, stdout, report } = await runWith(text);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(says);
    expect([status, report?.outcome]).toEqual([exit, outcome]);
    expect(stdout).toContain(`Exit status ${exit}.`);
  });

  it('takes a rule for decided that is undecided as listed, and for nothing else', async () => {
    const only = ['--only', 'list.ok', 'list.private.outsider'];
    const { OUTSIDER_TOKEN: _, ...env } = settingsOf(broken);
    const path = await write('- {rule: list.private.outsider, expect: skip, reason: no such token in CI}');
    const listed = await runCli(['--baseline', path, ...only], { env });
    expect([listed.status, listed.report?.outcome]).toEqual([0, 'incomplete']);
    expect(listed.stdout).toContain('Undecided, as the baseline says: 1 rule');
    const unlisted = await runCli(only, { env });
    expect([unlisted.status, unlisted.report?.outcome]).toEqual([3, 'incomplete']);
    const nothing = await runCli(['--baseline', path, '--only', 'list.private.outsider'], { env });
    expect([nothing.status, nothing.report?.outcome]).toEqual([3, 'incomplete']);
  });

  it('takes no rule for known that a limit leaves undecided, nor one that is undecided for another cause', async () => {
    const env = settingsOf(broken);
    const short = [
      '--only',
      'list.ok',
      'list.page',
      'list.sort',
      '--seed',
      '1',
      '--profile',
      'quick',
      '--max-requests',
      '45',
    ];
    const unlisted = await runCli(short, { env });
    const open = (unlisted.report?.rules ?? []).filter(({ verdict }) => verdict === 'inconclusive');
    expect(open.map(({ cause }) => cause)).toContain('limit');
    expect(unlisted.report?.counts.pass).toBeGreaterThan(0);
    const entry = (id: string, more = '') => `- {rule: ${id}, expect: inconclusive, reason: x${more}}`;
    const listed = await runCli(
      ['--baseline', await write(open.map(({ id }) => entry(id)).join('\n')), ...short],
      { env },
    );
    expect(listed.status).toBe(3);
    expect(rule(listed.report, open[0]?.id ?? '')?.listed?.state).toBe('undecided');
    const named = await runWith(entry('list.ok', ', cause: limit'));
    expect(named.stderr).toContain('cause is "limit", which no entry accepts');
    expect(named.status).toBe(2);

    // TOKEN has no access to the private repository. The entry must name that cause.
    const { OUTSIDER_TOKEN: _, ...without } = env;
    const empty = { ...without, PRIVATE_REPO: 'no-such-repository' };
    const only = ['--only', 'list.ok', 'list.private.anonymous'];
    const member = await runCli(only, { env: empty });
    const [cause] = (member.report?.rules ?? []).flatMap((one) => one.cause ?? []);
    expect(cause).toBe('access');
    const as = async (name: string) =>
      (
        await runCli(
          ['--baseline', await write(entry('list.private.anonymous', `, cause: ${name}`)), ...only],
          {
            env: empty,
          },
        )
      ).status;
    expect([await as('access'), await as('data')]).toEqual([0, 3]);
  });

  it('is red where a pinned observation changed, and names it as the team’s own expectation', async () => {
    const pins = (value: string) =>
      `known: [${ZERO.slice(2)}}]\npins: [{observation: observed.page.zero, value: "${value}", reason: the app asks for it}]`;
    const changed = await runWith(pins('422'));
    const { value } = rule(changed.report, 'observed.page.zero')?.observation ?? { value: '' };
    expect([changed.status, changed.report?.outcome]).toEqual([1, 'nonconformant']);
    expect(changed.stdout).toContain('Pinned observations that changed or were not made: 1');
    expect(changed.stdout).toContain('Not conformant, 1 known failure, 1 pinned observation changed');
    const held = await runWith(pins(value));
    expect([held.status, rule(held.report, 'observed.page.zero')?.pin?.state]).toEqual([0, 'held']);
    const missed = await runWith(pins(value), [...SELECTION, '--profile', 'quick', '--allow-incomplete']);
    expect([missed.status, missed.report?.outcome]).toEqual([3, 'nonconformant']);
    expect(missed.stdout).toContain('Pinned observations that changed or were not made: 1');
  });

  it('leaves the outcome alone where nothing but a pinned observation is not as it was', async () => {
    const path = await write('pins: [{observation: observed.content-type, value: text/html, reason: x}]');
    const { status, report } = await runCli(
      ['--baseline', path, '--only', 'list.ok', 'observed.content-type'],
      {
        env: settingsOf(broken),
      },
    );
    expect([status, report?.outcome]).toEqual([1, 'conformant']);
  });

  it.each([
    ['- {rule: list.okay, expect: fail, reason: x}', 'line 1: rule is "list.okay", which is not a rule id'],
    [
      '- rule: list.ok\n  expect: pass\n  reason: x',
      'line 2: expect is "pass"; expected one of fail, inconclusive, skip',
    ],
  ])('is not begun where the baseline cannot be used: %j', async (text, says) => {
    const { status, stderr, report } = await runWith(text);
    const dry = await runWith(text, ['--dry-run']);
    expect([dry.status, dry.stdout, dry.stderr]).toEqual([
      2,
      '',
      stderr.replace(/baseline-\d+/, `baseline-${files}`),
    ]);
    expect(stderr).toMatch(/^issue-conformance: BASELINE \(--baseline\) "\S+" cannot be used: /);
    expect(stderr).toContain(says);
    expect([status, report?.outcome, report?.rules]).toEqual([2, 'unusable', []]);
  });
});

describe('issue-conformance baseline', () => {
  it('writes what a run takes once it is reviewed, and not before', async () => {
    const env = settingsOf(broken);
    const reports = join(folder, 'reports');
    await runCli([...SELECTION, '--seed', '1'], { env: { ...env, REPORT_DIR: reports } });
    const output = join(folder, 'draft.yaml');
    const draft = await runCli(['baseline', reports, '--pins', '--output', output]);
    expect([draft.status, draft.stdout]).toEqual([0, '']);
    expect(draft.stderr).toContain('1 failure, 0 undecided rules, 2 pins in ');
    const text = await readFile(output, 'utf8');
    const unread = await runWith(text);
    expect([unread.status, unread.stdout]).toEqual([2, '']);
    expect(unread.stderr).toContain('reason is "TODO: say why');
    const read = await runWith(text.replaceAll(/"TODO[^"]*"/g, 'the gateway caps it'));
    expect([read.status, read.report?.outcome]).toEqual([0, 'nonconformant']);
    expect(rule(read.report, 'list.per-page.zero')?.listed).toMatchObject({ kind: ['too-few'] });
  });

  it('prints it where no file is named, and never writes over one', async () => {
    const path = join(folder, 'known.json');
    await writeFile(path, JSON.stringify(nonconformant));
    const printed = await runCli(['baseline', path]);
    expect(printed.stdout).toContain('\n  - rule: list.per-page.zero\n    expect: fail\n    kind: too-few\n');
    expect(printed.status).toBe(0);
    const refused = await runCli(['baseline', path, '--output', path]);
    expect([refused.status, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('it exists already, and is not overwritten');
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(nonconformant);
  });

  it('makes nothing of a report that decided nothing, or is none', async () => {
    const path = join(folder, 'nothing.json');
    await writeFile(path, JSON.stringify(unusable));
    const { status, stdout, stderr } = await runCli(['baseline', path]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('No rule was decided in this report');
    expect((await runCli(['baseline', folder])).status).toBe(2);
  });

  it('prints nothing that a terminal obeys, whatever the report holds', async () => {
    const path = join(folder, 'obeyed.json');
    await writeFile(path, JSON.stringify(hostile('\u001b[2J\u202e\u009b\u200b\r')));
    const { status, stdout } = await runCli(['baseline', path, '--pins']);
    expect([status, stdout.match(/[^\n\x20-\x7e]/g)]).toEqual([0, null]);
  });
});

describe('issue-conformance replay', () => {
  it('tells known failures from others', async () => {
    const reports = join(folder, 'replayed');
    const env = settingsOf(broken);
    const path = await write(`${ZERO}}`);
    await runCli(['--baseline', path, ...SELECTION], { env: { ...env, REPORT_DIR: reports } });
    const { status, stdout } = await runCli(['replay', reports], { env });
    expect(status).toBe(1);
    expect(stdout).toContain('list.per-page.zero (known failure)');
    expect(stdout).toContain('1 still failing (1 known) · 0 no longer failing');
  });
});
