import type { ListItem, RootContent } from 'mdast';
import { prose, value } from '../../document/prose.ts';
import type { ListBlock } from '../../results/baseline.ts';
import { listedWords } from '../../results/baseline.ts';
import { seenOf } from '../../results/card.ts';
import { membersOf } from '../../results/causes.ts';
import { type ObservationsBlock, shortIdOf } from '../../results/observations.ts';
import { issuesCreated, type Notice, quotesSentence, requestsSpent, waitsSpent } from '../../results/run.ts';
import type { SinceGroup, SinceNote } from '../../results/since.ts';
import type { Standing } from '../../results/standing.ts';
import { tones } from '../../results/tones.ts';
import type { UndecidedBlock, UndecidedGroup } from '../../results/undecided.ts';
import { versionOf } from '../../results/version.ts';
import type { FailuresBlock, ReportView } from '../../results/view.ts';
import type { Report, RuleReport } from '../model.ts';
import { begunAt, countOf } from '../text.ts';
import { type Filling, filling } from './filling.ts';
import {
  between,
  foldEnd,
  folded,
  heading,
  inFull,
  item,
  list,
  type Phrase,
  paragraph,
  row,
  strong,
  table,
} from './nodes.ts';

/** Signs of different shapes, because some readers see no colours. */
const SIGNS: Readonly<Record<Standing, string>> = {
  held: '✅',
  known: '🔶',
  unexpected: '❌',
  open: '❓',
  unusable: '⛔',
  broken: '💥',
};
/** Sign of a run that breaks no rule of the specification but an expectation of the team. */
const PINNED = '📌';
const PROBLEM = 1000;
const ENTRY = 200;
const ID = 200;
/** Ids shown of one group; the catalogue has fewer. */
const IDS = 100;
/** Reasons shown for missing observations. */
const REASONS = 3;
const VERSION = 100;
const OBSERVED = 'observed.';
/** UTF-16 units of names and values, and entries, of the changes since the last run. */
const SINCE = { name: 120, value: 160, most: 10 } as const;

function noticeOf(notice: Notice): RootContent {
  const { text, quoted, command = '' } = notice;
  const isSentence = quotesSentence(notice);
  return paragraph(
    '❗ ',
    text,
    ...(isSentence ? prose(quoted, PROBLEM) : []),
    ...(!isSentence && quoted !== '' ? [value(quoted, PROBLEM)] : []),
    ...(command === '' ? [] : [value(command, PROBLEM)]),
  );
}

/** Returns the head of the document: outcome, target, time, counts, and notices. */
export function head({ report, standing, headline, sentence, tally, notices }: ReportView): RootContent[] {
  const sign = standing === 'unexpected' && report.outcome !== 'nonconformant' ? PINNED : SIGNS[standing];
  const { baseUrl, owner, repo, bundled, label } = report.target;
  const version = versionOf(report);
  return [
    heading(2, `${sign} ${headline}: ${sentence}`),
    paragraph(
      ...(label === undefined ? [] : [strong(value(label)), ' · ']),
      ...(bundled ? ['The bundled reference service at '] : []),
      value(baseUrl),
      ' · repository ',
      value(`${owner}/${repo}`),
      ...(version === null ? [] : [' · version ', value(version)]),
      ` · ${begunAt(report)}`,
    ),
    ...(tally.length === 0
      ? []
      : [
          paragraph(
            ...between(
              ' · ',
              tally.map(({ tone, text }) => [tone === 'fail' ? strong(text) : text]),
            ),
          ),
        ]),
    ...notices.map(noticeOf),
  ];
}

/** Returns the notice for a document in which something is left out. */
export const cutNotice = (): RootContent =>
  paragraph('❗ ', 'Truncated: what is left out is counted where it is missing, and stands in ', inFull, '.');

/** Returns the foot: the steps before pasting a curl command, and the settings of the run. */
export function foot({ report: { run, tool }, blocks }: ReportView): RootContent[] {
  const waited = waitsSpent(run);
  const created = issuesCreated(run);
  const latency =
    run.latency === undefined
      ? ''
      : ` · median response time ${run.latency.medianMs.toFixed(1)} ms, 95th percentile ${run.latency.p95Ms.toFixed(1)} ms`;
  const steps = new Map(
    blocks.flatMap((block) =>
      block.kind === 'failures' ? block.beforeCurl.map((step) => [step.text, step] as const) : [],
    ),
  );
  return [
    ...[...steps.values()].map(noticeOf),
    { type: 'thematicBreak' },
    paragraph(
      `profile ${run.profile} · writes ${run.writes} · `,
      value(`--seed ${run.seed}`),
      ` · ${requestsSpent(run)} in ${(run.durationMs / 1000).toFixed(1)} s${waited === null ? '' : `, ${waited}`}${latency}`,
      ...(created === null ? [] : [' · ', ...prose(created, PROBLEM)]),
      ' · run ',
      value(run.id),
      ' · issue-conformance ',
      ...prose(tool.version, VERSION),
    ),
  ];
}

function sinceItem({ id, note, observed }: SinceGroup['items'][number]): readonly Phrase[] {
  const name = value(id, SINCE.name);
  if (observed !== undefined)
    return [
      name,
      ' ',
      ...between(' → ', [[value(observed[0], SINCE.value)], [value(observed[1], SINCE.value)]]),
    ];
  return note === '' ? [name] : [name, ` (${note})`];
}

