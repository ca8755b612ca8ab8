import { begunAt, countOf } from '../model/text.ts';
import { curlOf, replayLine } from '../report/commands.ts';
import type { Report } from '../report/model.ts';
import { tally } from '../report/outcome.ts';
import { isAnyDecided } from '../report/strict-exit-status.ts';
import { answerText } from './card.ts';
import { type Block, type Fact, name, type Part, type RichText, sentence, value } from './document.ts';
import { fact, table, versionOf } from './parts.ts';

type Run = Report['run'];

/** Returns `289 of 450 requests (3 of them retries)`. */
function requestsSpent({ requests, retries, settings }: Run): string {
  const allowed = settings?.['MAX_REQUESTS'] ?? '';
  const of = /^\d{1,9}$/.test(allowed)
    ? `${requests.toLocaleString('en')} of ${countOf(Number(allowed), 'request')}`
    : countOf(requests, 'request');
  return retries === 0 ? of : `${of} (${retries.toLocaleString('en')} of them retries)`;
}

/** Returns `42 s for rate limits, …`; `null` without a long wait. */
function waitsSpent({ waitedMs = 0, workingRate }: Run): string | null {
  const seconds = Math.round(waitedMs / 1000);
  if (seconds === 0) return null;
  const advice =
    workingRate === undefined
      ? ''
      : `; the service accepted ${countOf(workingRate, 'request')} a second: set MAX_RATE=${workingRate}`;
  return `${seconds.toLocaleString('en')} s for rate limits, retries, MAX_RATE or a service that was away${advice}`;
}

/** Returns `29 issues in acme/widgets, 1 issue in acme/vault`; `null` if nothing was created. */
function issuesCreated({ created = [] }: Run): string | null {
  const parts = created.map(({ owner, repo, markers, madeUp }) =>
    madeUp === true
      ? `${countOf(markers.length, 'creation')} accepted in ${owner}/${repo}, which the run made up`
      : `${countOf(markers.length, 'issue')} in ${owner}/${repo}`,
  );
  return parts.length === 0 ? null : parts.join(', ');
}

const seconds = ({ durationMs }: Report['run']): string => `${(durationMs / 1000).toFixed(1)} s`;

/** Returns facts of the run that a terminal shows at its end, and a page below the results. */
export function runFacts(report: Report, paths: readonly string[]): Fact[] {
  const { run } = report;
  const of = (said: string | null): RichText | null => (said === null ? null : [sentence(said)]);
  const opened = paths.find((path) => path.endsWith('.html')) ?? paths[0];
  const { latency } = run;
  const times =
    latency === undefined
      ? ''
      : `; median response time ${latency.medianMs.toFixed(1)} ms, 95th percentile ${latency.p95Ms.toFixed(1)} ms`;
  return [
    ...fact('Requests', [`${requestsSpent(run)} in ${seconds(run)}${times}`]),
    ...fact('Waits', of(waitsSpent(run))),
    ...fact('Created', of(issuesCreated(run))),
    ...fact('Report', opened === undefined ? null : [value(opened)]),
  ];
}

export function replayBlocks({ run, counts }: Report, paths: readonly string[]): Block[] {
  const source = paths.find((path) => path.endsWith('.json')) ?? '';
  const line = replayLine(run, { path: run.replay?.report ? '' : source });
  return counts.fail === 0 || run.handler === true
    ? []
    : [{ is: 'command', text: line, title: 'Replay all failed rules' }];
}

/** UTF-16 units of an answer that says why a target is unusable. */
const ANSWER = 200;

/** Returns the request that showed that the target cannot be checked; nothing if nothing was sent. */
export function unusablePart({ evidence, run }: Report): Part[] {
  if (evidence === undefined) return [];
  const { request, response } = evidence;
  const body = (response?.body ?? '').slice(0, ANSWER);
  const facts: readonly Fact[] = [
    ['Request', [value(`${request.method} ${request.url}`)]],
    ['Answer', [sentence(answerText(evidence))]],
    ...fact('Body', body === '' ? null : [value(body)]),
  ];
  const curl: Block = { is: 'command', title: 'Try it', text: curlOf(evidence, run.uncheckedCertificates) };
  const blocks: readonly Block[] = [{ is: 'facts', facts }, ...(run.handler === true ? [] : [curl])];
  return [{ id: 'evidence', mark: 'fail', title: 'The request that shows it', blocks }];
}

export function runPart(report: Report): Part {
  const { settings = {} } = report.run;
  const rows = Object.entries(settings).map(([key, given]) => [
    { words: [name(key)] },
    { words: [value(given)] },
  ]);
  return {
    id: 'run',
    title: 'The run',
    only: ['page'],
    blocks: [
      { is: 'facts', facts: runFacts(report, []) },
      ...replayBlocks(report, []),
      ...(rows.length === 0
        ? []
        : [
            {
              is: 'fold',
              words: ['Settings'],
              blocks: [table('Settings', ['Setting', 'Value'], rows)],
            } as const,
          ]),
    ],
  };
}

/** Returns the target and the counts. An unusable target has none. */
export function aboutOf(report: Report): RichText[] {
  const { target, rules, outcome } = report;
  return [
    [
      ...(target.label === undefined ? [] : [name(target.label), ', ']),
      ...(target.bundled ? ['the bundled reference service at '] : []),
      name(target.baseUrl),
      ', repository ',
      name(`${target.owner}/${target.repo}`),
      ...versionOf(report),
    ],
    ...(outcome === 'unusable' && !isAnyDecided(report) ? [] : [[tally(rules).join(' · ')]]),
  ];
}

export const footOf = (report: Report): RichText => {
  const { run, tool } = report;
  return [
    `profile ${run.profile}, writes ${run.writes}, seed ${run.seed}, ${begunAt(report)}, run `,
    name(run.id),
    ', issue-conformance ',
    name(tool.version),
  ];
};
