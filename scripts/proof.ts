// Tries every cell of the matrix that npm test does not, and compares each verdict with the frozen ones:
//   npm run proof [-- --all] [--write] [--every N] [PART OF A NAME…]
// Names try only the cells that have them in their name, --every N one cell of N. --write writes what was tried.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { frozenVerdicts, type Letters, otherRules, verdictsText } from '../proof/verdicts.ts';
import { type Cell, cellName, cells } from '../tests/proof/cells.ts';
import { testedCells, wronglyLeftOut } from '../tests/proof/sample.ts';
import { differences, problemsIn, standingOfCell, wrongPassesIn } from '../tests/proof/standing.ts';
import { type TriedCell, tryCell } from '../tests/proof/try-cell.ts';

const PROCESSES = 2;
/** The matrix makes many short-lived objects. All cores try cells, so threads that collect them would take their time. */
const EXEC_ARGV = ['--max-semi-space-size=64', '--single-threaded-gc'];

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
/** How long the matrix took last time, as a text. */
const LAST_TIME = 'node_modules/.cache/proof.txt';
const every = Number(flags.every ?? 1);
const isChosen = names.length > 0 || every > 1;
const hasTested = flags.write === true || flags.all === true || names.length > 0;
const chosen = cells
  .filter(
    (cell) =>
      (hasTested || !testedCells.includes(cell)) &&
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
async function tryInChild(
  waiting: Cell[],
  ended: Map<string, Ended>,
  onEnded: (count: number) => void,
): Promise<void> {
  const child = fork('scripts/proof.ts', ['--child'], { execArgv: [...process.execArgv, ...EXEC_ARGV] });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`A process of the matrix ended with ${String(code)}.`);
  });
  try {
    for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift()) {
      child.send(cellName(cell));
      const [one] = (await Promise.race([once(child, 'message'), failed])) as [Ended];
      ended.set(one.name, one);
      onEnded(ended.size);
    }
  } finally {
    failed.catch(() => undefined);
    child.kill();
  }
}

/** Returns a function that prints how far the matrix is: on a terminal in one line, else in a line every few seconds. */
function startProgress(all: number): (ended: number) => void {
  const isTerminal = process.stderr.isTTY;
  const began = performance.now();
  let told = began;
  return (count) => {
    const now = performance.now();
    if (count < all && now - told < (isTerminal ? 200 : 5000)) return;
    told = now;
    const left = Math.ceil((((now - began) / count) * (all - count)) / 1000);
    const line = `${count} of ${all} cells, about ${left} s left`;
    process.stderr.write(isTerminal ? `\r\u001b[2K${line}${count === all ? '\n' : ''}` : `${line}\n`);
  };
}

/** Tries the chosen cells in several processes, and says how long that takes. */
async function tryChosen(): Promise<Map<string, Ended>> {
  const lastTime = await readFile(LAST_TIME, 'utf8').catch(() => '');
  process.stderr.write(`${chosen.length} cells${lastTime === '' ? '' : `; last time ${lastTime}`}\n`);
  const began = performance.now();
  const [ended, waiting, tell] = [new Map<string, Ended>(), [...chosen], startProgress(chosen.length)];
  await Promise.all(Array.from({ length: PROCESSES }, () => tryInChild(waiting, ended, tell)));
  await mkdir(dirname(LAST_TIME), { recursive: true });
  const seconds = Math.ceil((performance.now() - began) / 1000);
  if (!isChosen) await writeFile(LAST_TIME, `${chosen.length} cells in ${seconds} s`);
  return ended;
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
  if (otherRules !== null) process.stdout.write(`${otherRules}\n`);
  // Letters of some cells can be seen. Those of the others would be missing in the file.
  if (otherRules !== null && isChosen === (flags.write === true)) {
    process.exitCode = 1;
    return;
  }
  const ended = await tryChosen();
  const after = new Map(
    chosen.map((cell): [string, Letters] => [cellName(cell), ended.get(cellName(cell))?.letters ?? '']),
  );
  const problems = chosen.flatMap((cell) => {
    const { letters = '', untrue = [] } = ended.get(cellName(cell)) ?? {};
    return [...problemsIn(cell, letters), ...untrue].map((problem) => `${cellName(cell)}: ${problem}`);
  });
  const isWhole = hasTested && !isChosen;
  if (isWhole) problems.push(...wronglyLeftOut((cell) => ended.get(cellName(cell))?.shows ?? []));
  const changed = differences(chosen, isWhole ? frozenVerdicts : chosenOnly(frozenVerdicts), after);
  const lines = [...summary(ended), ...(problems.length > 0 ? ['', 'Never allowed:', ...problems] : [])];
  if (changed.length > 0) lines.push('', 'Verdicts that differ from `proof/verdicts.txt`:', ...changed);
  process.stdout.write(`${lines.join('\n')}\n`);
  if (flags.write === true) await write(after);
  if (problems.length > 0 || (changed.length > 0 && flags.write !== true)) process.exitCode = 1;
}

/** Writes the verdicts of the chosen cells, beside those of the others. */
async function write(after: ReadonlyMap<string, Letters>): Promise<void> {
  const all = new Map([...frozenVerdicts, ...after]);
  const wanted = cells.flatMap((cell): [string, Letters][] => {
    const letters = all.get(cellName(cell));
    return letters === undefined ? [] : [[cellName(cell), letters]];
  });
  await writeFile(FILE, verdictsText(new Map(wanted)));
}

/** Returns the verdicts of the chosen cells. */
function chosenOnly(all: ReadonlyMap<string, Letters>): ReadonlyMap<string, Letters> {
  const wanted = new Set(chosen.map(cellName));
  return new Map([...all].filter(([name]) => wanted.has(name)));
}

if (flags.child === true) serveCells();
else await main();
