import { isGating } from '../../model/words.ts';
import type { Mark } from '../../results/marks.ts';
import {
  knownFailures,
  knownUndecided,
  listedRules,
  newFailures,
  pinnedRules,
  runMark,
  standingOf,
} from '../../results/standing.ts';
import type { Report, ReportOutcome } from '../model.ts';
import { breakInJson } from '../runner-commands.ts';
import { countOf, shown as shownText } from '../text.ts';

const LABEL = 80;

/** The JSON that the endpoint badge of shields.io reads. */
interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: string;
  readonly isError?: true;
}

// The message of the badge says the same in words, for readers who cannot tell these colours apart.
const COLORS: Readonly<Partial<Record<Mark, string>>> = {
  pass: 'brightgreen',
  known: 'yellow',
  inconclusive: 'yellow',
  fail: 'red',
};

const messages: Readonly<Record<ReportOutcome, (report: Report) => readonly string[]>> = {
  conformant: (report) => ['conformant', `${held(report)} of ${rulesOf(report)}`, ...baselineOf(report)],
  nonconformant: (report) => {
    const broken = newFailures(gating(report)).length;
    if (standingOf(report) !== 1)
      return [...baselineOf(report), `${held(report)} of ${rulesOf(report)} hold`];
    return [
      broken === 0 ? 'not conformant' : `${broken.toLocaleString('en')} of ${rulesOf(report)} broken`,
      ...baselineOf(report),
    ];
  },
  incomplete: (report) => {
    const decided = gating(report).filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length;
    return [
      'incomplete',
      `${decided.toLocaleString('en')} of ${rulesOf(report)} decided`,
      ...baselineOf(report),
    ];
  },
  unusable: () => ['unusable'],
  broken: () => ['broken'],
};

/** Returns the gating rules of a report: all rules but observations. */
const gating = ({ rules }: Report): Report['rules'] => rules.filter(isGating);

const held = (report: Report): string =>
  gating(report)
    .filter(({ verdict }) => verdict === 'pass')
    .length.toLocaleString('en');

/** Returns `45 rules`, or `8 selected rules (45 in all)` if the run selected some. */
function rulesOf(report: Report): string {
  const { gatingRules, selection } = report.run;
  const chosen = countOf(gating(report).length, selection === null ? 'rule' : 'selected rule');
  return gatingRules === undefined ? chosen : `${chosen} (${gatingRules} in all)`;
}

/**
 * Counts the rules that the baseline excuses or lists wrongly, so that the badge does not hide known
 * failures.
 */
function baselineOf({ rules, staleBaseline = [] }: Report): string[] {
  const partOf = (count: number, one: string, many = `${one}s`): string[] =>
    count > 0 ? [countOf(count, one, many)] : [];
  return [
    ...partOf(knownFailures(rules).length, 'known failure'),
    ...partOf(knownUndecided(rules).length, 'undecided as listed', 'undecided as listed'),
    ...partOf(staleBaseline.length, 'stale baseline entry', 'stale baseline entries'),
    ...partOf(listedRules(rules, 'expired').length, 'expired baseline entry', 'expired baseline entries'),
    ...partOf(
      pinnedRules(rules, 'changed').length,
      'pinned observation changed',
      'pinned observations changed',
    ),
    ...partOf(
      pinnedRules(rules, 'unobserved').length,
      'pinned observation not made',
      'pinned observations not made',
    ),
  ];
}

/**
 * Renders the outcome as an endpoint badge (https://shields.io/badges/endpoint-badge). The label and the
 * version of the target are the only foreign texts in it.
 */
export function badge(report: Report): string {
  const { outcome, target, run } = report;
  const mark = runMark(report);
  const isResult = outcome !== 'unusable' && outcome !== 'broken';
  const shown: Badge = {
    schemaVersion: 1,
    label: [
      'issue-conformance',
      ...(target.label === undefined ? [] : [shownText(target.label, LABEL)]),
      ...(run.targetVersion === undefined ? [] : [`version ${shownText(run.targetVersion, LABEL)}`]),
    ].join(': '),
    message: messages[outcome](report).join(' · '),
    color: isResult ? (COLORS[mark] ?? 'lightgrey') : 'lightgrey',
    // `isError` keeps shields.io from showing the badge in another colour.
    ...(mark === 'pass' ? {} : { isError: true }),
  };
  return breakInJson(`${JSON.stringify(shown, null, 2)}\n`);
}
