import { printStderr } from './output.ts';

/** Exit status of an interrupted run. */
const INTERRUPTED = 3;

function stopImmediately(): never {
  printStderr('stopped immediately; this run left no finished report');
  process.exit(INTERRUPTED);
}

/** Aborts at the first signal, and says a sentence then; without one, the program ends. */
export type UntilSignal = (sentence?: string) => AbortSignal;

/**
 * Listens for signals from now on. The second one ends the process.
 * @returns what a command calls once it is loaded; it hears an earlier signal, too
 */
export function listenForSignals(): UntilSignal {
  const controller = new AbortController();
  const { signal } = controller;
  let onFirst = (): void => undefined;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      if (signal.aborted) stopImmediately();
      onFirst();
      controller.abort();
    });
  return (sentence) => {
    onFirst = sentence === undefined ? stopImmediately : () => printStderr(sentence);
    if (signal.aborted) onFirst();
    return signal;
  };
}
