import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';
import { seed } from './seed.ts';
import { MEMBER, MEMBER_TOKEN, OUTSIDER_TOKEN, PRIVATE_REPO, PUBLIC_REPO, SEED_FILE } from './world.ts';

interface Emulator {
  readonly baseUrl: string;
  readonly stop: () => Promise<void>;
}

const CLI = fileURLToPath(new URL('../../node_modules/emulate/dist/index.js', import.meta.url));
const LOOPBACK = new URL('./loopback.mjs', import.meta.url).href;
const PORT_TRIES = 5;

/** Starts the emulator on a free port. */
async function launch(folder: string, seedFile: string): Promise<Emulator> {
  for (let tries = 1; ; tries += 1) {
    // Another process may take the port in between; then the emulator ends, and the next port is tried.
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const args = ['start', '-p', String(port), '-s', 'github', '--seed', seedFile, '--base-url', baseUrl];
    const child = spawn(process.execPath, ['--import', LOOPBACK, CLI, ...args], {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-8000)));
    const ended = once(child, 'exit');
    const [first]: unknown[] = await Promise.race([once(child, 'message'), ended]);
    if (first === 'listening')
      return {
        baseUrl,
        stop: async () => {
          child.kill('SIGKILL');
          await ended;
        },
      };
    if (!output.includes('EADDRINUSE') || tries === PORT_TRIES)
      throw new Error(`the emulator ended; its output:\n${output}`);
  }
}

/** Starts a local GitHub emulator, written by others, on loopback. It always holds the same issues. @returns its settings */
export async function startEmulate(folder: string) {
  const seedFile = join(folder, 'seed.json');
  await writeFile(seedFile, JSON.stringify(SEED_FILE));
  const { baseUrl, stop } = await launch(folder, seedFile);
  await seed(baseUrl).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const settings = {
    BASE_URL: baseUrl,
    OWNER: MEMBER,
    REPO: PUBLIC_REPO,
    PRIVATE_REPO,
    TOKEN: MEMBER_TOKEN,
    OUTSIDER_TOKEN,
    WRITES: 'all',
    ACCEPT: 'application/vnd.github+json',
    API_VERSION_HEADER: 'X-GitHub-Api-Version',
  };
  return { settings, stop };
}
