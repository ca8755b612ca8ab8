import type { RootContent } from 'mdast';
import { begunAt } from '../begun-at.ts';
import { knownFailures, knownUndecided } from '../failures.ts';
import type { Report } from '../model.ts';
import { noticesOf } from '../notices.ts';
import { headlineOf, sentenceOf } from '../outcome.ts';
import { type Standing, standingOf } from '../standing.ts';
import { between, heading, inFull, paragraph, strong } from './nodes.ts';
import { prose, value } from './prose.ts';

/** Each of another shape, since colours are not told apart by everybody. */
const SIGNS: Readonly<Record<Standing, string>> = {
  held: '✅',
  known: '🔶',
  unexpected: '❌',
  open: '❓',
  unusable: '⛔',
  broken: '💥',
};
/** The specification is not broken where only an expectation of the team's own is not met. */
const PINNED = '📌';
const PROBLEM = 1000;

function target(report: Report): RootContent {
  const { baseUrl, owner, repo, bundled, label } = report.target;
  return paragraph(
    ...(label === undefined ? [] : [strong(value(label)), ' · ']),
    ...(bundled ? ['The bundled reference service at '] : []),
    value(baseUrl),
    ' · repository ',
    value(`${owner}/${repo}`),
    ` · ${begunAt(report)}`,
  );
}

function counts({ counts: { pass, fail, inconclusive, skip, observed }, rules }: Report): RootContent {
  const known = knownFailures(rules).length;
  const listed = knownUndecided(rules);
  const undecided = (verdict: 'inconclusive' | 'skip'): string => {
    const among = listed.filter((rule) => rule.verdict === verdict).length;
    return among > 0 ? `${verdict} (${among.toLocaleString('en')} known)` : verdict;
  };
  const parts: readonly (readonly [number, string])[] = [
    [fail, known > 0 ? `fail (${known.toLocaleString('en')} known)` : 'fail'],
    [pass, 'pass'],
    [inconclusive, undecided('inconclusive')],
    [skip, undecided('skip')],
    [observed, 'observed'],
  ];
  return paragraph(
    ...between(
      ' · ',
      parts.map(([count, word]) => {
        const text = `${count.toLocaleString('en')} ${word}`;
        return [word.startsWith('fail') && count > 0 ? strong(text) : text];
      }),
    ),
  );
}

const notices = (report: Report): RootContent[] =>
  noticesOf(report).map(({ kind, text, quoted }) =>
    paragraph(
      '❗ ',
      text,
      ...(kind === 'problem' ? prose(quoted, PROBLEM) : []),
      ...(kind !== 'problem' && quoted !== '' ? [value(quoted, PROBLEM)] : []),
    ),
  );

/** What stands above everything else: the outcome, of what and when, the counts, and what is to be known before reading on. */
export function head(report: Report): RootContent[] {
  const standing = standingOf(report);
  const sign = standing === 'unexpected' && report.outcome !== 'nonconformant' ? PINNED : SIGNS[standing];
  return [
    heading(2, `${sign} ${headlineOf(report)}: ${sentenceOf(report)}`),
    target(report),
    counts(report),
    ...notices(report),
  ];
}

/** Stands under the head of a document in which something is left out. */
export const cutNotice = (): RootContent =>
  paragraph(
    '❗ ',
    'Not everything fits here: what is left out is counted where it is missing, and stands in ',
    inFull,
    '.',
  );
