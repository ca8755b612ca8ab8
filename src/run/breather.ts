import type { Run } from './run.ts';

/** Work that takes longer than this without a pause keeps the deadline, a signal and other requests waiting. */
const LONG_MS = 200;

/**
 * Pauses loops over large answers for a moment whenever they have taken long, so that signals and requests are heeded.
 * @returns a function to call once a round; it returns `null` if nothing has to be waited for
 * @throws {Stopped} in the pause
 */
export function breather({ clock, target }: Run): () => Promise<void> | null {
  let since = performance.now();
  return () => {
    if (performance.now() - since < LONG_MS) return null;
    return clock.sleep(0).then(() => {
      since = performance.now();
      return target.wait(0);
    });
  };
}
