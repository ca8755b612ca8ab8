import { existsSync, statSync } from 'node:fs';
import { type Changes, changes } from '../history/changes.ts';
import { changesDocument, historyDocument, incomparableReason } from '../history/changes-document.ts';
import { isSameTarget } from '../history/kept-file.ts';
import { matrix } from '../history/matrix.ts';
import { matrixDocument } from '../history/matrix-document.ts';
import { lastRunsIn } from '../history/past-reports.ts';
import type { Document } from '../render/document.ts';
import { formats } from '../render/formats.ts';
import { type LayoutName, layouts } from '../render/people.ts';
import { widthOf } from '../render/style.ts';
import type { Report } from '../report/model.ts';
import { readReport } from '../report-folder/read.ts';
import { pasteable } from '../settings/invocation.ts';
import { outputOptions, printStderr } from './output.ts';
import { rejectAsUsageError, UsageError, writeOutput } from './usage.ts';

interface Compared {
  readonly document: Document;
  readonly exitStatus: number;
}

/** @returns the document, and the exit status; `null` if no target has two runs @throws {UsageError} if nothing can be compared */
async function compareHistory(dir: string): Promise<Compared | null> {
  const targets = await lastRunsIn(dir);
  const [first] = targets;
  if (first === undefined)
    throw new UsageError(
      `The history folder ${JSON.stringify(dir)} has no readable run; \`compare\` needs two. HISTORY_DIR (--history) keeps runs.`,
    );
  if (targets.every(({ earlier }) => earlier === 0)) {
    printStderr(`${JSON.stringify(dir)} has only one run of each target; \`compare\` needs two`);
    return null;
  }
  if (targets.length > 1) {
    const document = historyDocument(targets);
    return { document, exitStatus: document.mark === 'fail' ? 1 : document.mark === 'pass' ? 0 : 2 };
  }
  if (first.changes !== null) return comparePair(first.changes);
  throw new UsageError(
    `${incomparableReason(first.earlier)} Name two reports instead: ${pasteable('compare OLDER NEWER')}`,
  );
}

/** @throws {UsageError} if the two reports cannot be compared */
function comparePair(found: Changes): Compared {
  if (found.incomparable !== null) throw new UsageError(found.incomparable);
  return { document: changesDocument(found), exitStatus: found.worse ? 1 : 0 };
}

/** True if two reports are of one target: at one address, or with the same label. */
const isOneTarget = ({ target: one }: Report, { target: other }: Report): boolean =>
  isSameTarget(one, other) || (one.label !== undefined && one.label === other.label);

/** @throws {UsageError} if a report cannot be read or compared */
async function compareReports(paths: readonly string[]): Promise<Compared> {
  const reports: Report[] = [];
  // One after the other, so that the error names the first unreadable one.
  for (const path of paths) reports.push(await readReport(path).catch(rejectAsUsageError));
  const [before, after] = reports;
  if (before === undefined || after === undefined)
    throw new UsageError(
      `1 report was given; at least two are needed: ${pasteable('compare OLDER/conformance.json NEWER/conformance.json')}; or one history folder, in which runs are kept (HISTORY_DIR, --history)`,
    );
  if (reports.length > 2 || !isOneTarget(before, after))
    return { document: matrixDocument(matrix(reports)), exitStatus: 0 };
  return comparePair(changes(before, after));
}

/**
 * Compares reports: two runs of one target, a matrix of several targets, or the last two runs of each target of a history.
 * @returns the exit status: 1 if a target got worse, 2 if one of a history cannot be compared, else 0
 * @throws {UsageError} if a report cannot be read or compared, or the file cannot be written
 */
export async function compareCommand(
  paths: readonly string[],
  format: LayoutName,
  output: string | undefined,
): Promise<number> {
  const [only = ''] = paths;
  const isHistory = paths.length === 1 && existsSync(only) && statSync(only).isDirectory();
  const compared = await (isHistory ? compareHistory(only).catch(rejectAsUsageError) : compareReports(paths));
  if (compared === null) return 0;
  const options = output === undefined ? outputOptions() : { color: false, width: widthOf({}) };
  const text = layouts[format](compared.document, options);
  // Pages alone say who wrote them.
  await writeOutput(format === 'html' ? { text, begins: formats.html.begins } : { text }, output);
  return compared.exitStatus;
}
