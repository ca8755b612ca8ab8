import { printStderr } from './output.ts';

/** Exit status of an interrupted run. */
const INTERRUPTED = 3;

function stopAtOnce(): never {
  printStderr('stopped immediately; this run left no finished report');
  process.exit(INTERRUPTED);
}

/** Listens for signals, instead of earlier listeners. */
export function listenForSignals(hear: () => void = stopAtOnce): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const earlier = process.listeners(name);
    // While nobody listens, a signal that has arrived is lost.
    process.on(name, hear);
    for (const listener of earlier) process.off(name, listener);
  }
}

/** Listens for signals until a command has its own listener, which then hears an earlier signal. The second one ends the process. */
export function listenWhileLoading(): void {
  listenForSignals(() => {
    listenForSignals();
    process.on('newListener', function again(event) {
      if (event !== 'SIGINT') return;
      process.off('newListener', again);
      // The new listener is added after this event.
      setImmediate(() => process.emit('SIGINT'));
    });
  });
}

/**
 * Listens for signals from now on. The first signal aborts the result, so that a command can end with its findings; the
 * second signal ends the process.
 * @param sentence said at the first one
 */
export function untilSignal(sentence: string): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  listenForSignals(() => {
    if (signal.aborted) stopAtOnce();
    printStderr(sentence);
    controller.abort();
  });
  return signal;
}
