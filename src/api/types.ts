import type * as z from 'zod';
import type { SETTINGS, SettingName } from '../settings/table.ts';

// The types of the API that follow from zod; the build writes them out, since users of the package have no zod.

export type { FormatName as ReportFormat } from '../render/formats.ts';
export type { Report as PublicReport } from '../report/model.ts';

type Camel<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<Camel<Rest>>}`
  : Lowercase<Name>;

type ValueOf<Name extends SettingName> = Name extends 'HEADERS'
  ? Readonly<Record<string, string>>
  : z.output<(typeof SETTINGS)[Name]['schema']>;

/** The options that follow from the table of settings. */
export type SettingOptions = {
  readonly [Name in SettingName as Camel<Name>]?: ValueOf<Name> | undefined;
};
