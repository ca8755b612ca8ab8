// Checks services over a disturbed network with the built program, and looks for wrong failures, wrong
// passes, leaks and hangs: node scripts/run.js scripts/chaos.ts [RUNS OF EACH KIND]
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type FaultId, faults } from '../proof/faults/index.ts';
import { injecting } from '../proof/injected.ts';
import { frozenVerdicts, rulesWith } from '../proof/verdicts.ts';
import { type Report, reportSchema } from '../src/report/model.ts';
import { startService } from '../src/service/start.ts';
import { settingsOf } from '../tests/support/settings-of.ts';
import { type ChaosProxy, startChaosProxy } from './chaos-proxy.ts';

/** Runs of each kind, unless a number is given. */
const TIMES = 20;
const FAULTS = 10;
const PARALLEL_RUNS = 2;
const DEADLINE_S = 240;
/** Seconds that a run may take beyond its deadline. */
const GRACE_S = 20;
const POLL_MS = 50;
/** A variant with another writer. */
const WRITER = 'somebody-creates-seldom';

const times = Number(process.argv[3] ?? TIMES);
if (!Number.isInteger(times) || times < 1)
  throw new Error(`"${process.argv[3]}" runs of each kind: it takes a whole number from 1 up.`);

interface Run {
  readonly fault: (typeof faults)[number] | null;
  readonly seed: number;
}

/** The result of a run. */
interface Ended {
  readonly status: unknown;
  readonly report: Report;
  readonly wrongFailures: readonly string[];
  readonly wrongPasses: readonly string[];
  readonly leaks: readonly string[];
  readonly hung: boolean;
  readonly peakMb: number;
  readonly troubles: ChaosProxy['done'];
}

/** Returns the peak memory of a process in MiB by Linux's record; 0 if there is none. */
function peakOf(pid: number | undefined): number {
  const path = `/proc/${pid}/status`;
  const status = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

async function checked(env: Readonly<Record<string, string>>, args: readonly string[]) {
  const child = spawn(process.execPath, ['dist/cli.js', ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [peakMb, hung] = [0, false];
  const look = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child.pid));
  }, POLL_MS);
  const limit = setTimeout(
    () => {
      hung = true;
      child.kill('SIGKILL');
    },
    (DEADLINE_S + GRACE_S) * 1000,
  );
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[unknown]>,
  ]);
  clearInterval(look);
  clearTimeout(limit);
  return { status, hung, peakMb, printed: stdout + stderr };
}

async function runOnce({ fault, seed }: Run): Promise<Ended> {
  const faultIds = fault === null ? [] : [fault.id];
  const reference = await startService(injecting({ faults: faultIds, variants: [WRITER] }));
  const proxy = await startChaosProxy(reference.baseUrl, Math.random);
  const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  try {
    const env = { ...settingsOf(reference), BASE_URL: proxy.baseUrl, REPORT_DIR: folder };
    const { printed, ...run } = await checked(env, [
      '--seed',
      String(seed),
      '--deadline',
      String(DEADLINE_S),
      '--listed-within',
      '2000',
    ]);
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    const report = reportSchema.parse(JSON.parse(await readFile(join(folder, 'conformance.json'), 'utf8')));
    const broken = new Set<string>(fault?.breaks ?? []);
    const idsOf = (verdict: string): string[] =>
      report.rules.flatMap((rule) =>
        rule.level !== 'observed' && rule.verdict === verdict ? [rule.id] : [],
      );
    return {
      ...run,
      report,
      wrongFailures: idsOf('fail').filter((id) => !broken.has(id)),
      wrongPasses: idsOf('pass').filter((id) => broken.has(id)),
      leaks: [reference.token, reference.outsiderToken].filter((token) =>
        [printed, ...files].some((one) => one.includes(token)),
      ),
      troubles: { ...proxy.done },
    };
  } finally {
    await proxy.stop();
    await reference.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Faults that another writer repairs, because the next issue releases the one that is held back. */
const REPAIRED: ReadonlySet<FaultId> = new Set(['create-newest-held-back']);

/** Returns faults whose broken rules all failed in the matrix, spread over the catalogue. */
function chosenFaults(): readonly (typeof faults)[number][] {
  const shown = faults.filter(({ id, breaks }) => {
    if (REPAIRED.has(id)) return false;
    const failed = new Set<string>(rulesWith(frozenVerdicts.get(`fault ${id} (standard)`) ?? '', 'f'));
    return breaks.every((rule) => failed.has(rule));
  });
  const step = Math.max(1, Math.floor(shown.length / FAULTS));
  return shown.filter((_, index) => index % step === 0).slice(0, FAULTS);
}

const seedOf = (): number => randomInt(2 ** 31 - 1);
const broken = chosenFaults();
const runs: readonly Run[] = [
  ...Array.from({ length: times }, () => ({ fault: null, seed: seedOf() })),
  ...Array.from({ length: times }, (_, nth) => ({
    fault: broken[nth % broken.length] ?? null,
    seed: seedOf(),
  })),
];

const ended: Ended[] = [];
const waiting = [...runs];
const began = performance.now();
async function next(): Promise<void> {
  for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
    const one = await runOnce(run);
    ended.push(one);
    const { counts, outcome, run: ran } = one.report;
    const name: FaultId | 'conforming' = run.fault?.id ?? 'conforming';
    const wrong = [
      ...one.wrongFailures.map((id) => `WRONG FAILURE ${id}`),
      ...one.wrongPasses.map((id) => `WRONG PASS ${id}`),
      ...one.leaks.map(() => 'LEAK'),
      ...(one.hung ? ['HANG'] : []),
    ];
    // Keep the report, because a failure by chance is hard to reproduce.
    if (wrong.length > 0) {
      const kept = join(tmpdir(), `chaos-${name}-${run.seed}.json`);
      await writeFile(kept, JSON.stringify(one.report, null, 2));
      wrong.push(`see ${kept}`);
    }
    process.stdout.write(
      `${name}, seed ${run.seed}: ${outcome}, ${counts.pass} pass, ${counts.fail} fail, ${counts.inconclusive + counts.skip} undecided, ${ran.requests} requests (${ran.retries} again), ${Math.round(ran.durationMs / 1000)} s, ${Math.round(one.peakMb)} MB${wrong.length > 0 ? `: ${wrong.join(', ')}` : ''}\n`,
    );
  }
}
await Promise.all(Array.from({ length: PARALLEL_RUNS }, next));

const sum = (of: (one: Ended) => number): number => ended.reduce((total, one) => total + of(one), 0);
const found = {
  runs: ended.length,
  faults: new Set(runs.flatMap(({ fault }) => fault?.id ?? [])).size,
  troubles: sum(({ troubles }) => Object.values(troubles).reduce((total, count) => total + count, 0)),
  requests: sum(({ report }) => report.run.requests),
  wrongFailures: sum((one) => one.wrongFailures.length),
  wrongPasses: sum((one) => one.wrongPasses.length),
  caught: ended.filter(({ report }) => report.counts.fail > 0).length,
  leaks: sum((one) => one.leaks.length),
  hangs: ended.filter(({ hung }) => hung).length,
  peakMb: Math.round(Math.max(...ended.map(({ peakMb }) => peakMb))),
};
process.stdout.write(`${JSON.stringify(found)}\n${Math.round((performance.now() - began) / 1000)} s\n`);
if (found.wrongFailures + found.wrongPasses + found.leaks + found.hangs > 0) process.exitCode = 1;
