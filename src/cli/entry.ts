#!/usr/bin/env node
// Built as a separate file, so that it runs even if other parts of the program are missing, and on any Node.
import './node-version.ts';
import { listenWhileLoading } from './interruption.ts';
import { printFault, written } from './output.ts';

/** Exit status of a fault of this program. */
const BROKEN = 4;

function endAsBroken(error: unknown): never {
  printFault(error);
  process.exit(BROKEN);
}

async function start(): Promise<never> {
  const { main } = await import('./main.js');
  const status = await main();
  await written();
  // A blocked thread must not keep the process alive.
  process.exit(status);
}

process.on('uncaughtException', endAsBroken);
listenWhileLoading();
start().catch(endAsBroken);
