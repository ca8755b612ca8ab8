import { dirname, resolve } from 'node:path';
import * as z from 'zod';
import { BadBaseline } from '../baseline/baseline.ts';
import { readBaseline } from '../baseline/read.ts';
import { listOf, MAX_YAML_BYTES, mapping, quoted, someText, YamlFile } from '../baseline/yaml-file.ts';
import { messageOf } from '../client/thrown.ts';
import { readText } from '../folder/files.ts';
import { isSameTarget } from '../history/kept-file.ts';
import { HIDDEN, parseSettings, type RawSettings, type Settings, settingNames } from '../host/settings.ts';

/** A target of the file with its settings. */
export interface ListedTarget {
  readonly label: string;
  /** Position in the file, counted from 0. */
  readonly place: number;
  /** Environment variables that it uses. */
  readonly variables: readonly string[];
  /** Settings by variable name, secrets included. Only the run of this target receives them. */
  readonly raw: RawSettings;
  readonly settings: Settings;
}

/** The file of targets is invalid. The message lists all problems, and nothing was sent. */
export class BadTargets extends Error {
  override readonly name = 'BadTargets';
}

/** Folder of the site that keeps the runs of all targets. */
export const HISTORY = 'history';

/** Settings of report locations, which the command determines itself. */
const OF_THE_COMMAND: ReadonlySet<string> = new Set(['REPORT_DIR', 'REPORT_FORMAT', 'HISTORY_DIR']);
/** Proxy variables that a target may set, in capital letters only. */
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const;
const MAX_TARGETS = 500;
const MAX_VALUE = 10_000;

/** Returns the key of a setting: `privateRepo` for `PRIVATE_REPO`. */
const camel = (setting: string): string =>
  setting.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const SETTINGS = new Map(
  [...settingNames, ...PROXIES]
    .filter((name) => !OF_THE_COMMAND.has(name) && name !== 'LABEL')
    .map((name) => [camel(name), name] as const),
);

const variable = mapping({ env: someText() });
/** A setting as it is written. */
type Value = string | string[] | z.infer<typeof variable>;
type Values = Readonly<Record<string, Value | undefined>>;

const plain: z.ZodType<Value> = z.union(
  [someText(MAX_VALUE), z.array(someText(MAX_VALUE)).min(1), variable],
  {
    error: 'is empty or nested; expected a text, a list of texts, or { env: NAME }',
  },
);
const secret = z.custom<Value>((given) => variable.safeParse(given).success, {
  error:
    'is no mapping { env: NAME }; secrets stand in variables and never in this file (the value is not shown)',
});
const settingShape = Object.fromEntries(
  [...SETTINGS].map(([key, name]) => [key, (HIDDEN.has(name) ? secret : plain).optional()]),
);

/** Matches a folder name that is valid on every system and is not the name of a site's file. */
const LABEL =
  /^(?!(?:history|index\.html|status\.json|metrics\.prom|con|prn|aux|nul|(?:com|lpt)\d)(?:\.|$))[a-z0-9](?:[\w.-]{0,78}[\w-])?$/i;

const labelled = z.string().regex(LABEL, {
  error: ({ input }) =>
    `is ${quoted(String(input))}; expected a name for a folder: 1 to 80 letters, digits, "-", "_" and ".", beginning with a letter or digit, and not ${HISTORY}`,
});

const schema = mapping({
  defaults: z.preprocess((given) => (given === '' ? {} : given), mapping(settingShape)).default({}),
  targets: listOf(mapping({ label: labelled, ...settingShape })).check(
    z.minLength(1),
    z.maxLength(MAX_TARGETS),
  ),
});

/** The purpose of reading: to run all targets or one, with secrets; or to read reports, without secrets. */
export interface ReadFor {
  readonly environment: RawSettings;
  /** The only target to run. */
  readonly only?: string | undefined;
  readonly isRun: boolean;
}

/** True if a name is the label of a target or its position: `#0`. */
export const isOnly = (only: string, target: Pick<ListedTarget, 'label' | 'place'>): boolean =>
  target.label === only || `#${target.place}` === only;

/** Returns a target as a report names it. */
export const reportedTarget = ({ settings: { BASE_URL = '', OWNER = '', REPO = '' } }: ListedTarget) => ({
  baseUrl: BASE_URL,
  owner: OWNER,
  repo: REPO,
  bundled: false,
});

/** Reads the targets of a file one by one. Problems are added to the file. */
class TargetsReader {
  readonly #file: YamlFile;
  readonly #folder: string;
  readonly #reader: ReadFor;
  readonly targets: ListedTarget[] = [];

  constructor(file: YamlFile, folder: string, reader: ReadFor) {
    this.#file = file;
    this.#folder = folder;
    this.#reader = reader;
  }

