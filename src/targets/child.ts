import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PROFILES } from '../engine/profile.ts';
import { entryFile } from '../host/called.ts';
import type { RawSettings } from '../host/settings.ts';
import type { Target } from './file.ts';
import { HISTORY } from './label.ts';

/** Variables that say nothing of a target: a run needs them to work at all, or names the CI run with them. */
const PASSED_ON =
  /^(?:PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_\w+|TZ|SystemRoot|USERPROFILE|NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|SSL_CERT_\w+|GITHUB_(?:SERVER_URL|REPOSITORY|RUN_ID|SHA)|CI_JOB_URL|CI_COMMIT_SHA)$/;

/** Megabytes of the heap of each thread of a run. */
const HEAP_MB = 1024;
/** Milliseconds that a run may take beyond its own deadline, and then to end. */
const GRACE_MS = 120_000;
const END_MS = 15_000;
/** Characters of its error output that are kept, the last ones. */
const TAIL = 2000;

/** The end of the process of a run. */
export interface Ended {
  /** `null` if a signal ended it. */
  readonly status: number | null;
  /** Why it was ended; `null` if it ended by itself. */
  readonly stopped: string | null;
  /** The last lines of its error output, in which secrets are hidden. */
  readonly errors: string;
}

/** Returns for how long the run of a target may go on at most, in milliseconds. */
function patienceOf({ settings: { DEADLINE_S, WAIT_S, PROFILE } }: Target): number {
  const deadline = DEADLINE_S ?? PROFILES[PROFILE].deadlineS;
  return (deadline + WAIT_S) * 1000 + GRACE_MS;
}

function environmentFor(
  { raw, label }: Target,
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

/** Ends a process, at first so that it may write its report. */
function end(child: ChildProcess): void {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), END_MS).unref();
}

/**
 * Checks one target in a process of its own, with an environment and an empty folder of its own: no other target's
 * variables, and no `.env`, reach it. A run that goes on past its deadline is ended.
 *
 * @param patienceMs by its settings if not given
 */
export async function runTarget(
  target: Target,
  out: string,
  {
    environment,
    signal,
    patienceMs = patienceOf(target),
  }: { readonly environment: RawSettings; readonly signal: AbortSignal; readonly patienceMs?: number },
): Promise<Ended> {
  const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-target-'));
  let stopped: string | null = null;
  try {
    const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, entryFile(), 'run'], {
      cwd: folder,
      env: environmentFor(target, out, environment),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const stop = (why: string): void => {
      stopped ??= why;
      end(child);
    };
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-TAIL);
    });
    const timer = setTimeout(
      () => stop(`it did not end within ${Math.round(patienceMs / 1000)} s, its deadline included`),
      patienceMs,
    );
    const interrupt = (): void => stop('the command was interrupted');
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt);
    try {
      return await new Promise<Ended>((done) => {
        child.once('error', (error) =>
          done({ status: null, stopped: `it could not be started: ${error.message}`, errors }),
        );
        child.once('close', (status) => done({ status, stopped, errors }));
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupt);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
