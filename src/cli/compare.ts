import { existsSync, statSync } from 'node:fs';
import { type Changes, changesBetween } from '../history/changes.ts';
import { changesDocument, matrixDocument } from '../history/comparison-documents.ts';
import { lastChangesIn } from '../history/kept-runs.ts';
import { formats } from '../render/formats.ts';
import { markdown } from '../render/markdown.ts';
import { page } from '../render/page.ts';
import { terminal } from '../render/terminal.ts';
import { UsageError } from '../report-folder/files.ts';
import { readReport } from '../report-folder/read.ts';
import { pasteable } from '../settings/invocation.ts';
import type { CommandCall } from './commands.ts';
import { outputStyle } from './output.ts';
import { writeOutput } from './usage.ts';

const layouts = { text: terminal, markdown, html: page } as const;

function compareRuns(targets: readonly Changes[]) {
  const [first] = targets;
  if (targets.length === 1 && first?.mark === 'inconclusive') throw new UsageError(first.result);
  const document = changesDocument(targets);
  return { document, exitStatus: document.mark === 'fail' ? 1 : document.mark === 'pass' ? 0 : 2 };
}

async function compareHistory(dir: string) {
  const targets = await lastChangesIn(dir);
  if (targets.length > 0) return compareRuns(targets);
  throw new UsageError(
    `The history folder ${JSON.stringify(dir)} has no readable run; \`compare\` needs two. HISTORY_DIR (--history) keeps runs.`,
  );
}

async function compareFiles(paths: readonly string[]) {
  const reports = await Promise.all(paths.map(readReport));
  const [before, after] = reports;
  if (before === undefined || after === undefined)
    throw new UsageError(
      `1 report was given; at least two are needed: ${pasteable('compare OLDER/conformance.json NEWER/conformance.json')}; or one history folder, in which runs are kept (HISTORY_DIR, --history)`,
    );
  if (reports.length > 2) return { document: matrixDocument(reports), exitStatus: 0 };
  return compareRuns([changesBetween(before, after)]);
}

export default async function compare({ words: paths, options: { format, output } }: CommandCall) {
  const [only = ''] = paths;
  const isHistory = paths.length === 1 && existsSync(only) && statSync(only).isDirectory();
  const { document, exitStatus } = await (isHistory ? compareHistory(only) : compareFiles(paths));
  const style = output === undefined ? outputStyle() : { color: false, width: 80 };
  const text = layouts[format](document, style);
  // A text does not say who wrote it.
  await writeOutput(text, output, format === 'text' ? undefined : formats[format].begins);
  return exitStatus;
}
