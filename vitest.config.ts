import { defineConfig } from 'vitest/config';
import { ConformanceReporter } from './src/run/vitest-project.ts';
import { ProofReporter } from './tests/proof/reporter.ts';

export default defineConfig({
  test: {
    reporters: ['default', new ConformanceReporter(), new ProofReporter()],
    // Rules wait for the target and not for a processor.
    maxConcurrency: 128,
    projects: [
      {
        test: {
          name: 'tests',
          include: ['tests/**/*.test.ts'],
          globalSetup: ['tests/browser/install.ts'],
          testTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['suites/conformance.test.ts'],
          globalSetup: ['src/run/vitest-project.ts'],
          pool: 'threads',
          isolate: false,
          maxWorkers: 1,
        },
      },
    ],
  },
});
