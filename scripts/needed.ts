// Leaves out each guard of the engine in turn. Repeats the cells of the matrix in which the guard decided
// anything, until a verdict changes. Guards that the matrix does not need are tried with other settings, on
// hostile services and on the programs of the gallery. Prints the guards whose absence changed no verdict:
// node scripts/run.js scripts/needed.ts [--only ID]… [--unneeded] [--cells N]
// --unneeded selects guards that change no verdict by the record.
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Guard } from '../proof/needed/guard.ts';
import { guards } from '../proof/needed/guards.ts';
import { isUnneeded, type LeftOut, needed } from '../proof/record/needed.ts';
import { messageOf } from '../src/client/thrown.ts';
import { programs } from './gallery/programs.ts';
import { withProgram } from './gallery/server.ts';
import { cellName, hostileCells, matrixCells, type ServiceCell, settingCells } from './needed/cells.ts';
import { Child, forEach } from './needed/children.ts';
import { addLeftOut, leaveOut, type SeenCell } from './needed/leave-out.ts';
import { testBuild } from './needed/test-build.ts';
import { writeNeeded } from './write-proof.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    only: { type: 'string', multiple: true },
    unneeded: { type: 'boolean', default: false },
    cells: { type: 'string' },
  },
});
const isChosen = (id: string): boolean => {
  const before = needed[id];
  const isOpen = before === undefined || isUnneeded(before);
  return (values.only?.includes(id) ?? true) && (!values.unneeded || isOpen);
};
const chosen = guards.filter(({ id }) => isChosen(id));
if (chosen.length === 0) throw new Error('No guard is chosen');
const most = Number(values.cells ?? Number.POSITIVE_INFINITY);
if (!(most > 0)) throw new Error(`--cells is "${values.cells}"; expected a number above 0`);

const bundle = resolve(`node_modules/.issue-conformance-needed-${process.pid}.mjs`);
const children = Array.from({ length: Math.max(1, availableParallelism()) }, () => new Child(bundle));
const found: Record<string, LeftOut> = {};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  for (const child of children) child.stop();
});
try {
  await testBuild(bundle);
  await leaveOutEach('the matrix', matrixCells, chosen);
  await leaveOutEach('other settings', settingCells, unneeded());
  // Guards that decided something elsewhere without changing a verdict are not tried on slow services.
  await leaveOutEach(
    'the hostile services',
    hostileCells,
    unneeded().filter(({ id }) => found[id]?.decided === 0),
  );
  await onPrograms();
  process.stdout.write(`\n${unneeded().length} of ${chosen.length} guards change no verdict\n`);
  for (const { id, says } of unneeded()) process.stdout.write(`  ${id}: ${says}\n`);
  const ids = guards.map(({ id }) => id);
  await writeNeeded(found, ids);
} finally {
  for (const child of children) child.stop();
  await rm(bundle, { force: true });
}

function unneeded(): Guard[] {
  return chosen.filter(({ id }) => found[id] === undefined || isUnneeded(found[id]));
}

/** Tries cells with all guards, and repeats relevant ones without each guard. */
async function leaveOutEach(
  where: string,
  cells: readonly ServiceCell[],
  some: readonly Guard[],
  by: readonly Child[] = children,
): Promise<void> {
  if (some.length === 0) return;
  const began = performance.now();
  const seen: SeenCell[] = [];
  await forEach(by, cells, async (child, cell) => {
    const outcome = await child.try({ cell, out: null });
    if (outcome.error === null) seen.push({ cell, outcome });
    else process.stderr.write(`${cellName(cell)}: ${outcome.error}\n`);
  });
  // A guard whose switch throws would hide the cells that need others.
  if (cells === matrixCells && seen.length < cells.length)
    throw new Error(`${cells.length - seen.length} cells ended by an error with all guards in place`);
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`${where}: ${seen.length} cells with all guards in place, ${seconds} s\n`);
  await forEach(by, some, async (child, { id }) => {
    const left = await leaveOut(child, id, seen, most);
    const before = found[id];
    found[id] = before === undefined ? left : addLeftOut(before, left);
    process.stdout.write(`${lineOf(id, left)}\n`);
  });
}

/** Tries the programs of the gallery one after the other, with one run at a time. */
async function onPrograms(): Promise<void> {
  for (const program of programs) {
    if (unneeded().length === 0) return;
    const { name: id, label } = program;
    try {
      await withProgram(program, (baseUrl) =>
        leaveOutEach(
          label,
          [{ kind: 'program', id, baseUrl, profile: 'quick' }],
          unneeded(),
          children.slice(0, 1),
        ),
      );
    } catch (error) {
      process.stderr.write(`${label} was not tried: ${messageOf(error)}\n`);
    }
  }
}

function lineOf(id: string, { reached, decided, tried, changed }: LeftOut): string {
  const how =
    changed === null ? 'nothing changed' : `${changed.what} changed in ${changed.cell}: ${changed.how}`;
  return `${id}: reached by ${reached} cells, decides in ${decided}, ${tried} tried; ${how}`;
}
