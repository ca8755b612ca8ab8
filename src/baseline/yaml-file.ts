import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import * as z from 'zod';
import { shown } from '../report/text.ts';
import { didYouMean } from '../settings/spelling.ts';

/** Larger files are not read. A draft of all rules and observations stays below. */
export const MAX_YAML_BYTES = 256 * 1024;
const MAX_PROBLEMS = 10;
const QUOTED = 100;

const MISSING = 'is missing';

type Path = readonly PropertyKey[];

/** Returns a given text quoted, for a message. */
export const quoted = (text: string): string => `"${shown(text, QUOTED)}"`;

/** A mapping with these keys and no others. */
export const mapping = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const keys = Object.keys(shape);
      const all = `; expected one of ${keys.join(', ')}`;
      return issue.keys
        .map((key) => `${quoted(key)} is no key here${didYouMean(key, keys) || all}`)
        .join('; ');
    },
  });

/** A text that is not empty. */
export const someText = (most = QUOTED) => z.string().min(1, { abort: true }).max(most, { abort: true });

/** A list; an empty one if all its entries are commented out. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((given) => (given === '' ? [] : given), z.array(item));

function kindOf(given: unknown): string {
  if (given === null || given === '') return 'empty';
  if (Array.isArray(given)) return 'a list';
  return typeof given === 'string' ? quoted(given) : 'a mapping';
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'a mapping',
};

/** Says what is wrong with a value, where its schema says nothing of its own. */
function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue;
  if (input === undefined) return MISSING;
  if (issue.code === 'invalid_type')
    return `is ${kindOf(input)}; expected ${EXPECTED[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const meant = typeof input === 'string' ? didYouMean(input, allowed) : '';
    return `is ${kindOf(input)}; expected one of ${allowed.join(', ')}${meant}`;
  }
  if (issue.code === 'too_small') return 'is empty';
  if (issue.code === 'too_big')
    return `has ${Object(input).length} ${issue.origin === 'array' ? 'entries' : 'characters'}; expected at most ${issue.maximum}`;
  return undefined;
}

function nameOf(path: Path, isOfItem: boolean): string {
  const key = path.findLast((part) => typeof part === 'string');
  if (key === undefined) return path.length === 0 ? 'it' : 'an entry';
  return isOfItem && typeof path.at(-1) === 'number' ? `an entry of ${key}` : key;
}

const ended = (text: string): string => (text.endsWith('?') ? text : `${text}.`);

/** A YAML file that a person wrote. It collects what is wrong by line, to say it at once. */
export class YamlFile {
  /** Every scalar is the text as written; `null` if there is nothing, or no YAML. */
  readonly contents: unknown;
  readonly #document: Document | undefined;
  readonly #lines = new LineCounter();
  readonly #problems = new Map<string, number>();

  constructor(source: string) {
    let contents: unknown = null;
    try {
      this.#document = parseDocument(source, {
        // No scalar becomes a date, a number or null.
        schema: 'failsafe',
        lineCounter: this.#lines,
        prettyErrors: false,
        logLevel: 'error',
      });
      const { errors, warnings } = this.#document;
      for (const { code, message, pos } of [...errors, ...warnings])
        this.#add(
          pos[0],
          code === 'DUPLICATE_KEY'
            ? 'the same key stands above'
            : `it is not YAML: ${shown(message, QUOTED)}`,
        );
      visit(this.#document, {
        Alias: (_, { range }) => this.#add(range?.[0], 'it has an alias; expected the text itself'),
      });
      if (this.#problems.size === 0) contents = this.#document.toJS();
    } catch (error) {
      // The parser is recursive, and overflows the stack on deep nesting.
      if (!(error instanceof RangeError)) throw error;
      this.#add(0, 'it is nested too deeply');
    }
    this.contents = contents === '' ? null : contents;
  }

  #add(offset: number | undefined, text: string): void {
    const { line } = this.#lines.linePos(offset ?? 0);
    this.#problems.set(`line ${Math.max(1, line)}: ${text}`, line);
  }

  /** Returns the place of a key, or of an item of a list; if it is missing, of what it is missing in. */
  #offsetOf(path: Path): number {
    if (path.length === 0) return 0;
    const within = this.#document?.getIn(path.slice(0, -1), true);
    const isNamed = (key: unknown): boolean => isScalar(key) && key.value === path.at(-1);
    const node = isMap(within)
      ? within.items.find(({ key }) => isNamed(key))?.key
      : this.#document?.getIn(path, true);
    return isNode(node) && node.range ? node.range[0] : this.#offsetOf(path.slice(0, -1));
  }

  complain(path: Path, text: string): void {
    this.#add(this.#offsetOf(path), text);
  }

  /** Adds a problem for each item of a list that is named as an earlier one. */
  complainOfTwins(list: Path, names: readonly string[]): void {
    for (const [index, name] of names.entries()) {
      const first = names.indexOf(name);
      const { line } = this.#lines.linePos(this.#offsetOf([...list, first]));
      if (first < index) this.complain([...list, index], `${name} is already in line ${line}`);
    }
  }

  /** Returns the contents as a schema says; `null` if they are otherwise, which is a problem. */
  read<Read>(schema: z.ZodType<Read>): Read | null {
    if (this.#problems.size > 0) return null;
    const { data, error } = schema.safeParse(this.contents, { error: wordsOf });
    const issues = error?.issues ?? [];
    const misspelt = new Set(
      issues.flatMap(({ code, path }) => (code === 'unrecognized_keys' ? [path.join('.')] : [])),
    );
    for (const issue of issues) {
      const { code, path, message } = issue;
      if (code === 'unrecognized_keys') this.complain([...path, issue.keys[0] ?? ''], message);
      // A misspelt key is one mistake, and what is missing is what it was meant to be.
      else if (message !== MISSING || !misspelt.has(path.slice(0, -1).join('.')))
        this.complain(path, `${nameOf(path, code === 'invalid_type')} ${message}`);
    }
    return data ?? null;
  }

  /**
   * Returns all problems as one text, by line; `null` if there are none.
   * @param name of the file, as a sentence begins with it
   */
  problems(name: string): string | null {
    const all = [...this.#problems].toSorted(([, one], [, other]) => one - other).map(([text]) => text);
    if (all.length === 0) return null;
    const more = all.length > MAX_PROBLEMS ? [`… and ${all.length - MAX_PROBLEMS} more.`] : [];
    const said = [...all.slice(0, MAX_PROBLEMS).map(ended), ...more];
    return `${name} cannot be used: ${said.join('\n  ')}`;
  }
}
