import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MEMBER = 'conformance-member';
const OUTSIDER = 'conformance-outsider';
const PUBLIC_REPO = 'public-issues';
const PRIVATE_REPO = 'private-issues';
const MEMBER_TOKEN = 'member-7f3c9a51e8d24b60b1a7c2d95e43f816';
const OUTSIDER_TOKEN = 'outsider-2b84d6f09c7e4135a90e6d3b718fc254';
/** Another token of the member. The emulator counts requests by token (5000 an hour), and seeding must use up none of a run. */
const SEEDING_TOKEN = 'seeding-c5017e9ab3d84f26961dfb0a4e82d7c3';
const PUBLIC_ISSUES = 143;
/** Numbers of closed issues; all among the newest 100. */
const CLOSED = [140, 131, 115, 113, 86, 47];
const PRIVATE_ISSUES = 3;

const scopes = ['repo', 'user'];
/** An unknown token acts as the first user in this list, so the order of users matters. */
const SEED = {
  tokens: {
    [MEMBER_TOKEN]: { login: MEMBER, scopes },
    [OUTSIDER_TOKEN]: { login: OUTSIDER, scopes },
    [SEEDING_TOKEN]: { login: MEMBER, scopes },
  },
  github: {
    users: [{ login: MEMBER }, { login: OUTSIDER }],
    repos: [
      { owner: MEMBER, name: PUBLIC_REPO },
      { owner: MEMBER, name: PRIVATE_REPO, private: true },
    ],
  },
};

const CLI = fileURLToPath(new URL('../../node_modules/emulate/dist/index.js', import.meta.url));
const LOOPBACK = new URL('./loopback.mjs', import.meta.url).href;

/** Starts the emulator on a free port, which its process tells. */
async function launch(folder: string, seedFile: string) {
  const args = ['--import', LOOPBACK, CLI, 'start', '-p', '1', '-s', 'github', '--seed', seedFile];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-8000)));
  const ended = once(child, 'exit');
  const [port]: unknown[] = await Promise.race([once(child, 'message'), ended.then(() => [null])]);
  const stop = (): Promise<unknown> => {
    child.kill('SIGKILL');
    return ended;
  };
  if (typeof port !== 'number') throw new Error(`the emulator ended; its output:\n${output}`);
  return { baseUrl: `http://127.0.0.1:${port}`, stop };
}

/**
 * Fills both repositories one request at a time. The emulator sorts by creation time in milliseconds, and
 * ties have no stable order. So each issue is created in a millisecond of its own.
 */
async function seed(baseUrl: string): Promise<void> {
  const send = async (method: 'POST' | 'PATCH', path: string, payload: object): Promise<string> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${SEEDING_TOKEN}` };
    const url = `${baseUrl}/repos/${MEMBER}/${path}`;
    const response = await fetch(url, { method, headers, body: JSON.stringify(payload) });
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status}`);
    return ((await response.json()) as { readonly created_at: string }).created_at;
  };
  const counts = { [PUBLIC_REPO]: PUBLIC_ISSUES, [PRIVATE_REPO]: PRIVATE_ISSUES };
  for (const [repo, count] of Object.entries(counts))
    for (let nth = 1; nth <= count; nth += 1) {
      const payload = { title: `Seeded ${nth}`, body: `Number ${nth}.` };
      const createdAt = Date.parse(await send('POST', `${repo}/issues`, payload));
      while (Date.now() <= createdAt) await sleep(1);
    }
  for (const number of CLOSED) await send('PATCH', `${PUBLIC_REPO}/issues/${number}`, { state: 'closed' });
}

/** Starts a local GitHub emulator, written by others, on loopback. It always holds the same issues. @returns its settings */
export async function startEmulate(folder: string) {
  const seedFile = join(folder, 'seed.json');
  await writeFile(seedFile, JSON.stringify(SEED));
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
