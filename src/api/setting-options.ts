import type * as z from 'zod';
import type { SETTINGS, SettingName } from '../settings/table.ts';

type Camel<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<Camel<Rest>>}`
  : Lowercase<Name>;

type ValueOf<Name extends SettingName> = Name extends 'HEADERS'
  ? Readonly<Record<string, string>>
  : z.output<(typeof SETTINGS)[Name]['schema']>;

/** The options that follow from the table of settings; the build writes them out, with their meanings. */
export type SettingOptions = {
  readonly [Name in Exclude<SettingName, 'ALLOW_INCOMPLETE'> as Camel<Name>]?: ValueOf<Name> | undefined;
};
