import { join } from 'node:path';
import { messageOf } from '../client/thrown.ts';
import { prepareHistoryDir } from '../history/kept-runs.ts';
import { isRuleId } from '../model/rule-ids.ts';
import { isGating } from '../model/rule-metadata.ts';
import { formats } from '../render/formats.ts';
import { page } from '../render/page.tsx';
import type { Step } from '../report/rule-history.ts';
import { makeFolder, refuseForeign, writeTogether } from '../report-folder/files.ts';
import { version } from '../runner/plan.ts';
import { HISTORY, type ListedTarget, reportedTarget } from './file.ts';
import { siteDocument, sitePage } from './site-document.ts';
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

const STATUS = /^\{\s*"schemaVersion": 1,\s*"tool": \{\s*"name": "issue-conformance"/;

/** Returns the files of a site besides the targets' folders. */
const filesIn = (out: string, [status = '', shown = '', metrics = '']: readonly string[]) =>
  new Map([
    [join(out, 'status.json'), { text: status, begins: STATUS }],
    [join(out, 'index.html'), { text: shown, begins: formats.html.begins }],
    [join(out, 'metrics.prom'), { text: metrics, begins: /^# HELP issue_conformance_/ }],
  ]);

/** @throws {Error} if the folder cannot be written to, or holds other files with the names of a site */
export async function prepareSite(out: string): Promise<void> {
  try {
    await makeFolder(out);
    await prepareHistoryDir(join(out, HISTORY));
    await refuseForeign(filesIn(out, []));
  } catch (error) {
    throw new Error(
      `--out is ${JSON.stringify(out)}, to which nothing can be written (${messageOf(error)}); expected a folder. Nothing was sent.`,
      { cause: error },
    );
  }
}

const changeJson = ({ rule: { id }, last }: Step) => {
  const { startedAt, targetVersion = null } = last?.report.run ?? {};
  return { id, last: startedAt === undefined ? null : { startedAt, version: targetVersion } };
};

function statusJson({ report, ...status }: TargetStatus, { settings }: ListedTarget) {
  const { baseUrl, owner, repo } = reportedTarget(settings);
  return {
    ...status,
    worse: status.worse.map(changeJson),
    better: status.better.map(changeJson),
    baseUrl,
    repository: `${owner}/${repo}`,
    outcome: report?.outcome ?? null,
    problem: report?.problem,
    version: report?.run.targetVersion,
    startedAt: report?.run.startedAt,
    report: report === null ? undefined : sitePage(status.label),
  };
}

/** Writes `index.html`, `status.json` and `metrics.prom` of a site, all or none. */
export async function writeSite(
  out: string,
  targets: readonly ListedTarget[],
  statuses: readonly TargetStatus[],
  run: { readonly startedAt: Date; readonly finishedAt: Date; readonly exitStatus: number },
): Promise<void> {
  const status = {
    schemaVersion: 1,
    tool: { name: 'issue-conformance', version },
    ...run,
    targets: statuses.flatMap((one, index) => {
      const target = targets[index];
      return target === undefined ? [] : [statusJson(one, target)];
    }),
  };
  const texts = [
    `${JSON.stringify(status, null, 2)}\n`,
    page(siteDocument(statuses, run.finishedAt)),
    metricsText(statuses),
  ];
  await writeTogether(filesIn(out, texts));
}
