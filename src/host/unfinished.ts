import { randomInt } from 'node:crypto';
import type { Report } from '../report/model.ts';
import { newRunId, version } from './plan.ts';
import type { Settings } from './settings.ts';

/** What is known of a run at its first moment. */
export interface Beginning {
  readonly runId: string;
  readonly startedAt: Date;
}

/** A run that begins now. */
export const beginNow = (): Beginning => ({ runId: newRunId(), startedAt: new Date() });

/** Why a run has no report of its own. */
export interface NoReport {
  readonly outcome: 'incomplete' | 'unusable' | 'broken';
  /** In a sentence. */
  readonly problem: string;
}

/** What stands in the report folder until the run has a report. */
export const UNFINISHED: NoReport = {
  outcome: 'incomplete',
  problem:
    'The run did not finish: it is still running, or it was killed. What it found until then is not known; run it again to the end.',
};

/** Where the bundled service listens, before its port is known. */
const LOOPBACK = 'http://127.0.0.1';

/** The settings with a seed: chosen by chance where none was given. */
export const withSeed = (settings: Settings): Settings & { readonly SEED: number } => ({
  ...settings,
  SEED: settings.SEED ?? randomInt(2 ** 31 - 1),
});

/** A report in which no rule was tried. @param settings `null` where they could not be read */
export function reportWithoutRules(
  { runId, startedAt }: Beginning,
  { outcome, problem }: NoReport,
  settings: Settings | null,
): Report {
  return {
    schemaVersion: 1,
    tool: { name: 'issue-conformance', version },
    outcome,
    problem: problem
      .split('\n')
      .map((line) => line.trim())
      .join(' '),
    target: {
      baseUrl: settings === null ? '' : (settings.BASE_URL ?? LOOPBACK),
      owner: settings?.OWNER ?? '',
      repo: settings?.REPO ?? '',
      bundled: settings !== null && settings.BASE_URL === undefined,
      ...(settings?.LABEL === undefined ? {} : { label: settings.LABEL }),
    },
    run: {
      id: runId,
      startedAt: startedAt.toISOString(),
      durationMs: 0,
      ...(settings?.TARGET_VERSION === undefined ? {} : { targetVersion: settings.TARGET_VERSION }),
      requests: 0,
      retries: 0,
      seed: settings?.SEED ?? 0,
      profile: settings?.PROFILE ?? 'standard',
      writes: settings?.WRITES ?? 'none',
      selection: null,
      ...(outcome === 'incomplete' ? { interrupted: true } : {}),
    },
    counts: { pass: 0, fail: 0, inconclusive: 0, skip: 0, observed: 0 },
    rules: [],
  };
}
