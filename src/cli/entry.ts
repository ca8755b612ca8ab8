#!/usr/bin/env node
// Built as a separate file, so that it runs even if other parts of the program are missing, and on any Node.
import './node-version.ts';
import { isError } from '../client/thrown.ts';
import { programFault } from '../runner/program-fault.ts';
import type { UntilSignal } from './commands.ts';
import { printStderr, written } from './output.ts';

const BROKEN = 4;

/** Prints why this program failed; with DEBUG also the stack. */
function endAsBroken(error: unknown): never {
  printStderr(programFault(error));
  if (process.env['DEBUG'] !== undefined && isError(error)) printStderr(error.stack ?? '');
  process.exit(BROKEN);
}

const INTERRUPTED = 3;

function stopImmediately(): never {
  printStderr('stopped immediately; this run left no finished report');
  process.exit(INTERRUPTED);
}

/** Returns what a command calls once it is loaded; it hears an earlier signal, too. A second one ends the process. */
function listenForSignals(): UntilSignal {
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

async function start(untilSignal: UntilSignal): Promise<never> {
  const { main } = await import('./main.js');
  const status = await main(untilSignal);
  await written();
  // A blocked thread must not keep the process alive.
  process.exit(status);
}

process.on('uncaughtException', endAsBroken);
start(listenForSignals()).catch(endAsBroken);
