import { dirname, resolve } from 'node:path';
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { BadBaseline } from '../baseline/baseline.ts';
import { readBaseline } from '../baseline/read.ts';
import { quoted, Reading, whyTooMuch } from '../baseline/yaml-reading.ts';
import { readText, whyUnreadable } from '../report/read-text.ts';
import { parseSettings, type RawSettings, type Settings } from '../settings/parse.ts';
import { camel, isHidden, settingNames } from '../settings/table.ts';
import { isLabel } from './label.ts';
import { type Placed, problemsBetween } from './related.ts';

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

/** Settings of report locations, which the command determines itself. */
const OF_THE_COMMAND: ReadonlySet<string> = new Set(['REPORT_DIR', 'REPORT_FORMAT', 'HISTORY_DIR']);
/** Proxy variables that a target may set, in capital letters only. */
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const;
const MAX_TARGETS = 500;

const SETTINGS: ReadonlyMap<string, string> = new Map(
  [...settingNames, ...PROXIES]
    .filter((name) => !OF_THE_COMMAND.has(name))
    .map((name) => [camel(name), name]),
);
const KEYS = [...SETTINGS.keys()];

const isSecret = (key: string): boolean => isHidden(SETTINGS.get(key) ?? '');

type Fields = Map<string, Node>;

/** The purpose of reading: to run all targets or one, with secrets; or to read reports, without secrets. */
export interface ReadFor {
  readonly environment: RawSettings;
  /** The only target to run. */
  readonly only?: string | undefined;
  readonly isRun: boolean;
}

/** True if a name is the label of a target or its position: `#0`. */
export const isOnly = (only: string, { label, place }: Pick<ListedTarget, 'label' | 'place'>): boolean =>
  label === only || `#${place}` === only;

/** True if a variable may be unset, because it is not used for this purpose. */
const mayBeUnset = ({ isRun }: ReadFor, { isMeant, key }: Said): boolean =>
  isRun ? !isMeant : isSecret(key);

/** A key of a target with its value in the file. */
interface Said {
  /** True if the target will run. */
  readonly isMeant: boolean;
  readonly key: string;
  readonly node: Node;
}

/**
 * Returns the value of the variable in `{ env: NAME }`. A malformed node or an unset variable is a problem
 * and gives `null`.
 */
function fromEnvironment(reading: Reading, said: Said, reader: ReadFor): string | null {
  const { key, node } = said;
  if (!isMap(node)) return null;
  const name = reading.text(reading.fields(node, ['env'], key), 'env', { within: node });
  if (name === null) return null;
  const value = reader.environment[name]?.trim() ?? '';
  if (value !== '') return value;
  if (!mayBeUnset(reader, said))
    reading.complain(
      reading.at(node),
      `${key} is the variable ${quoted(name)}, which is not set in the environment`,
    );
  return null;
}

/** Returns a setting as text; `null` if its value is invalid, which is a problem. */
function valueOf(reading: Reading, said: Said, reader: ReadFor): string | null {
  const { key, node } = said;
  if (isMap(node)) return fromEnvironment(reading, said, reader);
  if (isSecret(key)) {
    reading.complain(
      reading.at(node),
      `${key} is no mapping; expected { env: NAME }, since secrets stand in variables and never in this file (the value is not shown)`,
    );
    return null;
  }
  const items = isSeq(node) ? node.items : [node];
  const texts = items.flatMap((item) => (isScalar(item) ? [String(item.value).trim()] : []));
  if (texts.length === items.length && texts.length > 0 && texts.every((text) => text !== ''))
    return texts.join(' ');
  reading.complain(
    reading.at(node),
    `${key} is empty, an alias, or a list of something else than texts; expected a text, a list of texts, or { env: NAME }`,
  );
  return null;
}

/** Returns the settings of a target, including the defaults. */
function settingsOf(
  reading: Reading,
  isMeant: boolean,
  fields: Fields,
  reader: ReadFor,
): Record<string, string> {
  return Object.fromEntries(
    [...fields].flatMap(([key, node]) => {
      const value = valueOf(reading, { isMeant, key, node }, reader);
      const setting = SETTINGS.get(key);
      return value === null || setting === undefined ? [] : [[setting, value]];
    }),
  );
}

/** Returns the names of the variables that a target's settings use, once each. */
const variablesIn = (fields: Fields): readonly string[] => [
  ...new Set([...fields.values()].flatMap((node) => (isMap(node) ? [String(node.get('env'))] : []))),
];

function labelOf(reading: Reading, own: Fields, within: Node): string | null {
  const label = reading.text(own, 'label', { within });
  if (label === null || isLabel(label)) return label;
  reading.complain(
    reading.at(own.get('label')),
    `label is ${quoted(label)}; expected a name for a folder: 1 to 80 letters, digits, "-", "_" and ".", beginning with a letter or digit, and not history`,
  );
  return null;
}

/** Parses the settings of a target, and reports problems at the lines of their keys. */
function complainOf(
  reading: Reading,
  label: string,
  fields: Fields,
  within: Node,
  raw: RawSettings,
): Settings | null {
  const parsed = parseSettings(raw);
  if (parsed.ok) return parsed.settings;
  for (const { setting, given, allowed } of parsed.problems) {
    const key = camel(setting);
    const value = given === null ? ': ' : ` is ${quoted(given)}; expected `;
    // Without an address, the general message would offer the bundled service, which is impossible here.
    const words = setting === 'BASE_URL' && !fields.has(key) ? 'the address of the service' : allowed;
    reading.complain(reading.at(fields.get(key) ?? within), `${key} of ${label}${value}${words}`);
  }
  return null;
}

