import { type Injected, injecting } from '../../proof/injected.ts';
import { type RunningService, startService } from '../../src/service/start.ts';

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
