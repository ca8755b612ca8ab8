import { HEADERS_FILE, setFromDotEnv, setFromInput, variablesIn, writeHeaders } from '../report/commands.ts';
import type { Report, RuleReport, WaitsReport } from '../report/model.ts';
import { countOf } from '../report/text.ts';
import { chosenOf } from './outcome.ts';
import { mainReason } from './undecided.ts';
import { versionsSeen } from './version.ts';

/** A notice at the head of a report. */
export interface Notice {
  readonly kind:
    | 'problem'
    | 'interrupted'
    | 'undecided'
    | 'errors'
    | 'versions'
    | 'certificates'
    | 'proxy'
    | 'handler'
    | 'headers'
    | 'variables'
    | 'selection';
  /** The text in our own words; empty if the report's words are quoted instead. */
  readonly text: string;
  /** Quoted words of the report, which may be the target's, or settings; empty if nothing is quoted. */
  readonly quoted: string;
  /** A command to paste; absent if there is none. */
  readonly command?: string;
}

/** True if the notice quotes a sentence instead of a value. */
export const quotesSentence = ({ kind }: Notice): boolean => kind === 'problem' || kind === 'undecided';

/** Returns the selected rules as flags: `--only list.page --skip list.page.second`. */
export function selectionFlags({ only, skip }: NonNullable<Report['run']['selection']>): string {
  const flags = [
    ...(only.length > 0 ? [`--only ${only.join(' ')}`] : []),
    ...(skip.length > 0 ? [`--skip ${skip.join(' ')}`] : []),
  ];
  return flags.join(' ');
}

/** Returns the steps before pasting the curl commands of some rules, if they need variables or headers. */
export function beforeCurl({ run }: Pick<Report, 'run'>, rules: readonly RuleReport[]): readonly Notice[] {
  const lines = rules.flatMap(({ failure }) => failure?.curl ?? []);
  const { dotenv = [] } = run.replay ?? {};
  const variables = variablesIn(lines);
  if (lines.length > 0 && run.proxy !== undefined)
    variables.push(...dotenv.filter((name) => /^https?_proxy$/i.test(name)));
  const [filed, others] = [true, false].map((isFiled) =>
    variables.filter((name) => dotenv.includes(name) === isFiled),
  );
  const noticeOf = (
    names: readonly string[] | undefined,
    how: string,
    command: (names: readonly string[]) => string,
  ): Notice[] =>
    names === undefined || names.length === 0
      ? []
      : [
          {
            kind: 'variables',
            text: `Before you paste a curl command, ${how} ${names.join(' and ')}: `,
            quoted: '',
            command: command(names),
          },
        ];
  return [
    ...noticeOf(filed, 'run this line, which reads .env, to set', setFromDotEnv),
    ...noticeOf(others, 'run this line and type', setFromInput),
    ...(lines.some((line) => line.includes(`@${HEADERS_FILE}`))
      ? [
          {
            kind: 'headers',
            text: `Before you paste a curl command, write the headers of HEADERS to ${HEADERS_FILE}: `,
            quoted: '',
            command: writeHeaders(dotenv.includes('HEADERS')),
          } as const,
        ]
      : []),
  ];
}

type Run = Report['run'];

const ASKED = { GET: 'listings', POST: 'creations' } as const;

/**
 * Returns `The service answers 500 to 47 of 440 listings by chance: …`; `null` if no errors by chance count.
 */
function errorsSeen({ errorsByChance = [] }: Run): string | null {
  const parts = errorsByChance.map(
    ({ method, statuses, errors, requests }) =>
      `${statuses.join(' or ')} to ${errors} of ${requests} ${ASKED[method]}`,
  );
  return parts.length === 0
    ? null
    : `The service answers ${parts.join(' and ')} by chance: the same requests were answered when they were sent again. Look for these errors in the log of the service.`;
}

/**
 * Returns the notices at the head of every report for people: problems, transport, and rules that were not
 * selected.
 */
