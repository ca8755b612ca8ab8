import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { NO_BASELINE } from '../../src/baseline/apply-baseline.ts';
import { judgeRecording } from '../../src/cli/judge.ts';
import { readRecording } from '../../src/client/playback.ts';
import { settingsOfRecording } from '../../src/runner/recording.ts';
import { beginNow } from '../../src/runner/report-run.ts';
import { parseSettings } from '../../src/settings/parse.ts';
import { folderOfEachTest } from '../support/temporary.ts';

const ENDING = '.har.gz';
const folder = import.meta.dirname;
const inFolder = folderOfEachTest();
const names = readdirSync(folder).flatMap((name) =>
  name.endsWith(ENDING) ? [name.slice(0, -ENDING.length)] : [],
);

/** Share of the decided rules that must stay decided. */
const LEAST_DECIDED = 0.7;

const countDecided = (lines: readonly string[]): number =>
  lines.filter((line) => !/ (?:inconclusive|skip)\b/.test(line)).length;

// A file of verdicts has a line for each rule that is disputed, or for all: `list.ok pass`.
it.each(names)('the recording %s is judged as before, as far as it has the requests', async (name) => {
  const path = inFolder('run.har');
  writeFileSync(path, gunzipSync(readFileSync(join(folder, `${name}${ENDING}`))));
  const recording = readRecording(path);
  const parsed = parseSettings(settingsOfRecording(recording.run, {}));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const judging = { settings: parsed.settings, beginning: beginNow(), baseline: NO_BASELINE };
  const { rules } = await judgeRecording(recording, judging);
  const expected = readFileSync(join(folder, `${name}.txt`), 'utf8')
    .trim()
    .split('\n');
  const judged = expected.map((line) => {
    const {
      id,
      verdict,
      cause = '',
      reason = '',
    } = rules.find((rule) => line.startsWith(`${rule.id} `)) ?? {};
    const isLacking = verdict === 'inconclusive' && reason.includes('recording');
    return isLacking ? null : [id, verdict, cause].join(' ').trim();
  });
  const had = expected.filter((_, place) => judged[place] !== null);
  expect(judged.filter((line) => line !== null)).toEqual(had);
  expect(countDecided(had)).toBeGreaterThanOrEqual(LEAST_DECIDED * countDecided(expected));
});
