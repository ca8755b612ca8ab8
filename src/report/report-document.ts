import {
  type Block,
  type Document,
  type Fact,
  type Item,
  joined,
  name,
  type Part,
  sentence,
  text,
  value,
  type Words,
} from '../document/document.ts';
import { isGating } from '../model/words.ts';
import { caseText, citedSections } from '../results/card.ts';
import { type BaselineList, baselineAsExpected, baselineProblems } from '../results/lists.ts';
import { markOf, marks } from '../results/marks.ts';
import { issuesCreated, noticesOf, requestsSpent, waitsSpent } from '../results/notices.ts';
import { headlineOf, sentenceOf, tally } from '../results/outcome.ts';
import { better, observedOtherwise, type Step, stepsOf, worse } from '../results/past.ts';
import { notAllowedText, runMark, standingOf } from '../results/standing.ts';
import { byTopic } from '../results/topics.ts';
import { type UndecidedGroup, undecidedOf } from '../results/undecided.ts';
import { replayLine } from './commands.ts';
import { anchor, failureLines, failuresPart, knownPart, linked } from './failure-parts.ts';
import { historyPart, type LinkTo } from './history-part.ts';
import type { Report, RuleReport } from './model.ts';
import { begunAt, countOf, dayAndTimeOf } from './text.ts';

/** Entries of a list on a terminal; the page has them all. */
const MOST_LINES = 12;

const list = (items: readonly Item[]): Block => ({ is: 'list', items });

function shortList(items: readonly Item[]): Block[] {
  const left = items.length - MOST_LINES;
  return [
    list(items.slice(0, MOST_LINES)),
    ...(left > 0 ? [text([`… and ${left.toLocaleString('en')} more in report.html`])] : []),
  ];
}

/** Returns the changes since the runs that last decided each rule; nothing without earlier runs. */
function sincePart(steps: readonly Step[]): Part[] {
  const item = ({ rule, last }: Step): Item => {
    const version = last?.report.run.targetVersion;
    return {
      mark: markOf(rule),
      words: [
        ...linked(rule),
        rule.verdict === 'pass' ? ' passes again' : ' fails',
        ...(last === null
          ? [', never decided before']
          : [
              `, ${last.rule.verdict === 'pass' ? 'held' : 'failed'} on ${dayAndTimeOf(last.report.run.startedAt)}`,
            ]),
        ...(version === undefined ? [] : [', version ', name(version)]),
      ],
    };
  };
  const gating = steps.filter(({ rule }) => isGating(rule));
  const [lost, won] = [worse(gating), better(gating)];
  if (lost.length + won.length === 0) return [];
  return [
    {
      id: 'since',
      mark: lost.length > 0 ? 'fail' : 'pass',
      title: `Since the last run: ${lost.length} worse, ${won.length} better`,
      blocks: [list([...lost, ...won].map(item))],
    },
  ];
}

const listParts = (lists: readonly BaselineList[]): Part[] =>
  lists.map(({ id, mark, title, note, items }) => ({
    id,
    mark,
    title: `${title}: ${items.length.toLocaleString('en')}`,
    rank: 4,
    blocks: [
      ...(note === '' ? [] : [text([note])]),
      list(
        items.map((item) => ({
          mark,
          words: [
            name(item.id),
            ...(item.values.length === 0 && item.text === '' ? [] : [': ']),
            ...joined(
              [
                ...item.values.map(({ label, value: given }) => [`${label} `, value(given)]),
                ...(item.text === '' ? [] : [[sentence(item.text)]]),
              ],
              '; ',
            ),
          ],
        })),
      ),
    ],
  }));

const idsOf = (rules: readonly RuleReport[]): Words =>
  joined(
    rules.map(({ id }) => [name(id)]),
    ', ',
  );

/** Returns the undecided gating rules by what would decide them. */
function undecidedPart({ rules }: Report): Part[] {
  const groups = undecidedOf(rules).filter(({ gating }) => gating.length > 0);
  const count = groups.reduce((sum, { gating }) => sum + gating.length, 0);
  if (count === 0) return [];
  const item = ({ verdict, reason, gating }: UndecidedGroup): Item => ({
    mark: verdict,
    words: [sentence(reason)],
    blocks: [
      { ...text(idsOf(gating)), only: ['terminal', 'markdown'] },
      {
        ...list(
          gating.map((rule) => ({
            id: anchor(rule.id),
            words: [name(rule.id), ' ', sentence(rule.statement)],
          })),
        ),
        only: ['page'],
      },
    ],
  });
  return [
    {
      id: 'undecided',
      mark: 'inconclusive',
      title: `${countOf(count, 'gating rule')} undecided`,
      rank: 1,
      blocks: [list(groups.map(item))],
    },
  ];
}

/** Matches an observed value that names an error of the service: `500`, `empty → 503`. */
const SERVER_ERROR = /(?:^|→ |; )5\d\d(?=$|[,;:])/;
const OBSERVED = /^observed\./;

