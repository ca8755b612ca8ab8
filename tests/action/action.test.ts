import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { revise } from '../../proof/changes/decisions.ts';
import { ruleIds } from '../../src/model/rule-ids.ts';
import { fixture } from '../../src/service/fixture.ts';
import { settingNames } from '../../src/settings/table.ts';
import { conformant } from '../report/examples.ts';
import { using } from '../support/services.ts';
import { folderOfEachTest, sharedFolder } from '../support/temporary.ts';
import { action, takeStep, textOr, texts, useAction } from './use-action.ts';

// Not tested: `npm ci`, the actions of others, and the runner's own conditions.

type Taken = Awaited<ReturnType<typeof useAction>>;

const at = folderOfEachTest();
const titlesOf = ({ commands }: Taken, level: string): string[] =>
  commands.flatMap(({ name, title }) => (name === level ? title : []));

/** A text that a service quotes in its errors. */
const SAID = '::error title=pwned::pwned\n::add-mask::e\r\n::stop-commands::pwned%0A::notice::pwned';
const saying = revise('around', async (usual) => {
  const answer = await usual;
  if (answer.status < 400) return answer;
  return { ...answer, status: 400, body: JSON.stringify({ message: SAID }) };
});

describe('the action', () => {
  const folder = sharedFolder();
  let taken: Taken;
  beforeAll(async () => {
    const faults = ['per-page-zero-422', 'per-page-negative-422'] as const;
    await mkdir(folder('workspace'));
    // A .env of the code that is checked out would end the run at its first request.
    await writeFile(folder('workspace', '.env'), 'MAX_REQUESTS=1\n');
    await writeFile(folder('workspace', 'known.txt'), 'list.per-page.zero\n');
    taken = await using({ faults, changes: [saying] }, ({ baseUrl, owner, repo, token, outsiderToken }) =>
      useAction(folder(), {
        'base-url': baseUrl,
        owner,
        repo,
        token,
        'outsider-token': outsiderToken,
        headers: 'X-Gateway: a-secret-of-the-gateway\nX-Short: yes',
        profile: 'quick',
        only: 'list.per-page',
        baseline: 'known.txt',
        'report-dir': 'a/..reports',
        record: 'run.har',
      }),
    );
  });

  it('hides secrets, takes inputs alone, and ends as the program does', () => {
    expect(taken.commands.flatMap(({ name, value }) => (name === 'add-mask' ? value : []))).toEqual([
      fixture.token,
      fixture.outsiderToken,
      'a-secret-of-the-gateway',
    ]);
    expect([taken.status, taken.outputs['outcome']]).toEqual([1, 'nonconformant']);
  });

  it('gives out results, annotations and the summary, and takes paths from the workspace', async () => {
    const pass = ruleIds.filter((id) => id.startsWith('list.per-page.')).length - 2;
    expect(taken.outputs).toMatchObject({ pass: `${pass}`, known: '1', undecided: '0' });
    for (const name of ['report-dir', 'report', 'html', 'markdown', 'junit'])
      expect(existsSync(taken.outputs[name] ?? '')).toBe(true);
    expect(existsSync(folder('workspace', 'run.har'))).toBe(true);
    expect(taken.steps['report']?.summary).toContain(await readFile(taken.outputs['markdown'] ?? '', 'utf8'));
    expect([titlesOf(taken, 'error'), titlesOf(taken, 'notice')]).toEqual([
      [expect.stringMatching(/^list\.per-page\.negative \((?:required|implied), § /)],
      expect.arrayContaining([expect.stringMatching(/list\.per-page\.zero/)]),
    ]);
  });

  it('obeys nothing that its target says', () => {
    expect(taken.steps['run']?.commands).toEqual([]);
    expect(taken.steps['run']?.output).toMatch(/^::stop-commands::[0-9a-f]{32}\n/);
    expect(taken.steps['run']?.output).toContain('pwned');
    const names = new Set(taken.steps['report']?.commands.map(({ name }) => name));
    expect([...names].filter((name) => !['error', 'warning', 'notice'].includes(name))).toEqual([]);
  });
});

it('the action is broken if a run leaves no report, and takes none of an earlier run for it', async () => {
  await mkdir(at('workspace', 'conformance-reports'), { recursive: true });
  await writeFile(at('workspace', 'conformance-reports', 'conformance.json'), JSON.stringify(conformant));
  const ended = await useAction(at(), { only: 'list.per-page' }, { run: 'exit 0' });
  expect([ended.status, ended.outputs['outcome']]).toEqual([4, 'broken']);
  expect(titlesOf(ended, 'error')).toHaveLength(1);
});

it('hostile inputs are obeyed by nothing', async () => {
  const hostile =
    '"; touch pwned; "\'; touch pwned; \'$(touch pwned)`touch pwned`\ntouch pwned\n::error title=pwned::${{ github.token }}';
  const inputs = Object.keys(action.inputs).filter((name) => name !== 'node-version');
  const ended = await useAction(at(), Object.fromEntries(inputs.map((name) => [name, hostile])));
  expect([ended.status, ended.outputs['outcome']]).toEqual([2, 'unusable']);
  const files = [...(await readdir(at(), { recursive: true })), ...(await readdir('.'))];
  expect(files.filter((file) => basename(file) === 'pwned')).toEqual([]);
  expect(ended.steps['run']?.commands).toEqual([]);
  expect(titlesOf(ended, 'error')).not.toContain('pwned');
});

it('the action installs its libraries once, and builds each time', async () => {
  const [bin, calls] = [at('bin'), at('calls')];
  await mkdir(at('node_modules'));
  await cp('package-lock.json', at('package-lock.json'));
  await mkdir(bin);
  await writeFile(join(bin, 'npm'), `#!/bin/sh\necho "$*" >> '${calls}'\n`, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, GITHUB_ACTION_PATH: at() };
  const script = await readFile('action/install.sh', 'utf8');
  for (const _ of ['first', 'second']) expect((await takeStep(at(), script, env)).status).toBe(0);
  expect(await readFile(calls, 'utf8')).toMatch(/^ci .*--ignore-scripts.*\n(?:run --silent build\n){2}$/);
});

it('action.yml uses every input, gives tokens to the steps that need them, and values to no script', () => {
  const { steps } = action.runs;
  const text = JSON.stringify(steps);
  expect(Object.keys(action.inputs).filter((name) => !text.includes(`\${{ inputs.${name} `))).toEqual([]);
  expect(steps.filter(({ env }) => 'TOKEN' in env).map(({ id }) => id)).toEqual(['prepare', 'run']);
  expect(steps.filter(({ run }) => run.includes('${{'))).toEqual([]);
});

const values = z.record(z.string(), z.unknown()).default({});
const step = z.object({ uses: textOr(''), run: textOr(''), with: values });
const job = z.object({ permissions: texts, 'timeout-minutes': z.number(), steps: z.array(step) });
const workflow = z.object({ permissions: texts, jobs: z.record(z.string(), job) });
const OURS = 'YOUR_ORGANISATION/issue-conformance@';
const FILES = [
  ...(await readdir('.github/workflows')).map((name) => `.github/workflows/${name}`),
  'docs/ci/github.yml',
];

describe.each(FILES)('%s', (file) => {
  it('only reads, puts no value into a script, and names actions of others by their commit', async () => {
    const { jobs, ...whole } = workflow.parse(parse(await readFile(file, 'utf8')));
    expect(whole.permissions).toEqual({ contents: 'read' });
    const steps = Object.values(jobs).flatMap((one) => one.steps);
    expect(steps.filter(({ run }) => run.includes('${{'))).toEqual([]);
    for (const { uses, with: inputs } of steps) {
      if (uses.startsWith(OURS))
        expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
      else expect(uses).toMatch(/^$|^actions\/[\w/-]+@[0-9a-f]{40}$/);
    }
  });
});

it('a job that may publish runs nothing of the repository or of its dependencies', async () => {
  const { jobs } = workflow.parse(parse(await readFile('.github/workflows/release.yml', 'utf8')));
  const publishing = Object.values(jobs).filter((one) => Object.values(one.permissions).includes('write'));
  expect(publishing).toHaveLength(1);
  for (const { uses, run } of publishing.flatMap((one) => one.steps)) {
    expect(uses).not.toContain('checkout');
    const rest = run.replace(/^npm publish --ignore-scripts/, '');
    expect(rest).not.toMatch(/\b(?:npm|npx|node|docker)\b(?!:)|\.ci/);
  }
});

it.each(['gitlab.yml', 'kubernetes-cronjob.yaml'])('docs/ci/%s has known settings', async (name) => {
  const file = await readFile(`docs/ci/${name}`, 'utf8');
  const set = [...file.matchAll(/(?:^ +|name: )([A-Z_]{4,})(?::|, value)/gm)].map(([, setting]) => setting);
  expect(set.length).toBeGreaterThan(5);
  expect(settingNames).toEqual(expect.arrayContaining(set));
});
