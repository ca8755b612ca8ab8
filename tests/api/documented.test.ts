import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { reportTypes } from '../../scripts/report-types.ts';
import { optionNames, settingOf } from '../../src/api/settings-of-options.ts';

const inCode = (cell: string): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

describe('docs/api.md', () => {
  it('has a row for every option, with its setting', async () => {
    const page = await readFile('docs/api.md', 'utf8');
    const [, table = ''] = /<!-- options:start -->([^]*)<!-- options:end -->/.exec(page) ?? [];
    const rows = table
      .split('\n')
      .map((line) => line.split(' | '))
      .filter(([, setting]) => setting?.startsWith('`') === true)
      .flatMap(([option = '', setting = '']) => {
        const settings = inCode(setting);
        return inCode(option).map((name, index) => [name, settings[index]]);
      });
    const wanted = optionNames.map((name) => [name, settingOf(name)]);
    expect(rows.map(String).toSorted()).toEqual(wanted.map(String).toSorted());
  });
});

describe('the types of the report', () => {
  it('are those of its model', async () => {
    const shipped = await readFile('src/api/public-report.ts', 'utf8');
    expect(shipped, 'not as the model has it: npm run schema').toBe(await reportTypes());
  });
});