/** Checks that the baseline of a target can be read. */
async function tryBaseline(reading: Reading, node: Node, path: string): Promise<void> {
  try {
    await readBaseline(path);
  } catch (error) {
    if (!(error instanceof BadBaseline)) throw error;
    reading.complain(reading.at(node), error.message.replace(/\.$/, ''));
  }
}

function targetsIn(
  reading: Reading,
  text: string,
): { readonly defaults: Fields; readonly items: readonly Node[] } {
  const nothing = { defaults: new Map<string, Node>(), items: [] };
  const contents = reading.document(text);
  if (reading.problems.length > 0) return nothing;
  if (!isMap(contents)) {
    reading.problems.push({ line: 1, text: 'it is no mapping; expected the keys defaults and targets' });
    return nothing;
  }
  const parts = reading.fields(contents, ['defaults', 'targets'], 'the file');
  const given = parts.get('defaults');
  const isNothing = given === undefined || (isScalar(given) && given.value === '');
  if (!isNothing && !isMap(given)) reading.complain(reading.at(given), 'defaults is no mapping');
  const defaults = isMap(given)
    ? reading.fields(
        given,
        KEYS.filter((key) => key !== 'label'),
        'defaults',
      )
    : nothing.defaults;
  const items = reading.items(parts.get('targets'), 'targets', 'label: eu');
  if (items.length === 0 && reading.problems.length === 0)
    reading.complain(
      reading.at(contents),
      'targets is missing or empty; expected a list of at least one target',
    );
  if (items.length > MAX_TARGETS)
    reading.complain(
      reading.at(contents),
      `targets has ${items.length} entries; expected at most ${MAX_TARGETS}`,
    );
  return { defaults: new Map(defaults), items };
}

/**
 * Parses targets from YAML: `defaults`, and `targets` with a `label` each. A setting comes only from the file
 * or from a variable in `{ env: NAME }`. Paths are relative to the file's folder.
 * @param file its path, for messages
 * @throws {BadTargets} with all problems, by line
 */
export async function parseTargets(
  text: string,
  file: string,
  reader: ReadFor,
): Promise<readonly ListedTarget[]> {
  const name = `The file ${JSON.stringify(file)}`;
  const tooMuch = whyTooMuch(text);
  if (tooMuch !== null) throw new BadTargets(`${name} cannot be used: ${tooMuch}.`);
  const reading = new Reading();
  const found: Placed[] = [];
  try {
    const { defaults, items } = targetsIn(reading, text);
    for (const [place, item] of items.entries()) {
      if (!isMap(item)) continue;
      const own: Fields = new Map(reading.fields(item, KEYS, 'a target'));
      const label = labelOf(reading, own, item);
      const fields: Fields = new Map([...defaults, ...own]);
      const isMeant = reader.only === undefined || isOnly(reader.only, { label: label ?? '', place });
      const raw = settingsOf(reading, isMeant, fields, reader);
      const baseline = fields.get('baseline');
      if (raw['BASELINE'] !== undefined && baseline !== undefined) {
        raw['BASELINE'] = resolve(dirname(file), raw['BASELINE']);
        await tryBaseline(reading, baseline, raw['BASELINE']);
      }
      const isLacking = ([key]: readonly [string, Node]): boolean =>
        raw[SETTINGS.get(key) ?? ''] === undefined && (reader.isRun || !isSecret(key));
      const isWhole = label !== null && ![...fields].some(isLacking);
      const settings = isWhole ? complainOf(reading, label, fields, item, raw) : null;
      if (settings !== null && label !== null)
        found.push({
          target: { label, place, variables: variablesIn(fields), raw, settings },
          line: reading.lines.linePos(reading.at(item)).line,
        });
    }
  } catch (error) {
    // The parser is recursive and overflows the stack on deep nesting.
    if (!(error instanceof RangeError)) throw error;
    throw new BadTargets(`${name} cannot be used: it is nested too deeply.`, { cause: error });
  }
  reading.problems.push(...problemsBetween(found));
  const unique = new Map(reading.problems.map((problem) => [`${problem.line} ${problem.text}`, problem]));
  reading.problems.splice(0, Number.POSITIVE_INFINITY, ...unique.values());
  const problems = reading.said(name);
  if (problems !== null) throw new BadTargets(`${problems}\nNothing was sent.`);
  return found.map(({ target }) => target);
}

const MAX_BYTES = 256 * 1024;

/** Reads a file of targets. @throws {BadTargets} if it cannot be read or is invalid */
export async function readTargets(file: string, reader: ReadFor): Promise<readonly ListedTarget[]> {
  const text = await readText(file, MAX_BYTES).catch((error: unknown) => {
    throw new BadTargets(
      `The file ${JSON.stringify(file)} cannot be read: ${whyUnreadable(error)}. Expected a YAML file with the key targets. Nothing was sent.`,
      { cause: error },
    );
  });
  return parseTargets(text, file, reader);
}
