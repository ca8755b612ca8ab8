import { isRuleId } from '../model/rule-ids.ts';
import { isGating } from '../model/rule-metadata.ts';
import type { TargetStatus } from './status.ts';

/** Labels and value; without a value there is no sample. All label values are known words, so their number is bounded. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number | null];

const seconds = (iso: string | null): number | null =>
  iso === null ? null : Math.floor(Date.parse(iso) / 1000);

const verdictsOf = ({ report }: TargetStatus): readonly Sample[] =>
  (report?.rules ?? [])
    .filter((rule) => isRuleId(rule.id) && isGating(rule))
    .map(({ id, verdict }) => [{ rule: id, verdict }, 1]);

const METRICS: readonly (readonly [string, string, (status: TargetStatus) => readonly Sample[]])[] = [
  [
    'exit_status',
    'Exit status of the last run: 0 good, or not worse than the run before (--fail-on worse), 1 failed rules, 2 unusable or no result, 3 incomplete, 4 a fault of the program.',
    ({ exitStatus }) => [[{}, exitStatus]],
  ],
  [
    'conformant',
    '1 if the last run found the target conformant, else 0.',
    ({ report }) => [[{}, report === null ? null : Number(report.outcome === 'conformant')]],
  ],
  [
    'not_worse',
    '1 if the exit status is 0 only because nothing is worse than in the run before (--fail-on worse), else 0.',
    ({ notWorse }) => [[{}, Number(notWorse)]],
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
    ({ report }) => [[{}, seconds(report?.run.startedAt ?? null)]],
  ],
  [
    'last_green_timestamp_seconds',
    'When the last run began that decided rules and ended with 0.',
    ({ lastGreen }) => [[{}, seconds(lastGreen)]],
  ],
];

/** Returns the metrics of all targets in Prometheus' text format, without timestamps. */
export const metricsText = (statuses: readonly TargetStatus[]): string =>
  METRICS.map(([name, help, samples]) => {
    const full = `issue_conformance_${name}`;
    const lines = statuses.flatMap((status) =>
      samples(status).flatMap(([labels, value]) => {
        // The escapes of JSON are those of Prometheus.
        const pairs = Object.entries({ target: status.label, ...labels }).map(
          ([key, text]) => `${key}=${JSON.stringify(text)}`,
        );
        return value === null ? [] : [`${full}{${pairs.join(',')}} ${value}\n`];
      }),
    );
    return lines.length === 0 ? '' : `# HELP ${full} ${help}\n# TYPE ${full} gauge\n${lines.join('')}`;
  }).join('');
