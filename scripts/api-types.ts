import * as z from 'zod';
import { formatNames } from '../src/render/formats.ts';
import { reportJsonSchema } from '../src/render/json.ts';
import { camel, defaultTextOf } from '../src/settings/names.ts';
import { SETTINGS, type SettingName, settingNames } from '../src/settings/table.ts';

/** The part of a JSON Schema that zod makes, and that the options of the API need. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
}

/** Returns the TypeScript type of a JSON Schema, as far as zod makes them. */
function typeOf(schema: Schema, indent = ''): string {
  const { type, properties, required = [], additionalProperties = {}, items = {}, anyOf } = schema;
  const literals = 'const' in schema ? [schema.const] : schema.enum;
  if (literals !== undefined) return literals.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf !== undefined) return anyOf.map((each) => typeOf(each, indent)).join(' | ');
  if (typeof type === 'object')
    return type.map((each) => typeOf({ ...schema, type: each }, indent)).join(' | ');
  if (type === 'array') return `ReadonlyArray<${typeOf(items, indent)}>`;
  if (type === 'integer') return 'number';
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type;
  if (properties !== undefined) {
    const lines = Object.entries(properties).map(([name, each]) => {
      const means = each.description === undefined ? '' : `${indent}  /** ${each.description} */\n`;
      const value = typeOf(each, `${indent}  `);
      const key = required.includes(name) ? `${name}: ${value}` : `${name}?: ${value} | undefined`;
      return `${means}${indent}  readonly ${key};`;
    });
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
  if (type === 'object') return `Readonly<Record<string, ${typeOf(additionalProperties, indent)}>>`;
  if (Object.keys(schema).length === 0) return 'unknown';
  throw new Error(`No type is known for the schema ${JSON.stringify(schema)}`);
}

const fileOf = (name: string, schema: Schema): string =>
  `/** ${schema.description ?? name} */\nexport type ${name} = ${typeOf(schema)};\n`;

/** Returns the allowed values of a setting that is one of a few words; else `null`. */
function valuesOf(name: SettingName): readonly string[] | null {
  const { schema }: { readonly schema: z.ZodType } = SETTINGS[name];
  const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : null;
}

const TEXT: Schema = { type: 'string' };
const textOf = (values: readonly string[] | null): Schema => (values === null ? TEXT : { enum: values });

function shapeOf(name: SettingName): Schema {
  const { shape } = SETTINGS[name];
  if (shape === 'list')
    return { type: 'array', items: textOf(name === 'REPORT_FORMAT' ? formatNames : null) };
  if (shape === 'lines') return { type: 'object', additionalProperties: TEXT };
  return shape === 'text' ? textOf(valuesOf(name)) : { type: shape };
}

/** Meanings and defaults that differ from those of the setting. */
const MEANINGS: Partial<Record<SettingName, string>> = {
  ALLOW_INCOMPLETE:
    'true if a rule may stay undecided because an option or data of the service is missing: its test is then skipped; a run that decided nothing always fails',
  HEADERS:
    'further headers for every request, by their names, for a gateway in front of the service; values are never shown',
};
const DEFAULTS: Partial<Record<SettingName, string>> = {
  BASE_URL: '`http://localhost` with a handler',
  REPORT_DIR: 'none, and no reports are written',
  WRITES: 'none',
};

function meaningOf(name: SettingName): string {
  const description = MEANINGS[name] ?? SETTINGS[name].description;
  const defaultText = DEFAULTS[name] ?? defaultTextOf(name);
  return `${description}${defaultText === 'none' ? '' : `. Default: ${defaultText}`}.`;
}

/** Declarations of the API whose types zod makes, by their file: written out, since users of the package have no zod. */
export const apiTypes: Readonly<Record<string, string>> = {
  'types.d.ts': [
    fileOf('ReportFormat', { description: 'A format of a report.', enum: formatNames }),
    fileOf('PublicReport', reportJsonSchema()),
    fileOf('SettingOptions', {
      description: 'The options that follow from the table of settings.',
      properties: Object.fromEntries(
        settingNames.map((name) => [camel(name), { ...shapeOf(name), description: meaningOf(name) }]),
      ),
    }),
  ].join('\n'),
};
