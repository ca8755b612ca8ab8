import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { systemClock } from '../client/clock.ts';
import { PROFILES } from '../model/profile.ts';
import { escapeHarmful } from '../model/text.ts';
import { entryFile } from '../settings/invocation.ts';
import type { RawSettings } from '../settings/parse.ts';
import { HISTORY, type ListedTarget } from './file.ts';
import { resultIn } from './results.ts';
import type { TargetResult } from './status.ts';

/** Variables that every run needs. */
const PASSED_ON =
  /^(?:PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_\w+|TZ|SystemRoot|USERPROFILE|NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|SSL_CERT_\w+)$/;

/** Heap limit of each thread of a run, in megabytes. */
const HEAP_MB = 1024;
/** Milliseconds beyond a run's own deadline, and then until it is killed. */
const GRACE_MS = 120_000;
const END_MS = 15_000;
const ERROR_TAIL_LENGTH = 2000;

/** Returns the maximum duration of a target's run in milliseconds. */
function patienceOf({ settings: { DEADLINE_S, WAIT_S, PROFILE } }: ListedTarget): number {
  const deadline = DEADLINE_S ?? PROFILES[PROFILE].deadlineS;
  return (deadline + WAIT_S) * 1000 + GRACE_MS;
}

function environmentFor({ raw, label }: ListedTarget, out: string, environment: RawSettings): RawSettings {
  const passed = Object.entries(environment).filter(([name]) => PASSED_ON.test(name));
  const folders = { REPORT_DIR: resolve(out, label), HISTORY_DIR: resolve(out, HISTORY) };
  return { ...Object.fromEntries(passed), ...raw, LABEL: label, ...folders };
}

interface HowRun {
  readonly environment: RawSettings;
  readonly signal: AbortSignal;
  readonly patienceMs?: number;
}

/** Runs a target in its folder, and returns how its process ended. A run past its deadline is ended. */
async function ended(target: ListedTarget, out: string, how: HowRun): Promise<string> {
  const { environment, signal, patienceMs = patienceOf(target) } = how;
  const late = AbortSignal.timeout(patienceMs);
  const stop = AbortSignal.any([signal, late]);
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, entryFile(), 'run'], {
    cwd: resolve(out, target.label),
    env: environmentFor(target, out, environment),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ends it gently, so that it can write its report.
    signal: stop,
    killSignal: 'SIGTERM',
  });
  stop.addEventListener('abort', () => {
    setTimeout(() => child.kill('SIGKILL'), END_MS).unref();
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-ERROR_TAIL_LENGTH);
  });
  child.on('error', ({ name, message }) => {
    if (name !== 'AbortError') errors += `\n${message}`;
  });
  const status = await new Promise<number | null>((done) => child.once('close', done));
  if (signal.aborted) return 'the command was interrupted';
  if (late.aborted) return `it did not end within ${Math.round(patienceMs / 1000)} s, its deadline included`;
  const said = escapeHarmful(errors.trim().split('\n').at(-1) ?? '');
  return `its process ${status === null ? 'was killed' : `ended with ${status}`}${said === '' ? '' : ` (${said})`}`;
}

/** Checks one target in its own process: variables of other targets and `.env` of this folder do not reach it. */
export async function runTarget(target: ListedTarget, out: string, how: HowRun): Promise<TargetResult> {
  const folder = resolve(out, target.label);
  const begun = systemClock.date();
  await mkdir(folder, { recursive: true });
  const end = await ended(target, out, how);
  const result = await resultIn(folder, target, begun);
  return result.report === null ? { ...result, noResult: `${end}; ${result.noResult}` } : result;
}
