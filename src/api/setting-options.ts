import type * as z from 'zod';
import { formatNames } from '../formats/formats.ts';
import { camel, SETTINGS, type SettingName, settingNames, usualOf, valuesOf } from '../settings/table.ts';

type Camel<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<Camel<Rest>>}`
  : Lowercase<Name>;

type ValueOf<Name extends SettingName> = Name extends 'HEADERS'
  ? Readonly<Record<string, string>>
  : z.output<(typeof SETTINGS)[Name]['is']>;

/** The options that follow from the table of settings; the build writes them out, with their meanings. */
export type SettingOptions = {
  readonly [Name in Exclude<SettingName, 'ALLOW_INCOMPLETE'> as Camel<Name>]?: ValueOf<Name> | undefined;
};

const TEXT = { type: 'string' };
const textOf = (values: readonly string[] | null): object => (values === null ? TEXT : { enum: values });

function shapeOf(name: SettingName): object {
  const { shape } = SETTINGS[name];
  if (shape === 'list')
    return { type: 'array', items: textOf(name === 'REPORT_FORMAT' ? formatNames : null) };
  if (shape === 'lines') return { type: 'object', additionalProperties: TEXT };
  return shape === 'text' ? textOf(valuesOf(name)) : { type: shape };
}

/** Meanings and defaults that differ from those of the setting. */
const MEANINGS: Partial<Record<SettingName, string>> = {
  HEADERS:
    'further headers for every request, by their names, for a gateway in front of the service; values are never shown',
};
const DEFAULTS: Partial<Record<SettingName, string>> = {
  BASE_URL: '`http://localhost` with a handler',
  REPORT_DIR: 'none, and no reports are written',
  WRITES: 'none',
};

function meaningOf(name: SettingName): string {
  const says = MEANINGS[name] ?? SETTINGS[name].says;
  const usual = DEFAULTS[name] ?? usualOf(name);
  return `${says}${usual === 'none' ? '' : `. Default: ${usual}`}.`;
}

/** The JSON Schema of {@link SettingOptions}, from which the build makes its declaration. */
export const settingOptionsSchema = {
  type: 'object',
  properties: Object.fromEntries(
    settingNames
      .filter((name) => name !== 'ALLOW_INCOMPLETE')
      .map((name) => [camel(name), { ...shapeOf(name), description: meaningOf(name) }]),
  ),
};
