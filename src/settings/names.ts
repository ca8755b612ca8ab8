import * as z from 'zod';
import { SETTINGS, type SettingName, settingNames } from './table.ts';

const isSetting = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

export const isHidden = (name: string): boolean => ['TOKEN', 'OUTSIDER_TOKEN', 'HEADERS'].includes(name);

export const REPOSITORY_NAMES = [
  'OWNER',
  'REPO',
  'PRIVATE_OWNER',
  'PRIVATE_REPO',
  'WRITE_OWNER',
  'WRITE_REPO',
] as const;

/** Settings of the judgement of a recording. All others are those of its run. */
export const JUDGING = ['REPORT_DIR', 'REPORT_FORMAT', 'BASELINE', 'ALLOW_INCOMPLETE'] as const;

/** Settings that change what a run sends. Reports and recordings have them. */
export const SENT = settingNames.filter(
  (name) => ![...JUDGING, 'RECORD', 'HISTORY_DIR', 'HISTORY_KEEP', 'WAIT_S'].includes(name),
);

/** Flags whose names are shorter than those of their settings. */
const FLAGS: Readonly<Record<string, string>> = {
  TIMEOUT_MS: 'timeout',
  DEADLINE_S: 'deadline',
  WAIT_S: 'wait',
  LISTED_WITHIN_MS: 'listed-within',
  REPORT_FORMAT: 'format',
  HISTORY_DIR: 'history',
};

/** Returns the name of a setting with hyphens: `private-repo` for `PRIVATE_REPO`. */
export const kebab = (name: string): string => name.toLowerCase().replaceAll('_', '-');

/** Returns the name of a setting in the API and in YAML: `privateRepo` for `PRIVATE_REPO`. */
export const camel = (name: string): string =>
  kebab(name).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the flag of a setting; `null` if it has none, or the name is not one. */
export const flagOf = (name: string): string | null =>
  isSetting(name) && SETTINGS[name].placeholder !== null ? `--${FLAGS[name] ?? kebab(name)}` : null;

export function defaultTextOf(name: SettingName): string {
  const { schema, defaultText }: { schema: z.ZodType; defaultText: string | undefined } = SETTINGS[name];
  return defaultText ?? (schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : 'none');
}
