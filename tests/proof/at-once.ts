/** Runs of the matrix that are under way in one process: most of them wait for something now and then. */
const AT_ONCE = 5;

const waiting: (() => void)[] = [];
let running = 0;

/** Runs some work as soon as few enough others run. */
export async function atOnce<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place goes from one to the next.
    if (next === undefined) running -= 1;
    else next();
  }
}

/** How long a run may take, the wait for its turn included, in milliseconds. */
export const PATIENCE_MS = 300_000;
