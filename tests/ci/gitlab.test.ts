import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { formatFiles } from '../../src/report/format-names.ts';
import { readReport } from '../../src/report/read.ts';
import type { RunningService } from '../../src/service/start.ts';
import { using } from '../service/using.ts';
import { copyCheckout, npmWithoutRegistry } from './checkout.ts';
import { type GitService, serveGit } from './serve-git.ts';
import { started } from './steps.ts';

// Not tested: `npm ci`, which is replaced by a link to the libraries of this checkout, and TLS. Rules, caches
// and artifacts are checked by name only, because GitLab executes them.

const FILE = 'ci/gitlab/issue-conformance.yml';

const texts = z.record(z.string(), z.string()).default({});
const jobSchema = z.object({
  extends: z.string().optional(),
  variables: texts,
  script: z.array(z.string()).default([]),
  after_script: z.array(z.string()).default([]),
  artifacts: z
    .object({
      when: z.string().optional(),
      paths: z.array(z.string()).default([]),
      reports: z.record(z.string(), z.string()).default({}),
    })
    .optional(),
  cache: z.object({ paths: z.array(z.string()), when: z.string() }).optional(),
});
type Job = z.output<typeof jobSchema>;

const text = await readFile(FILE, 'utf8');
const jobs = z.record(z.string(), jobSchema).parse(parse(text));

/** Returns a job with the jobs that it extends, merged as GitLab does: hashes are merged, lists replaced. */
function jobOf(name: string): Job {
  const job = jobs[name];
  if (job === undefined) throw new Error(`There is no job ${name}.`);
  if (job.extends === undefined) return job;
  const base = jobOf(job.extends);
  return {
    ...base,
    ...job,
    variables: { ...base.variables, ...job.variables },
    script: job.script.length > 0 ? job.script : base.script,
    artifacts: base.artifacts,
  };
}

const schema = z
  .record(z.string(), z.unknown())
  .parse(JSON.parse(await readFile('tests/ci/gitlab/gitlab-ci.schema.json', 'utf8')));
const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema);

/** Returns a template with merged jobs, because the schema does not check jobs that others extend. */
function putTogether(template: string): Readonly<Record<string, unknown>> {
  const raw = z.record(z.string(), z.record(z.string(), z.unknown())).parse(parse(template));
  const whole = ({ extends: base, ...job }: Record<string, unknown>): Record<string, unknown> => ({
    ...(typeof base === 'string' ? whole(raw[base] ?? {}) : {}),
    ...job,
  });
  const named = Object.entries(raw).filter(([name]) => !name.startsWith('.'));
  return Object.fromEntries(named.map(([name, job]) => [name, whole(job)]));
}

describe('the schema of GitLab', () => {
  it('takes the template, as it stands and with each job put together', () => {
    for (const form of [parse(text), putTogether(text)]) {
      isValid(form);
      expect(isValid.errors).toBeNull();
    }
  });

  it.each([
    ['    expire_in: 2 weeks', '    expire_on: 2 weeks'],
    ['    when: always\n    name', '    when: allways\n    name'],
    ['retry: 0', 'retry: 7'],
    ['  script:', '  scripts:'],
  ])('would refuse it with %j as %j', (right, wrong) => {
    expect(text).toContain(right);
    expect(isValid(putTogether(text.replace(right, wrong)))).toBe(false);
  });
});

let folder: string;
/** An npm for which the clone must be built, as in a real job. */
let npm: { bin: string; calls: string };
/** An npm that adds the build of the same sources. */
let npmOfBuilt: { bin: string; calls: string };
let gitlab: GitService;

