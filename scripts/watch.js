// Preloaded into a run that is measured: records how long each thread was blocked, and the peak size.
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
  // A thread may end at any moment, so each new maximum is written immediately.
  if (blocked > longest + STEP_MS) {
    longest = blocked;
    note('blocked', blocked);
  }
}, STEP_MS).unref();

// KiB of the whole process.
if (isMainThread) process.on('exit', () => note('size', process.resourceUsage().maxRSS));
