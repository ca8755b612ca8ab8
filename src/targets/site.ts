import { join } from 'node:path';
import { systemClock } from '../client/clock.ts';
import { matrixDocument } from '../history/comparison-documents.ts';
import { isGating } from '../model/rule-metadata.ts';
import { countOf, dayAndTimeOf } from '../model/text.ts';
import { type Document, type Item, listPart, name, sentence } from '../render/document.ts';
import { formats } from '../render/formats.ts';
import { jsonText } from '../render/json.ts';
import { page } from '../render/page.ts';
import { changeItem, linked } from '../render/parts.ts';
import type { Step } from '../report/rule-history.ts';
import { makeFolder, refuseForeign, rejectPath, writeTogether } from '../report-folder/files.ts';
import { version } from '../runner/plan.ts';
import { HISTORY } from './file.ts';
import { gravestOf, NOT_WORSE, resultsInWords, type TargetStatus } from './status.ts';

const sitePage = (label: string): string => `${encodeURIComponent(label)}/report.html`;

const downItems = (statuses: readonly TargetStatus[]): readonly Item[] =>
  statuses.flatMap(({ label, report, noResult }) => {
    const why = report === null ? noResult : report.problem;
    return why == null ? [] : [{ mark: 'fail' as const, words: [name(label), ': ', sentence(why)] }];
  });

/** Returns the page of all targets: targets without a result, changes since the last run, a row per target, the matrix. Pure. */
export function siteDocument(statuses: readonly TargetStatus[], now: Date): Document {
  const shown = statuses.flatMap(({ label, report, notWorse }) => {
    if (report === null) return [];
    const labelled = { ...report, target: { ...report.target, label } };
    return [{ report: labelled, href: sitePage(label), note: notWorse ? [`; ${NOT_WORSE}`] : [] }];
  });
  const matrix = matrixDocument(
    shown.map(({ report }) => report),
    shown,
  );
  const [worse, better] = [statuses.flatMap((one) => one.worse), statuses.flatMap((one) => one.better)];
  const changes = statuses.flatMap((one) =>
    [...one.worse, ...one.better].map((step) =>
      changeItem(step, [name(one.label), ': ', ...linked(step.rule, sitePage(one.label))]),
    ),
  );
  const exitStatus = gravestOf(statuses);
  const green = statuses.some(({ notWorse }) => notWorse) ? 'known' : 'pass';
  return {
    kind: 'Conformance of issue services',
    mark: exitStatus === 0 ? green : exitStatus === 3 ? 'inconclusive' : 'fail',
    title: resultsInWords(statuses),
    lead: [
      [`Exit status ${exitStatus}.`],
      [`${countOf(worse.length, 'rule')} newly failing, ${better.length} passing again.`],
    ],
    about: [[`Made ${dayAndTimeOf(now.toISOString())}`]],
    notices: [],
    parts: [
      listPart({ id: 'down', mark: 'fail', title: 'Targets without a usable result' }, downItems(statuses)),
      listPart(
        { id: 'since', mark: worse.length > 0 ? 'fail' : 'pass', title: 'Since the last runs' },
        changes,
      ),
      ...matrix.parts,
    ],
    foot: ['issue-conformance'],
  };
}

const HELP = {
  exit_status:
    'Exit status of the last run: 0 good, or not worse than the run before (--fail-on worse), 1 failed rules, 2 unusable or no result, 3 incomplete, 4 a fault of the program.',
  conformant: '1 if the last run found the target conformant, else 0.',
  not_worse:
    '1 if the exit status is 0 only because nothing is worse than in the run before (--fail-on worse), else 0.',
  known_failures: 'Gating rules that fail as the baseline says.',
  last_run_timestamp_seconds: 'When the last run with a report began.',
  last_green_timestamp_seconds: 'When the last run began that decided rules and ended with 0.',
  rule_verdict: 'Verdict of each gating rule, skipped ones included: 1 for the verdict that it has.',
} as const;

