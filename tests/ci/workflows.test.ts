import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReport } from '../../src/report/read.ts';
import { using } from '../service/using.ts';
import { copyBuild, copyCheckout, npmWithoutRegistry } from './checkout.ts';
import { type Contexts, filledIn } from './expressions.ts';
import { stepsOf, workflowOf } from './github-files.ts';
import { type CiStep, type TakenStep, type TakenSteps, takeSteps } from './steps.ts';
import { action } from './use-action.ts';

// Not tested: `npm ci`, which is replaced by a link to the libraries of this checkout, and actions of others.
// Checkouts, caches and artifacts are imitated by their effect on the workspace.
let folder: string;
let suite: string;
let npm: { bin: string; calls: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-workflows-'));
  suite = await copyCheckout(join(folder, 'suite'));
  await copyBuild(suite);
  npm = await npmWithoutRegistry(folder, { isBuilt: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Data that is kept between runs, by name. */
interface Kept {
  readonly caches: Map<string, string>;
  readonly artifacts: Map<string, string>;
}

const came = (step: CiStep, more: Partial<TakenStep> = {}): TakenStep => ({
  step,
  outcome: 'success',
  status: 0,
  output: '',
  commands: [],
  outputs: {},
  summary: '',
  ...more,
});

/** Executes the steps of a job in a new workspace. GitHub's actions are imitated. */
async function takeJob(
  steps: readonly CiStep[],
  contexts: Contexts,
  { caches, artifacts }: Kept,
  files: Readonly<Record<string, string>> = {},
): Promise<TakenSteps & { readonly workspace: string }> {
  const temp = await mkdtemp(join(folder, 'runner-'));
  const workspace = join(temp, 'workspace');
  await mkdir(workspace);
  for (const [name, text] of Object.entries(files)) await writeFile(join(workspace, name), text);
  const env = { PATH: `${npm.bin}:${process.env['PATH'] ?? ''}` };
  const uses = async (step: CiStep, filled: (text: string) => string): Promise<TakenStep | null> => {
    const given = (name: string): string => filled(step.with[name] ?? '');
    const path = join(workspace, given('path'));
    const [name = ''] = (step.uses ?? '').split('@');
    if (name === 'actions/checkout') {
      if (given('path') !== '') await symlink(suite, path);
      return came(step);
    }
    if (name === 'actions/cache/restore') {
      const found = [...caches.keys()].findLast((key) => key.startsWith(given('restore-keys')));
      if (found !== undefined) await cp(caches.get(found) ?? '', path, { recursive: true });
      return came(step);
    }
    if (name === 'actions/cache/save' || name === 'actions/upload-artifact') {
      const kept = await mkdtemp(join(folder, 'kept-'));
      const isFile = given('path').endsWith('.html');
      await cp(path, isFile ? join(kept, given('path')) : kept, { recursive: true });
      if (name === 'actions/cache/save') caches.set(given('key'), kept);
      else artifacts.set(given('name'), kept);
      return came(step);
    }
    if (name === 'actions/download-artifact') {
      const pattern = given('pattern').replace(/\*$/, '');
      for (const [artifact, from] of artifacts)
        if (artifact.startsWith(pattern)) await cp(from, join(path, artifact), { recursive: true });
      return came(step);
    }
    if (name !== './.issue-conformance' && name !== 'issue-conformance/issue-conformance') return null;
    const unless = Object.entries(action.inputs).map(([input, { default: value }]) => [input, value]);
    const inputs = Object.entries(step.with).map(([input, text]) => [input, filled(text)]);
    const within = await takeSteps(
      action.runs.steps,
      { workspace, temp, env: { ...env, GITHUB_ACTION_PATH: suite } },
      { inputs: { ...Object.fromEntries(unless), ...Object.fromEntries(inputs) } },
    );
    return came(step, {
      outcome: within.status === 0 ? 'success' : 'failure',
      status: within.status,
      output: within.steps.map(({ output }) => output).join(''),
      outputs: Object.fromEntries(
        Object.entries(action.outputs).map(([output, { value }]) => [
          output,
          filledIn(value, within.contexts),
        ]),
      ),
      summary: within.steps.map(({ summary }) => summary).join(''),
    });
  };
  return { ...(await takeSteps(steps, { workspace, temp, env, uses }, contexts)), workspace };
}

const nothingKept = (): Kept => ({ caches: new Map(), artifacts: new Map() });

/** Calls a reusable workflow for a service, as another repository's workflow would. */
async function call(
  name: 'gate' | 'nightly',
  given: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
  { kept, runId }: { readonly kept: Kept; readonly runId: string },
): Promise<TakenSteps & { readonly workspace: string }> {
  const workflow = await workflowOf(`.github/workflows/${name}.yml`);
  const unless = Object.entries(workflow.on.workflow_call?.inputs ?? {}).map(
    ([input, { default: value }]) => [input, value],
  );
  return takeJob(
    stepsOf(workflow),
    {
      inputs: { ...Object.fromEntries(unless), ...given },
      secrets,
      github: { run_id: runId, run_attempt: '1', token: 'of-github', ref: 'refs/heads/main' },
      job: { workflow_repository: 'issue-conformance/issue-conformance', workflow_sha: 'f00' },
    },
    kept,
  );
}

describe('the gate', () => {
  it('fails for a service with a fault, and its reports are kept all the same', async () => {
    const kept = nothingKept();
    const taken = await using({ faults: ['per-page-zero-empty'] }, ({ baseUrl, owner, repo, token }) =>
      call('gate', { 'base-url': baseUrl, owner, repo, only: 'list' }, { token }, { kept, runId: '1' }),
    );
    expect(taken.status).toBe(1);
    const report = await readReport(kept.artifacts.get('conformance') ?? '');
    expect(report.run.profile).toBe('quick');
    expect(report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([
      'list.per-page.zero',
    ]);
  });

  it('succeeds for one that conforms', async () => {
    const kept = nothingKept();
    const taken = await using({}, ({ baseUrl, owner, repo, privateRepo, token, outsiderToken }) =>
      call(
        'gate',
        { 'base-url': baseUrl, owner, repo, 'private-repo': privateRepo, only: 'list.private' },
        { token, 'outsider-token': outsiderToken },
        { kept, runId: '1' },
      ),
    );
    expect(taken.status).toBe(0);
    expect((await readReport(kept.artifacts.get('conformance') ?? '')).outcome).toBe('conformant');
  });

  it('fails where the secrets are not there, as in a pull request from a fork', async () => {
    const taken = await using({}, ({ baseUrl, owner, repo }) =>
      call('gate', { 'base-url': baseUrl, owner, repo }, {}, { kept: nothingKept(), runId: '1' }),
    );
    expect(taken.status).toBe(3);
  });
});

describe('the nightly run', () => {
  it('finds the runs of the nights before, and no more of them than it needs', async () => {
    const kept = nothingKept();
    await using({}, async ({ baseUrl, owner, repo, token }) => {
      const night = (runId: string) =>
        call(
          'nightly',
          { 'base-url': baseUrl, owner, repo, only: 'list.state', profile: 'quick' },
          { token },
          { kept, runId },
        );
      for (const runId of ['1', '2']) expect((await night(runId)).status).toBe(0);
      expect(kept.caches.size).toBe(2);
      const last = [...kept.caches.values()].at(-1) ?? '';
      expect(await readdir(last)).toHaveLength(2);

      const [one = ''] = await readdir(last);
      for (let day = 0; day < 100; day++)
        await cp(join(last, one), join(last, one.replace(/^\d{4}/, String(1900 + day))));
      const { workspace } = await night('3');
      const names = await readdir(join(workspace, 'conformance-history'));
      expect(names).toHaveLength(90);
      expect(names.filter((name) => name.startsWith('20'))).toHaveLength(3);
    });
  });

  it('keeps the history of another repository whose name begins alike apart', async () => {
    const { steps } = (await workflowOf('.github/workflows/nightly.yml')).jobs['conformance'] ?? {
      steps: [],
    };
    const keyFor = (repo: string, key: string): string =>
      filledIn(steps.find(({ uses }) => uses?.includes('cache/restore'))?.with[key] ?? '', {
        inputs: { 'base-url': 'http://a', owner: 'o', repo },
        github: { run_id: '1', run_attempt: '1' },
      });
    expect(keyFor('widgets', 'key').startsWith(keyFor('widgets', 'restore-keys'))).toBe(true);
    expect(keyFor('widgets-2', 'key').startsWith(keyFor('widgets', 'restore-keys'))).toBe(false);
  });
});

describe('the matrix', () => {
  it('checks each target of the file in a job of its own, and makes one site of their reports', async () => {
    const { list, check, collect } = (await workflowOf('ci/github/matrix.yml')).jobs;
    const kept = nothingKept();
    expect(check?.strategy).toEqual({
      'fail-fast': false,
      matrix: { target: '${{ fromJSON(needs.list.outputs.targets) }}' },
    });
    await using({}, (good) =>
      using({ faults: ['per-page-zero-empty'] }, async (broken) => {
        const lines = [good, broken].map(
          ({ baseUrl, owner, repo }, index) =>
            `  - { label: ${['eu', 'us'][index]}, baseUrl: "${baseUrl}", owner: ${owner}, repo: ${repo}, token: { env: ${['EU', 'US'][index]}_TOKEN } }\n`,
        );
        const files = {
          'targets.yaml': `defaults: { profile: quick, only: [list.per-page] }\ntargets:\n${lines.join('')}`,
        };
        const listed = await takeJob(list?.steps ?? [], {}, kept, files);
        const { targets = '' } = listed.steps.find(({ step }) => step.id === 'list')?.outputs ?? {};
        const secrets = { EU_TOKEN: good.token, US_TOKEN: broken.token };
        const statuses: number[] = [];
        for (const target of JSON.parse(targets) as readonly Record<string, string>[])
          statuses.push(
            (await takeJob(check?.steps ?? [], { matrix: { target }, secrets }, kept, files)).status,
          );
        expect(statuses).toEqual([0, 1]);
        const github = { run_id: '1', run_attempt: '1' };
        const collected = await takeJob(collect?.steps ?? [], { github }, kept, files);
        expect(collected.status).toBe(1);
        expect(collected.steps.map(({ summary }) => summary).join('')).toContain(
          '1 rule fails: list.per-page.zero',
        );
        expect(await readFile(join(kept.artifacts.get('site') ?? '', 'index.html'), 'utf8')).toContain(
          'us/report.html#rule-list.per-page.zero',
        );
        // In the next night, nothing is worse by the kept history.
        const next = await takeJob(collect?.steps ?? [], { github: { ...github, run_id: '2' } }, kept, files);
        expect([...kept.caches.keys()]).toHaveLength(2);
        expect(next.steps.map(({ summary }) => summary).join('')).toContain('us: Not conformant');
      }),
    );
  });
});
