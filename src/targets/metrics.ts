import { ruleIds } from '../model/rule-ids.ts';
import type { TargetStatus } from './status.ts';

const OUTCOMES = ['conformant', 'nonconformant', 'incomplete', 'unusable', 'broken', 'no_result'] as const;
const VERDICTS = ['pass', 'fail', 'inconclusive', 'skip'] as const;

/** Labels and value; without a value there is no sample. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number | null];

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const seconds = (iso: string | undefined | null): number | null =>
  iso === undefined || iso === null ? null : Math.floor(Date.parse(iso) / 1000);

/** Returns the verdicts of gating rules. Only words of this program may become labels. */
const verdictsOf = ({ report }: TargetStatus): readonly Sample[] =>
  ruleIds.flatMap((id) => {
    const found = report?.rules.find((rule) => rule.id === id)?.verdict;
    const verdict = VERDICTS.find((each) => each === found);
    return verdict === undefined || id.startsWith('observed.') ? [] : [[{ rule: id, verdict }, 1] as const];
  });

/** Names and meanings of the metrics, and their samples for a target. */
const METRICS: readonly (readonly [string, string, (status: TargetStatus) => readonly Sample[]])[] = [
  [
    'outcome',
    'Outcome of the last run: 1 for the outcome that it has, 0 for the others.',
    ({ report }) =>
      OUTCOMES.map((outcome) => [{ outcome }, Number((report?.outcome ?? 'no_result') === outcome)]),
  ],
  [
    'exit_status',
    'Exit status of the last run: 0 good, 1 broken rules, 2 unusable or no result, 3 incomplete, 4 a fault of the program.',
    ({ exitStatus }) => [[{}, exitStatus]],
  ],
  ['rule_verdict', 'Verdict of each gating rule that was tried: 1 for the verdict that it has.', verdictsOf],
  [
    'known_failures',
    'Gating rules that fail as the baseline says.',
    ({ report, known }) => [[{}, report === null ? null : known.length]],
  ],
  [
    'last_run_timestamp_seconds',
    'When the last run with a report began.',
    ({ report }) => [[{}, seconds(report?.run.startedAt)]],
  ],
  [
    'last_green_timestamp_seconds',
    'When the last run began that decided rules and ended with 0.',
    ({ lastGreen }) => [[{}, seconds(lastGreen)]],
  ],
];

/**
 * Returns the metrics of all targets in Prometheus' text format, without timestamps. Label values are targets
 * and words of this program, so their number is bounded.
 */
export const metricsText = (statuses: readonly TargetStatus[]): string =>
  METRICS.map(([name, help, samples]) => {
    const full = `issue_conformance_${name}`;
    const lines = statuses.flatMap((status) =>
      samples(status).flatMap(([labels, value]) => {
        const pairs = Object.entries({ target: status.label, ...labels }).map(
          ([key, text]) => `${key}="${escaped(text)}"`,
        );
        return value === null ? [] : [`${full}{${pairs.join(',')}} ${value}\n`];
      }),
    );
    return lines.length === 0 ? '' : `# HELP ${full} ${help}\n# TYPE ${full} gauge\n${lines.join('')}`;
  }).join('');
