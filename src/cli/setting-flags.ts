import type { Command } from 'commander';
import type { RawSettings } from '../settings/parse.ts';
import { camel, flagOf, SETTINGS, type SettingName, settingNames, usualOf } from '../settings/table.ts';

/** Adds the flags of some settings to a command, and `--bundled` to one that can start the bundled service. */
export function withSettings(
  command: Command,
  settings: readonly SettingName[],
  { isBundled = false } = {},
): Command {
  for (const setting of settings) {
    const flag = flagOf(setting);
    const { takes, says } = SETTINGS[setting];
    const usual = usualOf(setting);
    if (flag !== null)
      command.option(
        `${flag} ${takes ?? ''}`.trim(),
        `${says} (${setting}${usual === 'none' ? '' : `; default: ${usual}`})`,
      );
    if (setting === 'BASE_URL' && isBundled)
      command.option('--bundled', 'check the bundled service; no setting may name a target beside it');
  }
  return command;
}

export type Flags = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/** Returns the settings given as flags, and `BUNDLED`. Missing ones are left to the other sources. */
export function settingsFromFlags(flags: Flags): RawSettings {
  const named = settingNames.map((setting) => [setting, flagOf(setting)?.slice(2) ?? ''] as const);
  return Object.fromEntries(
    [...named, ['BUNDLED', 'bundled'] as const].flatMap(([setting, flag]) => {
      const value = flags[camel(flag)];
      return value === undefined ? [] : [[setting, [value].flat().join(' ')]];
    }),
  );
}
