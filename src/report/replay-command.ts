import { quote } from './curl.ts';
import { inert } from './inert.ts';
import type { Report } from './model.ts';

const PROGRAMS = {
  script: 'npm run conformance --',
  // Whoever has not installed the program is to be told so, and not to run what a registry has under its name.
  npx: 'npx --no-install issue-conformance',
  command: 'issue-conformance',
} as const;

const PATH = 300;

/** How this program was called, by what npm sets for the programs that it starts. */
export function programOf({ npm_command, npm_lifecycle_event }: NodeJS.ProcessEnv): keyof typeof PROGRAMS {
  if (npm_command === undefined) return 'command';
  const isScript = npm_command === 'run-script' || npm_command === 'run';
  // A script of somebody else's finds the program where npx finds it.
  return isScript && npm_lifecycle_event === 'conformance' ? 'script' : 'npx';
}

/** Whether an id is fit to be pasted into a shell as it stands, as those of the catalogue are. */
export const isPlainId = (id: string): boolean => /^\w[\w.-]{0,199}$/.test(id);

/**
 * The line that sends failures of a report again: of one rule where its id is given and fit to be pasted.
 *
 * @param run the run of the report, which says how it was started; `null` where that is not known
 * @param path where the report is, where that is known better than the report says
 */
export function replayCommand(run: Report['run'] | null, { id = '', path = '' } = {}): string {
  const { program, report } = run?.replay ?? { program: 'npx', report: '' };
  const given = path || report;
  // A path that is not the real one is worse than none.
  const isFit = given !== '' && given.length <= PATH && inert(given) === given && !given.startsWith('-');
  const where = isFit ? quote(given) : 'conformance.json';
  return `${PROGRAMS[program]} replay ${where}${isPlainId(id) ? ` ${id}` : ''}`;
}
