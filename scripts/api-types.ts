import * as z from 'zod';
import { formatNames } from '../src/render/formats.ts';
import { reportJsonSchema } from '../src/render/json.ts';
import { camel, defaultTextOf } from '../src/settings/names.ts';
import { SETTINGS, type SettingName, settingNames } from '../src/settings/table.ts';

/** The part of a JSON Schema that zod makes of a report, and that the options of the API need. */
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

/** Returns the TypeScript type of a JSON Schema. */
function typeOf(schema: Schema): string {
  const { type, properties, additionalProperties = {}, items = {}, anyOf } = schema;
  const literals = 'const' in schema ? [schema.const] : schema.enum;
  if (literals !== undefined) return literals.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ');
  if (properties !== undefined) return objectOf(properties, schema.required);
  if (type === 'object') return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`;
  if (type === 'array') return `ReadonlyArray<${typeOf(items)}>`;
  return [type ?? 'unknown'].flat().join(' | ').replace('integer', 'number');
}

function objectOf(properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): string {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const means = schema.description === undefined ? '' : `/** ${schema.description} */\n`;
    const type = required.includes(name) ? `: ${typeOf(schema)}` : `?: ${typeOf(schema)} | undefined`;
    return `${means}readonly ${name}${type};`;
  });
  return `{\n${lines.join('\n')}`.replaceAll('\n', '\n  ').concat('\n}');
}

const fileOf = (name: string, schema: Schema): string =>
  `/** ${schema.description ?? name} */\nexport type ${name} = ${typeOf(schema)};\n`;

/** The schemas of options by the shape of their setting, except those of texts, which may have a few values. */
const SHAPES = {
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  list: { type: 'array', items: { type: 'string' } },
  lines: { type: 'object', additionalProperties: { type: 'string' } },
} as const;

function shapeOf(name: SettingName): Schema {
  const { schema, shape } = SETTINGS[name];
  if (name === 'REPORT_FORMAT') return { type: 'array', items: { enum: formatNames } };
  return shape === 'text' ? (z.toJSONSchema(schema, { io: 'input' }) as Schema) : SHAPES[shape];
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

/** The JSON Schema of `conformance.json`. */
export const reportSchema = reportJsonSchema();

/** The types of the API that zod makes: written out, since users of the package have no zod. */
export const apiTypes = [
  fileOf('ReportFormat', { description: 'A format of a report.', enum: formatNames }),
  fileOf('PublicReport', reportSchema),
  fileOf('SettingOptions', {
    description: 'The options that follow from the table of settings.',
    properties: Object.fromEntries(
      settingNames.map((name) => [camel(name), { ...shapeOf(name), description: meaningOf(name) }]),
    ),
  }),
].join('\n');