  /** Returns a setting as text; `null` if its variable is not set, which is a problem if it is needed. */
  #textOf(key: string, value: Value, path: readonly PropertyKey[], isMeant: boolean): string | null {
    if (typeof value === 'string') return value.trim();
    if (Array.isArray(value)) return value.map((item) => item.trim()).join(' ');
    const found = this.#reader.environment[value.env]?.trim() ?? '';
    if (found !== '') return found;
    const isNeeded = this.#reader.isRun ? isMeant : !HIDDEN.has(SETTINGS.get(key) ?? '');
    if (isNeeded)
      this.#file.complain(
        path,
        `${key} is the variable ${quoted(value.env)}, which is not set in the environment`,
      );
    return null;
  }

  async add(
    place: number,
    { label, ...own }: Values & { readonly label: string },
    defaults: Values,
  ): Promise<void> {
    const { isRun, only } = this.#reader;
    const isMeant = only === undefined || isOnly(only, { label, place });
    const at = (key: string) =>
      key in own || !(key in defaults) ? ['targets', place, key] : ['defaults', key];
    const raw: Record<string, string> = { LABEL: label };
    const variables = new Set<string>();
    let isWhole = true;
    for (const [key, value] of Object.entries({ ...defaults, ...own })) {
      if (value === undefined) continue;
      if (typeof value === 'object' && !Array.isArray(value)) variables.add(value.env);
      const setting = SETTINGS.get(key) ?? '';
      const found = this.#textOf(key, value, at(key), isMeant);
      if (found !== null) raw[setting] = found;
      else if (isRun || !HIDDEN.has(setting)) isWhole = false;
    }
    if (!isWhole) return;
    if (raw['BASELINE'] !== undefined) {
      raw['BASELINE'] = resolve(this.#folder, raw['BASELINE']);
      await this.#tryBaseline(raw['BASELINE'], at('baseline'));
    }
    const parsed = parseSettings(raw);
    if (parsed.ok)
      this.targets.push({ label, place, variables: [...variables], raw, settings: parsed.settings });
    else
      for (const { setting, given, allowed } of parsed.problems) {
        const key = camel(setting);
        // Without an address, the general message would offer the bundled service, which is impossible here.
        const isMissing = setting === 'BASE_URL' && raw[setting] === undefined;
        const said = given === null ? `: ${allowed}` : ` is ${quoted(given)}; expected ${allowed}`;
        this.#file.complain(at(key), `${key}${isMissing ? ' is missing' : said}`);
      }
  }

  async #tryBaseline(path: string, at: readonly PropertyKey[]): Promise<void> {
    try {
      await readBaseline(path);
    } catch (error) {
      if (!(error instanceof BadBaseline)) throw error;
      this.#file.complain(at, error.message.replace(/\.$/, ''));
    }
  }

  /** Adds a problem for each target that has the label or the repository of an earlier one. */
  complainOfTwins(): void {
    for (const [index, one] of this.targets.entries()) {
      const path = ['targets', one.place];
      for (const other of this.targets.slice(0, index)) {
        const where = `line ${this.#file.lineOf(['targets', other.place])} (${other.label})`;
        if (one.label.toLowerCase() === other.label.toLowerCase())
          this.#file.complain(path, `label ${one.label} is that of ${where} too; it names a folder`);
        else if (isSameTarget(reportedTarget(one), reportedTarget(other)))
          this.#file.complain(path, `${one.label} is the repository of ${where}; expected each target once`);
      }
    }
  }
}

/**
 * Parses targets from YAML: `defaults`, and `targets` with a `label` each. A setting comes only from the file
 * or from a variable in `{ env: NAME }`. Paths are relative to the file's folder.
 * @param path of the file, for messages
 * @throws {BadTargets} with all problems, by line
 */
export async function parseTargets(
  source: string,
  path: string,
  reader: ReadFor,
): Promise<readonly ListedTarget[]> {
  const file = new YamlFile(source);
  const read = file.read(schema);
  const found = new TargetsReader(file, dirname(path), reader);
  for (const [place, target] of (read?.targets ?? []).entries())
    await found.add(place, target, read?.defaults ?? {});
  found.complainOfTwins();
  const problems = file.problems(`The file ${JSON.stringify(path)}`);
  if (problems !== null) throw new BadTargets(`${problems}\nNothing was sent.`);
  return found.targets;
}

/** Reads a file of targets. @throws {BadTargets} if it cannot be read or is invalid */
export async function readTargets(path: string, reader: ReadFor): Promise<readonly ListedTarget[]> {
  const source = await readText(path, MAX_YAML_BYTES).catch((error: unknown) => {
    throw new BadTargets(
      `The file ${JSON.stringify(path)} cannot be read: ${messageOf(error)}. Expected a YAML file with the key targets. Nothing was sent.`,
      { cause: error },
    );
  });
  return parseTargets(source, path, reader);
}
