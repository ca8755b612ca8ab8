// Tries every cell of the matrix that npm test does not, and compares each verdict with the frozen ones:
//   npm run proof [-- --all] [--write] [--every N] [PART OF A NAME…]
// Names try only the cells that have them in their name, --every N one cell of N. --write writes what was tried.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { frozenVerdicts, type Letters, verdictsText } from '../proof/verdicts.ts';
import { type Cell, cellName, cells, quickCells } from '../tests/proof/cells.ts';
import { differences, problemsIn, standingOfCell, wrongPassesIn } from '../tests/proof/standing.ts';
import { type TriedCell, tryCell } from '../tests/proof/try-cell.ts';

const PROCESSES = 2;

interface Ended extends TriedCell {
  readonly name: string;
}

const { values: flags, positionals: names } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    write: { type: 'boolean' },
    all: { type: 'boolean' },
    child: { type: 'boolean' },
    every: { type: 'string' },
  },
});
const FILE = 'proof/verdicts.txt';
const every = Number(flags.every ?? 1);
const isWhole = flags.write === true || flags.all === true || names.length > 0;
const chosen = cells
  .filter(
    (cell) =>
      (isWhole || !quickCells.includes(cell)) &&
      (names.length === 0 || names.some((name) => cellName(cell).includes(name))),
  )
  .filter((_, place) => place % every === 0);

/** Tries every cell that the parent process asks for, and sends the result back. */
function serveCells(): void {
  process.on('message', (name: string) => {
    const cell = cells.find((each) => cellName(each) === name);
    if (cell === undefined) throw new Error(`No cell is called "${name}".`);
    void tryCell(cell).then((tried) => process.send?.({ name, ...tried } satisfies Ended));
  });
}

/** Tries cells in another process, one after the other, until none is left. */
async function tryInChild(waiting: Cell[], ended: Map<string, Ended>): Promise<void> {
  const child = fork('scripts/proof.ts', ['--child']);
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`A process of the matrix ended with ${String(code)}.`);
  });
  try {
    for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift()) {
      child.send(cellName(cell));
      const [one] = (await Promise.race([once(child, 'message'), failed])) as [Ended];
      ended.set(one.name, one);
    }
  } finally {
    failed.catch(() => undefined);
    child.kill();
  }
}

/** Returns lines that count the standings of each kind of service, with those of interest by name. */
function summary(ended: ReadonlyMap<string, Ended>): string[] {
  const counts = new Map<string, number>();
  const passes: string[] = [];
  for (const cell of chosen) {
    const letters = ended.get(cellName(cell))?.letters ?? '';
    const group =
      'circumstance' in cell ? 'under circumstances' : 'setting' in cell ? 'with other settings' : '';
    const kind = [cell.kind, group, `(${cell.profile}): ${standingOfCell(cell, letters)}`]
      .filter((part) => part !== '')
      .join(' ');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const wrong = wrongPassesIn(cell, letters);
    if (wrong.length > 0) passes.push(`  ${cellName(cell)}: ${wrong.join(', ')}`);
  }
  const requests = [...ended.values()].reduce((sum, one) => sum + one.requests, 0);
  return [
    'Rules that pass although the fault breaks them:',
    ...passes,
    ...[...counts].map(([kind, count]) => `${String(count).padStart(4)} ${kind}`),
    `${ended.size} cells, ${requests} requests`,
  ];
}

async function main(): Promise<void> {
  const ended = new Map<string, Ended>();
  const waiting = [...chosen];
  await Promise.all(Array.from({ length: PROCESSES }, () => tryInChild(waiting, ended)));

  const after = new Map(
    chosen.map((cell): [string, Letters] => [cellName(cell), ended.get(cellName(cell))?.letters ?? '']),
  );
  const problems = chosen.flatMap((cell) => {
    const { letters = '', untrue = [] } = ended.get(cellName(cell)) ?? {};
    return [...problemsIn(cell, letters), ...untrue].map((problem) => `${cellName(cell)}: ${problem}`);
  });
  const before = isWhole && names.length === 0 && every === 1 ? frozenVerdicts : chosenOnly(frozenVerdicts);
  const changed = differences(chosen, before, after);
  const lines = [...summary(ended), ...(problems.length > 0 ? ['', 'Never allowed:', ...problems] : [])];
  if (changed.length > 0) lines.push('', 'Other verdicts than in proof/verdicts.txt:', ...changed);
  process.stdout.write(`${lines.join('\n')}\n`);
  if (flags.write === true) {
    const all = new Map([...frozenVerdicts, ...after]);
    const wanted = cells.flatMap((cell): [string, Letters][] => {
      const letters = all.get(cellName(cell));
      return letters === undefined ? [] : [[cellName(cell), letters]];
    });
    await writeFile(FILE, verdictsText(new Map(wanted)));
  } else if (changed.length > 0) process.exitCode = 1;
  if (problems.length > 0) process.exitCode = 1;
}

/** Returns the verdicts of the chosen cells. */
function chosenOnly(all: ReadonlyMap<string, Letters>): ReadonlyMap<string, Letters> {
  const wanted = new Set(chosen.map(cellName));
  return new Map([...all].filter(([name]) => wanted.has(name)));
}

if (flags.child === true) serveCells();
else await main();
