import { ServerErrors } from '../context/server-errors.ts';
import { begunAt, countOf } from '../model/text.ts';
import { replayLine } from '../report/commands.ts';
import type { Report } from '../report/model.ts';
import { command, facts, name, type Part, type RichText, sentence, table } from './document.ts';

type Run = Report['run'];

/** Returns `289 requests (3 of them retries) in 1.2 s`. */
function requestsSpent({ requests, retries, durationMs }: Run): string {
  const repeated = retries === 0 ? '' : ` (${retries.toLocaleString('en')} of them retries)`;
  return `${countOf(requests, 'request')}${repeated} in ${(durationMs / 1000).toFixed(1)} s`;
}

/** Returns `42 s for rate limits, …`; `null` without a long wait. */
function waitsSpent({ waitedMs = 0, workingRate }: Run): RichText | null {
  const seconds = Math.round(waitedMs / 1000);
  if (seconds === 0) return null;
  const advice =
    workingRate === undefined
      ? ''
      : `; the service accepted ${countOf(workingRate, 'request')} a second: set MAX_RATE=${workingRate}`;
  return [
    `${seconds.toLocaleString('en')} s for rate limits, retries, MAX_RATE or a service that was away${advice}`,
  ];
}

/** Returns `29 issues in acme/widgets, 1 issue in acme/vault`; `null` if nothing was created. */
function issuesCreated({ created = [] }: Run): RichText | null {
  const parts = created.map(
    ({ owner, repo, markers, madeUp }) =>
      `${countOf(markers.length, 'issue')} in ${owner}/${repo}${madeUp === true ? ', which the run made up' : ''}`,
  );
  return parts.length === 0 ? null : [sentence(parts.join(', '))];
}

/** Returns what was sent and created, how to replay it, and in a page the settings. @param paths of the written reports */
export function runPart(report: Report, paths: readonly string[]): Part {
  const { run, counts } = report;
  const pathOf = (end: string): string | undefined => paths.find((path) => path.endsWith(end));
  const opened = pathOf('.html') ?? paths[0];
  const line = replayLine(report, { path: run.replay?.report ? '' : pathOf('.json') });
  const rows = Object.entries(run.settings ?? {}).map(([key, given]) => [
    { words: [name(key)] },
    { words: [name(given)] },
  ]);
  const blocks = [
    facts([
      ['Requests', [requestsSpent(run)]],
      ['Waits', waitsSpent(run)],
      ['Created', issuesCreated(run)],
      ['Report', opened === undefined ? null : [name(opened)]],
    ]),
  ];
  if (counts.fail > 0 && run.handler !== true) blocks.push(command('Replay all failed rules', line));
  const settings = table('Settings', ['Setting', 'Value'], rows);
  blocks.push({ is: 'fold', only: ['page'], words: ['Settings'], blocks: [settings] });
  return { id: 'run', title: 'The run', only: ['terminal', 'page'], blocks };
}

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
        `${ServerErrors.inWords(statuses)} to ${errors} of ${requests} ${ASKED[method]}`,
    )
    .join(' and ');

/** Returns where a judged recording comes from, and what it lacks. */
function recordingOf(run: Run): string {
  if (run.recording === undefined) return '';
  const { version, missing } = run.recording;
  return `${begunAt({ run })} by version ${version}; ${countOf(missing, 'request')} ${missing === 1 ? 'was' : 'were'} not in it`;
}

/** Returns the notices at the head of a report: problems, transport, and rules that were not selected. */
export function noticesOf(report: Report): readonly RichText[] {
  const { outcome, problem = '', run, target } = report;
  const { selection, proxy = '', uncheckedCertificates, handler } = run;
  const only = (isSo: boolean | undefined, words: string): string => (isSo === true ? words : '');
  const unchecked = 'TLS certificates were not checked, so anybody in between could have answered.';
  const chosen = selection === null ? '' : selectionFlags(selection);
  const rows: readonly (readonly [ours: string, quoted: string])[] = [
    // The problem of an unusable target is the result.
    ['', only(outcome !== 'unusable', problem)],
    ['Judged from a recording of ', recordingOf(run)],
    ['Faults were injected into the bundled service: ', (target.faults ?? []).join(', ')],
    ['Intermittent errors (later tries got none): ', errorsSeen(run)],
    ['Requests went through a proxy, which may have changed the responses: ', proxy],
    ['', only(uncheckedCertificates, unchecked)],
    ['', only(handler, 'Requests went to a handler in this process, not over a network.')],
    ['Selected rules alone were tried; the others do not count: ', chosen],
  ];
  return rows.flatMap(([ours, quoted]) => (quoted === '' ? [] : [[ours, sentence(quoted)]]));
}