export function noticesOf(report: Report): readonly Notice[] {
  const { problem, run } = report;
  const { interrupted, proxy, uncheckedCertificates, handler, selection } = run;
  const notices: Notice[] = [];
  if (problem !== undefined) notices.push({ kind: 'problem', text: '', quoted: problem });
  // An interruption is usually the problem itself, so it is not repeated.
  else if (interrupted === true)
    notices.push({
      kind: 'interrupted',
      text: 'The run was interrupted before its end.',
      quoted: '',
    });
  const main = problem === undefined ? mainReason(report.rules) : null;
  if (main !== null)
    notices.push({
      kind: 'undecided',
      text: main.isOnly ? '' : `For one reason, ${countOf(main.count, 'gating rule')} are undecided: `,
      quoted: main.reason,
    });
  const versions = versionsSeen(run);
  if (versions !== null)
    notices.push({ kind: 'versions', text: 'The version changed during the run: ', quoted: versions });
  const errors = errorsSeen(report.run);
  if (errors !== null) notices.push({ kind: 'errors', text: errors, quoted: '' });
  if (uncheckedCertificates === true)
    notices.push({
      kind: 'certificates',
      text: 'TLS certificates were not checked, so anybody in between could have answered and read what was sent: ',
      quoted: 'NODE_TLS_REJECT_UNAUTHORIZED=0',
    });
  if (proxy !== undefined)
    notices.push({
      kind: 'proxy',
      text: 'Requests went through a proxy, which may have changed the responses: ',
      quoted: proxy,
    });
  const headers = run.settings?.['HEADERS'];
  if (headers !== undefined)
    notices.push({
      kind: 'headers',
      text: 'Every request carries the headers of HEADERS; their values are not shown: ',
      quoted: headers,
    });
  if (handler === true)
    notices.push({
      kind: 'handler',
      text: 'Requests went to a handler in this process, not over a network: connections were not tested, and the curl commands work once the service listens at ',
      quoted: report.target.baseUrl,
    });
  if (selection !== null)
    notices.push({
      kind: 'selection',
      text: `Only ${chosenOf(report) ?? 'some rules'} took part; the others count for nothing: `,
      quoted: selectionFlags(selection),
    });
  return notices;
}

/**
 * Returns `289 of 450 requests (3 of them retries)`; the limit is left out if the report does not name it.
 */
export function requestsSpent({ requests, retries, settings }: Run): string {
  const allowed = settings?.['MAX_REQUESTS'] ?? '';
  const of = /^\d{1,9}$/.test(allowed)
    ? `${requests.toLocaleString('en')} of ${countOf(Number(allowed), 'request')}`
    : countOf(requests, 'request');
  return retries === 0 ? of : `${of} (${retries.toLocaleString('en')} of them retries)`;
}

/** Milliseconds below which a wait is not mentioned. */
const WORTH_MS = 1000;

/** Words for causes of waiting, after "waited 42 s"; in this order. */
const CAUSES: readonly (readonly [keyof WaitsReport, string])[] = [
  ['startMs', 'for the target to start (WAIT_S)'],
  ['rateLimitMs', 'for the rate limit'],
  ['backOffMs', 'before retries'],
  ['maxRateMs', 'for MAX_RATE'],
  ['outageMs', 'for the target to come back'],
];

/** Returns `waited 42 s for the rate limit, 3 s before retries`; `null` without a long wait. */
export function waitsSpent({ waits = {} }: Run): string | null {
  const parts = CAUSES.flatMap(([key, words]) => {
    const ms = waits[key] ?? 0;
    return ms < WORTH_MS ? [] : [`${Math.round(ms / 1000).toLocaleString('en')} s ${words}`];
  });
  return parts.length === 0 ? null : `waited ${parts.join(', ')}`;
}

/** Returns `created 29 issues in acme/widgets, 1 issue in acme/vault`; `null` if nothing was created. */
export function issuesCreated({ created = [] }: Run): string | null {
  const parts = created.map(
    ({ owner, repo, markers }) => `${countOf(markers.length, 'issue')} in ${owner}/${repo}`,
  );
  return parts.length === 0 ? null : `created ${parts.join(', ')}`;
}