const TOKEN_OF_JOB = 'token-of-the-job';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-gitlab-'));
  const suite = await copyCheckout(join(folder, 'issue-conformance', 'issue-conformance.git'));
  npm = await npmWithoutRegistry(folder, { isBuilt: false });
  npmOfBuilt = await npmWithoutRegistry(folder, { isBuilt: true });
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
  const by = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  for (const args of [
    ['init', '--quiet', '--initial-branch', 'main'],
    ['add', '--all'],
    [...by, 'commit', '--quiet', '--message', 'All'],
  ])
    expect(await started(['git', ...args], { cwd: suite, env })).toMatchObject({ status: 0 });
  gitlab = await serveGit(folder, { user: 'gitlab-ci-token', password: TOKEN_OF_JOB, below: '/of-us' });
});
afterAll(async () => {
  await gitlab.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Taken {
  readonly status: number | null;
  readonly output: string;
  readonly project: string;
}

interface Use {
  readonly prepare?: (project: string) => Promise<void>;
  /** The folder of the npm for the job. */
  readonly path?: string;
}

/** Runs the scripts of a job as GitLab's runner does, with a new shell for `after_script`. */
async function take(
  name: string,
  variables: Readonly<Record<string, string>>,
  { prepare = () => Promise.resolve(), path = npmOfBuilt.bin }: Use = {},
): Promise<Taken> {
  const job = jobOf(name);
  const project = await mkdtemp(join(folder, 'project-'));
  await prepare(project);
  const ofYaml = Object.entries(job.variables).map(([key, value]) => [
    key,
    value.replaceAll('$CI_PROJECT_DIR', project),
  ]);
  const env: Readonly<Record<string, string>> = {
    PATH: `${path}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    TMPDIR: folder,
    CI: 'true',
    GITLAB_CI: 'true',
    CI_PROJECT_DIR: project,
    CI_JOB_TOKEN: TOKEN_OF_JOB,
    CI_SERVER_URL: `${gitlab.baseUrl}/of-us`,
    CONFORMANCE_PROJECT: 'issue-conformance/issue-conformance',
    ...Object.fromEntries(ofYaml),
    ...variables,
  };
  const shell = (lines: readonly string[]): ReturnType<typeof started> =>
    started(['bash', '-e', '-o', 'pipefail', '-c', lines.join('\n')], { cwd: project, env });
  const { status, output } = await shell(job.script);
  if (job.after_script.length > 0) expect((await shell(job.after_script)).status).toBe(0);
  return { status, output, project };
}

const settingsFor = ({ baseUrl, owner, repo, token }: RunningService): Record<string, string> => ({
  BASE_URL: baseUrl,
  OWNER: owner,
  REPO: repo,
  TOKEN: token,
  ONLY: 'list.per-page',
});

describe('the image of the jobs', () => {
  it('is named by its digest', () => {
    expect(text.match(/image: .*/g)).toEqual([
      expect.stringMatching(/^image: node:22-bookworm@sha256:[0-9a-f]{64}$/),
    ]);
  });
});

describe('the token of the job', () => {
  it('is given to the server, and stands neither in a process list nor in what was cloned', async () => {
    await using({}, async (reference) => {
      const before = gitlab.processes.length;
      const { status, output } = await take('conformance', settingsFor(reference));
      expect([status, output.includes(TOKEN_OF_JOB)]).toEqual([0, false]);
      const lists = gitlab.processes.slice(before);
      expect(lists.length).toBeGreaterThan(1);
      for (const list of lists) {
        expect(list).toContain('issue-conformance/issue-conformance.git');
        expect(list).not.toContain(TOKEN_OF_JOB);
      }
      const clones = (await readdir(folder)).filter((name) => name.startsWith('tmp.'));
      const configs = await Promise.all(
        clones.map((name) => readFile(join(folder, name, '.git', 'config'), 'utf8').catch(() => '')),
      );
      expect(configs.join('')).toContain(
        `url = ${gitlab.baseUrl}/of-us/issue-conformance/issue-conformance.git`,
      );
      expect(configs.join('')).not.toContain(TOKEN_OF_JOB);
    });
  });

  it('is what the clone rests on: another one ends the job, which asks nobody for a password', async () => {
    const { status, output } = await take('conformance', { CI_JOB_TOKEN: 'another-token-of-a-job' });
    expect(status).not.toBe(0);
    expect(output).toMatch(/Authentication failed/i);
  });
});

describe('the job conformance', () => {
  it('clones and builds the suite, succeeds for a service that conforms, and leaves what it names', async () => {
    await using({}, async (reference) => {
      const { status, output, project } = await take('conformance', settingsFor(reference), {
        path: npm.bin,
      });
      expect(status).toBe(0);
      expect(output).toContain('Conformant');
      expect(await readFile(npm.calls, 'utf8')).toContain('ci --include=dev --ignore-scripts');
      const { paths = [], reports = {}, when } = jobOf('conformance').artifacts ?? {};
      expect(when).toBe('always');
      for (const path of [...paths, ...Object.values(reports)])
        await expect(cp(join(project, path), join(folder, 'kept', path), { recursive: true })).resolves.toBe(
          undefined,
        );
      expect(reports['junit']).toBe(join('conformance-reports', formatFiles.junit));
      expect((await readReport(join(project, 'conformance-reports'))).run.profile).toBe('quick');
    });
  });

  it('fails as the program does for a service with a fault, and shows no token', async () => {
    await using({ faults: ['per-page-zero-empty'] }, async (reference) => {
      const { status, output } = await take('conformance', settingsFor(reference));
      expect(status).toBe(1);
      expect(output).toContain('list.per-page.zero');
      expect(output).not.toContain(reference.token);
      expect(output).not.toContain(TOKEN_OF_JOB);
    });
  });

  it('takes a baseline of the project, and no .env of it', async () => {
    await using({ faults: ['per-page-zero-empty'] }, async (reference) => {
      const { status } = await take(
        'conformance',
        { ...settingsFor(reference), BASELINE: 'known.txt' },
        {
          prepare: async (project) => {
            await writeFile(join(project, 'known.txt'), 'list.per-page.zero\n');
            await writeFile(join(project, '.env'), 'MAX_REQUESTS=1\n');
          },
        },
      );
      expect(status).toBe(0);
    });
  });

  it('never checks the bundled service in the place of one that is not named', async () => {
    const { status, output } = await take('conformance', {});
    expect(status).toBe(2);
    expect(output).toContain('BASE_URL');
  });

  it('runs nothing that a variable says', async () => {
    const hostile = '"; touch pwned; $(touch pwned)';
    const { status, project } = await take('conformance', {
      BASE_URL: hostile,
      OWNER: hostile,
      REPO: hostile,
      BASELINE: hostile,
      TOKEN: hostile,
    });
    expect(status).toBe(2);
    expect(await readdir(project)).not.toContain('pwned');
  });
});

describe('the job conformance-nightly', () => {
  it('keeps a history, and no more of it than it needs', async () => {
    expect(jobOf('conformance-nightly').cache).toEqual({ paths: ['conformance-history/'], when: 'always' });
    await using({}, async (reference) => {
      const nightly = { ...settingsFor(reference), PROFILE: 'quick' };
      const first = await take('conformance-nightly', nightly);
      const kept = join(first.project, 'conformance-history');
      const [one = ''] = await readdir(kept);
      const old = async (project: string): Promise<void> => {
        const history = join(project, 'conformance-history');
        await mkdir(history);
        for (let day = 0; day < 100; day++)
          await cp(join(kept, one), join(history, `${1900 + day}-01-01T00-00-00.000Z-a.json`));
      };
      const { status, project } = await take('conformance-nightly', nightly, { prepare: old });
      expect(status).toBe(0);
      const names = await readdir(join(project, 'conformance-history'));
      expect(names).toHaveLength(90);
      expect(names.filter((name) => name.startsWith('20'))).toHaveLength(1);
    });
  });
});
