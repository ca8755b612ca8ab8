// Preloaded into a run that is measured: writes down how long each thread of it was blocked, and its greatest size.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const STEP_MS = 10;
const { WATCHED = '' } = process.env;
const thread = isMainThread ? 'main' : 'worker';
const note = (what, value) => appendFileSync(WATCHED, `${thread} ${what} ${Math.round(value)}\n`);

let last = performance.now();
let longest = 0;
setInterval(() => {
  const now = performance.now();
  const blocked = now - last - STEP_MS;
  last = now;
  // A thread may be ended at any moment, so that each new record is written at once.
  if (blocked > longest + STEP_MS) {
    longest = blocked;
    note('blocked', blocked);
  }
}, STEP_MS).unref();

// Kilobytes of 1024 bytes, of the process as a whole.
if (isMainThread) process.on('exit', () => note('size', process.resourceUsage().maxRSS));
