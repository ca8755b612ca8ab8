import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { PROFILES } from '../../src/model/profile.ts';
import { rules } from '../../suites/index.ts';
import { preconditions, rulesTable } from './rules-table.ts';

const page = await readFile('docs/rules.md', 'utf8');

/** The rows of the first table behind a text, its head left out: the texts of their cells. */
function rowsBehind(text: string): string[][] {
  const [, behind = ''] = page.split(text);
  const [table = ''] = /^\|.*\n(?:\|.*\n)+/m.exec(behind) ?? [];
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The names that stand in a cell as code. */
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

const table = rowsBehind('<!-- rules:start -->').map(([id = '', how = '', , seen = '']) => ({
  id: namesIn(id).join(),
  how,
  seen,
}));

const gating = rules.filter((rule) => rule.level !== 'observed');

describe('the table of the gating rules in docs/rules.md', () => {
  it('has a line for each of them, in the order of reports, and for nothing else', () => {
    expect(table.map(({ id }) => id)).toEqual(gating.map(({ id }) => id));
  });

  it('says of each what it is compared with, or what holds by itself, and how often a violation is seen', () => {
    expect(table.filter(({ how, seen }) => how === '' || !/\d/.test(seen)).map(({ id }) => id)).toEqual([]);
  });

  it('is made of the rules', () => {
    expect(rulesTable(page), 'not as the rules say: npm run rules').toBe(page);
  });
});

describe('the table of the preconditions in docs/rules.md', () => {
  it('has each with the words of the code, and no other', () => {
    const told = rowsBehind('## Preconditions').map(([name = '', says]) => [namesIn(name).join(), says]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(preconditions));
  });
});

describe('the limits in .env.example', () => {
  it('are those of the profiles', async () => {
    const { quick, standard, thorough } = PROFILES;
    const example = await readFile('.env.example', 'utf8');
    expect(example).toContain(
      `quick ${quick.maxRequests.reading}, or ${quick.maxRequests.writing} with writes; standard ${standard.maxRequests.reading}; thorough ${thorough.maxRequests.reading}`,
    );
    expect(example).toContain(
      `quick ${quick.deadlineS}, standard ${standard.deadlineS}, thorough ${thorough.deadlineS}`,
    );
  });
});
