import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Injected } from '../../proof/injected.ts';
import { settingNames } from '../../src/host/settings.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { using } from '../service/using.ts';
import { GATING_RULES } from '../support/rule-counts.ts';
import { action, type PlacedAction, placeAction, type Taken, type Use, useAction } from './use-action.ts';

// Not tested: `npm ci`, which is replaced by links to the libraries of this checkout, and actions of others.

let folder: string;
let placed: PlacedAction;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-action-'));
  placed = await placeAction(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Inputs = Readonly<Record<string, string>>;
const NOBODY = { 'base-url': 'http://127.0.0.1:1', owner: 'acme', repo: 'widgets' };
/** Selects some rules, to save time. */
const SOME_RULES = { only: 'list.per-page' };

/** Uses the action on a service. */
const check = (options: Injected, inputs: Inputs = {}, further: Use = {}): Promise<Taken> =>
  using(options, ({ baseUrl, owner, repo, privateRepo, token, outsiderToken }) => {
    const usual = { owner, repo, 'private-repo': privateRepo, token, 'outsider-token': outsiderToken };
    const whole = { 'base-url': baseUrl, ...usual, writes: 'all', profile: 'quick', ...inputs };
    return useAction(placed, whole, {
      steps: existsSync(join(placed.path, 'node_modules')) ? INSTALLED : action.runs.steps,
      ...further,
    });
  });

const titlesOf = ({ commands }: Taken, level: string): string[] =>
  commands.flatMap(({ name, title }) => (name === level ? title : []));

const writing =
  (name: string, text: string) =>
  (workspace: string): Promise<void> =>
    writeFile(join(workspace, name), text);

/** The steps after that which installs, for tests after the first. */
const INSTALLED = action.runs.steps.filter(({ id }) => id !== 'install');

/** Replaces the script of the run. */
const runBy = (run: string): typeof INSTALLED =>
  INSTALLED.map((step) => (step.id === 'run' ? { ...step, run } : step));

describe('the action', () => {
  it('installs itself once, hides secrets, and gives out results and the summary', async () => {
    const first = await check(
      {},
      { headers: 'X-Gateway: a-secret-of-the-gateway\nX-Short: yes', token: 'm' },
    );
    expect(first.commands.flatMap(({ name, value }) => (name === 'add-mask' ? value : []))).toEqual([
      'm',
      expect.stringMatching(/./),
      'a-secret-of-the-gateway',
    ]);
    const taken = await check({}, {}, { steps: action.runs.steps });
    expect(await readFile(placed.calls, 'utf8')).toMatch(
      /^ci .*--ignore-scripts.*\nrun --silent build\nrun --silent build\n$/,
    );
    expect(taken.outputs).toMatchObject({ outcome: 'conformant', pass: `${GATING_RULES}`, undecided: '0' });
    for (const name of ['report-dir', 'report', 'html', 'markdown', 'junit'])
      expect(existsSync(taken.outputs[name] ?? '')).toBe(true);
    expect(taken.steps['report']?.summary).toContain(await readFile(taken.outputs['markdown'] ?? '', 'utf8'));
    expect([taken.status, titlesOf(taken, 'error'), titlesOf(taken, 'warning')]).toEqual([0, [], []]);
  });

  const FAULTY: Injected = { faults: ['per-page-zero-empty'] };
  const LISTED: Use = { prepare: writing('known.txt', 'list.per-page.zero\n') };
  const ANONYMOUS = { token: '', 'outsider-token': '', 'private-repo': '', writes: 'none' };
  it.each<[string, Injected, Inputs, Use, number, string, RegExp[], RegExp]>([
    ['a failure', FAULTY, {}, {}, 1, 'nonconformant', [/^list\.per-page\.zero /], /^$/],
    ['a known one', FAULTY, { baseline: 'known.txt' }, LISTED, 0, 'nonconformant', [], /^$/],
    [
      'a stale entry',
      {},
      { ...SOME_RULES, baseline: 'known.txt' },
      LISTED,
      1,
      'nonconformant',
      [/zero/],
      /^$/,
    ],
    ['undecided rules', {}, ANONYMOUS, {}, 3, 'incomplete', [], /not decided/],
    ['no address', {}, { 'base-url': '' }, {}, 2, 'unusable', [/./], /^$/],
    ['no service', {}, { 'base-url': 'http://127.0.0.1:1' }, {}, 2, 'unusable', [/./], /^$/],
    // A .env of the code that is checked out would end the run at its first request.
    ['a .env', {}, SOME_RULES, { prepare: writing('.env', 'MAX_REQUESTS=1\n') }, 0, 'conformant', [], /^$/],
  ])(
    'ends as the program does with %s',
    async (_, service, inputs, use, status, outcome, errors, warnings) => {
      const taken = await check(service, inputs, use);
      expect([taken.status, taken.outputs['outcome']]).toEqual([status, outcome]);
      expect(titlesOf(taken, 'error')).toEqual(errors.map((title) => expect.stringMatching(title)));
      expect(titlesOf(taken, 'warning').join()).toMatch(warnings);
      if (inputs['baseline'] !== undefined && status === 0)
        expect([taken.outputs['known'], titlesOf(taken, 'notice')]).toEqual(['1', [expect.anything()]]);
    },
  );

  it('is broken where a run leaves no report, and takes none of an earlier run for it', async () => {
    const earlier = await check({}, SOME_RULES);
    const report = await readFile(earlier.outputs['report'] ?? '', 'utf8');
    const prepare = async (workspace: string): Promise<void> => {
      await mkdir(join(workspace, 'conformance-reports'));
      await writing('conformance-reports/conformance.json', report)(workspace);
    };
    for (const use of [{ prepare }, {}]) {
      const taken = await useAction(placed, NOBODY, { steps: runBy('exit 0'), ...use });
      expect([taken.status, taken.outputs['outcome']]).toEqual([4, 'broken']);
      expect(titlesOf(taken, 'error')).toHaveLength(1);
    }
  });
});

describe('hostile inputs', () => {
  it.each([
    '"; touch pwned; "',
    "'; touch pwned; '",
    '$(touch pwned)`touch pwned`',
    'a\ntouch pwned\n',
    '::error title=pwned::${{ github.token }}',
  ])('are obeyed by nothing: %j', async (hostile) => {
    const inputs = Object.keys(action.inputs).filter((name) => name !== 'node-version');
    const all = Object.fromEntries(inputs.map((name) => [name, hostile]));
    const taken = await useAction(placed, all, { steps: INSTALLED });
    expect([taken.status, taken.outputs['outcome']]).toEqual([2, 'unusable']);
    expect(taken.files.filter((file) => basename(file) === 'pwned')).toEqual([]);
    expect(taken.steps['run']?.commands).toEqual([]);
    expect(titlesOf(taken, 'error')).not.toContain('pwned');
  });

  it.each([
    ['..', 'report-dir'],
    ['reports/../../elsewhere', 'report-dir'],
    [join(tmpdir(), 'elsewhere'), 'report-dir'],
    ['linked/below/reports', 'report-dir'],
    ['dangling', 'report-dir'],
    ['../elsewhere', 'history-dir'],
    ['inside/..reports', null],
  ])('write no reports outside of the workspace: %s', async (path, refused) => {
    const taken = await useAction(
      placed,
      { ...NOBODY, [refused ?? 'report-dir']: path },
      {
        steps: INSTALLED,
        prepare: async (workspace) => {
          await mkdir(join(workspace, 'real'));
          await mkdir(join(workspace, '..', 'outside'));
          await symlink(join(workspace, 'real'), join(workspace, 'inside'));
          await symlink(join(workspace, '..', 'outside'), join(workspace, 'linked'));
          await symlink(join(workspace, '..', 'gone'), join(workspace, 'dangling'));
        },
      },
    );
    expect(taken.steps['run']?.outcome).toBe(refused === null ? 'failure' : 'skipped');
    expect(taken.files.some((file) => basename(file) === 'conformance.json')).toBe(refused === null);
    if (refused !== null) expect(taken.commands.map(({ value }) => value).join()).toContain(refused);
  });
});

describe('a hostile target', () => {
  const HOSTILE = '::error title=pwned::pwned\n::add-mask::e\r\n::stop-commands::pwned%0A::notice::pwned';
  const saying: Change = ({ around }) => ({
    around: async (inner, request) => {
      const answer = await around(inner, request);
      if (answer.status < 400) return answer;
      return { ...answer, status: 400, body: JSON.stringify({ message: HOSTILE }) };
    },
  });

  it('is obeyed by nothing', async () => {
    const taken = await check({ faults: ['per-page-zero-422'], changes: [saying] });
    expect([taken.status, taken.steps['run']?.commands]).toEqual([1, []]);
    expect(taken.steps['run']?.output).toMatch(/^::stop-commands::[0-9a-f]{32}\n/);
    const titles = titlesOf(taken, 'error');
    expect(titles.length).toBeGreaterThan(0);
    for (const title of titles) expect(title).toMatch(/^[\w.-]+ \((?:required|implied), § |^and \d+ more$/);
    const names = new Set(taken.steps['report']?.commands.map(({ name }) => name));
    expect([...names].filter((name) => !['error', 'warning', 'notice'].includes(name))).toEqual([]);
  });
});

describe('action.yml', () => {
  const { steps } = action.runs;

  it('gives the program every setting, and uses every input', () => {
    const given = steps.find(({ id }) => id === 'run')?.env ?? {};
    expect(settingNames.filter((name) => !(name in given))).toEqual([]);
    const text = JSON.stringify(steps);
    const unused = Object.keys(action.inputs).filter((name) => !text.includes(`\${{ inputs.${name} `));
    expect(unused).toEqual([]);
  });

  it('gives tokens to the steps that need them, and values of others to no script', () => {
    expect(steps.filter(({ env }) => 'TOKEN' in env).map(({ id }) => id)).toEqual(['prepare', 'run']);
    expect(steps.filter(({ run }) => run.includes('${{'))).toEqual([]);
  });
});
