import { defineConfig } from 'vitest/config';
import { vitestShared } from './src/host/vitest-shared.ts';
import { ProofReporter } from './tests/proof/reporter.ts';
import { MatrixFirst } from './tests/proof/sequencer.ts';

// Before vitest puts values of its own into the environment.
vitestShared();

// vitest leaves styles empty unless it is told otherwise, and a page without its style would be tested, or written.
const css = { include: [/\.css\?raw$/] };

export default defineConfig({
  test: {
    css,
    // The first of ours is named and not imported: its pages come with styles and scripts, which only vite can load.
    sequence: { sequencer: MatrixFirst },
    reporters: ['./src/host/vitest-others.ts', './src/host/vitest-reporter.ts', new ProofReporter()],
    projects: [
      {
        test: {
          name: 'tests',
          css,
          include: ['tests/**/*.test.ts'],
          globalSetup: ['tests/browser/install.ts'],
          testTimeout: 30_000,
          maxWorkers: 2,
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
