import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Injected } from '../../proof/injected.ts';
import type { Change } from '../../src/service/behaviour.ts';
import type { RunningService } from '../../src/service/start.ts';
import { using } from '../service/using.ts';
import { GATING_RULES } from '../support/rule-counts.ts';
import { commandsIn, type RunnerCommand } from './runner-commands.ts';
import type { TakenStep } from './steps.ts';
import { action, type PlacedAction, placeAction, type Taken, type Use, useAction } from './use-action.ts';

// Not tested: `npm ci`, which is replaced by a link to the libraries of this checkout, and actions of others.

let folder: string;
let placed: PlacedAction;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-action-'));
  placed = await placeAction(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const use = (inputs: Readonly<Record<string, string>>, further?: Use): Promise<Taken> =>
  useAction(placed, inputs, further);

const inputsOf = (reference: RunningService): Record<string, string> => ({
  'base-url': reference.baseUrl,
  owner: reference.owner,
  repo: reference.repo,
  'private-repo': reference.privateRepo,
  token: reference.token,
  'outsider-token': reference.outsiderToken,
  writes: 'all',
  profile: 'quick',
});

/** An input that selects some rules, to save time. */
const SOME_RULES = { only: 'list.per-page' };

const check = (
  options: Injected,
  inputs: Readonly<Record<string, string>> = {},
  further?: Use,
): Promise<Taken> => using(options, (reference) => use({ ...inputsOf(reference), ...inputs }, further));

const stepOf = ({ steps }: Taken, id: string): TakenStep | undefined =>
  steps.find(({ step }) => step.id === id);

/** Returns the annotations of a level. */
const annotationsOf = ({ steps }: Taken, level: 'error' | 'warning' | 'notice'): readonly RunnerCommand[] =>
  steps.flatMap(({ commands }) => commands).filter(({ name }) => name === level);

describe('the action, on a service that conforms', () => {
  it('installs itself, succeeds, and gives out the outcome, counts, paths and the summary', async () => {
    const taken = await check({});
    expect(taken.status).toBe(0);
    expect((await readFile(placed.npm.calls, 'utf8')).split('\n')).toEqual([
      'ci --include=dev --ignore-scripts --no-audit --no-fund',
      'run --silent build',
      '',
    ]);
    expect(taken.outputs).toMatchObject({
      outcome: 'conformant',
      pass: `${GATING_RULES}`,
      fail: '0',
      known: '0',
      undecided: '0',
      'report-dir': join(taken.workspace, 'conformance-reports'),
    });
    for (const name of ['report', 'html', 'markdown', 'junit'])
      expect(existsSync(taken.outputs[name] ?? '')).toBe(true);
    expect(stepOf(taken, 'report')?.summary).toContain('Conformant');
    expect(annotationsOf(taken, 'error')).toEqual([]);
    expect(annotationsOf(taken, 'warning')).toEqual([]);
  });

  it('does not install again what a step before it installed, and hides the tokens from the log', async () => {
    await writeFile(placed.npm.calls, '');
    await using({}, async (reference) => {
      const taken = await use({
        ...inputsOf(reference),
        ...SOME_RULES,
        headers: 'X-Gateway: a-secret-of-the-gateway\nX-Short: yes',
      });
      expect(await readFile(placed.npm.calls, 'utf8')).toBe('run --silent build\n');
      const masks = stepOf(taken, 'prepare')?.commands.filter(({ name }) => name === 'add-mask');
      expect(masks?.map(({ value }) => value)).toEqual([
        reference.token,
        reference.outsiderToken,
        'a-secret-of-the-gateway',
      ]);
    });
  });

  it('reads no .env of the code that is checked out', async () => {
    const taken = await check({}, SOME_RULES, {
      prepare: (workspace) =>
        writeFile(join(workspace, '.env'), 'MAX_REQUESTS=1\nHTTP_PROXY=http://127.0.0.1:1\n'),
    });
    expect(taken.outputs['outcome']).toBe('conformant');
  });
});

describe('the action, on a service with a fault', () => {
  it('fails as the program does, and shows each failure with its evidence', async () => {
    const taken = await check({ faults: ['per-page-zero-empty'] });
    expect(taken.status).toBe(1);
    expect(taken.outputs).toMatchObject({ outcome: 'nonconformant', fail: '1', pass: `${GATING_RULES - 1}` });
    const [error, ...others] = annotationsOf(taken, 'error');
    expect(others).toEqual([]);
    expect(error?.properties).toEqual({ title: 'list.per-page.zero (required, § 8)' });
    expect(error?.value).toMatch(/\nExpected: .+\nActual: .+\nImpact: .+\nSeen in 3 of 3 attempts$/);
    expect(stepOf(taken, 'report')?.summary).toContain('list.per-page.zero');
  });

  it('succeeds where the baseline lists it, and still shows it', async () => {
    const taken = await check(
      { faults: ['per-page-zero-empty'] },
      { baseline: 'known.txt' },
      { prepare: (workspace) => writeFile(join(workspace, 'known.txt'), 'list.per-page.zero\n') },
    );
    expect(taken.status).toBe(0);
    expect(taken.outputs).toMatchObject({ fail: '1', known: '1' });
    expect(annotationsOf(taken, 'error')).toEqual([]);
    expect(annotationsOf(taken, 'notice')[0]?.properties['title']).toContain('list.per-page.zero');
  });

  it('fails where an entry of the baseline is stale, and says which', async () => {
    const taken = await check(
      {},
      { ...SOME_RULES, baseline: 'known.txt' },
      { prepare: (workspace) => writeFile(join(workspace, 'known.txt'), 'list.per-page.zero\n') },
    );
    expect(taken.status).toBe(1);
    expect(annotationsOf(taken, 'error').map(({ value }) => value)).toEqual([
      expect.stringContaining('list.per-page.zero'),
    ]);
  });
});

describe('the action, where rules cannot be decided', () => {
  it('fails with 3, and warns once for each reason', async () => {
    const taken = await check({}, { token: '', 'outsider-token': '', 'private-repo': '', writes: 'none' });
    expect(taken.status).toBe(3);
    expect(taken.outputs['outcome']).toBe('incomplete');
    expect(annotationsOf(taken, 'error')).toEqual([]);
    const warnings = annotationsOf(taken, 'warning');
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings.length).toBeLessThanOrEqual(10);
    expect(warnings.map(({ value }) => value).join('\n')).toContain('list.token');
    expect(Number(taken.outputs['undecided'])).toBeGreaterThan(0);
  });
});

