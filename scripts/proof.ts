// Tries every cell of the matrix that npm test does not, and compares verdicts and times with the frozen ones:
//   npm run proof [-- --write] [--every N] [PART OF A NAME…]
// Names try only the cells that have them in their name, --every N one cell of N. --write writes what was tried.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { parseArgs, promisify } from 'node:util';
import { frozenSeconds, frozenVerdicts, otherRules, secondsText, verdictsText } from '../proof/verdicts.ts';
import { type Cell, cellName, cells } from '../tests/proof/cells.ts';
import { testedCells } from '../tests/proof/sample.ts';
import { differences, problemsIn, standingOfCell, wrongPassesIn } from '../tests/proof/standing.ts';
import { type TriedCell, tryCell } from '../tests/proof/try-cell.ts';

const PROCESSES = 2;
/** The matrix makes many short-lived objects. All cores try cells, so threads that collect them would take their time. */
const EXEC_ARGV = ['--max-semi-space-size=64', '--single-threaded-gc'];

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean' },
    part: { type: 'string' }, // tries one part of the cells, in a process of its own
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

/** The results of cells by their names. */
type Ended = ReadonlyMap<string, TriedCell>;

/** Tries one part of the chosen cells, one after the other, and prints the results. */
async function tryPart(part: number): Promise<void> {
  const ended: [string, TriedCell][] = [];
  for (const cell of chosen.filter((_, place) => place % PROCESSES === part)) {
    ended.push([cellName(cell), await tryCell(cell)]);
    if (ended.length % 100 === 0) process.stderr.write(`${ended.length} cells of process ${part + 1}\n`);
  }
  process.stdout.write(JSON.stringify(ended));
}

/** Tries all chosen cells in several processes. */
async function tryChosen(): Promise<Ended> {
  const args = [...process.execArgv, ...EXEC_ARGV, 'scripts/proof.ts', ...process.argv.slice(2), '--part'];
  const parts = Array.from({ length: PROCESSES }, async (_, part) => {
    const running = promisify(execFile)(process.execPath, [...args, String(part)], { maxBuffer: Infinity });
    running.child.stderr?.pipe(process.stderr);
    process.on('exit', () => running.child.kill());
    return JSON.parse((await running).stdout) as [string, TriedCell][];
  });
  return new Map((await Promise.all(parts)).flat());
}

/** Returns lines that count the standings of each kind of service, with those of interest by name. */
function summary(ended: Ended): string[] {
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
function describeTimes(kind: Cell['kind'], ended: Ended): string[] {
  const times = [...ended]
    .filter(([name]) => name.startsWith(kind))
    .toSorted(([, a], [, b]) => b.seconds - a.seconds);
  if (times.length === 0) return [];
  const at = (part: number): string => `${times[Math.floor(part * times.length)]?.[1].seconds} s`;
  const waited = new Map<string, number>();
  for (const [what, ms] of times.flatMap(([, tried]) => Object.entries(tried.waited)))
    waited.set(what, (waited.get(what) ?? 0) + ms);
  const waits = [...waited].map(([what, ms]) => `${what} ${Math.round(ms / 1000)} s`);
  return [
    `Times of each ${kind}: median ${at(1 / 2)}, ninth decile ${at(1 / 10)}, longest ${at(0)}; all waited for ${waits.join(', ')}`,
    ...times.slice(0, NAMED).map(([name, { seconds }]) => `  ${seconds} s ${name}`),
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
  const after = new Map([...ended].map(([name, { letters }]) => [name, letters]));
  const times = new Map([...ended].map(([name, { seconds }]) => [name, seconds]));
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

/** Returns the value of each cell: what was tried, else what is frozen. */
const inOrder = <T>(frozen: ReadonlyMap<string, T>, tried: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  new Map(
    cells.map(cellName).flatMap((name) => {
      const value = tried.get(name) ?? frozen.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

await (flags.part === undefined ? main() : tryPart(Number(flags.part)));
