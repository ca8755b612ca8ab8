import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from './child.ts';
import { seed } from './seed.ts';
import { MEMBER, MEMBER_TOKEN, OUTSIDER_TOKEN, PRIVATE_REPO, PUBLIC_REPO, SEED_FILE } from './world.ts';

export interface RunningEmulate {
  /** Settings for the emulator, which follows the same rules under other names. */
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
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
    settings: {
      BASE_URL: emulator.baseUrl,
      OWNER: MEMBER,
      REPO: PUBLIC_REPO,
      PRIVATE_REPO,
      TOKEN: MEMBER_TOKEN,
      OUTSIDER_TOKEN,
      WRITES: 'all',
      ACCEPT: 'application/vnd.github+json',
      API_VERSION_HEADER: 'X-GitHub-Api-Version',
      // The emulator is a single process and lists new issues at once.
      LISTED_WITHIN_MS: '1000',
    },
    secrets: [MEMBER_TOKEN, OUTSIDER_TOKEN],
    stop,
  };
}
