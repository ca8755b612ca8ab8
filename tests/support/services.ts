import { afterAll, beforeAll } from 'vitest';
import { type Injected, injecting } from '../../proof/injected.ts';
import { settingsOf as bundledSettings } from '../../src/runner/plan.ts';
import { startService } from '../../src/service/start.ts';

export type RunningService = Awaited<ReturnType<typeof startService>>;

/** Runs a service during `use`. */
export async function using<T>(
  options: Injected,
  use: (reference: RunningService) => Promise<T>,
): Promise<T> {
  const reference = await startService(injecting(options));
  try {
    return await use(reference);
  } finally {
    await reference.stop();
  }
}

/** Runs a service during the tests of a file. @returns a function that returns it, to be called within tests and hooks */
export function sharedService(options: Injected = {}): () => RunningService {
  let service: RunningService | undefined;
  beforeAll(async () => {
    service = await startService(injecting(options));
  });
  afterAll(() => service?.stop());
  return () => {
    if (service === undefined) throw new Error('The service has not started.');
    return service;
  };
}

/** Returns the settings for everything that a reference service has, creations included. */
export function settingsOf(reference: RunningService): Record<string, string> {
  // It is OWNER by default.
  const { PRIVATE_OWNER: _, ...settings } = bundledSettings(reference);
  // A run waits so long before it accuses.
  return { ...settings, LISTED_WITHIN_MS: '100' };
}
