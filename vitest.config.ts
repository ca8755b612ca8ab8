import { defineConfig } from 'vitest/config';
import { vitestShared } from './src/host/vitest-shared.ts';
import { MatrixFirst } from './tests/proof/sequencer.ts';

// Before vitest puts values of its own into the environment.
vitestShared();

// vitest leaves styles empty unless it is told otherwise, and a page without its style would be tested, or written.
const css = { include: [/\.css\?raw$/] };

/**
 * Tests of what surrounds the program: packages of consumers, browsers, CI files, programs and pages of examples, the bundled service,
 * and what pages look like. None of it decides a verdict, an exit status, or what is hidden.
 */
const REST = [
  ...['browser', 'action', 'emulate', 'package', 'scripts', 'service'].map(
    (folder) => `tests/${folder}/**/*.test.ts`,
  ),
  'tests/behaviour/many-runs.test.ts',
  'tests/cli/long-titles.test.ts',
  'tests/cli/pasted.test.ts',
  'tests/cli/forty-targets.test.ts',
  'tests/compare/render.test.ts',
  'tests/host/vitest-keys.test.ts',
  'tests/report/html.test.ts',
  'tests/report/linear-time.test.ts',
  'tests/report/markdown*.test.ts',
];

/** Files of the matrix, of which each project tries a part: `isTried` in tests/proof/cell.ts. */
const MATRIX = ['circumstances-*', 'faults-*', 'nothing', 'thorough', 'variants-*'].map(
  (name) => `tests/proof/${name}.test.ts`,
);

/** The matrix makes many short-lived objects. All cores run tests, so threads that collect them would take their time. */
const execArgv = ['--max-semi-space-size=64', '--single-threaded-gc'];

/** One more than CI has cores: some tests wait, for processes and for time-outs. */
const maxWorkers = 3;

export default defineConfig({
  test: {
    css,
    // What was transformed once is kept under node_modules, by its content.
    experimental: { fsModuleCache: true },
    // Named and not imported: pages come with styles and scripts, which only vite can load.
    sequence: { sequencer: MatrixFirst },
    reporters: ['./src/host/vitest-others.ts', './src/host/vitest-reporter.ts', './tests/proof/reporter.ts'],
    projects: [
      {
        test: {
          name: 'tests',
          css,
          include: ['tests/**/*.test.ts'],
          exclude: REST,
          // Files share what they import, and what was compiled for those before them; no test changes it.
          isolate: false,
          execArgv,
          testTimeout: 30_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'rest',
          css,
          include: [...REST, ...MATRIX],
          env: { MATRIX: 'rest' },
          execArgv,
          globalSetup: ['tests/browser/install.ts'],
          // Files share what they import, and one browser.
          isolate: false,
          // Several whole runs in a test, or a browser, on machines that do other things as well.
          testTimeout: 120_000,
          hookTimeout: 300_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'conformance',
          css,
          include: ['suites/conformance.test.ts'],
          globalSetup: ['src/host/vitest-project.ts'],
          pool: 'threads',
          isolate: false,
          maxWorkers: 1,
        },
      },
    ],
  },
});
