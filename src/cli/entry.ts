#!/usr/bin/env node
// Built as a separate file, so that it runs even if other parts of the program are missing.
import { Interruption } from './interruption.ts';
import { say, sayFault, written } from './output.ts';

/** Exit statuses of an interrupted run, and of a fault of this program. */
const [INTERRUPTED, BROKEN] = [3, 4];

function endAtOnce(): never {
  say('stopped at once; this run left no finished report');
  process.exit(INTERRUPTED);
}

function endAsBroken(error: unknown): never {
  sayFault(error);
  process.exit(BROKEN);
}

const interruption = new Interruption(endAtOnce, endAsBroken);
try {
  const { main } = await import('./main.js');
  const status = await main(interruption);
  await written();
  // A blocked thread must not keep the process alive.
  process.exit(status);
} catch (error) {
  endAsBroken(error);
}
