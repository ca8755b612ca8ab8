import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import * as z from 'zod';
import { sanitise } from '../model/text.ts';
import { didYouMean } from '../settings/spelling.ts';

/** Larger files are not read. A draft of all rules and observations stays below. */
export const MAX_YAML_BYTES = 256 * 1024;
const MAX_PROBLEMS = 10;
const QUOTED = 100;

const MISSING = 'is missing';

export const quoted = (text: string): string => `"${sanitise(text, QUOTED)}"`;

/** Returns a word of a file; no other text of it, since a path may name any file by mistake. */
export const quotedWord = (text: string): string =>
  /^[a-z]+(?:[.-][a-z]+)*$/i.test(text) && text.length <= QUOTED ? `"${text}"` : 'a text that is not shown';

/** A mapping with these keys and no others. */
export const mapping = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const keys = Object.keys(shape);
      const all = `; expected one of ${keys.join(', ')}`;
      return issue.keys
        .map((key) => `${quotedWord(key)} is no key here${didYouMean(key, keys) || all}`)
        .join('; ');
    },
  });

export const someText = (most = QUOTED) => z.string().min(1, { abort: true }).max(most, { abort: true });

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
            message: `is ${name}, as of an entry above`,
          });
    }),
  );

/** Returns the problem of a value, if its schema has no message. */
function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue;
  if (input === undefined) return MISSING;
  if (issue.code === 'too_small') return 'is empty';
  if (issue.code === 'too_big') return `is too long; expected at most ${issue.maximum}`;
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return undefined;
  const allowed = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const expected = issue.code === 'invalid_type' ? issue.expected : `one of ${allowed.join(', ')}`;
  const given = typeof input === 'string' ? quotedWord(input) : Array.isArray(input) ? 'a list' : 'a mapping';
  const meant = typeof input === 'string' ? didYouMean(input, allowed) : '';
  return `is ${given}; expected ${expected}${meant}`;
}

type Problem = readonly [offset: number, text: string];

/** Returns the YAML of a text; every scalar is the text as written, so that none becomes a date or a number. */
function documentOf(source: string, lineCounter: LineCounter): [Document | null, Problem[]] {
  const problems: Problem[] = [];
  try {
    const found = parseDocument(source, {
      schema: 'failsafe',
      lineCounter,
      prettyErrors: false,
      logLevel: 'error',
    });
    for (const { code, pos } of [...found.errors, ...found.warnings]) {
      // The message may have a text of the file.
      const problem = code.toLowerCase().replaceAll('_', ' ');
      problems.push([
        pos[0],
        code === 'DUPLICATE_KEY' ? 'the same key stands above' : `it is not YAML (${problem})`,
      ]);
    }
    visit(found, {
      Alias: (_, { range }) => {
        problems.push([range?.[0] ?? 0, 'it has an alias; expected the text itself']);
      },
    });
    return [found, problems];
  } catch (error) {
    // The parser is recursive, and overflows the stack on deep nesting.
    if (!(error instanceof RangeError)) throw error;
    return [null, [[0, 'it is nested too deeply']]];
  }
}

/** Returns the place of a key or a list item; if it is missing, the place of its parent. */
function offsetOf(found: Document | null, path: readonly PropertyKey[]): number {
  if (path.length === 0) return 0;
  const within = found?.getIn(path.slice(0, -1), true);
  const node = isMap(within)
    ? within.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))?.key
    : found?.getIn(path, true);
  return isNode(node) && node.range ? node.range[0] : offsetOf(found, path.slice(0, -1));
}

/** Returns the problems by path. A misspelt key is one problem, not also a missing key. */
function issueTexts(issues: readonly z.core.$ZodIssue[]) {
  const misspelt = new Set(
    issues.flatMap(({ code, path }) => (code === 'unrecognized_keys' ? [path.join('.')] : [])),
  );
  return issues
    .filter(({ path, message }) => message !== MISSING || !misspelt.has(path.slice(0, -1).join('.')))
    .map((issue): { readonly path: readonly PropertyKey[]; readonly text: string } => {
      const { code, path, message } = issue;
      if (code === 'unrecognized_keys') return { path: [...path, issue.keys[0] ?? ''], text: message };
      return {
        path,
        text: `${path.findLast((part) => typeof part === 'string') ?? 'it'} ${message}`,
      };
    });
}

/** @param failure makes the error of all problems, by line */
export function readYaml<Read>(
  source: string,
  schemaOf: (contents: unknown) => z.ZodType<Read>,
  failure: (problems: string) => Error,
): Read {
  const lines = new LineCounter();
  const [found, problems] = documentOf(source, lines);
  const contents: unknown = problems.length === 0 ? found?.toJS() || {} : null;
  const read = problems.length === 0 ? schemaOf(contents).safeParse(contents, { error: wordsOf }) : null;
  if (read?.success === true) return read.data;
  for (const { path, text } of issueTexts(read?.error.issues ?? []))
    problems.push([offsetOf(found, path), text]);
  const said = problems
    .toSorted(([one], [other]) => one - other)
    .map(([offset, text]) => `line ${Math.max(1, lines.linePos(offset).line)}: ${text}`);
  const all = [...new Set(said)].map((text) => (text.endsWith('?') ? text : `${text}.`));
  const more = all.length > MAX_PROBLEMS ? [`… and ${all.length - MAX_PROBLEMS} more.`] : [];
  throw failure([...all.slice(0, MAX_PROBLEMS), ...more].join('\n  '));
}
