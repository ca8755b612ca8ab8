import { say } from './output.ts';

/** Exit status of an interrupted run. */
const INTERRUPTED = 3;

/**
 * Listens for signals from now on. The first one aborts the result, so that a command can end with what it has found; the
 * second one ends the process.
 * @param sentence said at the first one
 */
export function untilSignal(sentence: string): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const hear = (): void => {
    if (signal.aborted) {
      say('stopped at once; this run left no finished report');
      process.exit(INTERRUPTED);
    }
    say(sentence);
    controller.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, hear);
  return signal;
}
