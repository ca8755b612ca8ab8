// Prints the cost of a run, as ratios measured in this one execution: npm run bench
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type FormatName, formatNames } from '../src/report/format-names.ts';
import { renderers } from '../src/report/formats.ts';
import type { Report } from '../src/report/model.ts';
import { readReport } from '../src/report/read.ts';
import { startService } from '../src/service/start.ts';
import { worstReport } from '../tests/report/worst.ts';
import { type CliResult, runCli } from '../tests/support/cli.ts';
import { settingsOf } from '../tests/support/settings-of.ts';
import { installSize } from './install-size.ts';
import { pageMeasures } from './page-measures.ts';

const ROUNDS = 5;
const LATENCY_MS = 50;
const CONCURRENCY = 8;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const say = (text = ''): boolean => process.stdout.write(`${text}\n`);
const tell = (what: string, value: string): boolean => say(`      ${what.padEnd(66)} ${value.padStart(8)}`);
const ratio = (value: number): string => value.toFixed(2);

function line(what: string, value: string, limit: string, holds: boolean): void {
  say(`${holds ? 'ok  ' : 'OVER'}  ${what.padEnd(66)} ${value.padStart(8)}  at most ${limit}`);
  if (!holds) process.exitCode = 1;
}

function timed(args: readonly string[], cwd: string): Promise<number> {
  const began = performance.now();
  return new Promise((done) => {
    spawn(process.execPath, [...args], { cwd, stdio: 'ignore' }).on('close', () =>
      done(performance.now() - began),
    );
  });
}

