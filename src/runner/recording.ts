import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { RecordedRun } from '../client/har-schema.ts';
import { BEGINS, beginningOf, END } from '../client/recorder.ts';
import { authorOf } from '../report-folder/own-files.ts';
import type { RawSettings } from '../settings/parse.ts';
import { JUDGING, type SettingName, settingNames } from '../settings/table.ts';
import { type RunPlan, version } from './plan.ts';
import type { Beginning } from './unfinished.ts';

/** Settings that change nothing of what a run sends. */
const NOT_SENT: ReadonlySet<SettingName> = new Set([
  ...JUDGING,
  'RECORD',
  'HISTORY_DIR',
  'HISTORY_KEEP',
  'WAIT_S',
]);

/** Stands for a secret of the recorded run. Near misses of it have the same labels. */
const standIn = (name: string): string => `${name.toLowerCase()}-of-the-recording`;

/**
 * Makes room for a recording.
 * @throws {Error} if it cannot be written, or would replace a file that this program did not write
 */
export async function prepareRecording(path: string): Promise<void> {
  if ((await authorOf(path, BEGINS)) === 'somebody else')
    throw new Error(
      `There is a file that this program did not write: ${JSON.stringify(path)}. Set RECORD (--record) to another one.`,
    );
  // A new file, because an old one may be readable by others, and another run may write to it.
  await rm(path, { force: true });
  await writeFile(path, `${beginningOf(version)}${END}`, { flag: 'wx', mode: 0o600 });
}

/** Returns the settings of a plan as texts, without secrets. */
function recordedSettings({ settings, session }: RunPlan): Record<string, string> {
  const { TOKEN, OUTSIDER_TOKEN, HEADERS } = settings;
  const shown = {
    ...settings,
    USER_AGENT: session.address.userAgent,
    TOKEN: TOKEN && standIn('TOKEN'),
    OUTSIDER_TOKEN: OUTSIDER_TOKEN && standIn('OUTSIDER_TOKEN'),
    HEADERS: HEADERS?.map(({ name }) => `${name}: ${standIn('header')}`),
  };
  const texts = settingNames.flatMap((name) => {
    const value = NOT_SENT.has(name) ? undefined : shown[name];
    return value === undefined ? [] : [[name, [value].flat().join('\n')]];
  });
  const isChecked = session.route?.checksCertificates !== false;
  return { ...Object.fromEntries(texts), ...(isChecked ? {} : { NODE_TLS_REJECT_UNAUTHORIZED: '0' }) };
}

/** Returns the settings of a recorded run, which anybody may have edited, with those of its judgement. */
export const settingsOfRecording = ({ settings }: RecordedRun, own: RawSettings): RawSettings => ({
  ...Object.fromEntries(
    [...settingNames.filter((name) => !NOT_SENT.has(name)), 'NODE_TLS_REJECT_UNAUTHORIZED'].map((name) => [
      name,
      settings[name],
    ]),
  ),
  ...Object.fromEntries(JUDGING.map((name) => [name, own[name]])),
});

/** Adds to a plan where its run is recorded, if RECORD is set. */
export function recordedBy(plan: RunPlan, { startedAt, faults }: Beginning): RunPlan {
  const { RECORD, isBundled: bundled } = plan.settings;
  if (RECORD === undefined) return plan;
  const { runId: id, canarySeed } = plan.session;
  const run = {
    id,
    version,
    canarySeed,
    bundled,
    faults: [...faults],
    startedAt: startedAt.toISOString(),
    settings: recordedSettings(plan),
  };
  return { ...plan, session: { ...plan.session, recording: { path: resolve(RECORD), run } } };
}
