import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { entryFile } from '../host/called.ts';
import { PROFILES } from '../model/profile.ts';
import type { RawSettings } from '../settings/parse.ts';
import type { ListedTarget } from './file.ts';
import { HISTORY } from './label.ts';

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

/** Ends a process gently, so that it can write its report, and later by force. */
function end(child: ChildProcess): void {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), END_MS).unref();
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
      errors = (errors + text).slice(-ERROR_TAIL_LENGTH);
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