function sinceGroup({ tone, title, items }: SinceGroup): ListItem {
  const shown = items.slice(0, SINCE.most).map(sinceItem);
  const left = items.length - shown.length;
  return item(
    `${tones[tone].sign} ${title}: `,
    ...between(', ', left > 0 ? [...shown, [`and ${left} more`]] : shown),
  );
}

const sinceNote = ({ text, quoted }: SinceNote): ListItem =>
  item(
    text,
    ...(quoted.length === 0 ? [] : [' ']),
    ...between(
      ', ',
      quoted.slice(0, SINCE.most).map((each) => [value(each, SINCE.value)]),
    ),
  );

/** Returns the changes since the last run of the target; nothing if the run had no history. */
export function changedSince({ since: words }: ReportView): RootContent[] {
  if (words === null) return [];
  const { since, run, sentence, groups, notes } = words;
  const items = [...groups.map(sinceGroup), ...notes.map(sinceNote)];
  return [
    since === ''
      ? paragraph(`${sentence}.`)
      : paragraph(strong(since), ' (run ', value(run, SINCE.name), '): ', strong(sentence), '.'),
    ...(items.length === 0 ? [] : [list(items)]),
  ];
}

const more = (left: number): Phrase[] => [`… and ${left.toLocaleString('en')} more in `, inFull, '.'];
const asList = (items: readonly ListItem[]): RootContent[] => [list(items)];

/** Returns the failures that the baseline lists, one in each line. */
export function knownFailuresPart({ causes, count }: FailuresBlock): Filling {
  return filling({
    before: [heading(3, `Known failures (in the baseline): ${countOf(count, 'rule')}`)],
    sources: causes.flatMap(membersOf),
    itemOf: (rule: RuleReport) => {
      const why = listedWords(rule);
      return item(
        value(rule.id, ENTRY),
        ': ',
        ...prose(seenOf(rule), ENTRY),
        ...(why === null ? [] : ['; ', ...prose(why, 2 * ENTRY)]),
      );
    },
    wrap: asList,
    more,
  });
}

/** Returns a list of baseline entries, one in each line. */
export function listPart({ title, note, items }: ListBlock): Filling {
  return filling({
    before: [heading(3, title), ...(note === '' ? [] : [paragraph(note)])],
    sources: items,
    itemOf: ({ id, text, values }) =>
      item(
        ...between(': ', [
          [value(id, ENTRY)],
          ...(text === '' && values.length === 0
            ? []
            : [
                between('; ', [
                  ...values.map(({ label, value: of }) => [`${label} `, value(of, ENTRY)]),
                  ...(text === '' ? [] : [prose(text, 2 * ENTRY)]),
                ]),
              ]),
        ]),
      ),
    wrap: asList,
    more,
  });
}

function groupItem({ reason, gating, observed }: UndecidedGroup, total: number): ListItem {
  const text = reason === '' ? ['For the reason at the top.'] : prose(reason);
  const all = gating.length + observed.length;
  const names = between(
    ', ',
    gating.slice(0, IDS).map(({ id }) => [value(id, ID)]),
  );
  const left = gating.length - Math.min(gating.length, IDS);
  const rest = [
    ...(left > 0 ? [countOf(left, 'more rule')] : []),
    ...(observed.length > 0 ? [countOf(observed.length, 'observation')] : []),
  ];
  return item(
    ...text,
    { type: 'break' },
    ...(all === total && all > 1
      ? [`All ${countOf(all, 'rule')} of this run`]
      : [...names, ...(rest.length > 0 ? [` and ${rest.join(' and ')}`] : [])]),
  );
}

/** Returns the undecided gating rules, grouped by what would decide them. */
export function undecidedPart({ groups, gating }: UndecidedBlock, report: Report): Filling {
  return filling({
    before: [heading(3, `Undecided: ${countOf(gating, 'gating rule')}`)],
    sources: groups,
    itemOf: (group) => groupItem(group, report.rules.length),
    wrap: asList,
    more: (left) => [`… and those that need ${countOf(left, 'other thing')}, in `, inFull, '.'],
  });
}

/** Returns the observations, folded, and the reasons for missing ones. */
export function observationsPart({ topics, made, asked }: ObservationsBlock, open: UndecidedBlock): Filling {
  const rest = open.notObserved.slice(REASONS).reduce((sum, { observed }) => sum + observed.length, 0);
  const reasons = [
    ...open.notObserved
      .slice(0, REASONS)
      .map(({ reason, observed }) =>
        item(`Not observed: ${observed.length}. `, ...(reason === '' ? [] : prose(reason))),
      ),
    ...(rest > 0 ? [item(`Not observed for other reasons: ${rest}`)] : []),
  ];
  return filling({
    before: [
      folded('Observed, not judged'),
      paragraph(
        `${made} of ${countOf(asked, 'question')} that the specification leaves open; the ids begin with `,
        value(OBSERVED),
        '.',
      ),
      ...(reasons.length === 0 ? [] : [list(reasons)]),
    ],
    sources: topics.flatMap(({ members }) => members),
    itemOf: ({ rule, answer }) => row([value(shortIdOf(rule), ID)], [value(answer)]),
    wrap: (rows) => [table(row(['Question'], ['Answer']), rows)],
    more: (left) => (left === made ? ['All answers are in ', inFull, '.'] : more(left)),
    after: [foldEnd],
  });
}
