import type { Report } from '../report/model.ts';
import type { Settings } from '../settings/parse.ts';
import { newRunId, version } from './plan.ts';

export interface Beginning {
  readonly runId: string;
  readonly startedAt: Date;
}

export const beginNow = (): Beginning => ({ runId: newRunId(), startedAt: new Date() });

export interface NoReport {
  readonly outcome: 'incomplete' | 'unusable' | 'broken';
  readonly problem: string;
}

/** Placeholder in the report folder until the run has a report. */
export const UNFINISHED: NoReport = {
  outcome: 'incomplete',
  problem:
    'The run did not finish: it is still running, or it was killed. What it found until then is not known; run it again to the end.',
};

/** Returns what every report of a run has. */
export function reportFrame(
  { runId, startedAt }: Beginning,
  settings: Partial<Settings>,
  outcome: Report['outcome'],
  problem: string | null,
): Report {
  const { BASE_URL = '', OWNER = '', REPO = '', LABEL, TARGET_VERSION, isBundled = false } = settings;
  return {
    schemaVersion: 1,
    tool: { name: 'issue-conformance', version },
    outcome,
    ...(problem === null ? {} : { problem }),
    target: {
      baseUrl: BASE_URL,
      owner: OWNER,
      repo: REPO,
      bundled: isBundled,
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
    },
    counts: { pass: 0, fail: 0, inconclusive: 0, skip: 0, observed: 0 },
    rules: [],
  };
}

/** Returns a report in which no rule was tried. */
export function reportWithoutRules(
  beginning: Beginning,
  { outcome, problem }: NoReport,
  settings: Partial<Settings> = {},
): Report {
  const oneLine = problem.replaceAll(/\s*\n\s*/g, ' ').trim();
  const frame = reportFrame(beginning, settings, outcome, oneLine);
  return outcome === 'incomplete' ? { ...frame, run: { ...frame.run, interrupted: true } } : frame;
}
