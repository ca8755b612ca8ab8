import { join } from 'node:path';
import { messageOf } from '../client/thrown.ts';
import { prepareHistoryDir } from '../history/kept-runs.ts';
import { formats } from '../render/formats.ts';
import { page } from '../render/page.tsx';
import { makeFolder, refuseForeign, writeTogether } from '../report-folder/files.ts';
import { version } from '../runner/plan.ts';
import { BadTargets, HISTORY, type ListedTarget, reportedTarget } from './file.ts';
import { metricsText } from './metrics.ts';
import { siteDocument, sitePage } from './site-document.ts';
import type { TargetStatus } from './status.ts';

const PAGE = 'index.html';
const STATUS = 'status.json';
const METRICS = 'metrics.prom';
/** Files of a site besides the targets' folders, and their beginnings. */
const FILES = {
  [PAGE]: formats.html,
  [STATUS]: { begins: /^\{\s*"schemaVersion": 1,\s*"tool": \{\s*"name": "issue-conformance"/ },
  [METRICS]: { begins: /^# HELP issue_conformance_/ },
} as const;

/** @throws {BadTargets} if the folder cannot be written to, or holds other files with the names of a site */
export async function prepareSite(out: string): Promise<void> {
  try {
    await makeFolder(out);
    await prepareHistoryDir(join(out, HISTORY));
    await refuseForeign(new Map(Object.entries(FILES).map(([name, file]) => [join(out, name), file])));
  } catch (error) {
    throw new BadTargets(
      `--out is ${JSON.stringify(out)}, to which nothing can be written (${messageOf(error)}); expected a folder. Nothing was sent.`,
      { cause: error },
    );
  }
}

function statusJson({ report, ...status }: TargetStatus, { settings }: ListedTarget) {
  const { baseUrl, owner, repo } = reportedTarget(settings);
  return {
    ...status,
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
  const texts = {
    [STATUS]: `${JSON.stringify(status, null, 2)}\n`,
    [PAGE]: page(siteDocument(statuses, run.finishedAt)),
    [METRICS]: metricsText(statuses),
  };
  const names = [STATUS, PAGE, METRICS] as const;
  await writeTogether(
    new Map(names.map((name) => [join(out, name), { text: texts[name], begins: FILES[name].begins }])),
  );
}
