import { join } from 'node:path';
import { messageOf } from '../client/thrown.ts';
import { page } from '../document/page.tsx';
import { makeFolder, writeTogether } from '../folder/files.ts';
import { authorOf, PAGE } from '../folder/own-files.ts';
import { prepareHistoryDir } from '../history/keep.ts';
import { version } from '../host/plan.ts';
import { BadTargets, HISTORY, type ListedTarget } from './file.ts';
import { metricsText } from './metrics.ts';
import { pageOf, siteDocument } from './site-document.ts';
import type { FailOn, TargetStatus } from './status.ts';

/** Files of a site besides the targets' folders, and the beginnings by which they are known. */
const FILES: Readonly<Record<string, RegExp>> = {
  'index.html': PAGE,
  'status.json': /^\{\s*"schemaVersion": 1,\s*"tool": \{\s*"name": "issue-conformance"/,
  'metrics.prom': /^# HELP issue_conformance_/,
};

/**
 * Creates the folder of a site and checks that it can be written to.
 * @throws {BadTargets} if it cannot, or if a file of the site's name there is not this program's
 */
export async function prepareSite(out: string): Promise<void> {
  try {
    await makeFolder(out);
    await prepareHistoryDir(join(out, HISTORY));
  } catch (error) {
    throw new BadTargets(
      `--out is ${JSON.stringify(out)}, to which nothing can be written (${messageOf(error)}); expected a folder. Nothing was sent.`,
      { cause: error },
    );
  }
  for (const [name, beginning] of Object.entries(FILES)) {
    const path = join(out, name);
    if ((await authorOf(path, beginning)) === 'somebody else')
      throw new BadTargets(
        `${path} is not a file of this program, which would replace it; move it, or give --out another folder. Nothing was sent.`,
      );
  }
}

/** Facts of a run over all targets for `status.json`. */
export interface SiteRun {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly exitStatus: number;
  readonly failOn: FailOn;
}

/** Returns the status of a target as data for programs. */
function statusJson({ report, label, ...status }: TargetStatus, target: ListedTarget) {
  const { BASE_URL: baseUrl = '', OWNER: owner = '', REPO: repo = '' } = target.settings;
  return {
    label,
    baseUrl,
    repository: `${owner}/${repo}`,
    outcome: report?.outcome ?? null,
    exitStatus: status.exitStatus,
    decided: status.isDecided,
    ...(status.noResult === null ? {} : { noResult: status.noResult }),
    ...(report?.problem === undefined ? {} : { problem: report.problem }),
    ...(report?.run.targetVersion === undefined ? {} : { version: report.run.targetVersion }),
    ...(report?.run.ci === undefined ? {} : { ci: report.run.ci }),
    ...(report === null ? {} : { startedAt: report.run.startedAt, report: pageOf(label) }),
    failing: status.failing,
    known: status.known,
    undecided: status.undecided,
    worse: status.worse,
    better: status.better,
    lastGreen: status.lastGreen,
  };
}

/** Writes `index.html`, `status.json` and `metrics.prom` of a site, all or none. */
export async function writeSite(
  out: string,
  targets: readonly ListedTarget[],
  statuses: readonly TargetStatus[],
  { startedAt, finishedAt, exitStatus, failOn }: SiteRun,
): Promise<void> {
  const status = {
    schemaVersion: 1,
    tool: { name: 'issue-conformance', version },
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    exitStatus,
    failOn,
    targets: statuses.flatMap((one, index) => {
      const target = targets[index];
      return target === undefined ? [] : [statusJson(one, target)];
    }),
  };
  await writeTogether(
    new Map([
      [join(out, 'status.json'), `${JSON.stringify(status, null, 2)}\n`],
      [join(out, 'index.html'), page(siteDocument(statuses, finishedAt))],
      [join(out, 'metrics.prom'), metricsText(statuses)],
    ]),
  );
}
