import { defineConfig } from 'vitest/config';

/** The caller's environment, before vitest adds variables of its own (BASE_URL among them). */
const environment = { ...process.env };

declare module 'vitest' {
  interface ProvidedContext {
    environment: typeof environment;
  }
}

/**
 * The matrix makes many short-lived objects. All cores run tests, so threads that collect them would take their time. No
 * function runs long enough to be worth V8's optimising compiler as early as usual.
 */
const execArgv = [
  '--max-semi-space-size=128',
  '--single-threaded-gc',
  '--sparkplug',
  '--interrupt-budget=1500000',
];

/** One more than CI has cores: some tests wait, for processes and for time-outs. */
const maxWorkers = 3;

/** Milliseconds after which a test is taken for hung. No test measures time, so a busy machine does not reach it. */
const HUNG_MS = 120_000;

/** Milliseconds for set-ups, which install packages. */
const INSTALLING_MS = 600_000;

export default defineConfig({
  test: {
    // What was transformed once is kept under node_modules, by its content.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: 'tests',
          include: ['tests/**/*.test.ts'],
          globalSetup: ['tests/browser/install.ts'],
          // Files share what they import, and what was compiled for those before them; no test changes it.
          isolate: false,
          execArgv,
          testTimeout: HUNG_MS,
          hookTimeout: INSTALLING_MS,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['suites/conformance.test.ts'],
          provide: { environment },
          pool: 'threads',
          isolate: false,
          maxWorkers: 1,
        },
      },
    ],
  },
});
