// Tries every cell of the matrix that npm test does not, and compares verdicts and times with the frozen ones:
//   npm run proof [-- --write] [--every N] [PART OF A NAME…]
// Names try only the cells that have them in their name, --every N one cell of N. --write writes what was tried.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { frozenSeconds, frozenVerdicts, otherRules, secondsText, verdictsText } from '../proof/verdicts.ts';
import { type Cell, cellName, cells } from '../tests/proof/cells.ts';
import { testedCells } from '../tests/proof/sample.ts';
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
    child: { type: 'boolean' },
    every: { type: 'string' },
  },
});
/** Number of the slowest cells that are named. */
const NAMED = 5;
const every = Number(flags.every ?? 1);
const isChosen = names.length > 0 || every > 1;
const hasTested = flags.write === true || names.length > 0;
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
async function tryInChild(waiting: Cell[], ended: Map<string, Ended>): Promise<void> {
  const child = fork('scripts/proof.ts', ['--child'], { execArgv: [...process.execArgv, ...EXEC_ARGV] });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`A process of the matrix ended with ${String(code)}.`);
  });
  try {
    for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift()) {
      child.send(cellName(cell));
      const [one] = (await Promise.race([once(child, 'message'), failed])) as [Ended];
      ended.set(one.name, one);
      if (ended.size % 100 === 0) process.stderr.write(`${ended.size} of ${chosen.length} cells\n`);
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
    const kind = `${cell.kind} (${cell.profile}): ${standingOfCell(cell, letters)}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const wrong = wrongPassesIn(cell, letters);
    if (wrong.length > 0) passes.push(`  ${cellName(cell)}: ${wrong.join(', ')}`);
  }
  const requests = [...ended.values()].reduce((sum, one) => sum + one.requests, 0);
  return [
    'Rules that pass although the fault breaks them:',
    ...passes,
    ...[...counts].map(([kind, count]) => `${String(count).padStart(4)} ${kind}`),
    ...describeTimes('fault', ended),
    ...describeTimes('variant', ended),
    `${ended.size} cells, ${requests} requests`,
  ];
}

/** Returns lines on the time of the services of a kind, and on what they waited for. */
function describeTimes(kind: Cell['kind'], ended: ReadonlyMap<string, Ended>): string[] {
  const times = chosen
    .flatMap((cell) => (cell.kind === kind ? (ended.get(cellName(cell)) ?? []) : []))
    .toSorted((a, b) => b.seconds - a.seconds);
  if (times.length === 0) return [];
  const at = (part: number): string => `${times[Math.floor(part * times.length)]?.seconds} s`;
  const waited = new Map<string, number>();
  for (const [what, ms] of times.flatMap((one) => Object.entries(one.waited)))
    waited.set(what, (waited.get(what) ?? 0) + ms);
  const waits = [...waited].map(([what, ms]) => `${what} ${Math.round(ms / 1000)} s`);
  return [
    `Times of each ${kind}: median ${at(1 / 2)}, ninth decile ${at(1 / 10)}, longest ${at(0)}; all waited for ${waits.join(', ')}`,
    ...times.slice(0, NAMED).map(({ name, seconds }) => `  ${seconds} s ${name}`),
  ];
}

async function main(): Promise<void> {
  if (otherRules !== null) process.stdout.write(`${otherRules}\n`);
  // Letters of some cells can be seen. Those of the others would be missing in the file.
  if (otherRules !== null && isChosen === (flags.write === true)) {
    process.exitCode = 1;
    return;
  }
  const [ended, waiting] = [new Map<string, Ended>(), [...chosen]];
  await Promise.all(Array.from({ length: PROCESSES }, () => tryInChild(waiting, ended)));
  const after = valuesOf(ended, ({ letters }) => letters);
  const times = valuesOf(ended, ({ seconds }) => seconds);
  const problems = chosen.flatMap((cell) => {
    const { letters = '', untrue = [] } = ended.get(cellName(cell)) ?? {};
    return [...problemsIn(cell, letters), ...untrue].map((problem) => `${cellName(cell)}: ${problem}`);
  });
  const changed = differences(chosen, frozenVerdicts, after);
  const otherTimes = [...times].flatMap(([name, is]) => {
    const was = frozenSeconds.get(name);
    return was === is ? [] : [`${name}: ${was ?? 'new'} → ${is} s`];
  });
  const lines = [...summary(ended), ...(problems.length > 0 ? ['', 'Never allowed:', ...problems] : [])];
  if (changed.length > 0) lines.push('', 'Verdicts that differ from `proof/verdicts.txt`:', ...changed);
  if (otherTimes.length > 0) lines.push('', 'Times that differ from `proof/seconds.txt`:', ...otherTimes);
  process.stdout.write(`${lines.join('\n')}\n`);
  if (flags.write === true) {
    await writeFile('proof/verdicts.txt', verdictsText(inOrder(frozenVerdicts, after)));
    await writeFile('proof/seconds.txt', secondsText(inOrder(frozenSeconds, times)));
  }
  if (problems.length > 0 || (changed.length + otherTimes.length > 0 && flags.write !== true))
    process.exitCode = 1;
}

const valuesOf = <T>(ended: ReadonlyMap<string, Ended>, of: (one: Ended) => T): ReadonlyMap<string, T> =>
  new Map([...ended].map(([name, one]) => [name, of(one)]));

/** Returns the value of each cell: what was tried, else what is frozen. */
const inOrder = <T>(frozen: ReadonlyMap<string, T>, tried: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  new Map(
    cells.map(cellName).flatMap((name) => {
      const value = tried.get(name) ?? frozen.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

if (flags.child === true) serveCells();
else await main();
