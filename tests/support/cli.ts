import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Report } from '../../src/report/model.ts';
import { CLI, type Ended, endOfProcess, reportIn, startIn } from './start-cli.ts';
import { withFolder } from './temporary.ts';

export interface CliResult extends Ended {
  /** The report of the run, if there is one. */
  readonly report: Report | null;
}

interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The working directory; default: an empty folder. */
  readonly cwd?: string;
  /** The `cli.js` to start; default: that of this checkout. */
  readonly program?: string;
}

/** Runs the built command line in its own folder without the caller's settings. */
export function runCli(args: readonly string[], given: CliOptions = {}): Promise<CliResult> {
  return withFolder(async (folder) => {
    const { cwd = folder, program = CLI } = given;
    const env = { REPORT_DIR: folder, ...given.env };
    const ended = await endOfProcess(startIn(cwd, args, { env, command: [process.execPath, program] }));
    const reports = resolve(cwd, env.REPORT_DIR || 'reports');
    const isThere = existsSync(join(reports, 'conformance.json'));
    return { ...ended, report: isThere ? await reportIn(reports) : null };
  });
}
