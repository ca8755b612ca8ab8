import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { entryFile } from '../host/called.ts';
import { PROFILES } from '../model/profile.ts';
import { type RawSettings } from '../settings/parse.ts';
import { HISTORY, type ListedTarget } from './file.ts';

/**
 * Variables that are passed on because they do not concern a target: every run needs them, or they identify
 * the CI run.
 */
const PASSED_ON =
  /^(?:PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_\w+|TZ|SystemRoot|USERPROFILE|NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|SSL_CERT_\w+|GITHUB_(?:SERVER_URL|REPOSITORY|RUN_ID|SHA)|CI_JOB_URL|CI_COMMIT_SHA)$/;

/** Heap limit of each thread of a run, in megabytes. */
const HEAP_MB = 1024;
/** Milliseconds beyond a run's own deadline, and then until it is killed. */
const GRACE_MS = 120_000;
const END_MS = 15_000;
/** Last characters of the error output that are kept. */
const ERROR_TAIL_LENGTH = 2000;

/** The end of the process of a run. */
export interface Ended {
  /** `null` if a signal ended it. */
  readonly status: number | null;
  /** The reason for ending it; `null` if it ended by itself. */
  readonly stopped: string | null;
  /** The end of its error output, in which secrets are hidden. */
  readonly errors: string;
}

/** Returns the maximum duration of a target's run in milliseconds. */
function patienceOf({ settings: { DEADLINE_S, WAIT_S, PROFILE } }: ListedTarget): number {
  const deadline = DEADLINE_S ?? PROFILES[PROFILE].deadlineS;
  return (deadline + WAIT_S) * 1000 + GRACE_MS;
}

function environmentFor(
  { raw, label }: ListedTarget,
  out: string,
  environment: RawSettings,
): Record<string, string> {
  const passed = Object.entries(environment).filter(([name]) => PASSED_ON.test(name));
  const own = { ...raw, LABEL: label, REPORT_DIR: resolve(out, label), HISTORY_DIR: resolve(out, HISTORY) };
  return Object.fromEntries(
    [...passed, ...Object.entries(own)].flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
}

/**
 * Checks one target in its own process, with its own environment and an empty working directory. Variables of
 * other targets and `.env` do not reach it. A run past its deadline is ended.
 * @param patienceMs default: from the target's settings
 */
export async function runTarget(
  target: ListedTarget,
  out: string,
  {
    environment,
    signal,
    patienceMs = patienceOf(target),
  }: { readonly environment: RawSettings; readonly signal: AbortSignal; readonly patienceMs?: number },
): Promise<Ended> {
  // In the site, which can be written to; there may be no folder for temporary files.
  const folder = await mkdtemp(join(resolve(out), '.run-'));
  const late = AbortSignal.timeout(patienceMs);
  const stop = AbortSignal.any([signal, late]);
  try {
    const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, entryFile(), 'run'], {
      cwd: folder,
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
    let failed: string | null = null;
    child.on('error', ({ name, message }) => {
      if (name !== 'AbortError') failed = `it could not be started: ${message}`;
    });
    const status = await new Promise<number | null>((done) => child.once('close', done));
    const isLate = late.aborted && !signal.aborted;
    const why = isLate
      ? `it did not end within ${Math.round(patienceMs / 1000)} s, its deadline included`
      : 'the command was interrupted';
    return { status, stopped: failed ?? (stop.aborted ? why : null), errors };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
