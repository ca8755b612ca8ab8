// Makes docs/examples from runs of the current code: npm run examples
// With the argument "render", nothing is run, and the existing reports are rendered again: npm run examples
// -- render
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { FaultId } from '../proof/faults/index.ts';
import { injecting } from '../proof/injected.ts';
import { keepReport } from '../src/history/keep.ts';
import { reportFrom } from '../src/report/read.ts';
import { startService } from '../src/service/start.ts';
import { emulateSettings } from '../tests/emulate/settings.ts';
import { startEmulate } from '../tests/emulate/start.ts';
import { settingsOf } from '../tests/support/settings-of.ts';
import { renderGallery } from './examples/gallery.ts';
import {
  type ExampleSettings,
  FOLDER,
  publishMatrix,
  ran,
  runExample,
  sourceOf,
} from './examples/publish.ts';

const NAMES = ['conformant', 'two-faults', 'emulate'] as const;

type Name = (typeof NAMES)[number];

/** Port of each service in the reports; the real port differs from run to run. */
const PORTS: Readonly<Record<Name, number>> = { conformant: 4001, 'two-faults': 4002, emulate: 4003 };

/** Faults of the two-faults service in successive runs. */
const NIGHTS: readonly (readonly FaultId[])[] = [
  [],
  ['create-twice'],
  [],
  [],
  ['per-page-zero-empty'],
  ['per-page-zero-empty', 'create-twice'],
];

/** Runs the suite and keeps its report; two-faults has a history. */
async function run(name: Name, settings: ExampleSettings, seed: number): Promise<void> {
  const report = await runExample({ name, port: PORTS[name], seed }, settings);
  if (name === 'two-faults') await keepReport(reportFrom(report), join(FOLDER, name, 'history'));
}

async function runReference(
  name: Name,
  faults: readonly FaultId[],
  seed: number,
  label: string,
): Promise<void> {
  const reference = await startService(injecting({ faults }));
  try {
    await run(name, { ...settingsOf(reference), LABEL: label }, seed);
  } finally {
    await reference.stop();
  }
}

async function runAll(): Promise<void> {
  await Promise.all(NAMES.map((name) => rm(join(FOLDER, name), { recursive: true, force: true })));
  await runReference('conformant', [], 1, 'reference service');
  for (const [night, faults] of NIGHTS.entries())
    await runReference('two-faults', faults, night + 1, 'two faults');
  const emulate = await startEmulate();
  try {
    await run('emulate', { ...emulateSettings(emulate), LABEL: 'emulate 0.8.0' }, 1);
  } finally {
    await emulate.stop();
  }
}

/** Renders all other formats of all examples, and their comparisons. */
async function renderAll(): Promise<void> {
  for (const source of NAMES.map(sourceOf)) {
    const history = join(dirname(source), 'history');
    await ran(['render', source, ...(existsSync(history) ? ['--history', history] : [])], { REPORT_DIR: '' });
  }
  await publishMatrix(NAMES, '.');
  const nights = await readdir(join(FOLDER, 'two-faults', 'history'));
  const lastTwo = nights.toSorted().slice(-2);
  const paths = lastTwo.map((name) => resolve(FOLDER, 'two-faults', 'history', name));
  await ran(['compare', ...paths, '--format', 'html', '--output', resolve(FOLDER, 'changes.html')], {});
}

if (process.argv[3] !== 'render') await runAll();
await renderAll();
await renderGallery();
