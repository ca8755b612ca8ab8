import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import * as z from 'zod';
import { messageOf } from '../client/thrown.ts';
import { readText, UsageError } from '../report-folder/files.ts';

/** Larger files are not read. A draft of all rules and observations stays below. */
const MAX_BYTES = 256 * 1024;
const MAX_PROBLEMS = 10;

const NAMES: Readonly<Record<string, string>> = { string: 'a text', array: 'a list', object: 'a mapping' };
const kindOf = (input: unknown): string => NAMES[Array.isArray(input) ? 'array' : typeof input] ?? '';

/** Returns what is wrong with a value, of which only a word is quoted. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  const { code, input } = issue;
  if (input === undefined) return 'it is missing';
  if (code === 'invalid_type') return `it is ${kindOf(input)}; expected ${NAMES[issue.expected]}`;
  if (code === 'too_small') return 'it is empty; give it a value';
  if (code !== 'invalid_value') return undefined;
  const isWord = typeof input === 'string' && /^[a-z-]{1,20}$/i.test(input);
  return `it is ${isWord ? `"${input}"` : kindOf(input)}; expected one of ${issue.values.join(', ')}`;
};

export const mapping = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code, input }) => {
      const keys = Object.keys(shape).join(', ');
      if (code === 'unrecognized_keys') return `no such key; expected one of ${keys}`;
      return input === undefined
        ? undefined
        : `it is ${kindOf(input)}; expected a mapping, with keys among ${keys}`;
    },
  });

/** A list, empty if all its entries are commented out, in which a key has each value once. */
export const listOf = <Item extends z.ZodType<object>>(item: Item, key: string & keyof z.output<Item>) =>
  z.preprocess(
    (given) => (given === '' ? [] : given),
    z.array(item).check(({ value, issues }) => {
      // Labels name folders, and some file systems do not tell capital letters apart.
      const names = value.map((entry) => String(entry[key]).toLowerCase());
      for (const [at, name] of names.entries())
        if (names.indexOf(name) < at)
          issues.push({
            code: 'custom',
            path: [at, key],
            input: value,
            message: 'an entry above has it too',
          });
    }),
  );

type Problem = readonly [offset: number, text: string];

/** Returns the place of a key or a list item; if it is missing, the place of its parent. */
function offsetOf(found: Document, path: readonly PropertyKey[]): number {
  if (path.length === 0) return 0;
  const within = found.getIn(path.slice(0, -1), true);
  const node = isMap(within)
    ? within.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))?.key
    : found.getIn(path, true);
  return isNode(node) && node.range ? node.range[0] : offsetOf(found, path.slice(0, -1));
}

/** Returns problems by their keys. A path may name any file by mistake, so only words are quoted. */
const problemsOf = (found: Document, issues: readonly z.core.$ZodIssue[]): readonly Problem[] =>
  issues.flatMap((issue) => {
    const { path, message } = issue;
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path];
    return paths.map((each): Problem => {
      const key = each.findLast((part) => typeof part === 'string') ?? '';
      return [offsetOf(found, each), `${/^[a-z]+$/i.test(key) ? `${key}: ` : ''}${message}`];
    });
  });

interface YamlFile<Read> {
  readonly path: string;
  readonly name: string;
  /** The end of a sentence that says which contents are allowed. */
  readonly expected: string;
  /** Turns another format into YAML with the same lines. */
  readonly toYaml?: (text: string) => string;
  readonly schemaOf: (contents: unknown) => z.ZodType<Read>;
}

/**
 * Reads a YAML file. Every scalar is the text as written, so that none becomes a date or a number.
 * @throws {UsageError} with a sentence on the file, or with all problems, by line
 */
export async function readYaml<Read>(file: YamlFile<Read>): Promise<Read> {
  const { path, name, expected, toYaml = (text) => text, schemaOf } = file;
  const text = await readText(path, MAX_BYTES).catch((error: unknown) => {
    throw new UsageError(`${name} cannot be read: ${messageOf(error)}. Expected ${expected}.`, {
      cause: error,
    });
  });
  const lines = new LineCounter();
  const options = { schema: 'failsafe', lineCounter: lines, prettyErrors: false, logLevel: 'error' } as const;
  const found = parseDocument(toYaml(text.replace(/^\uFEFF/, '')), options);
  // A message of the parser may have a text of the file.
  const problems = [...found.errors, ...found.warnings].map(
    ({ code, pos }): Problem => [pos[0], `it is not YAML (${code.toLowerCase().replaceAll('_', ' ')})`],
  );
  if (problems.length === 0) {
    const contents: unknown = found.toJS() || {};
    const read = schemaOf(contents).safeParse(contents, { error: describeIssue });
    if (read.success) return read.data;
    problems.push(...problemsOf(found, read.error.issues));
  }
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  const said = problems
    .toSorted(([one], [other]) => one - other)
    .map(([offset, problem]) => `line ${lineAt(offset)}: ${problem.replace(/(?<!\?)$/, '.')}`);
  const all = [...new Set(said)];
  const more = all.length > MAX_PROBLEMS ? [`… and ${all.length - MAX_PROBLEMS} more.`] : [];
  throw new UsageError(`${name} cannot be used: ${[...all.slice(0, MAX_PROBLEMS), ...more].join('\n  ')}`);
}
