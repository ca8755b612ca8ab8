/** Settings whose values are shown nowhere. */
export const HIDDEN: ReadonlySet<string> = new Set(['TOKEN', 'OUTSIDER_TOKEN']);

/** Flags that are not named after their settings. */
const FLAGS: Readonly<Record<string, string>> = {
  TIMEOUT_MS: '--timeout',
  DEADLINE_S: '--deadline',
  LISTED_WITHIN_MS: '--listed-within',
  REPORT_FORMAT: '--format',
  HISTORY_DIR: '--history',
};

/** The flag of a setting, or `null` for the ones that only the environment has. */
export function flagOf(setting: string): string | null {
  if (HIDDEN.has(setting) || ['ACCEPT', 'API_VERSION', 'API_VERSION_HEADER'].includes(setting)) return null;
  return FLAGS[setting] ?? `--${setting.toLowerCase().replaceAll('_', '-')}`;
}
