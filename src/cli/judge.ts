import { playBack, readRecording } from '../client/playback.ts';
import { messageOf } from '../client/thrown.ts';
import { secretsOfRun } from '../generate/tokens.ts';
import { escapeHarmful } from '../model/text.ts';
import type { Report } from '../report/model.ts';
import { UsageError } from '../report-folder/files.ts';
import { planRun } from '../runner/plan.ts';
import { settingsOfRecording } from '../runner/recording.ts';
import { type RunRecord, reportOf } from '../runner/report-run.ts';
import { runRules } from '../runner/run-rules.ts';
import type { Settings } from '../settings/parse.ts';
import type { CommandCall } from './commands.ts';
import { reportOn } from './run.ts';
import { usableSettings } from './usage.ts';

function recordingAt(path: string) {
  try {
    return readRecording(path);
  } catch (error) {
    throw new UsageError(
      `The recording ${JSON.stringify(path)} cannot be used: ${escapeHarmful(messageOf(error))}.`,
      { cause: error },
    );
  }
}

/** Judges a recording with the settings of its run. Sends nothing. @throws {UsageError} if it cannot be used */
export async function judgeRecording(
  recording: ReturnType<typeof readRecording>,
  { settings, ...record }: Pick<RunRecord, 'beginning' | 'baseline'> & { readonly settings: Settings },
  interrupted?: AbortSignal,
): Promise<Report> {
  const began = performance.now();
  const { id, canarySeed, version } = recording.run;
  const planned = planRun(settings, null, id);
  const plan = { ...planned, session: { ...planned.session, canarySeed } };
  const lost = new AbortController();
  const playback = playBack(recording, secretsOfRun(plan.session), () => lost.abort());
  const signal = AbortSignal.any(interrupted === undefined ? [lost.signal] : [lost.signal, interrupted]);
  const { rules } = await import('../../suites/index.ts');
  const collected = await runRules(plan, rules, { playback, signal });
  const report = reportOf(plan, collected, { ...record, durationMs: performance.now() - began });
  return { ...report, run: { ...report.run, recording: { version, missing: playback.missing } } };
}

export default async function judge({ words: [path = ''], flags, untilSignal }: CommandCall) {
  const signal = untilSignal('interrupted; writing the report of what was found so far');
  const recording = recordingAt(path);
  const { run } = recording;
  const parsed = usableSettings(flags, (own) => settingsOfRecording(run, own));
  // A recording of the bundled service is judged as one, though nothing is started.
  const settings = { ...parsed, isBundled: run.bundled };
  const beginning = { runId: run.id, startedAt: new Date(run.startedAt), faults: run.faults };
  return reportOn(settings, beginning, (baseline) =>
    judgeRecording(recording, { settings, beginning, baseline }, signal),
  );
}
