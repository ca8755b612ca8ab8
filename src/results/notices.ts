import type { Report, WaitsReport } from '../report/model.ts';
import { countOf, inert } from '../report/text.ts';
import { chosenOf } from './outcome.ts';

/** A notice at the head of a report. */
export interface Notice {
  readonly kind:
    | 'problem'
    | 'interrupted'
    | 'errors'
    | 'versions'
    | 'certificates'
    | 'proxy'
    | 'handler'
    | 'headers'
    | 'selection';
  /** The text in our own words; empty if the report's words are quoted instead. */
  readonly text: string;
  /** Quoted words of the report, which may be the target's, or settings; empty if nothing is quoted. */
  readonly quoted: string;
}

/** Returns the selected rules as flags: `--only list.page --skip list.page.second`. */
export function selectionFlags({ only, skip }: NonNullable<Report['run']['selection']>): string {
  const flags = [
    ...(only.length > 0 ? [`--only ${only.join(' ')}`] : []),
    ...(skip.length > 0 ? [`--skip ${skip.join(' ')}`] : []),
  ];
  return flags.join(' ');
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

/** Returns the versions of the service that answered a run, if there were several; `null` otherwise. */
function versionsSeen({ targetVersions = [] }: Run): string | null {
  const versions = targetVersions.toSorted((a, b) => a.from.localeCompare(b.from));
  const names = versions.map(({ version, from }) => `${version} from ${from.slice(11, 19)} UTC`);
  return names.length < 2 ? null : inert(names.join(', '));
}

/** Returns the notices at the head of a report: problems, transport, and rules that were not selected. */
export function noticesOf(report: Report): readonly Notice[] {
  const { problem, run, target } = report;
  const { interrupted, uncheckedCertificates, proxy, handler, selection, settings = {} } = run;
  const when = (applies: boolean | undefined, quoted = ''): string | null =>
    applies === true ? quoted : null;
  /** A notice is absent if it quotes `null` or `undefined`. */
  const rows: readonly (readonly [Notice['kind'], quoted: string | null | undefined, text: string])[] = [
    ['problem', problem, ''],
    // An interruption is usually the problem itself, so it is not repeated.
    ['interrupted', when(interrupted && problem === undefined), 'The run was interrupted before its end.'],
    ['versions', versionsSeen(run), 'The service changed its version during the run: '],
    ['errors', errorsSeen(run), ''],
    [
      'certificates',
      when(uncheckedCertificates, 'NODE_TLS_REJECT_UNAUTHORIZED=0'),
      'TLS certificates were not checked, so anybody in between could have answered and read what was sent: ',
    ],
    ['proxy', proxy, 'Requests went through a proxy, which may have changed the responses: '],
    [
      'headers',
      settings['HEADERS'],
      'Every request carries the headers of HEADERS; their values are not shown: ',
    ],
    [
      'handler',
      when(handler, target.baseUrl),
      'Requests went to a handler in this process, not over a network, so connections were not tested. curl needs the service to listen at ',
    ],
    [
      'selection',
      selection && selectionFlags(selection),
      `Selected: ${chosenOf(report) ?? 'some rules'}. The others do not count: `,
    ],
  ];
  return rows.flatMap(([kind, quoted, text]) =>
    quoted === null || quoted === undefined ? [] : [{ kind, text, quoted }],
  );
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

/** Words for causes of waiting, after "42 s"; in this order. */
const CAUSES: readonly (readonly [keyof WaitsReport, string])[] = [
  ['startMs', 'for the target to start (WAIT_S)'],
  ['rateLimitMs', 'for the rate limit'],
  ['backOffMs', 'before retries'],
  ['maxRateMs', 'for MAX_RATE'],
  ['outageMs', 'for the target to come back'],
];

/** Returns `42 s for the rate limit, 3 s before retries`; `null` without a long wait. */
export function waitsSpent({ waits = {} }: Run): string | null {
  const parts = CAUSES.flatMap(([key, words]) => {
    const ms = waits[key] ?? 0;
    return ms < WORTH_MS ? [] : [`${Math.round(ms / 1000).toLocaleString('en')} s ${words}`];
  });
  return parts.length === 0 ? null : parts.join(', ');
}

/** Returns `29 issues in acme/widgets, 1 issue in acme/vault`; `null` if nothing was created. */
export function issuesCreated({ created = [] }: Run): string | null {
  const parts = created.map(
    ({ owner, repo, markers }) => `${countOf(markers.length, 'issue')} in ${owner}/${repo}`,
  );
  return parts.length === 0 ? null : parts.join(', ');
}
