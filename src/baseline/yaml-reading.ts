import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import { shown } from '../report/text.ts';
import { didYouMean } from '../settings/spelling.ts';

/** Maximum UTF-16 units of each text. */
export const LONGEST = { reason: 1000, issue: 500, value: 2000 } as const;

// A draft of all rules and observations stays below. Above, the parser takes seconds and hundreds of
// megabytes.
const MAX_BYTES = 256 * 1024;
const MAX_LINES = 5000;
const MAX_BRACKETS = 2000;
/** Matches a line whose indentation or dashes nest deeper than any entry and would exhaust the parser. */
const TOO_DEEP = /^[\s\-?:]{100}/;

const SHOWN = 100;
const MAX_PROBLEMS = 10;

/** Returns a given text quoted, for a message. */
export const quoted = (text: string): string => `"${shown(text, SHOWN)}"`;
export const isOneOf = <T extends string>(text: string, allowed: readonly T[]): text is T =>
  (allowed as readonly string[]).includes(text);

/** State of reading a YAML document. It collects all problems, to report them at once. */
export class Reading {
  readonly problems: { readonly line: number; readonly text: string }[] = [];
  readonly lines = new LineCounter();

  complain(at: number, text: string): void {
    this.problems.push({ line: this.lines.linePos(at).line, text });
  }

  /**
   * Parses a document; every scalar stays the text as written. Returns `null` if it is empty or not YAML.
   * @throws {RangeError} if it is nested too deeply
   */
  document(text: string): Node | null {
    const { contents, errors, warnings } = parseDocument(text, {
      // No scalar becomes a date, number or null.
      schema: 'failsafe',
      // Duplicate keys are detected here; the parser takes long for many keys.
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

  /**
   * Returns all problems as one text, sorted by line; `null` if there are none.
   * @param name of the file, as a sentence begins with it
   */
  said(name: string): string | null {
    const { problems } = this;
    const lines = problems
      .toSorted((a, b) => a.line - b.line)
      .slice(0, MAX_PROBLEMS)
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

  /** Returns the values of a mapping by key. Duplicate and unknown keys are problems. */
  fields<Key extends string>(map: YAMLMap, allowed: readonly Key[], what: string): Map<Key, Node> {
    const fields = new Map<Key, Node>();
    for (const { key, value } of map.items) {
      const name = isScalar(key) ? String(key.value) : null;
      if (name === null || !isOneOf(name, allowed))
        this.complain(
          this.at(key),
          `${what} has ${name === null ? 'a key that is not a text' : quoted(name)}${didYouMean(name ?? '', allowed, 1) || `; expected one of ${allowed.join(', ')}`}`,
        );
      else if (fields.has(name)) this.complain(this.at(key), `${what} has ${name} twice`);
      else fields.set(name, (value ?? key) as Node);
    }
    return fields;
  }

  /**
   * Returns a text of a mapping; `null` if it is missing or invalid, which is a problem unless it is optional
   * and missing.
   */
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

  /** Returns the reason that a person gave. */
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
    // All entries may be commented out.
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

/**
 * Returns why a text is too large for the parser, which a malicious file could keep busy; `null` if it is
 * not.
 */
export function whyTooMuch(text: string): string | null {
  const lines = text.split('\n');
  const deep = lines.findIndex((line) => TOO_DEEP.test(line));
  if (deep >= 0) return `line ${deep + 1}: it begins with 100 blanks or dashes, more than any entry needs`;
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) return `it has ${bytes} bytes of YAML; expected at most ${MAX_BYTES}`;
  if (lines.length > MAX_LINES) return `it has ${lines.length} lines of YAML; expected at most ${MAX_LINES}`;
  const brackets = text.split(/[[{]/).length - 1;
  return brackets > MAX_BRACKETS
    ? `it has ${brackets} opening brackets; expected at most ${MAX_BRACKETS}`
    : null;
}