/** Measures the minimum cost of a test runner: one file with one empty test and default settings. */
async function withTrivialTest<T>(use: (run: () => Promise<number>) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(resolve('.bench-'));
  try {
    await writeFile(
      join(folder, 'trivial.test.js'),
      "import { it } from 'vitest';\nit('does nothing', () => undefined);\n",
    );
    await writeFile(join(folder, 'vitest.config.js'), 'export default {};\n');
    return await use(() => timed([resolve('node_modules/vitest/vitest.mjs'), 'run'], folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Measured {
  readonly result: CliResult;
  readonly requests: number;
  readonly runMs: number;
  readonly outsideMs: number;
}

async function measure(options: { issues?: number; latencyMs?: number }): Promise<Measured> {
  const reference = await startService(options);
  try {
    const result = await runCli(['--concurrency', String(CONCURRENCY)], {
      env: { ...settingsOf(reference), SEED: '1' },
    });
    if (result.status !== 0 || result.report === null)
      throw new Error(`the run failed:\n${result.stdout}${result.stderr}`);
    const runMs = result.report.run.durationMs;
    return { result, requests: result.report.run.requests, runMs, outsideMs: result.ms - reference.busyMs() };
  } finally {
    await reference.stop();
  }
}

async function repeat(options: { latencyMs?: number }): Promise<{ requests: number; runMs: number }> {
  const all: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push(await measure(options));
  return {
    requests: median(all.map(({ requests }) => requests)),
    runMs: median(all.map(({ runMs }) => runMs)),
  };
}

/** Returns the milliseconds that rendering all other formats of a report takes, once the code is warm. */
function renderedIn(report: Report): number {
  const made = formatNames.filter((name) => name !== 'json');
  const times: number[] = [];
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const began = performance.now();
    for (const name of made) renderers[name](report, []);
    times.push(performance.now() - began);
  }
  return median(times.slice(ROUNDS));
}

/** Returns the size of a rendered report in kB (1000 bytes). */
const sizeOf = (report: Report, name: FormatName): number =>
  Buffer.byteLength(renderers[name](report, [])) / 1000;

async function benchReports(): Promise<void> {
  const { report } = await runCli(['--seed', '1']);
  if (report === null) throw new Error('the run left no report');
  const worst = worstReport();
  for (const [what, one, name, most] of [
    ['report.html of a conformant run', report, 'html', 150],
    ['report.html of the worst report', worst, 'html', 2000],
    ['report.md of the worst report', worst, 'markdown', 65.5],
  ] as const) {
    const size = sizeOf(one, name);
    line(`${what}, kB`, size.toFixed(1), String(most), size <= most);
  }
  for (const [what, one] of [
    ['a conformant run', report],
    ['the worst report', worst],
  ] as const) {
    const ms = renderedIn(one);
    line(`all renderers together for ${what}, ms`, ms.toFixed(0), '150', ms <= 150);
  }
}

/** Measures the page of the published example with the most failures: length, sheets and bytes. */
async function benchPage(): Promise<void> {
  const report = await readReport('docs/examples/emulate/conformance.json');
  const measures = await pageMeasures(renderers.html(report, []), [1280, 400]);
  if (measures === null) {
    tell('the page of the emulate example', 'not measured: no browser');
    return;
  }
  const { heights, sheets, bytes } = measures;
  const wide = heights.get(1280) ?? Number.POSITIVE_INFINITY;
  line('height of the emulate example at 1280 pixels', String(wide), '6000', wide <= 6000);
  tell('its height at 400 pixels', String(heights.get(400)));
  line('its pages on paper', String(sheets), '11', sheets <= 11);
  tell('its size, kB', (bytes / 1000).toFixed(1));
}

async function benchInstall(): Promise<void> {
  const { packages, megabytes, ownMegabytes } = await installSize();
  tell('packages of an install, the host of a run and all of its own', String(packages));
  tell('an install, MB', megabytes.toFixed(1));
  line(
    'this package in it without its documentation, MB',
    ownMegabytes.toFixed(1),
    '2.5',
    ownMegabytes <= 2.5,
  );
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(await timed([resolve('dist/cli.js'), '--help'], '.'));
  tell('issue-conformance --help, ms', median(times).toFixed(0));
}

/** Longest time of a run of the bundled service, in times of one trivial test, by profile. */
const MOST_RATIO: Readonly<Record<string, number>> = { quick: 1.6, standard: 2 };

say(`The bundled service, ${ROUNDS} runs of each kind, medians.`);
say();
await benchInstall();
await benchReports();
await benchPage();
const limits = [
  ['quick', 'none', 60],
  ['quick', 'all', 90],
  ['standard', 'none', 450],
  ['standard', 'all', 450],
  ['thorough', 'all', 4000],
] as const;
for (const [profile, writes, most] of limits) {
  const { report } = await runCli([
    '--profile',
    profile,
    '--writes',
    writes,
    '--seed',
    '1',
    '--allow-incomplete',
  ]);
  const requests = report?.run.requests ?? Number.POSITIVE_INFINITY;
  line(`requests of ${profile}, writes ${writes}`, String(requests), String(most), requests <= most);
}

const ratios = await withTrivialTest(async (trivial) => {
  const found: Record<string, number[]> = { quick: [], standard: [], thorough: [] };
  await trivial();
  for (let round = 0; round < ROUNDS; round += 1) {
    const base = await trivial();
    for (const profile of Object.keys(found)) {
      const { ms } = await runCli(['--profile', profile, '--seed', '1']);
      found[profile]?.push(ms / base);
    }
  }
  return found;
});
for (const [profile, values] of Object.entries(ratios)) {
  const value = median(values);
  const what = `whole process of ${profile} ÷ vitest run of one trivial test`;
  const most = MOST_RATIO[profile];
  if (most === undefined) tell(what, ratio(value));
  else line(what, ratio(value), most.toFixed(1), value <= most);
}

const near = await repeat({});
const far = await repeat({ latencyMs: LATENCY_MS });
const network = (far.runMs - near.runMs) / ((far.requests * LATENCY_MS) / CONCURRENCY);
line(
  `network time at ${LATENCY_MS} ms ÷ (requests × ${LATENCY_MS} ms ÷ ${CONCURRENCY} in flight)`,
  ratio(network),
  '1.3',
  network <= 1.3,
);

// Pairs are measured alternately, so that a change of the machine's speed does not look like growth.
const growth: { requests: number; time: number }[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const small = await measure({ issues: 200 });
  const large = await measure({ issues: 100_000 });
  growth.push({ requests: large.requests / small.requests, time: large.outsideMs / small.outsideMs });
}
const moreRequests = median(growth.map(({ requests }) => requests));
const moreTime = median(growth.map(({ time }) => time));
line('requests at 100,000 issues ÷ at 200', ratio(moreRequests), '1.1', moreRequests <= 1.1);
line('time outside the service at 100,000 issues ÷ at 200', ratio(moreTime), '1.1', moreTime <= 1.1);
