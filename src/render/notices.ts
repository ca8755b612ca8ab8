import { begunAt, countOf } from '../model/text.ts';
import type { Report } from '../report/model.ts';
import { type RichText, sentence } from './document.ts';

/** A remark at the head of a report. A warning weakens its results. */
interface Notice {
  readonly level: 'warning' | 'notice';
  readonly words: RichText;
}

type Run = Report['run'];

/** Returns the selected rules as flags: `--only list.page --skip list.page.second`. */
const selectionFlags = (selection: NonNullable<Run['selection']>): string =>
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

/** Returns where a judged recording comes from, and what it lacks. */
function recordingOf(run: Run): string {
  if (run.recording === undefined) return '';
  const { version, missing } = run.recording;
  return `${begunAt({ run })} by version ${version}; ${countOf(missing, 'request')} ${missing === 1 ? 'was' : 'were'} not in it`;
}

/** Returns the notices at the head of a report: problems, transport, and rules that were not selected. */
export function noticesOf(report: Report): readonly Notice[] {
  const { outcome, problem = '', run, target } = report;
  const { interrupted, selection, proxy = '', uncheckedCertificates, handler } = run;
  const only = (isSo: boolean | undefined, words: string): string => (isSo === true ? words : '');
  // An interruption is usually the problem itself, so it is not repeated.
  const isCut = interrupted === true && problem === '';
  const unchecked = 'TLS certificates were not checked, so anybody in between could have answered.';
  const chosen = selection === null ? '' : selectionFlags(selection);
  const rows: readonly (readonly [Notice['level'], ours: string, quoted: string])[] = [
    // The problem of an unusable target is the result.
    ['warning', '', only(outcome !== 'unusable', problem)],
    ['notice', 'Judged from a recording of ', recordingOf(run)],
    ['warning', '', only(isCut, 'The run was interrupted before its end.')],
    ['warning', 'Faults were injected into the bundled service: ', (target.faults ?? []).join(', ')],
    ['warning', 'Intermittent errors (later tries got no 5xx): ', errorsSeen(run)],
    ['warning', 'Requests went through a proxy, which may have changed the responses: ', proxy],
    ['warning', '', only(uncheckedCertificates, unchecked)],
    ['warning', '', only(handler, 'Requests went to a handler in this process, not over a network.')],
    ['notice', 'Selected rules alone were tried; the others do not count: ', chosen],
  ];
  return rows.flatMap(([level, ours, quoted]) =>
    quoted === '' ? [] : [{ level, words: [ours, sentence(quoted)] }],
  );
}
