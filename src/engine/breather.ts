import type { Run } from './run.ts';

/** Work that takes longer than this without a pause keeps the deadline, a signal and other requests waiting. */
const LONG_MS = 200;

/**
 * For loops over what a target answered, which may be much: pauses for a moment whenever some of it has taken long, so
 * that all else is heeded.
 * @returns to be called once a round; `null` where there is nothing to wait for @throws {Stopped} in the pause
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
