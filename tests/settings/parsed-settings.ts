import { describeProblems, type Given, parseSettings, type RawSettings } from '../../src/settings/parse.ts';

export const TARGET = { BASE_URL: 'http://localhost:8080', OWNER: 'acme', REPO: 'widgets' };
/** What `--bundled` gives. */
export const BUNDLED: Given = { isBundled: true, from: new Map(), problems: [] };

export function settingProblems(raw: RawSettings, given?: Given) {
  const parsed = parseSettings(raw, given);
  return parsed.ok ? [] : parsed.problems;
}
export function parsedSettings(raw: RawSettings, given?: Given) {
  const parsed = parseSettings(raw, given);
  if (!parsed.ok) throw new Error(describeProblems(parsed.problems));
  return parsed.settings;
}
