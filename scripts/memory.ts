// Measures peak memory and the longest block of a thread, on the bundled service and on hostile services that
// send far more data than real ones: node scripts/run.js scripts/memory.ts [WORDS OF A NAME…]
// It fails if a run exceeds its limit.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { reportSchema } from '../src/report/model.ts';
import type { Change } from '../src/service/behaviour.ts';
import { startService } from '../src/service/start.ts';
import { settingsOf } from '../tests/support/settings-of.ts';
import { hostileServices } from './hostile-services.ts';

const CLI = resolve('dist/cli.js');
const WATCH = pathToFileURL(resolve('scripts/watch.js')).href;
const DEADLINE_S = 60;
const HOSTILE = ['--deadline', String(DEADLINE_S), '--listed-within', '1000', '--timeout', '5000'];

/** Limits of a run in MB, on a healthy service and on any service. */
const LIMIT_HEALTHY_MB = 250;
const LIMIT_MB = 512;

type Environment = Readonly<Record<string, string>>;

/** Runs the program and prints its memory and blocking. @param limit in MB */
async function measure(
  name: string,
  args: readonly string[],
  env: Environment,
  limit: number,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  try {
    const watched = join(folder, 'watched');
    const began = performance.now();
    const child = spawn(process.execPath, [CLI, '--seed', '1', ...args], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        WATCHED: watched,
        NODE_OPTIONS: `--import ${WATCH}`,
        WRITES: 'all',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [status] = (await once(child, 'close')) as [unknown];
    const seconds = (performance.now() - began) / 1000;
    const notes = (await readFile(watched, 'utf8')).split('\n').map((line) => line.split(' '));
    const most = (thread: string, what: string): number =>
      Math.max(0, ...notes.flatMap(([a, b, value]) => (a === thread && b === what ? [Number(value)] : [])));
    const { run } = reportSchema.parse(
      JSON.parse(await readFile(join(folder, 'reports', 'conformance.json'), 'utf8')),
    );
    const megabytes = Math.round((most('main', 'size') * 1024) / 1e6);
    const isTooMuch = megabytes > limit;
    if (isTooMuch) process.exitCode = 1;
    const columns = [
      `${megabytes} MB${isTooMuch ? ` (more than ${limit})` : ''}`.padStart(8),
      `blocked ${most('worker', 'blocked')} ms`.padStart(16),
      `${seconds.toFixed(1)} s`.padStart(8),
      `${run.requests} requests`.padStart(14),
      `${run.retries} repeated`.padStart(14),
      `exit ${String(status)}`,
    ];
    process.stdout.write(`${name.padEnd(56)} ${columns.join('  ')}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts a service and waits until it prints its address. */
async function started(
  args: readonly string[],
  where: RegExp,
): Promise<{ readonly found: readonly string[]; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    const found = where.exec(printed);
    if (found !== null) return { found: [...found], child };
  }
  throw new Error(`A service ended without saying where it is: ${await text(child.stdout)}`);
}

const words = process.argv.slice(3);
const isChosen = (name: string): boolean => words.length === 0 || words.some((word) => name.includes(word));

for (const profile of ['quick', 'standard', 'thorough'].filter(isChosen)) {
  const { found, child } = await started(
    [CLI, 'serve'],
    /BASE_URL=(\S+)[\s\S]*PRIVATE_REPO=(\S+) TOKEN=(\S+) OUTSIDER_TOKEN=(\S+)/,
  );
  const [, BASE_URL = '', PRIVATE_REPO = '', TOKEN = '', OUTSIDER_TOKEN = ''] = found;
  const target = { BASE_URL, OWNER: 'acme', REPO: 'widgets', PRIVATE_REPO, TOKEN, OUTSIDER_TOKEN };
  await measure(`the bundled service, ${profile}`, ['--profile', profile], target, LIMIT_HEALTHY_MB);
  child.kill();
}
/** Bodies of 60 kB, so that a page of a hundred issues has 6 MB. */
const withLongBodies: Change = ({ renderRecord }) => ({
  renderRecord: (issue, place, request) =>
    renderRecord({ ...issue, body: `${issue.body ?? ''}\n${'long bodies '.repeat(5000)}` }, place, request),
});

for (const name of [
  '140 issues with bodies of 60 kB, standard',
  '140 issues with bodies of 60 kB, thorough',
].filter(isChosen)) {
  const service = await startService({ issues: 140, changes: [withLongBodies] });
  await measure(name, ['--profile', name.split(', ')[1] ?? ''], settingsOf(service), LIMIT_HEALTHY_MB);
  await service.stop();
}
const services = Object.keys(hostileServices);
const hostileRuns = [
  ...services.map((service) => ({ name: service, service, more: [] })),
  // If each response differs, long runs use more memory.
  ...services
    .filter((service) => /each time|every time/.test(service))
    .map((service) => ({ name: `${service}, thorough`, service, more: ['--profile', 'thorough'] })),
];
for (const { name, service, more } of hostileRuns.filter((run) => isChosen(run.name))) {
  const { found, child } = await started(['scripts/run.js', 'scripts/serve-hostile.ts', service], /\d+/);
  const BASE_URL = `http://127.0.0.1:${found[0] ?? ''}`;
  const target = { BASE_URL, OWNER: 'acme', REPO: 'widgets', TOKEN: 'member', OUTSIDER_TOKEN: 'outsider' };
  await measure(name, [...HOSTILE, ...more], target, LIMIT_MB);
  child.kill('SIGKILL');
}
