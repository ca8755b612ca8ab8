// Sends SIGINT and SIGTERM to runs at every moment from the first statement to the end. It looks for unknown
// exit statuses and incomplete reports: node scripts/run.js scripts/signals.ts [TIMES] [STEP IN MS]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { formatFiles } from '../src/report/format-names.ts';
import { reportSchema } from '../src/report/model.ts';

const CLI = resolve('dist/cli.js');
const PRELOADED = pathToFileURL(resolve('scripts/signal-at.js')).href;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const TIMES = 3;
const STEP_MS = 25;
const STATUSES: ReadonlySet<unknown> = new Set([0, 1, 2, 3, 4]);
/** Milliseconds after which no signal is sent, so that the sweep ends on slow machines too. */
const LAST_MS = 60_000;

const [times = TIMES, step = STEP_MS] = process.argv.slice(3).map(Number);

/** Returns the problems of the files that a run left. */
async function wrongFiles(dir: string): Promise<string[]> {
  const wrong: string[] = [];
  const names: readonly string[] = await readdir(dir).catch(() => []);
  const missing = Object.values(formatFiles).filter((name) => !names.includes(name));
  if (missing.length > 0) wrong.push(`${missing.join(', ')} missing`);
  const others = names.filter((name) => !Object.values<string>(formatFiles).includes(name));
  if (others.length > 0) wrong.push(`${others.join(', ')} left behind`);
  if (missing.length > 0) return wrong;
  const read = (name: string): Promise<string> => readFile(join(dir, name), 'utf8');
  const found = reportSchema.safeParse(JSON.parse(await read(formatFiles.json)));
  if (!found.success) return [...wrong, `${formatFiles.json}: ${found.error.message}`];
  const { run, rules, problem = '' } = found.data;
  if (rules.length === 0) wrong.push(`no rules: ${problem}`);
  for (const name of Object.values(formatFiles))
    if (name !== formatFiles.badge && !(await read(name)).includes(run.id))
      wrong.push(`${name} of another run`);
  return wrong;
}

/** Runs the program once. @returns its problems, and whether it had ended before the signal was sent */
async function tried(
  signal: NodeJS.Signals,
  afterMs: number,
): Promise<{ readonly wrong: readonly string[]; readonly status: unknown; readonly isOver: boolean }> {
  const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  try {
    const child = spawn(process.execPath, [CLI, '--profile', 'quick'], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', NODE_OPTIONS: `--import ${PRELOADED}` },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const { stdout, stderr } = child;
    const told = child.stdio[3];
    if (stdout === null || stderr === null || told === null || told === undefined)
      throw new Error('no pipes');
    const ended = once(child, 'close') as Promise<[unknown, unknown]>;
    const printed = Promise.all([text(stdout), text(stderr)]);
    await once(told, 'data');
    await sleep(afterMs);
    const isOver = !child.kill(signal);
    const [status, endedBy] = await ended;
    const [, said] = await printed;
    return {
      status,
      isOver,
      wrong: [
        ...(STATUSES.has(status) ? [] : [`status ${String(status)}, ended by ${String(endedBy)}`]),
        ...(await wrongFiles(join(folder, 'reports'))),
        ...(/^\s+at /m.test(said) ? [`a stack on standard error: ${said}`] : []),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

let runs = 0;
let bad = 0;
const statuses = new Map<string, number>();

async function sweep(signal: NodeJS.Signals): Promise<void> {
  for (let afterMs = 0; afterMs <= LAST_MS; afterMs += step) {
    const { wrong, status, isOver } = await tried(signal, afterMs);
    runs += 1;
    const key = isOver ? 'over' : String(status);
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
    if (wrong.length > 0) {
      bad += 1;
      process.stdout.write(`${signal} after ${afterMs} ms: ${wrong.join('; ')}\n`);
    }
    if (isOver) return;
  }
}

for (let nth = 0; nth < times; nth += 1) await Promise.all(SIGNALS.map(sweep));
const counts = [...statuses].map(([status, count]) => `${status}: ${count}`).toSorted();
process.stdout.write(`${runs} runs, ${bad} of them wrong; statuses ${counts.join(', ')}\n`);
if (bad > 0) process.exitCode = 1;
