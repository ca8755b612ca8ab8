import { readFileSync, writeFileSync } from 'node:fs';
import { playBack, readRecording } from '../../src/client/playback.ts';
import type { RunDependencies, RunSettings } from '../../src/context/run-settings.ts';
import { secretsOfRun } from '../../src/generate/tokens.ts';
import type { RuleReport } from '../../src/report/model.ts';
import { prepareRecording } from '../../src/runner/recording.ts';
import { type Collected, runRules } from '../../src/runner/run-rules.ts';
import { rules } from '../../suites/index.ts';
import type { Cell } from '../proof/cells.ts';
import { openCell } from '../proof/try-cell.ts';

const ids = rules.map(({ id }) => id);

/** Records a run of all rules. */
export async function record(
  path: string,
  settings: RunSettings,
  surroundings: RunDependencies,
): Promise<Collected> {
  const { runId: id, canarySeed } = settings;
  const startedAt = new Date(surroundings.clock?.date() ?? Date.now()).toISOString();
  const run = { id, canarySeed, startedAt, version: '0', bundled: true, faults: [], settings: {} };
  await prepareRecording(path);
  return runRules({ session: { ...settings, recording: { path, run } }, rules: ids }, rules, surroundings);
}

export async function recordCell(path: string, cell: Cell) {
  const { settings, surroundings } = openCell(cell);
  return { settings, live: await record(path, settings, surroundings) };
}

/** Judges a recording with other tokens than its run had. */
export async function judge(path: string, settings: RunSettings) {
  const target = {
    ...settings.target,
    token: 'member-of-the-recording',
    outsiderToken: 'outsider-of-the-recording',
  };
  const secrets = secretsOfRun({ target, address: {} });
  const playback = playBack(readRecording(path), secrets);
  const judged = await runRules({ session: { ...settings, target }, rules: ids }, rules, { playback });
  return { ...judged, missing: playback.missing };
}

/** Returns a result without its times. */
const timeless = (report: RuleReport | undefined): string =>
  JSON.stringify({ ...report, note: undefined }, (key, value: unknown) => (key === 'ms' ? undefined : value));

/** Returns the rules that were judged in any way otherwise than they were in the run. */
export const differencesOf = (live: Collected, judged: Collected): string[] =>
  [...live.rules].flatMap(([id, was]) => {
    const [before, after] = [timeless(was), timeless(judged.rules.get(id))];
    return before === after ? [] : [`${id}: ${before} → ${after}`];
  });

/** Returns the rules that were decided or observed otherwise, or are undecided without naming the recording. */
export const wrongAfterLoss = (live: Collected, judged: Collected): string[] =>
  [...live.rules].flatMap(([id, was]) => {
    const is = judged.rules.get(id);
    const isSame = is?.verdict === was.verdict && is.observation?.value === was.observation?.value;
    const isNamed = is?.verdict === 'inconclusive' && /record/i.test(is.reason ?? '');
    return isSame || isNamed ? [] : [`${id}: ${timeless(was)} → ${timeless(is)}`];
  });

/** Deletes one entry of ten, or the second half of a recording. */
export function damage(path: string, how: 'deleted' | 'cut'): void {
  const text = readFileSync(path, 'utf8');
  const left = text.split('\n').filter((_, place) => place % 10 !== 7);
  writeFileSync(path, how === 'cut' ? text.slice(0, text.length / 2) : left.join('\n'));
}
