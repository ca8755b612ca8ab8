import { readFileSync, writeFileSync } from 'node:fs';
import { Playback } from '../../src/client/playback.ts';
import { RecordedFile } from '../../src/client/recorded-file.ts';
import type { Recording } from '../../src/client/recorder.ts';
import { secretsOf } from '../../src/client/secrets.ts';
import type { RunDependencies, RunSettings } from '../../src/context/run-settings.ts';
import { hideNearMisses } from '../../src/generate/tokens.ts';
import type { AnyRule } from '../../src/observe/observed-rule.ts';
import type { RuleReport } from '../../src/report/model.ts';
import { prepareRecording } from '../../src/runner/recording.ts';
import { type Collected, runRules } from '../../src/runner/run-rules.ts';
import { rules as allRules } from '../../suites/index.ts';
import type { Cell } from '../proof/cells.ts';
import { openCell } from '../proof/try-cell.ts';

/** A recorded run: its result, and where it is. */
interface Recorded {
  readonly settings: RunSettings;
  readonly live: Collected;
}

const ruleIdsOf = (rules: readonly AnyRule[]) => rules.map(({ id }) => id);

/** Records a run of all rules. */
export async function record(
  path: string,
  settings: RunSettings,
  surroundings: RunDependencies,
  rules: readonly AnyRule[] = allRules,
): Promise<Recorded> {
  const { runId: id, canarySeed } = settings;
  const startedAt = new Date(surroundings.clock?.date() ?? Date.now()).toISOString();
  const run = { id, canarySeed, startedAt, version: '0', bundled: true, faults: [], settings: {} };
  const recording: Recording = { path, run };
  await prepareRecording(path);
  const live = await runRules(
    { session: { ...settings, recording }, rules: ruleIdsOf(rules) },
    rules,
    surroundings,
  );
  return { settings, live };
}

/** Judges a recording with other tokens than its run had. */
export async function judge(
  path: string,
  settings: RunSettings,
  rules: readonly AnyRule[] = allRules,
): Promise<Collected & { readonly missing: number }> {
  const hidden = (token: string | undefined, name: string) => token && `${name}-of-the-recording`;
  const { token, outsiderToken } = settings.target;
  const target = {
    ...settings.target,
    token: hidden(token, 'member'),
    outsiderToken: hidden(outsiderToken, 'outsider'),
  };
  const secrets = secretsOf(target);
  hideNearMisses(secrets, target);
  const playback = new Playback(new RecordedFile(path), secrets);
  const judged = await runRules({ session: { ...settings, target }, rules: ruleIdsOf(rules) }, rules, {
    playback,
  });
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

/** Deletes one entry of ten, or cuts a recording. @param chance returns a number from 0 to 1 */
export function damage(path: string, how: 'deleted' | 'cut', chance: () => number): void {
  const text = readFileSync(path, 'utf8');
  const [head = '', ...lines] = text.split('\n');
  const left = lines.filter((line) => !line.startsWith('{') || chance() > 0.1);
  writeFileSync(
    path,
    how === 'cut' ? text.slice(0, head.length + chance() * text.length) : [head, ...left].join('\n'),
  );
}

export const recordCell = (path: string, cell: Cell, rules = allRules): Promise<Recorded> => {
  const { settings, surroundings } = openCell(cell);
  return record(path, settings, surroundings, rules);
};