/** Returns the observations: errors of the service, then changes, then all of them. */
function observationsPart({ rules }: Report, steps: readonly Step[]): Part[] {
  const observations = rules.filter((rule) => !isGating(rule));
  const made = observations.filter(({ verdict }) => verdict === 'observed');
  if (made.length === 0) return [];
  const answer = ({ observation }: RuleReport): Words => [
    value(observation?.value || observation?.note || ''),
  ];
  const errors = made.filter(({ observation }) => SERVER_ERROR.test(observation?.value ?? ''));
  const changed = observedOtherwise(steps);
  const items: Item[] = [
    ...errors.map((rule) => ({
      mark: 'inconclusive' as const,
      words: ['server error, not judged: ', ...linked(rule), ' ', ...answer(rule)],
    })),
    ...changed.map(({ rule, last }) => ({
      mark: 'observed' as const,
      words: [...linked(rule), ' ', ...(last === null ? [] : answer(last.rule)), ' → ', ...answer(rule)],
    })),
  ];
  const [since] = changed.flatMap(({ last }) =>
    last === null ? [] : [dayAndTimeOf(last.report.run.startedAt)],
  );
  const news = since === undefined ? '' : `, ${changed.length} changed since ${since}`;
  const rows = byTopic(made, ({ id }) => id).flatMap(({ members }) =>
    members.map((rule) => [
      { id: anchor(rule.id), words: [name(rule.id.replace(OBSERVED, ''))] },
      { words: [sentence(rule.statement)] },
      { words: answer(rule) },
    ]),
  );
  const missing = undecidedOf(observations).map(({ reason, observed }) => ({
    mark: 'skip' as const,
    words: [`Not made: ${observed.length}. `, sentence(reason)],
  }));
  return [
    {
      id: 'observed',
      mark: 'observed',
      title: `${made.length} of ${countOf(observations.length, 'observation')} made${news}`,
      rank: 9,
      blocks: [
        ...(items.length === 0 ? [] : [{ ...list(items), only: ['markdown', 'page'] } as const]),
        ...(items.length === 0
          ? []
          : shortList(items).map((block) => ({ ...block, only: ['terminal'] as const }))),
        {
          is: 'fold',
          only: ['markdown', 'page'],
          words: ['What the specification leaves open, and the answers'],
          blocks: [
            ...(missing.length === 0 ? [] : [list(missing)]),
            { is: 'table', name: 'Observations', heads: [['Observation'], ['Question'], ['Answer']], rows },
          ],
        },
      ],
      ...(items.length === 0 ? { only: ['markdown', 'page'] as const } : {}),
    },
  ];
}

/** Returns all gating rules, with how each was tried. */
function rulesPart({ rules }: Report): Part[] {
  const rows = byTopic(rules.filter(isGating), ({ id }) => id).flatMap(({ members }) =>
    members.map((rule) => [
      {
        id: anchor(rule.id),
        words: [name(rule.id)],
      },
      { mark: markOf(rule), words: [marks[markOf(rule)].word] },
      { words: [sentence(rule.statement)] },
      { words: [`${rule.level}, `, name(citedSections(rule))] },
      {
        words: [
          `${countOf(rule.cases, 'case')}, ${countOf(rule.requests, 'request')}`,
          ...(rule.note === undefined ? [] : ['. ', sentence(rule.note, 300)]),
          ...(rule.tried?.example === undefined
            ? []
            : [', such as ', value(caseText(rule.tried.example.case), 200)]),
        ],
      },
    ]),
  );
  return rows.length === 0
    ? []
    : [
        {
          id: 'rules',
          title: `All rules: ${rows.length}`,
          only: ['page'],
          blocks: [
            {
              is: 'fold',
              words: ['Every rule, and how it was tried'],
              blocks: [
                {
                  is: 'table',
                  name: 'Rules',
                  heads: [['Rule'], ['Result'], ['Statement'], ['Level'], ['Tried']],
                  rows,
                },
              ],
            },
          ],
        },
      ];
}

/** Options for the document of a report. */
export interface ReportOptions {
  /** Earlier reports on the same target, the oldest first. */
  readonly past?: readonly Report[];
  /** Returns the address of the page of an earlier report. */
  readonly linkTo?: LinkTo;
  /** Paths of the written files. */
  readonly paths?: readonly string[];
  /** The exit status of the process, if it is known. */
  readonly exitStatus?: number;
  /** True if the run was given `--allow-incomplete`. */
  readonly allowIncomplete?: boolean;
}

