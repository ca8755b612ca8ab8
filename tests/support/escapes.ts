import * as fc from 'fast-check';

const NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '+': 'plus',
  '/': 'sol',
  '=': 'equals',
  '!': 'excl',
  '\\': 'bsol',
  _: 'lowbar',
  '@': 'commat',
};
const hex = (character: string): string => character.charCodeAt(0).toString(16);
const short = (character: string): string => hex(character).padStart(2, '0');

type Write = (character: string) => string;

/** Escapes of a character: of JSON, HTML and addresses, and some within others. */
const ESCAPES: readonly Write[] = [
  (c) => c,
  (c) => (/["'/\\]/.test(c) ? `\\${c}` : c),
  (c) => `\\u00${short(c)}`,
  (c) => `\\\\u00${short(c).toUpperCase()}`,
  (c) => `\\\\\\\\U00${short(c)}`,
  (c) => `&#${c.charCodeAt(0)};`,
  (c) => `&#0${c.charCodeAt(0)};`,
  (c) => `&#x${hex(c)};`,
  (c) => `&#X00${hex(c).toUpperCase()};`,
  (c) => `&amp;#${c.charCodeAt(0)};`,
  (c) => String.raw`\u0026#${c.charCodeAt(0)};`,
  (c) => (NAMES[c] === undefined ? c : `&${NAMES[c]};`),
  (c) => `%${short(c)}`,
  (c) => `%${short(c).toUpperCase()}`,
  (c) => `%25${short(c)}`,
  (c) => `%26%23${c.charCodeAt(0)}%3B`,
  (c) => String.raw`\u0025${short(c)}`,
];

/** Returns a text with an escape for each of its characters, by their numbers. */
const escapedBy = (text: string, numbers: readonly number[]): string =>
  [...text].map((c, at) => ESCAPES[(numbers[at] ?? 0) % ESCAPES.length]?.(c) ?? c).join('');

/** Any text of printable characters, and a text with a random escape for each of them. */
export const anySecret = fc
  .array(fc.tuple(fc.integer({ min: 0x21, max: 0x7e }), fc.nat(ESCAPES.length - 1)), {
    minLength: 20,
    maxLength: 40,
  })
  .map((pairs) => {
    const secret = String.fromCharCode(...pairs.map(([code]) => code));
    return {
      secret,
      escaped: escapedBy(
        secret,
        pairs.map(([, number]) => number),
      ),
    };
  });

const CODE = /\\u([\da-f]{4})|&#x([\da-f]+);?|&#(\d+);?|%([\da-f]{2})/gi;

/** Returns a text that is unescaped until it stays as it is, without the backslashes that are left. */
export function unescaped(text: string): string {
  const left = text
    .replaceAll(/\\{2,}/g, '\\')
    .replaceAll(/&(\w+);/g, (all, name: string) => Object.keys(NAMES).find((c) => NAMES[c] === name) ?? all)
    .replaceAll(CODE, (all, u?: string, x?: string, d?: string, p?: string) => {
      const code = d === undefined ? Number.parseInt(u ?? x ?? p ?? '', 16) : Number(d);
      return code > 0x10ffff ? all : String.fromCodePoint(code);
    });
  return left === text ? left.replaceAll('\\', '') : unescaped(left);
}

/** Returns the parts of texts, so many characters each. */
export const partsOf = (texts: readonly string[], length: number): ReadonlySet<string> =>
  new Set(
    texts.flatMap((text) =>
      Array.from({ length: Math.max(0, text.length - length + 1) }, (_, from) =>
        text.slice(from, from + length),
      ),
    ),
  );

/** Returns the parts that a text contains. All have one length, so that each place of the text is looked up once. */
export function partsIn(text: string, parts: ReadonlySet<string>): string[] {
  const [{ length } = ''] = parts;
  return Array.from({ length: text.length - length + 1 }, (_, from) =>
    text.slice(from, from + length),
  ).filter((part) => parts.has(part));
}
