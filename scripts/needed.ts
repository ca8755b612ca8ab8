// Leaves out each guard of the engine in turn, tries again the cells of the matrix in which it decided anything, and prints the
// guards whose absence changed nothing: node scripts/run.js scripts/needed.ts [--only ID]… [--cells N]
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { guards } from '../proof/needed/guards.ts';
import { isUnneeded, type LeftOut } from '../proof/record/needed.ts';
import { matrixCells, nameOf } from './needed/cells.ts';
import { Child, forEach } from './needed/children.ts';
import { leaveOut, type Seen } from './needed/leave-out.ts';
import { testBuild } from './needed/test-build.ts';
import { writeNeeded } from './write-proof.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { only: { type: 'string', multiple: true }, cells: { type: 'string' } },
});
const chosen = guards.filter(({ id }) => values.only?.includes(id) ?? true);
if (chosen.length === 0) throw new Error(`No guard is called ${values.only?.join(' or ')}`);
const most = Number(values.cells ?? Number.POSITIVE_INFINITY);
if (!(most > 0)) throw new Error(`--cells is "${values.cells}"; expected a number above 0`);

const bundle = resolve(`node_modules/.issue-conformance-needed-${process.pid}.mjs`);
const children = Array.from({ length: Math.max(1, availableParallelism()) }, () => new Child(bundle));
try {
  await testBuild(bundle);
  const seen = await tryAll();
  const found: Record<string, LeftOut> = {};
  await forEach(children, chosen, async (child, guard) => {
    const left = await leaveOut(child, guard, seen, most);
    found[guard.id] = left;
    process.stdout.write(`${lineOf(guard.id, left)}\n`);
  });
  const unneeded = chosen.filter(({ id }) => found[id] !== undefined && isUnneeded(found[id]));
  process.stdout.write(`\n${unneeded.length} of ${chosen.length} guards change no verdict\n`);
  for (const { id, says } of unneeded) process.stdout.write(`  ${id}: ${says}\n`);
  await writeNeeded(
    found,
    guards.map(({ id }) => id),
  );
} finally {
  for (const child of children) child.stop();
  await rm(bundle, { force: true });
}

/** Tries all cells with every guard in place. */
async function tryAll(): Promise<Seen[]> {
  const seen: Seen[] = [];
  const began = performance.now();
  await forEach(children, matrixCells, async (child, cell) => {
    const outcome = await child.try({ cell, out: null });
    if (outcome.error === null) seen.push({ cell, outcome });
    else process.stderr.write(`${nameOf(cell)}: ${outcome.error}\n`);
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`${seen.length} cells with all guards in place, ${seconds} s\n`);
  return seen;
}

function lineOf(id: string, { reached, decided, tried, changed }: LeftOut): string {
  const how =
    changed === null ? 'nothing changed' : `${changed.what} changed in ${changed.cell}: ${changed.how}`;
  return `${id}: reached by ${reached} cells, decides in ${decided}, ${tried} tried; ${how}`;
}
