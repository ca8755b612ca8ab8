import type { Report } from '../report/model.ts';
import { countsOf } from '../report/outcome.ts';
import type { Settings } from '../settings/parse.ts';
import { newRunId, version } from './plan.ts';

export interface Beginning {
  readonly runId: string;
  readonly startedAt: Date;
  /** Faults that are injected into the bundled service. */
  readonly faults: readonly string[];
}

export const beginNow = (faults: readonly string[] = []): Beginning => ({
  runId: newRunId(),
  startedAt: new Date(),
  faults,
});

/** The end of a run, as the head of a report shows it. */
interface Ending {
  readonly outcome: Report['outcome'];
  readonly problem?: string | null;
  readonly isInterrupted?: boolean;
}

/** Returns a report in which no rule was tried. @param settings as far as they could be read */
export function reportWithoutRules(
  { runId, startedAt, faults }: Beginning,
  { outcome, problem = null, isInterrupted = false }: Ending,
  settings: Partial<Settings> = {},
): Report {
  const { BASE_URL = '', OWNER = '', REPO = '', LABEL, TARGET_VERSION, isBundled = false } = settings;
  return {
    schemaVersion: 1,
    tool: { name: 'issue-conformance', version },
    outcome,
    ...(problem === null ? {} : { problem: problem.replaceAll(/\s*\n\s*/g, ' ').trim() }),
    target: {
      baseUrl: BASE_URL,
      owner: OWNER,
      repo: REPO,
      bundled: isBundled,
      ...(faults.length === 0 ? {} : { faults }),
      ...(LABEL === undefined ? {} : { label: LABEL }),
    },
    run: {
      id: runId,
      startedAt: startedAt.toISOString(),
      durationMs: 0,
      ...(TARGET_VERSION === undefined ? {} : { targetVersion: TARGET_VERSION }),
      requests: 0,
      retries: 0,
      seed: settings.SEED ?? 0,
      profile: settings.PROFILE ?? 'standard',
      writes: settings.WRITES ?? 'none',
      selection: null,
      ...(isInterrupted ? { interrupted: true } : {}),
    },
    counts: countsOf([]),
    rules: [],
  };
}
