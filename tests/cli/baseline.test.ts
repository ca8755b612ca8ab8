import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { injecting } from '../../proof/injected.ts';
import { exitStatusOf, run } from '../../src/api/index.ts';
import type { RunOptions } from '../../src/api/options.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { headlineOf } from '../../src/report/outcome.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { bundledHandler } from '../api/bundled.ts';
import { hostile, nonconformant, unusable } from '../report/examples.ts';
import { runCli } from '../support/cli.ts';
import { settingsOf } from '../support/settings-of.ts';

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

const at = (name: string): string => join(folder, name);
async function written(text: string): Promise<string> {
  await writeFile(at('baseline.yaml'), text);
  return at('baseline.yaml');
}

const entry = (rule: string, expected: string, more = ''): string =>
  `- {rule: ${rule}, expect: ${expected}, reason: x${more}}`;
const zero = (more = ''): string => entry('list.per-page.zero', 'fail', more);
const pin = (observation: string, value: string): string =>
  `pins: [{observation: ${observation}, value: "${value}", reason: x}]`;

const GOOD: readonly RuleId[] = ['list.ok', 'observed.content-type', 'observed.page.zero'];
const BROKEN: readonly RuleId[] = ['list.per-page.zero', ...GOOD];
/** Lacks OUTSIDER_TOKEN. */
const SKIPPED: readonly RuleId[] = ['list.ok', 'list.private.outsider'];
/** Undecided, because TOKEN has no access to the private repository. */
const DENIED: readonly RuleId[] = ['list.ok', 'list.private.anonymous'];

type Row = [what: string, text: string, status: number, outcome: string, only?: readonly RuleId[]];
const ROWS: Row[] = [
  ['a failure of the kind that is listed', zero(', kind: too-few'), 0, 'nonconformant'],
  ['a failure, listed in a plain list', 'list.per-page.zero # since May', 0, 'nonconformant'],
  ['a failure of another kind', zero(', kind: wrong-order'), 1, 'nonconformant'],
  ['a pass listed as a failure', `${zero()}\n${entry('list.ok', 'fail')}`, 1, 'nonconformant'],
  ['a pass listed as undecided', `${zero()}\n${entry('list.ok', 'skip')}`, 0, 'nonconformant'],
  ['an entry past its date', zero(', expires: 2020-02-29'), 1, 'nonconformant'],
  ['a stale entry of a healthy service', entry('list.ok', 'fail'), 1, 'conformant', GOOD],
  [
    'an entry past its date, of a healthy service',
    entry('list.ok', 'skip', ', expires: 2020-01-01'),
    1,
    'conformant',
    GOOD,
  ],
  ['a stale entry beside an undecided rule', entry('list.ok', 'fail'), 1, 'incomplete', SKIPPED],
  [
    'an entry past its date, of a rule that took no part',
    `${zero()}\n${entry('create.once', 'fail', ', expires: 2020-01-01')}`,
    0,
    'nonconformant',
  ],
  ['an undecided rule that is not listed', '', 3, 'incomplete', SKIPPED],
  ['an undecided rule that is listed', entry('list.private.outsider', 'skip'), 0, 'incomplete', SKIPPED],
  [
    'nothing but a listed undecided rule',
    entry('list.private.outsider', 'skip'),
    3,
    'incomplete',
    ['list.private.outsider'],
  ],
  [
    'an undecided rule of the cause that is listed',
    entry('list.private.anonymous', 'inconclusive', ', cause: access'),
    0,
    'incomplete',
    DENIED,
  ],
  [
    'an undecided rule of another cause',
    entry('list.private.anonymous', 'inconclusive', ', cause: data'),
    3,
    'incomplete',
    DENIED,
  ],
  ['a pinned observation that changed', pin('observed.content-type', 'text/html'), 1, 'conformant', GOOD],
  ['a pinned observation that was not made', pin('observed.page.zero', '200'), 3, 'conformant', GOOD],
];

/** Runs in this process, which takes a fraction of the time of a command. */
async function within(
  text: string,
  only: readonly string[],
  options: Pick<RunOptions, 'privateRepo' | 'maxRequests' | 'profile' | 'writes'> = {},
) {
  const { outsiderToken: _, ...target } = bundledHandler({ faults: ['per-page-zero-empty'] }).target;
  return run({ ...target, baseline: await written(text), only, ...options });
}

