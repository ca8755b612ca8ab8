import { describe, expect, it } from 'vitest';
import { formatFiles, formatNames } from '../../src/report/format-names.ts';
import { renderers } from '../../src/report/formats.ts';
import { nonconformant } from './examples.ts';

// After a change that is meant: npx vitest run --project tests tests/report/golden.test.ts -u, and read the difference.
describe('one report in every format', () => {
  it.each(formatNames)('is the same %s as ever', async (name) => {
    await expect(renderers[name](nonconformant, [])).toMatchFileSnapshot(`golden/${formatFiles[name]}`);
  });
});