type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

/** Returns the samples of a target, with their labels besides it. A value that is not known has none. */
function samplesOf({ exitStatus, report, notWorse, known, lastGreen }: TargetStatus) {
  const seconds = (iso: string): Sample[] => [[Math.floor(Date.parse(iso) / 1000)]];
  const rules = report?.rules.filter(isGating) ?? [];
  return {
    exit_status: [[exitStatus]],
    conformant: report === null ? [] : [[Number(report.outcome === 'conformant')]],
    not_worse: [[Number(notWorse)]],
    known_failures: report === null ? [] : [[known.length]],
    last_run_timestamp_seconds: report === null ? [] : seconds(report.run.startedAt),
    last_green_timestamp_seconds: lastGreen === null ? [] : seconds(lastGreen),
    rule_verdict: rules.map(({ id, verdict }) => [1, { rule: id, verdict }] as const),
  } satisfies Record<keyof typeof HELP, readonly Sample[]>;
}

/** Returns the metrics of all targets in Prometheus' text format, without timestamps. */
export function metricsText(statuses: readonly TargetStatus[]): string {
  const targets = statuses.map((status) => ({ target: status.label, samples: samplesOf(status) }));
  const names = Object.keys(HELP) as (keyof typeof HELP)[];
  return names
    .map((metric) => {
      const full = `issue_conformance_${metric}`;
      const lines = targets.flatMap(({ target, samples }) =>
        samples[metric].map(([value, labels]: Sample) => {
          // The escapes of JSON are those of Prometheus.
          const pairs = Object.entries({ target, ...labels }).map(
            ([key, text]) => `${key}=${JSON.stringify(text)}`,
          );
          return `${full}{${pairs.join(',')}} ${value}\n`;
        }),
      );
      return lines.length === 0
        ? ''
        : `# HELP ${full} ${HELP[metric]}\n# TYPE ${full} gauge\n${lines.join('')}`;
    })
    .join('');
}

const filesIn = (out: string, [status = '', shown = '', metrics = '']: readonly string[]) =>
  new Map([
    [join(out, 'status.json'), { text: status, begins: formats.json.begins }],
    [join(out, 'index.html'), { text: shown, begins: formats.html.begins }],
    [join(out, 'metrics.prom'), { text: metrics, begins: /^# HELP issue_conformance_/ }],
  ]);

const changeJson = ({ rule: { id }, last }: Step) => {
  const { startedAt, targetVersion = null } = last?.report.run ?? {};
  return { id, last: startedAt === undefined ? null : { startedAt, version: targetVersion } };
};

const statusJson = ({ report, address, worse, better, ...status }: TargetStatus) => ({
  ...status,
  worse: worse.map(changeJson),
  better: better.map(changeJson),
  ...address,
  outcome: report?.outcome ?? null,
  problem: report?.problem,
  version: report?.run.targetVersion,
  startedAt: report?.run.startedAt,
  report: report === null ? undefined : sitePage(status.label),
});

const now = (): Date => new Date(systemClock.date());

/**
 * Prepares the folder of a site. @returns a function that writes its files, all or none
 * @throws {Error} if the folder cannot be written to, or holds other files with the names of a site
 */
export async function prepareSite(out: string) {
  await makeFolder(join(out, HISTORY))
    .then(() => refuseForeign(filesIn(out, [])))
    .catch(rejectPath(out, '--out'));
  const startedAt = now();
  return async (statuses: readonly TargetStatus[]): Promise<void> => {
    const finishedAt = now();
    const status = {
      schemaVersion: 1,
      tool: { name: 'issue-conformance', version },
      startedAt,
      finishedAt,
      exitStatus: gravestOf(statuses),
      targets: statuses.map(statusJson),
    };
    const texts = [jsonText(status), page(siteDocument(statuses, finishedAt)), metricsText(statuses)];
    await writeTogether(filesIn(out, texts));
  };
}
