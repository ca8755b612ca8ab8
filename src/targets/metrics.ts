import { ruleIds } from '../model/rule-ids.ts';
import type { TargetStatus } from './status.ts';

const OUTCOMES = ['conformant', 'nonconformant', 'incomplete', 'unusable', 'broken', 'no_result'] as const;
const VERDICTS = ['pass', 'fail', 'inconclusive', 'skip'] as const;

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: (status: TargetStatus) => readonly Sample[];
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const seconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000);

const one = (value: number | null): readonly Sample[] => (value === null ? [] : [{ labels: {}, value }]);

const METRICS: readonly Metric[] = [
  {
    name: 'outcome',
    help: 'Outcome of the last run: 1 for the outcome that it has, 0 for the others.',
    samples: ({ report }) =>
      OUTCOMES.map((outcome) => ({
        labels: { outcome },
        value: Number((report?.outcome ?? 'no_result') === outcome),
      })),
  },
  {
    name: 'exit_status',
    help: 'Exit status of the last run: 0 good, 1 broken rules, 2 unusable or no result, 3 incomplete, 4 a fault of the program.',
    samples: ({ exitStatus }) => one(exitStatus),
  },
  {
    name: 'rule_verdict',
    help: 'Verdict of each gating rule that was tried: 1 for the verdict that it has.',
    samples: ({ report }) =>
      // Only words of this program may become labels.
      ruleIds.flatMap((id) => {
        const verdict = report?.rules.find((rule) => rule.id === id)?.verdict;
        const known = VERDICTS.find((each) => each === verdict);
        return known === undefined || id.startsWith('observed.')
          ? []
          : [{ labels: { rule: id, verdict: known }, value: 1 }];
      }),
  },
  {
    name: 'known_failures',
    help: 'Gating rules that fail as the baseline says.',
    samples: ({ report, known }) => one(report === null ? null : known.length),
  },
  {
    name: 'last_run_timestamp_seconds',
    help: 'When the last run with a report began.',
    samples: ({ report }) => one(report === null ? null : seconds(report.run.startedAt)),
  },
  {
    name: 'last_green_timestamp_seconds',
    help: 'When the last run began that decided rules and ended with 0.',
    samples: ({ lastGreen }) => one(lastGreen === null ? null : seconds(lastGreen)),
  },
];

/**
 * Returns the metrics of all targets in Prometheus' text format, without timestamps. Label values are targets
 * and words of this program, so their number is bounded.
 */
export function metricsText(statuses: readonly TargetStatus[]): string {
  const textOf = ({ name, help, samples }: Metric): string => {
    const full = `issue_conformance_${name}`;
    const lines = statuses.flatMap((status) =>
      samples(status).map(({ labels, value }) => {
        const pairs = Object.entries({ target: status.label, ...labels }).map(
          ([key, text]) => `${key}="${escaped(text)}"`,
        );
        return `${full}{${pairs.join(',')}} ${value}\n`;
      }),
    );
    const head = `# HELP ${full} ${escaped(help)}\n# TYPE ${full} gauge\n`;
    return lines.length === 0 ? '' : head + lines.join('');
  };
  return METRICS.map(textOf).join('');
}
