import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';

interface Emulator {
  readonly baseUrl: string;
  readonly stop: () => Promise<void>;
}

const CLI = fileURLToPath(new URL('../../node_modules/emulate/dist/index.js', import.meta.url));
const LOOPBACK = new URL('./loopback.mjs', import.meta.url).href;

const READY_MS = 15_000;
const STOP_MS = 3_000;
const PORT_TRIES = 5;

/** Starts the emulator on a free port. Returns when a GET of `path` with `token` is answered with 200. */
export async function launch(
  folder: string,
  seedFile: string,
  path: string,
  token: string,
): Promise<Emulator> {
  const deadline = Date.now() + READY_MS;
  for (let tries = 1; ; tries += 1) {
    // Another process may take the port in between; then the emulator ends, and the next port is tried.
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const child = spawnEmulator(folder, seedFile, port, baseUrl);
    const output = collect(child);
    const outcome = await ready(child, `${baseUrl}${path}`, token, deadline);
    if (outcome === 'ready') {
      return { baseUrl, stop: () => end(child) };
    }
    await end(child);
    const taken = outcome === 'ended' && output().includes('EADDRINUSE');
    if (!taken || tries === PORT_TRIES) {
      const what = outcome === 'ended' ? 'ended' : `did not answer within ${READY_MS / 1000} s`;
      throw new Error(`the emulator ${what}; its output:\n${output() || '(none)'}`);
    }
  }
}

function spawnEmulator(folder: string, seedFile: string, port: number, baseUrl: string): ChildProcess {
  const emulate = ['start', '-p', String(port), '-s', 'github', '--seed', seedFile, '--base-url', baseUrl];
  return spawn(process.execPath, ['--import', LOOPBACK, CLI, ...emulate], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

function collect(child: ChildProcess): () => string {
  let text = '';
  const add = (chunk: unknown): void => {
    text = `${text}${String(chunk)}`.slice(-8_000);
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  child.on('error', add);
  return () => text.trim();
}

async function ready(
  child: ChildProcess,
  url: string,
  token: string,
  deadline: number,
): Promise<'ready' | 'ended' | 'silent'> {
  let listens = false;
  child.once('message', () => {
    listens = true;
  });
  while (Date.now() < deadline) {
    if (hasEnded(child)) {
      return 'ended';
    }
    if (listens && (await answers(url, token, deadline))) {
      return 'ready';
    }
    await sleep(10);
  }
  return 'silent';
}

async function answers(url: string, token: string, deadline: number): Promise<boolean> {
  try {
    const response = await fetch(url, {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(Math.max(1, deadline - Date.now())),
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function end(child: ChildProcess): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (hasEnded(child)) {
      return;
    }
    child.kill(signal);
    await Promise.race([once(child, 'exit'), sleep(STOP_MS, undefined, { ref: false })]);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
