import { readFileSync } from 'node:fs';
import { gatingIds, type RuleId } from '../src/model/rule-ids.ts';
import type { Verdict } from '../src/model/verdict.ts';

/** The verdict of a gating rule on a service of the matrix, as one letter. */
export type Letter = 'p' | 'f' | 'i' | 's';

const LETTERS: Readonly<Record<Letter, string>> = {
  p: 'pass',
  f: 'fail',
  i: 'inconclusive',
  s: 'skip',
};

const isLetter = (text: string): text is Letter => text in LETTERS;

/** The verdicts of all gating rules, a letter each, in the order of reports. */
export type Letters = string;

export const wordOf = (letter: string | undefined): string =>
  letter !== undefined && isLetter(letter) ? LETTERS[letter] : 'nothing';

/** Returns the letters of the gating rules; `-` for a rule without a verdict. */
export function lettersOf(verdicts: ReadonlyMap<string, Verdict['verdict']>): Letters {
  return gatingIds.map((id) => verdicts.get(id)?.slice(0, 1) ?? '-').join('');
}

/** Returns the gating rules that have one of these letters. */
export function rulesWith(letters: Letters, ...wanted: readonly Letter[]): RuleId[] {
  const some = wanted.join('');
  return gatingIds.filter((_, place) => some.includes(letters[place] ?? '-'));
}

const HEAD = `# Verdicts of the ${gatingIds.length} gating rules on every service of the matrix, in the order of reports: p pass, f fail, i inconclusive, s skip.
# Written by \`npm run proof -- --write\`.
`;

/** Returns the letters of each cell by its name. */
function parseVerdicts(text: string): Map<string, Letters> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [letters = '', ...name] = line.split(' ');
      // A rule that was added since has no letter yet.
      return [name.join(' '), letters.padEnd(gatingIds.length, '-')];
    }),
  );
}

export const verdictsText = (verdicts: ReadonlyMap<string, Letters>): string =>
  `${HEAD}${[...verdicts].map(([name, letters]) => `${letters} ${name}\n`).join('')}`;

/** The frozen verdicts of the matrix, by the name of the cell. */
export const frozenVerdicts: ReadonlyMap<string, Letters> = parseVerdicts(
  readFileSync('proof/verdicts.txt', 'utf8'),
);
