import { rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { RecordedRun } from '../client/playback.ts';
import { RECORDING_BEGINS } from '../client/recorder.ts';
import { makeFolder, refuseForeign, rejectPath } from '../report-folder/files.ts';
import { JUDGING, SENT } from '../settings/names.ts';
import type { RawSettings } from '../settings/parse.ts';
import { type RunPlan, settingTexts, version } from './plan.ts';
import type { Beginning } from './report-run.ts';

const UNCHECKED = 'NODE_TLS_REJECT_UNAUTHORIZED';

/** Stands for a secret of the recorded run. Near misses of it have the same labels. */
const standIn = (name: string): string => `${name.toLowerCase()}-of-the-recording`;

/** Makes room for a recording. @throws {Error} if it cannot be written, or would replace a file of another program */
export async function prepareRecording(path: string): Promise<void> {
  try {
    await refuseForeign(new Map([[path, { begins: RECORDING_BEGINS }]]));
    // A new file, because an old one may be readable by others, and another run may write to it.
    await rm(path, { force: true });
    await makeFolder(dirname(path));
    await writeFile(path, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    rejectPath(path, 'RECORD (--record)', 'file')(error);
  }
}

/** Returns the settings of a recorded run, which anybody may have edited, with those of its judgement. */
export const settingsOfRecording = ({ settings }: RecordedRun, own: RawSettings): RawSettings => ({
  ...Object.fromEntries([...SENT, UNCHECKED].map((name) => [name, settings[name]])),
  ...Object.fromEntries(JUDGING.map((name) => [name, own[name]])),
});

/** Adds to a plan where its run is recorded, if RECORD is set. */
export function recordedBy(plan: RunPlan, { startedAt, faults }: Beginning): RunPlan {
  const { RECORD, isBundled: bundled } = plan.settings;
  if (RECORD === undefined) return plan;
  const { runId: id, canarySeed, address, route } = plan.session;
  const texts = { ...settingTexts(plan.settings, '\n', standIn), USER_AGENT: address.userAgent };
  const run = {
    id,
    version,
    canarySeed,
    bundled,
    faults: [...faults],
    startedAt: startedAt.toISOString(),
    settings: route?.checksCertificates === false ? { ...texts, [UNCHECKED]: '0' } : texts,
  };
  return { ...plan, session: { ...plan.session, recording: { path: resolve(RECORD), run } } };
}
