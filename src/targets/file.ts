import { dirname, resolve } from 'node:path';
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { BadBaseline } from '../baseline/baseline.ts';
import { readBaseline } from '../baseline/read.ts';
import { quoted, Reading, whyTooMuch } from '../baseline/yaml-reading.ts';
import { HIDDEN, parseSettings, type RawSettings, type Settings, settingNames } from '../host/settings.ts';
import { readText, whyUnreadable } from '../report/read-text.ts';
import { isLabel } from './label.ts';
import { type Placed, problemsBetween } from './related.ts';

/** A target of the file, with the settings of its run. */
export interface Target {
  readonly label: string;
  /** Its place in the file, counted from 0. */
  readonly place: number;
  /** The variables that it takes from the environment. */
  readonly variables: readonly string[];
  /** Settings by the names of their variables, those of secrets included: they are given to the run of this target alone. */
  readonly raw: RawSettings;
  readonly settings: Settings;
}

/** A file of targets that cannot be used, for all the reasons of its message. Nothing was sent. */
export class BadTargets extends Error {
  override readonly name = 'BadTargets';
}

/** Settings that say where reports go, which the command says itself. */
const OF_THE_COMMAND: ReadonlySet<string> = new Set(['REPORT_DIR', 'REPORT_FORMAT', 'HISTORY_DIR']);
/** Variables of proxies that a target may set: those in capital letters. */
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const;
const MOST_TARGETS = 500;

/** `PRIVATE_REPO` is `privateRepo`. */
const camel = (setting: string): string =>
  setting.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const SETTINGS: ReadonlyMap<string, string> = new Map(
  [...settingNames, ...PROXIES]
    .filter((name) => !OF_THE_COMMAND.has(name))
    .map((name) => [camel(name), name]),
);
const KEYS = [...SETTINGS.keys()];

const isSecret = (key: string): boolean => HIDDEN.has(SETTINGS.get(key) ?? '');

type Fields = Map<string, Node>;

/** What a file is read for: to run all targets, or one, with their secrets; or to read reports, without secrets. */
export interface ReadFor {
  readonly environment: RawSettings;
  /** The one target that is to run. */
  readonly only?: string | undefined;
  readonly isRun: boolean;
}

/** True if a target is the one that is named by its label, or by its place: `#0`. */
export const isMeantBy = (only: string, { label, place }: Pick<Target, 'label' | 'place'>): boolean =>
  label === only || `#${place}` === only;

/** True if a variable that is not set is no mistake: nobody will use it here. */
const mayBeUnset = ({ isRun }: ReadFor, { isMeant, key }: Said): boolean =>
  isRun ? !isMeant : isSecret(key);

/** A setting of a target, and what says it. */
interface Said {
  /** True if the target is to run. */
  readonly isMeant: boolean;
  readonly key: string;
  readonly node: Node;
}

/** Returns the value of a variable that `{ env: NAME }` names; `null` if it is not that, or not set, which is said then. */
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

/** Returns a setting as text; `null` if it has no usable value, which is said then. */
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

/** Returns what a target says by its keys, the defaults included. */
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

/** Returns the names of the variables that the settings of a target come from, each once. */
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

/** Says what is wrong with the settings of a target, at the lines of their keys. */
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
    // Whoever has no address means no bundled service here.
    const words = setting === 'BASE_URL' && !fields.has(key) ? 'the address of the service' : allowed;
    reading.complain(reading.at(fields.get(key) ?? within), `${key} of ${label}${value}${words}`);
  }
  return null;
}

/** Proves that the baseline of a target can be read. */
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
  if (items.length > MOST_TARGETS)
    reading.complain(
      reading.at(contents),
      `targets has ${items.length} entries; expected at most ${MOST_TARGETS}`,
    );
  return { defaults: new Map(defaults), items };
}

/**
 * Reads targets from YAML: `defaults`, and `targets` with a `label` each. A setting comes from the file, or from a variable
 * that `{ env: NAME }` names, and from nowhere else. Paths are relative to the folder of the file.
 *
 * @param file its path, which messages name
 * @throws {BadTargets} with everything that is wrong, by lines
 */
export async function parseTargets(text: string, file: string, reader: ReadFor): Promise<readonly Target[]> {
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
      const isMeant = reader.only === undefined || isMeantBy(reader.only, { label: label ?? '', place });
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
    // The parser calls itself for each level.
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

const MOST_BYTES = 256 * 1024;

/**
 * Reads a file of targets.
 * @throws {BadTargets} if it cannot be read or used
 */
export async function readTargets(file: string, reader: ReadFor): Promise<readonly Target[]> {
  const text = await readText(file, MOST_BYTES).catch((error: unknown) => {
    throw new BadTargets(
      `The file ${JSON.stringify(file)} cannot be read: ${whyUnreadable(error)}. Expected a YAML file with the key targets. Nothing was sent.`,
      { cause: error },
    );
  });
  return parseTargets(text, file, reader);
}
