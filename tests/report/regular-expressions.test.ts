import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { HOSTILE } from '../support/linear.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Excluded, because the bundled service reads input of this program only. */
const OURS = /^src\/service\//;
/** Expressions, by source, whose input is too short to matter. */
const BOUNDED: ReadonlySet<string> = new Set([
  // A word of the command line, at most 60 characters long.
  String.raw`\d.*\p{L}|\p{L}.*\d`,
  // commander's message about a word of the command line.
  String.raw`argument '([\s\S]*)' is invalid`,
  // The first 4096 bytes of a kept report.
  String.raw`\n {2}"target": (\{\n[^]*?\n {2}\})`,
]);

const sources = ['src', 'suites', 'ci']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
      join(parentPath, name).slice(ROOT.length),
    ),
  )
  .filter((path) => /\.(?:ts|tsx|js)$/.test(path) && !path.endsWith('.d.ts') && !OURS.test(path));

interface Found {
  readonly path: string;
  readonly source: string;
  readonly flags: string;
}

/** Returns the regular expression literals of a module. */
function expressionsIn(path: string): Found[] {
  const loader = path.endsWith('x') ? 'tsx' : 'ts';
  const { code } = transformSync(readFileSync(join(ROOT, path), 'utf8'), { loader, jsx: 'automatic' });
  const found: Found[] = [];
  JSON.stringify(parseAst(code), (_, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null || !('regex' in value)) return value;
    const { pattern, flags } = value.regex as { pattern: string; flags: string };
    found.push({ path, source: pattern, flags });
    return undefined;
  });
  return found;
}

const all = sources.flatMap(expressionsIn);

/** Length that takes no noticeable time, unless the expression is quadratic. */
const LENGTH = 20_000;
const MOST_MS = 40;
const ATTEMPTS = 3;

function timeOf({ source, flags }: Found, text: string): number {
  const expression = new RegExp(source, flags);
  const began = performance.now();
  text.replace(expression, '');
  expression.test(text);
  return performance.now() - began;
}

/** Returns characters that may start a match, including literals of the expression. */
const unitsFor = ({ source }: Found): readonly string[] => {
  const signs = [...new Set(source.replaceAll(/\\[a-zA-Z]/g, ''))].filter((sign) => /[^\w\\]/.test(sign));
  return [...HOSTILE, ...signs, ...signs.flatMap((one) => signs.map((other) => one + other))];
};

describe('the regular expressions of this program', () => {
  it('are found', () => {
    expect(all.length).toBeGreaterThan(150);
  });

  it('take no longer than their text is long, whatever it is made of', { timeout: 300_000 }, () => {
    const slow = all
      .filter(({ source }) => !BOUNDED.has(source))
      .filter((expression) =>
        unitsFor(expression).some((unit) => {
          const run = unit.repeat(Math.ceil(LENGTH / unit.length));
          // The text after the run decides whether the expression backtracks.
          return [run, `${run}\u0001`, `a${run}x`].some((text) =>
            Array.from({ length: ATTEMPTS }).every(() => timeOf(expression, text) > MOST_MS),
          );
        }),
      );
    expect(slow).toEqual([]);
  });
});
