import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ruleIds } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { fixture } from '../../src/service/fixture.ts';
import { conformant } from '../report/examples.ts';
import { using } from '../service/using.ts';
import { sharedFolder } from '../support/temporary.ts';
import { action, type PlacedAction, placeAction, useAction } from './use-action.ts';

// Not tested: `npm ci`, which is replaced by links to the libraries of this checkout, and actions of others.

const folder = sharedFolder();
let placed: PlacedAction;
beforeAll(async () => {
  placed = await placeAction(folder());
});

type Taken = Awaited<ReturnType<typeof useAction>>;

const titlesOf = ({ commands }: Taken, level: string): string[] =>
  commands.flatMap(({ name, title }) => (name === level ? title : []));

/** A text that a service quotes in its errors. */
const SAID = '::error title=pwned::pwned\n::add-mask::e\r\n::stop-commands::pwned%0A::notice::pwned';
const saying: Change = ({ around }) => ({
  around: async (inner, request) => {
    const answer = await around(inner, request);
    if (answer.status < 400) return answer;
    return { ...answer, status: 400, body: JSON.stringify({ message: SAID }) };
  },
});

describe('the action', () => {
  let taken: Taken;
  // It installs what the other tests use.
  beforeAll(async () => {
    const faults = ['per-page-zero-422', 'per-page-negative-422'] as const;
    taken = await using({ faults, changes: [saying] }, ({ baseUrl, owner, repo, token, outsiderToken }) =>
      useAction(
        placed,
        {
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
        },
        // A .env of the code that is checked out would end the run at its first request.
        { files: { '.env': 'MAX_REQUESTS=1\n', 'known.txt': 'list.per-page.zero\n' } },
      ),
    );
  });

  it('installs its libraries, hides secrets, takes inputs alone, and ends as the program does', async () => {
    expect(await readFile(placed.calls, 'utf8')).toMatch(/^ci .*--ignore-scripts.*\nrun --silent build\n$/);
    expect(taken.commands.flatMap(({ name, value }) => (name === 'add-mask' ? value : []))).toEqual([
      fixture.memberToken,
      fixture.outsiderToken,
      'a-secret-of-the-gateway',
    ]);
    expect([taken.status, taken.outputs['outcome']]).toEqual([1, 'nonconformant']);
  });

  it('gives out results, annotations and the summary, and finds the baseline', async () => {
    const pass = ruleIds.filter((id) => id.startsWith('list.per-page.')).length - 2;
    expect(taken.outputs).toMatchObject({ pass: `${pass}`, known: '1', undecided: '0' });
    for (const name of ['report-dir', 'report', 'html', 'markdown', 'junit'])
      expect(existsSync(taken.outputs[name] ?? '')).toBe(true);
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

  it('is broken where a run leaves no report, and takes none of an earlier run for it', async () => {
    const files = { 'conformance-reports/conformance.json': JSON.stringify(conformant) };
    const ended = await useAction(placed, { only: 'list.per-page' }, { files, scripts: { run: 'exit 0' } });
    expect([ended.status, ended.outputs['outcome']]).toEqual([4, 'broken']);
    expect(titlesOf(ended, 'error')).toHaveLength(1);
  });
});

it('hostile inputs are obeyed by nothing', async () => {
  const hostile =
    '"; touch pwned; "\'; touch pwned; \'$(touch pwned)`touch pwned`\ntouch pwned\n::error title=pwned::${{ github.token }}';
  const inputs = Object.keys(action.inputs).filter((name) => name !== 'node-version');
  const all = Object.fromEntries(inputs.map((name) => [name, hostile]));
  const ended = await useAction(placed, all);
  // The libraries were there.
  expect(await readFile(placed.calls, 'utf8')).toMatch(/^ci .*\n(?:run --silent build\n){3}$/);
  expect([ended.status, ended.outputs['outcome']]).toEqual([2, 'unusable']);
  expect(ended.files.filter((file) => basename(file) === 'pwned')).toEqual([]);
  expect(ended.steps['run']?.commands).toEqual([]);
  expect(titlesOf(ended, 'error')).not.toContain('pwned');
});

it('action.yml uses every input, gives tokens to the steps that need them, and values to no script', () => {
  const { steps } = action.runs;
  const text = JSON.stringify(steps);
  expect(Object.keys(action.inputs).filter((name) => !text.includes(`\${{ inputs.${name} `))).toEqual([]);
  expect(steps.filter(({ env }) => 'TOKEN' in env).map(({ id }) => id)).toEqual(['prepare', 'run']);
  expect(steps.filter(({ run }) => run.includes('${{'))).toEqual([]);
});
