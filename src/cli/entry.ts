#!/usr/bin/env node
// Built as a separate file, so that it runs even if other parts of the program are missing, and on any Node.
import './node-version.ts';
import { isError } from '../client/thrown.ts';
import { programFault } from '../runner/program-fault.ts';
import { listenForSignals, type UntilSignal } from './interruption.ts';
import { printStderr, written } from './output.ts';

/** Exit status of a fault of this program. */
const BROKEN = 4;

/** Prints why this program failed; with DEBUG also the stack. */
function endAsBroken(error: unknown): never {
  printStderr(programFault(error));
  if (process.env['DEBUG'] !== undefined && isError(error)) printStderr(error.stack ?? '');
  process.exit(BROKEN);
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