/** Returns facts of the run that a terminal shows at its end, and a page below the results. */
function runFacts(report: Report, paths: readonly string[]): Fact[] {
  const { run, tool } = report;
  const fact = (label: string, words: Words | null): Fact[] => (words === null ? [] : [[label, words]]);
  const of = (said: string | null): Words | null => (said === null ? null : [sentence(said)]);
  const opened = paths.find((path) => path.endsWith('.html')) ?? paths[0];
  const { latency } = run;
  return [
    ...fact('Requests', [
      `${requestsSpent(run)} in ${(run.durationMs / 1000).toFixed(1)} s`,
      ...(latency === undefined
        ? []
        : [
            `; median response time ${latency.medianMs.toFixed(1)} ms, 95th percentile ${latency.p95Ms.toFixed(1)} ms`,
          ]),
    ]),
    ...fact('Waits', of(waitsSpent(run))),
    ...fact('Created', of(issuesCreated(run))),
    ...fact('Run', [
      `profile ${run.profile}, writes ${run.writes}, seed ${run.seed}, issue-conformance `,
      name(tool.version),
    ]),
    ...fact('Report', opened === undefined ? null : [value(opened)]),
  ];
}

/** Returns the line that sends the requests of all failures again. */
function replayBlocks({ run, counts }: Report, paths: readonly string[]): Block[] {
  const source = paths.find((path) => path.endsWith('.json')) ?? '';
  const line = replayLine(run, { path: run.replay?.report ? '' : source });
  return counts.fail === 0 ? [] : [{ is: 'command', text: line }];
}

function runPart(report: Report): Part {
  const { run, target } = report;
  const settings = Object.entries(run.settings ?? {}).map(([key, given]) => [
    { words: [name(key)] },
    { words: [value(given)] },
  ]);
  const { ci = {} } = run;
  const facts: Fact[] = [
    ['Target', [name(target.baseUrl), ', repository ', name(`${target.owner}/${target.repo}`)]],
    ...runFacts(report, []),
    ['Begun', [begunAt(report), ', run ', name(run.id)]],
    ...(ci.url === undefined ? [] : ([['CI', [value(ci.url)]]] as const)),
    ...(ci.commit === undefined ? [] : ([['Commit', [name(ci.commit)]]] as const)),
  ];
  return {
    id: 'run',
    title: 'The run',
    only: ['page'],
    blocks: [
      { is: 'facts', facts },
      ...replayBlocks(report, []),
      ...(settings.length === 0
        ? []
        : [
            {
              is: 'fold',
              words: ['Settings'],
              blocks: [{ is: 'table', name: 'Settings', heads: [['Setting'], ['Value']], rows: settings }],
            } as const,
          ]),
    ],
  };
}

function aboutOf(report: Report): Words[] {
  const { target, run, rules } = report;
  const isTried =
    report.outcome !== 'unusable' || rules.some(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  return [
    [
      ...(target.label === undefined ? [] : [name(target.label), ', ']),
      ...(target.bundled ? ['the bundled reference service at '] : []),
      name(target.baseUrl),
      ', repository ',
      name(`${target.owner}/${target.repo}`),
      ...(run.targetVersion === undefined ? [] : [', version ', name(run.targetVersion)]),
    ],
    ...(isTried ? [[tally(rules).join(' · ')]] : []),
  ];
}

function footOf({ run, tool }: Report): Words {
  return [
    `profile ${run.profile} · writes ${run.writes} · `,
    value(`--seed ${run.seed}`),
    ` · ${requestsSpent(run)} in ${(run.durationMs / 1000).toFixed(1)} s · ${begunAt({ run })} · run `,
    name(run.id),
    ' · issue-conformance ',
    name(tool.version),
  ];
}

/** Returns what people read of a report. Pure. */
export function reportDocument(report: Report, options: ReportOptions = {}): Document {
  const { past = [], linkTo = () => null, paths = [], exitStatus, allowIncomplete = false } = options;
  const status = exitStatus ?? standingOf(report);
  const steps = past.length === 0 ? [] : stepsOf(report, past);
  const failed = failureLines(report);
  const isUndecided = report.outcome !== 'unusable';
  return {
    kind: 'Conformance report of an issue service',
    mark: runMark(report),
    title: headlineOf(report),
    lead: [
      [`${sentenceOf(report)}.`],
      [`Exit status ${status}.`],
      ...(allowIncomplete && status === 3 ? [[notAllowedText(report)]] : []),
    ],
    about: aboutOf(report),
    notices: noticesOf(report).map(({ text: ours, quoted }) =>
      text([ours, ...(quoted === '' ? [] : [sentence(quoted)])], 'inconclusive'),
    ),
    parts: [
      ...sincePart(steps),
      ...failuresPart(report),
      ...listParts(baselineProblems(report)),
      ...knownPart(report),
      ...(isUndecided ? undecidedPart(report) : []),
      ...listParts(baselineAsExpected(report)),
      ...observationsPart(report, steps),
      ...rulesPart(report),
      ...historyPart(report, past, linkTo),
      runPart(report),
    ],
    last: [
      { is: 'facts', facts: runFacts(report, paths) },
      ...replayBlocks(report, paths),
      ...(failed.length === 0 ? [] : shortList(failed)),
    ],
    foot: footOf(report),
  };
}
