import { ruleIds } from '../model/rule-ids.ts';
import type { Report } from '../report/model.ts';
import type { TargetStatus } from './status.ts';

const OUTCOMES = ['conformant', 'nonconformant', 'incomplete', 'unusable', 'broken', 'no_result'] as const;
const VERDICTS = ['pass', 'fail', 'inconclusive', 'skip'] as const;

const DAY_MS = 86_400_000;

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: (status: TargetStatus, now: Date) => readonly Sample[];
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const seconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000);

/**
 * Returns the days until the first entry of the baseline expires, negative if it has; `null` if none expires.
 */
function daysToExpiry({ rules }: Report, now: Date): number | null {
  const days = rules.flatMap(({ listed }) =>
    listed?.expires === undefined
      ? []
      : [(Date.parse(`${listed.expires}T23:59:59Z`) - now.getTime()) / DAY_MS],
  );
  return days.length === 0 ? null : Math.floor(Math.min(...days));
}

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
    name: 'requests',
    help: 'Requests of the last run.',
    samples: ({ report }) => one(report?.run.requests ?? null),
  },
  {
    name: 'known_failures',
    help: 'Gating rules that fail as the baseline says.',
    samples: ({ report, known }) => one(report === null ? null : known.length),
  },
  {
    name: 'baseline_expiry_days',
    help: 'Days until the next entry of the baseline expires; negative if it has.',
    samples: ({ report }, now) => one(report === null ? null : daysToExpiry(report, now)),
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
export function metricsText(statuses: readonly TargetStatus[], now: Date): string {
  const textOf = ({ name, help, samples }: Metric): string => {
    const full = `issue_conformance_${name}`;
    const lines = statuses.flatMap((status) =>
      samples(status, now).map(({ labels, value }) => {
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
