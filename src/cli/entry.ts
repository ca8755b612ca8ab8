#!/usr/bin/env node
// A file of its own when it is built, so that it runs where any other part of the program is missing.
import { Interruption } from './interruption.ts';
import { say, sayFault, written } from './output.ts';

/** What ends without a verdict, and what fails in this program itself. */
const [INTERRUPTED, BROKEN] = [3, 4];

const broken = (error: unknown): void => {
  sayFault(error);
  process.exit(BROKEN);
};
const interruption = new Interruption({
  interrupted: () => {
    say('stopped at once; this run left no finished report');
    process.exit(INTERRUPTED);
  },
  broken,
});

try {
  const { main } = await import('./main.js');
  const status = await main(interruption);
  await written();
  // Work of a thread that no longer listens must not keep the process.
  process.exit(status);
} catch (error) {
  broken(error);
}
