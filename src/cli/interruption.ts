import { say } from './output.ts';

/** Exit status of an interrupted run. */
const INTERRUPTED = 3;

/**
 * Listens for signals from now on. The first one aborts the result, so that a command can end with what it has found; the
 * second one ends the process.
 */
export function untilSignal(): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const hear = (): void => {
    if (!signal.aborted) return controller.abort();
    say('stopped at once; this run left no finished report');
    process.exit(INTERRUPTED);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, hear);
  return signal;
}
