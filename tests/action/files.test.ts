import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { settingNames } from '../../src/settings/table.ts';
import { action, textOr, texts } from './use-action.ts';

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
