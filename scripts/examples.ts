// Makes docs/examples and docs/example.md from runs of the code as it is: npm run examples
// With the argument "render" nothing is run, and the reports that are there are rendered again: npm run examples -- render
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { keepReport } from '../src/history/keep.ts';
import { type FaultId, startReference } from '../src/reference/index.ts';
import { reportFrom } from '../src/report/read.ts';
import { emulateSettings } from '../tests/emulate/settings.ts';
import { startEmulate } from '../tests/emulate/start.ts';
import { runCli } from '../tests/support/cli.ts';
import { settingsOf } from '../tests/support/settings-of.ts';

const FOLDER = 'docs/examples';
const NAMES = ['conformant', 'two-faults', 'emulate'] as const;
const SUMMARY = 'docs/example.md';

type Name = (typeof NAMES)[number];
type Settings = Readonly<Record<string, string>>;

/** What the reports call the port of each service; it is another one in each run. */
const PORTS: Readonly<Record<Name, number>> = { conformant: 4001, 'two-faults': 4002, emulate: 4003 };

/** What the service with two faults, one in each operation, did wrong in one run after the other. */
const NIGHTS: readonly (readonly FaultId[])[] = [
  [],
  ['create-twice'],
  [],
  [],
  ['per-page-zero-empty'],
  ['per-page-zero-empty', 'create-twice'],
];

async function ran(args: readonly string[], env: Settings): Promise<string> {
  const { stdout, stderr, status } = await runCli(args, { env });
  if (status === 2 || status === 4) throw new Error(stderr + stdout);
  return stdout;
}

/** The text with the port of an example in the place of the one that it happened to have, and no folder of this machine. */
const reproducible = (name: Name, text: string): string =>
  text
    .replaceAll(/127\.0\.0\.1:\d+/g, `127.0.0.1:${PORTS[name]}`)
    .replaceAll(/\/\S*\/issue-conformance-\w+\//g, 'reports/');

/** Runs the suite and keeps its report, the earlier ones of the same service beside it. @returns what it printed */
async function run(name: Name, settings: Settings, seed: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  try {
    const printed = await ran(['--seed', String(seed)], { ...settings, REPORT_DIR: folder });
    const text = reproducible(name, await readFile(join(folder, 'conformance.json'), 'utf8'));
    const kept = join(FOLDER, name);
    await mkdir(kept, { recursive: true });
    await writeFile(join(kept, 'conformance.json'), text);
    if (name === 'two-faults') await keepReport(reportFrom(text), join(kept, 'history'));
    return reproducible(name, printed);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runReference(name: Name, faults: readonly FaultId[], seed: number): Promise<void> {
  const reference = await startReference({ faults });
  try {
    await run(name, settingsOf(reference), seed);
  } finally {
    await reference.stop();
  }
}

async function runAll(): Promise<void> {
  await Promise.all(NAMES.map((name) => rm(join(FOLDER, name), { recursive: true, force: true })));
  await runReference('conformant', [], 1);
  for (const [night, faults] of NIGHTS.entries()) await runReference('two-faults', faults, night + 1);
  const emulate = await startEmulate();
  try {
    await writeSummary(await run('emulate', emulateSettings(emulate), 1));
  } finally {
    await emulate.stop();
  }
}

/** Writes what the run printed, below the head of the page. */
async function writeSummary(text: string): Promise<void> {
  const [head = ''] = (await readFile(SUMMARY, 'utf8')).split('```text');
  await writeFile(SUMMARY, `${head}\`\`\`text\n${text.trim()}\n\`\`\`\n`);
}

/** Every other format of every example, and how they compare. */
async function renderAll(): Promise<void> {
  const sources = NAMES.map((name) => resolve(FOLDER, name, 'conformance.json'));
  for (const source of sources) {
    const history = join(dirname(source), 'history');
    await ran(['render', source, ...(existsSync(history) ? ['--history', history] : [])], { REPORT_DIR: '' });
  }
  for (const [format, file] of [
    ['html', 'matrix.html'],
    ['markdown', 'matrix.md'],
  ] as const)
    await ran(['compare', ...sources, '--format', format, '--output', resolve(FOLDER, file)], {});
  const nights = await readdir(join(FOLDER, 'two-faults', 'history'));
  const lastTwo = nights.toSorted().slice(-2);
  const paths = lastTwo.map((name) => resolve(FOLDER, 'two-faults', 'history', name));
  await ran(['compare', ...paths, '--format', 'html', '--output', resolve(FOLDER, 'changes.html')], {});
}

if (process.argv[3] !== 'render') await runAll();
await renderAll();
