import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { problemsOf } from './github-parser.ts';

const FILES = ['ci', 'release', 'audit'].map((name) => `.github/workflows/${name}.yml`);
const stepSchema = z.object({ run: z.string().optional(), uses: z.string().optional() });
const workflowSchema = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), z.object({ 'timeout-minutes': z.number(), steps: z.array(stepSchema) })),
});
const workflowOf = async (file: string): Promise<z.output<typeof workflowSchema>> =>
  workflowSchema.parse(parse(await readFile(file, 'utf8')));
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile('package.json', 'utf8')));

/** Runs a command of this checkout. */
const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' });

describe.each(FILES)('%s', (file) => {
  it('is taken by GitHub, ends, and names others by their commit', async () => {
    const text = await readFile(file, 'utf8');
    expect(problemsOf(file, text)).toEqual([]);
    const { jobs } = await workflowOf(file);
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    for (const { uses } of steps)
      if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    // Foreign texts may enter a script through variables only.
    expect(steps.filter((step) => step.run?.includes('${{'))).toEqual([]);
  });

  it('says in its head what was not tried', async () => {
    expect(await readFile(file, 'utf8')).toMatch(/^(?:# .*\n)+name: /);
    expect((await readFile(file, 'utf8')).replaceAll(/\n# /g, ' ')).toMatch(/^# .*Not tried/);
  });

  it('calls only scripts that there are', async () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await readFile('package.json', 'utf8')));
    const text = await readFile(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
      expect(scripts).toHaveProperty(name);
    for (const [path] of text.matchAll(/scripts\/[\w-]+\.js/g)) await readFile(path);
  });
});

it('ci.yml tries each Node that is supported by what CI runs', async () => {
  const text = await readFile('.github/workflows/ci.yml', 'utf8');
  expect(text).toContain("node: ['20', '22', '24']");
  expect(text).toContain('- run: .ci/run\n');
});

describe('a release', () => {
  it('tests before it publishes, and keeps no token of npm', async () => {
    const text = await readFile('.github/workflows/release.yml', 'utf8');
    expect(text).toContain('needs: test');
    expect(text).toContain('--provenance');
    expect(text).toContain('id-token: write');
    expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
    expect((await workflowOf('.github/workflows/release.yml')).permissions).toEqual({ contents: 'read' });
  });

  it('has the text of the CHANGELOG on its version, what changes for users first', () => {
    const { status, stdout } = run('node', 'scripts/release-notes.js', `v${version}`);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^### What changes for you\n/);
    expect(stdout).not.toMatch(/^## \[/m);
  });

  it.each(['v9.9.9', 'main', ''])('is refused for a tag that is not the version: %j', (tag) => {
    const { status, stderr } = run('node', 'scripts/release-notes.js', tag);
    expect(status).toBe(1);
    expect(stderr).toContain(`expected v${version}`);
  });

  it('has an SBOM with the libraries that are bundled', () => {
    const { status, stdout } = run('npm', 'sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application');
    expect(status).toBe(0);
    const { bomFormat, components } = z
      .object({ bomFormat: z.string(), components: z.array(z.object({ name: z.string() })) })
      .parse(JSON.parse(stdout));
    expect(bomFormat).toBe('CycloneDX');
    expect(components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['commander', 'fast-check', 'hono', 'undici', 'yaml', 'zod', 'vitest']),
    );
  });
});

describe('what people file', () => {
  it('asks for conformance.json where a verdict is disputed', async () => {
    const form = z
      .object({
        body: z.array(
          z.object({ id: z.string(), validations: z.object({ required: z.boolean() }).optional() }),
        ),
      })
      .parse(parse(await readFile('.github/ISSUE_TEMPLATE/disputed-verdict.yml', 'utf8')));
    expect(form.body.find(({ id }) => id === 'report')?.validations?.required).toBe(true);
    expect((await readdir('.github/ISSUE_TEMPLATE')).length).toBeGreaterThan(1);
  });

  it('is kept up to date for npm, actions and the image', async () => {
    const { updates } = z
      .object({ updates: z.array(z.object({ 'package-ecosystem': z.string() })) })
      .parse(parse(await readFile('.github/dependabot.yml', 'utf8')));
    expect(updates.map((each) => each['package-ecosystem'])).toEqual(['npm', 'github-actions', 'docker']);
  });
});
