import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { HOSTILE } from '../support/linear.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The bundled service reads what this program sends. */
const OURS = /^src\/service\//;
/** What is so short when it is looked at that it does not matter, by its source. */
const BOUNDED: ReadonlySet<string> = new Set([
  // A word of the command line, of 60 characters at most.
  String.raw`\d.*\p{L}|\p{L}.*\d`,
  // What commander says of a word of the command line.
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

/** The regular expressions of a module that are written as such. */
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

/** As much as is gone through in no time, unless each place of it leads to all that is behind it. */
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

/** What an expression looks for literally may be what each search begins with. */
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
          // What is behind the run decides whether all of it is gone through again.
          return [run, `${run}\u0001`, `a${run}x`].some((text) =>
            Array.from({ length: ATTEMPTS }).every(() => timeOf(expression, text) > MOST_MS),
          );
        }),
      );
    expect(slow).toEqual([]);
  });
});
