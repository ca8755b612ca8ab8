import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { stepsOf, workflowOf } from './github-files.ts';
import { problemsOf } from './github-parser.ts';
import { action } from './use-action.ts';

const REUSABLE = ['.github/workflows/gate.yml', '.github/workflows/nightly.yml'] as const;
const EXAMPLES = ['ci/github/gate.yml', 'ci/github/nightly.yml', 'ci/github/matrix.yml'] as const;
describe('GitHub', () => {
  it.each([...REUSABLE, ...EXAMPLES, 'action.yml'])('takes %s', async (file) => {
    expect(problemsOf(file, await readFile(file, 'utf8'))).toEqual([]);
  });

  it('would refuse a key or a context that it does not know', async () => {
    const text = await readFile('.github/workflows/gate.yml', 'utf8');
    expect(problemsOf('a.yml', text.replace('timeout-minutes', 'time-out-minutes'))).not.toEqual([]);
    expect(problemsOf('a.yml', text.replace('{{ inputs.artifact', '{{ input.artifact'))).not.toEqual([]);
    const ours = await readFile('action.yml', 'utf8');
    expect(problemsOf('action.yml', ours.replace('shell: bash', 'shel: bash'))).not.toEqual([]);
  });
});

describe('each file for GitHub', () => {
  it.each([...REUSABLE, ...EXAMPLES, 'action.yml'])('%s puts nothing into a script', async (file) => {
    const text = await readFile(file, 'utf8');
    const steps = file === 'action.yml' ? action.runs.steps : stepsOf(await workflowOf(file));
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
    expect(text).not.toMatch(/pull_request_target/);
  });

  it.each([...REUSABLE, ...EXAMPLES, 'action.yml'])('%s names others by their commit', async (file) => {
    const used = (await readFile(file, 'utf8')).matchAll(/uses: (\S+)(.*)/g);
    for (const [, name = '', comment = ''] of used) {
      if (name.startsWith('./') || name.startsWith('issue-conformance/issue-conformance')) continue;
      expect(name).toMatch(
        /^actions\/(?:checkout|setup-node|cache\/\w+|(?:up|down)load-artifact)@[0-9a-f]{40}$/,
      );
      expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/);
    }
  });

  it.each([...REUSABLE, ...EXAMPLES])('%s asks for no more than to read, and ends', async (file) => {
    const { permissions, jobs } = await workflowOf(file);
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs))
      if (job.uses === undefined) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });
});
describe('a call of one of ours', () => {
  it.each(['gate', 'nightly'])('gives %s.yml only what it takes', async (name) => {
    const { inputs = {}, secrets = {} } =
      (await workflowOf(`.github/workflows/${name}.yml`)).on.workflow_call ?? {};
    const job = (await workflowOf(`ci/github/${name}.yml`)).jobs['conformance'];
    expect(job?.uses).toMatch(new RegExp(`/\\.github/workflows/${name}\\.yml@`));
    for (const input of Object.keys(job?.with ?? {})) expect(Object.keys(inputs)).toContain(input);
    for (const secret of Object.keys(job?.secrets ?? {})) expect(Object.keys(secrets)).toContain(secret);
  });

  it.each(REUSABLE)('%s gives the action only what it takes', async (file) => {
    const used = stepsOf(await workflowOf(file)).filter(({ id }) => id === 'conformance');
    expect(used).toHaveLength(1);
    for (const input of Object.keys(used[0]?.with ?? {})) expect(Object.keys(action.inputs)).toContain(input);
  });

  it.each(REUSABLE)('%s passes on every input and secret of its own', async (file) => {
    const { inputs = {}, secrets = {} } = (await workflowOf(file)).on.workflow_call ?? {};
    const text = (await readFile(file, 'utf8')).split('\njobs:')[1] ?? '';
    for (const input of Object.keys(inputs)) expect(text).toContain(`inputs.${input} }}`);
    for (const secret of Object.keys(secrets)) expect(text).toContain(`secrets.${secret} `);
  });
});
