import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Cause, causes } from '../src/client/undecided-reason.ts';
import { gatingIds, type RuleId } from '../src/model/rule-ids.ts';
import type { Verdict } from '../src/model/verdict.ts';

/** What a letter stands for: a verdict and, if it is inconclusive, its cause. */
interface Meaning {
  readonly verdict: Verdict['verdict'];
  readonly cause?: Cause;
}

const OF_CAUSES: Readonly<Record<Cause, string>> = {
  setting: 'S',
  data: 'D',
  access: 'A',
  'other-rule': 'O',
  unanswered: 'N',
  unstable: 'V',
  limit: 'L',
  interrupted: 'I',
  unclear: 'U',
};

const LETTERS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['p', { verdict: 'pass' }],
  ['f', { verdict: 'fail' }],
  ['s', { verdict: 'skip' }],
  ...causes.map((cause) => [OF_CAUSES[cause], { verdict: 'inconclusive', cause }] as const),
]);

/** The verdicts of all gating rules, a letter each, in the order of reports. */
export type Letters = string;

/** Returns what a letter stands for: `inconclusive (data)`. */
export function wordOf(letter: string | undefined): string {
  const { verdict = 'nothing', cause } = LETTERS.get(letter ?? '') ?? {};
  return cause === undefined ? verdict : `${verdict} (${cause})`;
}

/** Returns the letters of the gating rules; `-` for a rule without a verdict. */
export const lettersOf = (verdicts: ReadonlyMap<string, Meaning>): Letters =>
  gatingIds
    .map((id) => {
      const { verdict, cause = 'unclear' } = verdicts.get(id) ?? {};
      return verdict === 'inconclusive' ? OF_CAUSES[cause] : (verdict?.slice(0, 1) ?? '-');
    })
    .join('');

/** Returns the gating rules that have one of these verdicts. */
export const rulesWith = (letters: Letters, ...wanted: readonly Verdict['verdict'][]): RuleId[] =>
  gatingIds.filter((_, place) => {
    const { verdict } = LETTERS.get(letters[place] ?? '') ?? {};
    return verdict !== undefined && wanted.includes(verdict);
  });

const RULES = '# Rules: ';

const HEAD = `# Verdicts of the gating rules on every service of the matrix, a letter each: p pass, f fail, s skip; inconclusive because of
# ${causes.map((cause) => `${OF_CAUSES[cause]} ${cause}`).join(', ')}.
# Written by \`npm run proof -- --write\`.
${RULES}${gatingIds.join(' ')}
`;

const frozen = readFileSync('proof/verdicts.txt', 'utf8');

/** Returns the rules of the letters in a file. */
const rulesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .find((line) => line.startsWith(RULES))
    ?.slice(RULES.length)
    .split(' ') ?? [];

const frozenIds = rulesIn(frozen);

/** Says which rules are new or gone since the file was written; `null` if none are. */
export const otherRules = ((): string | null => {
  const ids: readonly string[] = gatingIds;
  const changes = [
    ...ids.filter((id) => !frozenIds.includes(id)).map((id) => `${id} is new`),
    ...frozenIds.filter((id) => !ids.includes(id)).map((id) => `${id} is gone`),
  ];
  const what = changes.join(', ');
  return what === '' ? null : `${what}, so every cell has other letters: npm run proof -- --write`;
})();

/** Returns the letters of each cell by its name. A rule that was added since has none yet. */
function parseVerdicts(text: string): Map<string, Letters> {
  const ids = rulesIn(text);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [letters = '', ...name] = line.split(' ');
      return [name.join(' '), gatingIds.map((id) => letters[ids.indexOf(id)] ?? '-').join('')];
    }),
  );
}

export const verdictsText = (verdicts: ReadonlyMap<string, Letters>): string =>
  `${HEAD}${[...verdicts].map(([name, letters]) => `${letters} ${name}\n`).join('')}`;

/** The frozen verdicts of the matrix, by the name of the cell. */
export const frozenVerdicts: ReadonlyMap<string, Letters> = parseVerdicts(frozen);

/** The frozen seconds of each run on its virtual clock, by the name of the cell. */
export const frozenSeconds: ReadonlyMap<string, number> = new Map(
  readFileSync('proof/seconds.txt', 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(line.indexOf(' ') + 1), Number.parseInt(line, 10)]),
);

export const secondsText = (seconds: ReadonlyMap<string, number>): string =>
  [...seconds].map(([name, each]) => `${each} ${name}\n`).join('');

/** Returns the rules that the matrix judges otherwise than it did for the last version of the changelog. */
export function rulesJudgedDifferently(): RuleId[] {
  const released = parseVerdicts(gunzipSync(readFileSync('proof/released.txt.gz')).toString());
  const common = [...frozenVerdicts].flatMap(([name, now]) => {
    const before = released.get(name);
    return before === undefined ? [] : [{ before, now }];
  });
  return gatingIds.filter((_, place) => common.some(({ before, now }) => before[place] !== now[place]));
}
