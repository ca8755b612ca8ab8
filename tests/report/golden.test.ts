import { describe, expect, it } from 'vitest';
import { formatFiles, formatNames } from '../../src/report/format-names.ts';
import { renderers } from '../../src/report/formats.ts';
import { nonconformant } from './examples.ts';

/** Returns a page without styles, scripts and their hashes, which the browser tests check. */
const withoutLooks = (text: string): string =>
  text.replaceAll(/<(style|script)>[^]*?<\/\1>/g, '<$1>…</$1>').replaceAll(/sha256-[\w+/=]+/g, 'sha256-…');

// After an intended change, run: npx vitest run --project tests tests/report/golden.test.ts -u, and read the
// diff.
describe('one report in every format', () => {
  it.each(formatNames)('is the same %s as ever', async (name) => {
    await expect(withoutLooks(renderers[name](nonconformant, []))).toMatchFileSnapshot(
      `golden/${formatFiles[name]}`,
    );
  });
});