describe('the action, where nothing can be checked', () => {
  it('says in an error that the address is empty, as that of a variable that nobody defined', async () => {
    const taken = await use({ 'base-url': '', owner: 'acme', repo: 'widgets' });
    expect(taken.status).toBe(2);
    expect(taken.outputs['outcome']).toBe('unusable');
    expect(annotationsOf(taken, 'error').map(({ value }) => value)).toEqual([
      expect.stringContaining('BASE_URL'),
    ]);
  });

  it('says in an error that nobody answers', async () => {
    const taken = await use({ 'base-url': 'http://127.0.0.1:1', owner: 'acme', repo: 'widgets' });
    expect(taken.status).toBe(2);
    expect(annotationsOf(taken, 'error').map(({ value }) => value)).toEqual([
      expect.stringContaining('127.0.0.1:1'),
    ]);
  });

  it('takes no earlier report for that of a run that left none', async () => {
    const ended = action.runs.steps.map((step) => (step.id === 'run' ? { ...step, run: 'exit 0' } : step));
    const taken = await using({}, async (reference) => {
      const earlier = await use({ ...inputsOf(reference), ...SOME_RULES });
      const report = await readFile(earlier.outputs['report'] ?? '');
      return use(inputsOf(reference), {
        steps: ended,
        prepare: async (workspace) => {
          await mkdir(join(workspace, 'conformance-reports'));
          await writeFile(join(workspace, 'conformance-reports', 'conformance.json'), report);
        },
      });
    });
    expect(taken.status).toBe(4);
    expect(taken.outputs['outcome']).toBe('broken');
    expect(annotationsOf(taken, 'error').map(({ properties }) => properties['title'])).toEqual(['No report']);
  });

  it('fails where the run leaves no report at all', async () => {
    const ended = action.runs.steps.map((step) => (step.id === 'run' ? { ...step, run: 'exit 0' } : step));
    const taken = await use({ 'base-url': 'http://127.0.0.1:1', owner: 'a', repo: 'b' }, { steps: ended });
    expect(taken.status).toBe(4);
    expect(taken.outputs['outcome']).toBe('broken');
  });

  it('says in an error that Node is too old, and what to set', async () => {
    const old = join(folder, 'old');
    await mkdir(old);
    await writeFile(join(old, 'node'), '#!/bin/sh\n[ "$1" = --version ] && echo v18.0.0\nexit 1\n', {
      mode: 0o755,
    });
    const steps = action.runs.steps.map((step) =>
      step.id === 'install' ? { ...step, env: { PATH: `${old}:/usr/bin:/bin` } } : step,
    );
    const taken = await use({ 'base-url': 'http://127.0.0.1:1', owner: 'a', repo: 'b' }, { steps });
    expect(taken.status).toBe(4);
    expect(annotationsOf(taken, 'error').map(({ value }) => value)).toEqual([
      expect.stringMatching(/^Node v18\.0\.0 .* node-version to 22\.$/),
    ]);
    expect(stepOf(taken, 'run')?.outcome).toBe('skipped');
  });
});

describe('the action, given hostile inputs', () => {
  it.each([
    '"; touch pwned; "',
    "'; touch pwned; '",
    '$(touch pwned)',
    '`touch pwned`',
    'a\ntouch pwned\n',
    '${{ github.token }}',
    '::error title=pwned::pwned',
  ])('does nothing that they say: %j', async (hostile) => {
    const taken = await check(
      {},
      {
        owner: hostile,
        label: hostile,
        only: hostile,
        headers: `X-Hostile: ${hostile}`,
        baseline: hostile,
        'report-dir': `${hostile}reports`,
      },
    );
    expect(taken.status).toBe(2);
    expect(taken.files.filter((file) => basename(file) === 'pwned')).toEqual([]);
    expect(taken.outputs['outcome']).toBe('unusable');
    expect(annotationsOf(taken, 'error').map(({ properties }) => properties['title'])).toEqual(['Unusable']);
    expect(stepOf(taken, 'run')?.commands).toEqual([]);
  });
});

