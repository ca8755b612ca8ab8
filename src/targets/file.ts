import { dirname, resolve } from 'node:path';
import * as z from 'zod';
import { listOf, mapping, readYaml } from '../baseline/yaml.ts';
import { sanitise } from '../model/text.ts';
import { UsageError } from '../report-folder/files.ts';
import { camel, isHidden } from '../settings/names.ts';
import { parseSettings, type RawSettings, type Settings } from '../settings/parse.ts';
import { settingNames } from '../settings/table.ts';

export interface ListedTarget {
  readonly label: string;
  /** Settings by variable name, secrets included. Only the run of this target receives them. */
  readonly raw: RawSettings;
  readonly settings: Settings;
}

/** Folder of the site for the runs of all targets. */
export const HISTORY = 'history';

/** Settings of report locations, which the command determines itself. */
const OF_THE_COMMAND: ReadonlySet<string> = new Set(['REPORT_DIR', 'REPORT_FORMAT', 'HISTORY_DIR']);
/** Proxy variables that a target may set, in capital letters only. */
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const;

const SETTINGS = new Map(
  [...settingNames, ...PROXIES]
    .filter((name) => !OF_THE_COMMAND.has(name) && name !== 'LABEL')
    .map((name) => [camel(name), name] as const),
);

const someText = z.string().min(1);
const variable = mapping({ env: someText });
type Value = string | string[] | z.infer<typeof variable>;

const plain: z.ZodType<Value> = z.union([someText, z.array(someText).min(1), variable], {
  error: 'it is empty or nested; expected a text, a list of texts, or { env: NAME }',
});
const secret = z.custom<Value>((given) => variable.safeParse(given).success, {
  error: 'expected { env: NAME }, because secrets stand in variables and never in this file',
});
const settingShape = Object.fromEntries(
  [...SETTINGS].map(([key, name]) => [key, (isHidden(name) ? secret : plain).optional()]),
);

/** Matches a folder name that is valid on every system and is not the name of a site's file. */
const LABEL =
  /^(?!(?:history|index\.html|status\.json|metrics\.prom|con|prn|aux|nul|(?:com|lpt)\d)(?:\.|$))[a-z0-9](?:[\w.-]{0,78}[\w-])?$/i;

const labelled = z.string().regex(LABEL, {
  error: `expected a name for a folder: 1 to 80 letters, digits, "-", "_" and ".", beginning with a letter or digit, and not ${HISTORY}`,
});

const schema = mapping({
  defaults: z.preprocess((given) => (given === '' ? {} : given), mapping(settingShape)).default({}),
  targets: listOf(mapping({ label: labelled, ...settingShape }), 'label').check(
    z.minLength(1, 'the list is empty; name at least one target'),
  ),
});

/** The purpose of reading: to run targets, with secrets; or to read reports, without secrets. */
interface ReadFor {
  readonly environment: RawSettings;
  /** The label of the only target that is read. */
  readonly only?: string | undefined;
  readonly isRun: boolean;
}

/** Returns a setting as text; `null` if its variable is not set. */
function textOf(value: Value, environment: RawSettings): string | null {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map((item) => item.trim()).join(' ');
  return environment[value.env]?.trim() || null;
}

const quoted = (value: string): string => JSON.stringify(sanitise(value));

/** Returns the schema of a file in a folder, which gives the targets that are read. */
const targetsIn = (folder: string, reader: ReadFor) =>
  schema.transform(({ defaults, targets }, context) =>
    targets.flatMap(({ label, ...own }, place): ListedTarget[] => {
      if (reader.only !== undefined && reader.only !== label) return [];
      const complain = (key: string, message: string): void => {
        const at = key in own || !(key in defaults) ? ['targets', place, key] : ['defaults', key];
        context.addIssue({ code: 'custom', path: at, message });
      };
      const raw: Record<string, string> = { LABEL: label };
      const given: Readonly<Record<string, Value | undefined>> = { ...defaults, ...own };
      for (const [key, value] of Object.entries(given)) {
        const setting = SETTINGS.get(key);
        if (value === undefined || setting === undefined) continue;
        const text = textOf(value, reader.environment);
        if (text !== null) raw[setting] = text;
        // What is collected or listed needs no secrets.
        else if (reader.isRun || !isHidden(setting))
          complain(key, `its variable is not set in the environment: ${JSON.stringify(value)}`);
      }
      if (raw['BASELINE'] !== undefined) raw['BASELINE'] = resolve(folder, raw['BASELINE']);
      // Each target has a file of its own.
      if (raw['RECORD'] !== undefined)
        raw['RECORD'] = resolve(folder, raw['RECORD'].replace(/(\.[^./]*)?$/, `-${label}$1`));
      const found = parseSettings(raw);
      if (found.ok) return [{ label, raw, settings: found.settings }];
      for (const { setting, given: text, allowed } of found.problems) {
        const said = text === null ? allowed : `it is ${quoted(text)}; expected ${allowed}`;
        // Without an address, the general message would offer the bundled service, which is impossible here.
        complain(camel(setting), setting in raw ? said : 'it is missing');
      }
      return [];
    }),
  );

/**
 * Reads a file of targets. A setting comes only from the file, or from a variable that it names.
 * @throws {UsageError} if it cannot be read, with all problems by line; nothing was sent
 */
export async function readTargets(path: string, reader: ReadFor): Promise<readonly ListedTarget[]> {
  const found = await readYaml({
    path,
    name: `The file ${JSON.stringify(path)}`,
    expected: 'a YAML file with the key targets',
    schemaOf: () => targetsIn(dirname(path), reader),
  });
  if (found.length > 0) return found;
  throw new UsageError(
    `--only-target is ${quoted(reader.only ?? '')}; expected a label of the file ${JSON.stringify(path)}.`,
  );
}
