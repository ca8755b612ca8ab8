import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from './child.ts';
import { seed } from './seed.ts';
import { MEMBER, MEMBER_TOKEN, OUTSIDER_TOKEN, PRIVATE_REPO, PUBLIC_REPO, SEED_FILE } from './world.ts';

export interface RunningEmulate {
  readonly baseUrl: string;
  /** Owner of both repositories. */
  readonly owner: string;
  readonly repo: string;
  readonly privateRepo: string;
  /** Has access to both repositories. */
  readonly token: string;
  /** Valid, but without access to the private repository. */
  readonly outsiderToken: string;
  readonly stop: () => Promise<void>;
}

/** Starts a local GitHub emulator, written by others, on loopback. It always holds the same issues. */
export async function startEmulate(): Promise<RunningEmulate> {
  const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-emulate-'));
  const seedFile = join(folder, 'seed.json');
  await writeFile(seedFile, JSON.stringify(SEED_FILE));
  const emulator = await launch(folder, seedFile);
  const stop = async (): Promise<void> => {
    await emulator.stop();
    await rm(folder, { recursive: true, force: true });
  };
  await seed(emulator.baseUrl).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    baseUrl: emulator.baseUrl,
    owner: MEMBER,
    repo: PUBLIC_REPO,
    privateRepo: PRIVATE_REPO,
    token: MEMBER_TOKEN,
    outsiderToken: OUTSIDER_TOKEN,
    stop,
  };
}