describe('a run that is held against a baseline', () => {
  it.each(ROWS)('ends as the contract says: %s', async (_, text, status, outcome, only = BROKEN) => {
    const denied = only === DENIED ? { privateRepo: 'no-such-repository' } : {};
    const report = await within(text, only, denied);
    expect([exitStatusOf(report), report.outcome]).toEqual([status, outcome]);
  });

  it('has the headline of what the service is, and counts the entries that are out of date', async () => {
    const outdated = entry('list.ok', 'skip', ', expires: 2020-01-01');
    expect(headlineOf(await within(outdated, GOOD))).toMatch(
      /^Conformant, .*but 1 baseline entry is out of date$/,
    );
  });

  it('ends with 3 where a limit leaves rules undecided, listed or not', async () => {
    const only = ['list', 'create'];
    const limited = { profile: 'standard', writes: 'all', maxRequests: 200 } as const;
    const unlisted = await within('', only, limited);
    const open = unlisted.rules.filter(({ verdict }) => verdict === 'inconclusive');
    expect(open.map(({ cause }) => cause)).toContain('limit');
    const text = open.map(({ id }) => entry(id, 'inconclusive')).join('\n');
    const listed = await within(text, only, limited);
    expect([unlisted, listed].map((report) => exitStatusOf(report))).toEqual([3, 3]);
    expect(listed.counts.pass).toBeGreaterThan(0);
  });

  it.each([
    ['a known failure', zero(), 0, 'nonconformant'],
    ['a cause that no entry may name', entry('list.ok', 'inconclusive', ', cause: limit'), 2, 'unusable'],
    ['an id that is no rule', entry('list.okay', 'fail'), 2, 'unusable'],
  ])('exits so as a command: %s', async (_, text, exit, outcome) => {
    const { status, report } = await runWith(text);
    expect([status, report?.outcome]).toEqual([exit, outcome]);
  });
});

/** Runs the command against the broken service with a baseline. */
const runWith = async (text: string) =>
  runCli(['--baseline', await written(text), '--seed', '1', '--profile', 'quick', '--only', ...BROKEN], {
    env: settingsOf(broken),
  });

describe('issue-conformance baseline', () => {
  it('writes what a run takes once it is reviewed, and not before', async () => {
    const reports = at('reports');
    await runCli(['--profile', 'quick', '--only', ...BROKEN], {
      env: { ...settingsOf(broken), REPORT_DIR: reports },
    });
    const draft = await runCli(['baseline', reports, '--output', at('draft.yaml')]);
    expect([draft.status, draft.stdout]).toEqual([0, '']);
    const text = await readFile(at('draft.yaml'), 'utf8');
    expect((await runWith(text)).status).toBe(2);
    const { status, report } = await runWith(text.replaceAll(/"TODO[^"]*"/g, 'the gateway caps it'));
    expect([status, report?.outcome]).toEqual([0, 'nonconformant']);
    expect(report?.rules.find(({ id }) => id === 'list.per-page.zero')).toMatchObject({
      known: true,
      listed: { kind: ['too-few'] },
    });
  });

  it('prints it, makes none of a report that decided nothing, and writes over no file', async () => {
    const path = at('known.json');
    await writeFile(path, JSON.stringify(nonconformant));
    await writeFile(at('nothing.json'), JSON.stringify(unusable));
    const printed = await runCli(['baseline', path]);
    expect([printed.status, printed.stdout]).toEqual([0, expect.stringContaining('list.per-page.zero')]);
    for (const args of [[path, '--output', path], [at('nothing.json')], [at('nowhere')]])
      expect(await runCli(['baseline', ...args])).toMatchObject({ status: 2, stdout: '' });
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(nonconformant);
  });

  it('prints nothing that a terminal obeys, whatever the report holds', async () => {
    await writeFile(at('obeyed.json'), JSON.stringify(hostile('\u001b[2J\u202e\u009b\u200b\r')));
    const { status, stdout } = await runCli(['baseline', at('obeyed.json')]);
    expect([status, stdout.match(/[^\n\x20-\x7e]/g)]).toEqual([0, null]);
  });
});