describe('the folder of the reports', () => {
  it.each([
    ['..', 'report-dir'],
    ['reports/../../elsewhere', 'report-dir'],
    [join(tmpdir(), 'elsewhere'), 'report-dir'],
    ['linked', 'report-dir'],
    ['linked/below/reports', 'report-dir'],
    ['dangling', 'report-dir'],
    ['../elsewhere', 'history-dir'],
  ])('is refused where it leaves the workspace: %s', async (path, input) => {
    const taken = await use(
      { 'base-url': 'http://127.0.0.1:9', owner: 'acme', repo: 'widgets', [input]: path },
      {
        prepare: async (workspace) => {
          await mkdir(join(workspace, '..', 'outside'));
          await symlink(join(workspace, '..', 'outside'), join(workspace, 'linked'));
          await symlink(join(workspace, '..', 'gone'), join(workspace, 'dangling'));
        },
      },
    );
    expect(taken.status).toBe(2);
    expect(annotationsOf(taken, 'error').map(({ value }) => value)).toEqual([
      expect.stringMatching(new RegExp(`^The input ${input} leaves the workspace; expected a folder in it`)),
    ]);
    expect(stepOf(taken, 'run')?.commands ?? []).toEqual([]);
    expect(taken.files.filter((file) => file.endsWith('conformance.json'))).toEqual([]);
  });

  it('may be named from the root, and be a link, as long as it stays there', async () => {
    await using({}, async (reference) => {
      const taken = await use(
        { ...inputsOf(reference), ...SOME_RULES, 'report-dir': 'linked/..reports' },
        {
          prepare: async (workspace) => {
            await mkdir(join(workspace, 'inside'));
            await symlink(join(workspace, 'inside'), join(workspace, 'linked'));
          },
        },
      );
      expect(taken.status).toBe(0);
      expect(existsSync(join(taken.workspace, 'inside', '..reports', 'conformance.json'))).toBe(true);
    });
  });
});

describe('the action, given a hostile target', () => {
  const HOSTILE = '::error title=pwned::pwned\n::add-mask::e\r\n::stop-commands::pwned%0A::notice::pwned';
  /** A change that adds the hostile text to all error responses. */
  const saying: Change = ({ around }) => ({
    around: async (inner, request) => {
      const answer = await around(inner, request);
      if (answer.status < 400) return answer;
      return { ...answer, status: 400, body: JSON.stringify({ message: HOSTILE }) };
    },
  });

  it('obeys nothing that it says', async () => {
    const taken = await check({ faults: ['per-page-zero-422'], changes: [saying] });
    expect(taken.status).toBe(1);
    expect(stepOf(taken, 'run')?.commands).toEqual([]);
    const titles = annotationsOf(taken, 'error').map(({ properties }) => properties['title'] ?? '');
    expect(titles.length).toBeGreaterThan(0);
    for (const title of titles) expect(title).toMatch(/^[\w.-]+ \((?:required|implied), § |^and \d+ more$/);
    const names = new Set(stepOf(taken, 'report')?.commands.map(({ name }) => name));
    expect([...names].filter((name) => !['error', 'warning', 'notice'].includes(name))).toEqual([]);
  });

  it('prints it where the runner does not look for commands', async () => {
    const taken = await check({}, { owner: '::error title=pwned::pwned' });
    const { output = '', commands } = stepOf(taken, 'run') ?? {};
    const [first = '', ...rest] = output.split('\n');
    expect(first).toMatch(/^::stop-commands::[0-9a-f]{32}$/);
    expect(commands).toEqual([]);
    // Without the first line, the others would be obeyed. This proves that the test can fail.
    expect(commandsIn(`::error::a\n${rest.join('\n')}`).length).toBeGreaterThan(0);
  });
});

describe('action.yml', () => {
  const run = action.runs.steps.find(({ id }) => id === 'run');

  it('gives the program every setting that there is, so that none is taken from elsewhere', async () => {
    const known = new Set(Object.keys(run?.env ?? {}));
    const settings = (await readFile('.env.example', 'utf8')).matchAll(/^#([A-Z_]+)=/gm);
    expect([...settings].flatMap(([, name = '']) => (known.has(name) ? [] : [name]))).toEqual([]);
  });

  it('uses every input', () => {
    const text = JSON.stringify(action.runs);
    const unused = Object.keys(action.inputs).filter((name) => !text.includes(`\${{ inputs.${name} `));
    expect(unused).toEqual([]);
  });

  it('gives tokens to no step but those that need them', () => {
    const given = action.runs.steps.filter(({ env }) => 'TOKEN' in env).map(({ id }) => id);
    expect(given).toEqual(['prepare', 'run']);
  });
});
