import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import { shown } from '../report/text.ts';

/** The most that one text of a baseline may have, in UTF-16 units. */
export const LONGEST = { reason: 1000, issue: 500, value: 2000 } as const;

// A draft of every rule and every observation stays below these; the parser takes seconds and hundreds of megabytes for more.
const MOST_BYTES = 256 * 1024;
const MOST_LINES = 5000;
const MOST_BRACKETS = 2000;
/** So much blank and so many dashes at the beginning of a line are deeper than any entry, and exhaust the parser. */
const TOO_DEEP = /^[\s\-?:]{100}/;

const SHOWN = 100;
const MOST_PROBLEMS = 10;

/** What was given, as it may stand in a sentence. */
export const quoted = (text: string): string => `"${shown(text, SHOWN)}"`;
export const isOneOf = <T extends string>(text: string, allowed: readonly T[]): text is T =>
  (allowed as readonly string[]).includes(text);

/** What a YAML document is read with: it collects all that is wrong, so that it is said at once. */
export class Reading {
  readonly problems: { readonly line: number; readonly text: string }[] = [];
  readonly lines = new LineCounter();

  complain(at: number, text: string): void {
    this.problems.push({ line: this.lines.linePos(at).line, text });
  }

  /**
   * Parses a document; every scalar is the text that stands there. Returns `null` for one that is empty or no YAML.
   * @throws {RangeError} if it is nested too deeply
   */
  document(text: string): Node | null {
    const { contents, errors, warnings } = parseDocument(text, {
      // No date, number or null is made of a scalar.
      schema: 'failsafe',
      // They are looked for here; the parser takes long for many.
      uniqueKeys: false,
      lineCounter: this.lines,
      prettyErrors: false,
      logLevel: 'error',
    });
    for (const { message, pos } of [...errors, ...warnings])
      this.complain(pos[0], `it is not YAML: ${shown(message, SHOWN)}`);
    const isNothing = contents === null || (isScalar(contents) && contents.value === '');
    return this.problems.length > 0 || isNothing ? null : contents;
  }

  /** Returns all problems as one text, by their lines; `null` if there are none. @param name of the file, as it begins a sentence */
  said(name: string): string | null {
    const { problems } = this;
    const lines = problems
      .toSorted((a, b) => a.line - b.line)
      .slice(0, MOST_PROBLEMS)
      .map((problem) => `line ${problem.line}: ${problem.text}`);
    const left = problems.length - lines.length;
    if (lines.length === 0) return null;
    if (lines.length === 1) return `${name} cannot be used: ${lines.join('')}.`;
    return [
      `${name} cannot be used, for ${problems.length} reasons:`,
      ...lines.map((line) => `  ${line}.`),
      ...(left > 0 ? [`  … and ${left} more.`] : []),
    ].join('\n');
  }

  at = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0;

  /** The values of a mapping by their keys, each key once and none but those allowed. */
  fields<Key extends string>(map: YAMLMap, allowed: readonly Key[], what: string): Map<Key, Node> {
    const fields = new Map<Key, Node>();
    for (const { key, value } of map.items) {
      const name = isScalar(key) ? String(key.value) : null;
      if (name === null || !isOneOf(name, allowed))
        this.complain(
          this.at(key),
          `${what} has ${name === null ? 'a key that is not a text' : quoted(name)}; expected one of ${allowed.join(', ')}`,
        );
      else if (fields.has(name)) this.complain(this.at(key), `${what} has ${name} twice`);
      else fields.set(name, (value ?? key) as Node);
    }
    return fields;
  }

  /** A text of a mapping; `null` where it is missing or wrong, which is said then unless it may be missing. */
  text(
    fields: Map<string, Node>,
    key: string,
    { within, most = SHOWN, isOptional = false }: { within: Node; most?: number; isOptional?: boolean },
  ): string | null {
    const node = fields.get(key);
    if (node === undefined) {
      if (!isOptional) this.complain(this.at(within), `${key} is missing`);
      return null;
    }
    if (!isScalar(node)) {
      this.complain(this.at(node), `${key} is a list, a mapping or an alias; expected a text`);
      return null;
    }
    const text = String(node.value);
    if (text === '' && (key !== 'value' || node.type === 'PLAIN')) {
      this.complain(this.at(node), `${key} is empty`);
      return null;
    }
    if (text.length > most) {
      this.complain(this.at(node), `${key} has ${text.length} characters; expected at most ${most}`);
      return null;
    }
    return text;
  }

  /** Why something is expected, in the words of a person. */
  reason(fields: Map<string, Node>, within: Node): string | null {
    const text = this.text(fields, 'reason', { within, most: LONGEST.reason });
    if (text !== null && /^\W*todo\b/i.test(text)) {
      this.complain(
        this.at(fields.get('reason')),
        `reason is ${quoted(text)}, so nobody has reviewed this entry yet; say why it is accepted, or remove the entry`,
      );
      return null;
    }
    return text;
  }

  items(node: Node | null | undefined, what: string, example = 'rule: list.ok'): readonly YAMLMap[] {
    // All of its entries may be commented out.
    if (node == null || (isScalar(node) && node.value === '')) return [];
    if (!isSeq(node)) {
      this.complain(
        this.at(node),
        `${what} is not a list; expected a list of mappings, each beginning with "- "`,
      );
      return [];
    }
    return node.items.flatMap((item) => {
      if (isMap(item)) return [item];
      const given = isScalar(item) ? quoted(String(item.value)) : 'a list or an alias';
      this.complain(this.at(item), `${what} has ${given}; expected a mapping such as "${example}"`);
      return [];
    });
  }
}

/** Why a text is not given to the parser, which what somebody made on purpose could keep busy; `null` where it is. */
export function whyTooMuch(text: string): string | null {
  const lines = text.split('\n');
  const deep = lines.findIndex((line) => TOO_DEEP.test(line));
  if (deep >= 0) return `line ${deep + 1}: it begins with 100 blanks or dashes, more than any entry needs`;
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_BYTES) return `it has ${bytes} bytes of YAML; expected at most ${MOST_BYTES}`;
  if (lines.length > MOST_LINES)
    return `it has ${lines.length} lines of YAML; expected at most ${MOST_LINES}`;
  const brackets = text.split(/[[{]/).length - 1;
  return brackets > MOST_BRACKETS
    ? `it has ${brackets} opening brackets; expected at most ${MOST_BRACKETS}`
    : null;
}
