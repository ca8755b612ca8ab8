import { join } from 'node:path';
import { messageOf } from '../client/thrown.ts';
import { page } from '../document/page.tsx';
import { makeFolder, writeTogether } from '../folder/files.ts';
import { authorOf } from '../folder/own-files.ts';
import { formats } from '../formats/formats.ts';
import { prepareHistoryDir } from '../history/keep.ts';
import { version } from '../host/plan.ts';
import { BadTargets, HISTORY, type ListedTarget, reportedTarget } from './file.ts';
import { metricsText } from './metrics.ts';
import { siteDocument, sitePage } from './site-document.ts';
import type { TargetStatus } from './status.ts';

/** Files of a site besides the targets' folders, and the beginnings by which they are known. */
const FILES: Readonly<Record<string, RegExp>> = {
  'index.html': formats.html.begins,
  'status.json': /^\{\s*"schemaVersion": 1,\s*"tool": \{\s*"name": "issue-conformance"/,
  'metrics.prom': /^# HELP issue_conformance_/,
};

/** @throws {BadTargets} if the folder cannot be written to, or holds files of somebody else with the names of a site */
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
  await writeTogether(
    new Map([
      [join(out, 'status.json'), `${JSON.stringify(status, null, 2)}\n`],
      [join(out, 'index.html'), page(siteDocument(statuses, run.finishedAt))],
      [join(out, 'metrics.prom'), metricsText(statuses)],
    ]),
  );
}
