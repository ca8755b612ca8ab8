import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Injected } from '../../proof/injected.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { fixture } from '../../src/service/fixture.ts';
import { settingNames } from '../../src/settings/table.ts';
import { conformant } from '../report/examples.ts';
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

/** The steps after that which installs. */
const INSTALLED = action.runs.steps.filter(({ id }) => id !== 'install');
/** Selects some rules, to save time. */
const SOME_RULES = { only: 'list.per-page', 'listed-within-ms': '500' };

/** Uses the action on a service. */
const check = (
  options: Injected,
  inputs: Readonly<Record<string, string>>,
  further: Use = { steps: INSTALLED },
): Promise<Taken> =>
  using(options, ({ baseUrl, owner, repo, privateRepo, token, outsiderToken }) => {
    const usual = { owner, repo, 'private-repo': privateRepo, token, 'outsider-token': outsiderToken };
    const whole = { 'base-url': baseUrl, ...usual, writes: 'all', profile: 'quick', ...inputs };
    return useAction(placed, whole, further);
  });

const titlesOf = ({ commands }: Taken, level: string): string[] =>
  commands.flatMap(({ name, title }) => (name === level ? title : []));

const writing =
  (name: string, text: string) =>
  async (workspace: string): Promise<void> => {
    const path = join(workspace, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };

// The first of these tests installs what the others use.
describe('the action', () => {
  it('installs itself, hides secrets, takes inputs alone, and gives out results and the summary', async () => {
    const inputs = {
      headers: 'X-Gateway: a-secret-of-the-gateway\nX-Short: yes',
      'report-dir': 'a/..reports',
    };
    // A .env of the code that is checked out would end the run at its first request.
    const taken = await check({}, inputs, { prepare: writing('.env', 'MAX_REQUESTS=1\n') });
    expect(taken.commands.flatMap(({ name, value }) => (name === 'add-mask' ? value : []))).toEqual([
      fixture.memberToken,
      fixture.outsiderToken,
      'a-secret-of-the-gateway',
    ]);
    expect(taken.outputs).toMatchObject({ outcome: 'conformant', pass: `${GATING_RULES}`, undecided: '0' });
    for (const name of ['report-dir', 'report', 'html', 'markdown', 'junit'])
      expect(existsSync(taken.outputs[name] ?? '')).toBe(true);
    expect(taken.steps['report']?.summary).toContain(await readFile(taken.outputs['markdown'] ?? '', 'utf8'));
    expect([taken.status, titlesOf(taken, 'error')]).toEqual([0, []]);
  });

  it('installs its libraries once, finds the baseline, and ends as the program does', async () => {
    const taken = await check(
      { faults: ['per-page-zero-empty'] },
      { ...SOME_RULES, baseline: 'known.txt' },
      { prepare: writing('known.txt', 'list.per-page.zero\n') },
    );
    expect(await readFile(placed.calls, 'utf8')).toMatch(
      /^ci .*--ignore-scripts.*\nrun --silent build\nrun --silent build\n$/,
    );
    expect([taken.status, taken.outputs['outcome'], taken.outputs['known']]).toEqual([
      0,
      'nonconformant',
      '1',
    ]);
    expect([titlesOf(taken, 'error'), titlesOf(taken, 'notice')]).toEqual([
      [],
      expect.arrayContaining([expect.stringMatching(/list\.per-page\.zero/)]),
    ]);
  });

  it('is broken where a run leaves no report, and takes none of an earlier run for it', async () => {
    const taken = await useAction(placed, SOME_RULES, {
      steps: INSTALLED.map((step) => (step.id === 'run' ? { ...step, run: 'exit 0' } : step)),
      prepare: writing('conformance-reports/conformance.json', JSON.stringify(conformant)),
    });
    expect([taken.status, taken.outputs['outcome']]).toEqual([4, 'broken']);
    expect(titlesOf(taken, 'error')).toHaveLength(1);
  });
});

describe('hostile inputs', () => {
  it('are obeyed by nothing', async () => {
    const hostile =
      '"; touch pwned; "\'; touch pwned; \'$(touch pwned)`touch pwned`\ntouch pwned\n::error title=pwned::${{ github.token }}';
    const inputs = Object.keys(action.inputs).filter((name) => name !== 'node-version');
    const all = Object.fromEntries(inputs.map((name) => [name, hostile]));
    const taken = await useAction(placed, all, { steps: INSTALLED });
    expect([taken.status, taken.outputs['outcome']]).toEqual([2, 'unusable']);
    expect(taken.files.filter((file) => basename(file) === 'pwned')).toEqual([]);
    expect(taken.steps['run']?.commands).toEqual([]);
    expect(titlesOf(taken, 'error')).not.toContain('pwned');
  });
});

it('a hostile target is obeyed by nothing', async () => {
  const said = '::error title=pwned::pwned\n::add-mask::e\r\n::stop-commands::pwned%0A::notice::pwned';
  const saying: Change = ({ around }) => ({
    around: async (inner, request) => {
      const answer = await around(inner, request);
      if (answer.status < 400) return answer;
      return { ...answer, status: 400, body: JSON.stringify({ message: said }) };
    },
  });
  const taken = await check({ faults: ['per-page-zero-422'], changes: [saying] }, {});
  expect([taken.status, taken.outputs['outcome']]).toEqual([1, 'nonconformant']);
  expect(taken.steps['run']?.commands).toEqual([]);
  expect(taken.steps['run']?.output).toMatch(/^::stop-commands::[0-9a-f]{32}\n/);
  const titles = titlesOf(taken, 'error');
  expect(titles.length).toBeGreaterThan(0);
  for (const title of titles) expect(title).toMatch(/^[\w.-]+ \((?:required|implied), § /);
  const names = new Set(taken.steps['report']?.commands.map(({ name }) => name));
  expect([...names].filter((name) => !['error', 'warning', 'notice'].includes(name))).toEqual([]);
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
