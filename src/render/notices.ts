import { begunAt, countOf } from '../model/text.ts';
import type { Report } from '../report/model.ts';
import { chosenOf } from '../report/outcome.ts';
import { type RichText, sentence } from './document.ts';

/** A notice at the head of a report. */
interface Notice {
  /** A `note` says how the run was made; the others weaken its results. */
  readonly is: 'problem' | 'warning' | 'note';
  readonly words: RichText;
}

type Run = Report['run'];

/** Returns the selected rules as flags: `--only list.page --skip list.page.second`. */
export const selectionFlags = (selection: NonNullable<Run['selection']>): string =>
  (['only', 'skip'] as const)
    .filter((flag) => selection[flag].length > 0)
    .map((flag) => `--${flag} ${selection[flag].join(' ')}`)
    .join(' ');

const ASKED = { GET: 'listings', POST: 'creations' } as const;

/** Returns the intermittent errors: `500 to 47 of 440 listings`. */
const errorsSeen = ({ errorsByChance = [] }: Run): string =>
  errorsByChance
    .map(
      ({ method, statuses, errors, requests }) =>
        `${statuses.join(' or ')} to ${errors} of ${requests} ${ASKED[method]}`,
    )
    .join(' and ');

function wayOf({ proxy, uncheckedCertificates, handler }: Run): string {
  const ways = [];
  if (proxy !== undefined)
    ways.push(`requests went through the proxy ${proxy}, which may have changed the responses`);
  if (uncheckedCertificates === true)
    ways.push('TLS certificates were not checked, so anybody in between could have answered');
  if (handler === true) ways.push('requests went to a handler in this process, not over a network');
  return ways.join('; ');
}

/** Returns where a judged recording comes from, and what it lacks. */
function recordingOf({ run }: Report): string {
  if (run.recording === undefined) return '';
  const { version, missing } = run.recording;
  return `${begunAt({ run })} by version ${version}; ${countOf(missing, 'request')} ${missing === 1 ? 'was' : 'were'} not in it`;
}

/** Returns the notices at the head of a report: problems, transport, and rules that were not selected. */
export function noticesOf(report: Report): readonly Notice[] {
  const { problem = '', run, target } = report;
  const { interrupted, selection } = run;
  // An interruption is usually the problem itself, so it is not repeated.
  const isCut = interrupted === true && problem === '';
  const chosen = selection === null ? '' : selectionFlags(selection);
  const rows: readonly (readonly [Notice['is'], ours: string, quoted: string])[] = [
    ['problem', '', problem],
    ['note', 'Judged from a recording of ', recordingOf(report)],
    ['warning', '', isCut ? 'The run was interrupted before its end.' : ''],
    ['warning', 'Faults were injected into the bundled service: ', (target.faults ?? []).join(', ')],
    ['warning', 'Intermittent errors (later tries got no 5xx): ', errorsSeen(run)],
    ['warning', 'Connection: ', wayOf(run)],
    ['note', `Selected: ${chosenOf(report) ?? 'some rules'}. The others do not count: `, chosen],
  ];
  return rows
    .filter(([, , quoted]) => quoted !== '')
    .map(([is, ours, quoted]) => ({ is, words: [ours, sentence(quoted)] }));
}
