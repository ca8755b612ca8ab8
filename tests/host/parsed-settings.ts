import { parseSettings, type RawSettings } from '../../src/host/settings.ts';
import { describeProblems } from '../../src/host/settings-sources.ts';

export const TARGET = { BASE_URL: 'http://localhost:8080', OWNER: 'acme', REPO: 'widgets' };

export function settingProblems(raw: RawSettings) {
  const parsed = parseSettings(raw);
  return parsed.ok ? [] : parsed.problems;
}
export function parsedSettings(raw: RawSettings) {
  const parsed = parseSettings(raw);
  if (!parsed.ok) throw new Error(describeProblems(parsed.problems));
  return parsed.settings;
}
