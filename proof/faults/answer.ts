import { rewriteList } from '../changes/answers.ts';
import { changeStatus, refuseLists } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

export const answerFaults = [
  {
    id: 'answer-status-203',
    description: 'A transforming proxy marks every list as not authoritative.',
    breaks: ['list.ok'],
    change: (b) => ({
      listAnswer: (records, total, listing) => ({ ...b.listAnswer(records, total, listing), status: 203 }),
    }),
  },
  {
    id: 'answer-status-206',
    description: 'A page is taken for a partial content, as if it had been a range of bytes.',
    breaks: ['list.ok'],
    change: (b) => ({
      listAnswer: (records, total, listing) => {
        const answer = b.listAnswer(records, total, listing);
        return answer.status === 200 && records.length < total ? { ...answer, status: 206 } : answer;
      },
    }),
  },
  {
    id: 'answer-wrapped',
    description: 'The list comes inside an object, as a page of a search would.',
    breaks: ['list.array'],
    change: (b) => rewriteList(b, (body) => `{"items":${body}}`),
  },
  {
    id: 'answer-lines',
    description: 'The records come one on a line, as for a streaming client.',
    breaks: ['list.array'],
    change: (b) => ({
      listAnswer: (records, total, listing) => ({
        ...b.listAnswer(records, total, listing),
        body: records.join('\n'),
      }),
    }),
  },
  {
    id: 'answer-guarded',
    description: 'A guard against script inclusion stands before the JSON.',
    breaks: ['list.array'],
    change: (b) => rewriteList(b, (body) => `)]}',\n${body}`),
  },
  {
    id: 'answer-trailing-text',
    description: 'A debugging aid appends how long the page took.',
    breaks: ['list.array'],
    change: (b) => rewriteList(b, (body) => `${body}\n<!-- 3 ms -->\n`),
  },
  {
    id: 'answer-unclosed',
    description: 'The writer of the stream forgets to close the array.',
    breaks: ['list.array'],
    change: (b) => rewriteList(b, (body) => body.slice(0, -1)),
  },
  {
    id: 'answer-trailing-comma',
    description: 'Each record is written with a comma behind it, the last one too.',
    breaks: ['list.array'],
    change: (b) => rewriteList(b, (body) => body.replace(/\}\]$/, '},]')),
  },
  {
    id: 'answer-in-a-string',
    description: 'The list is encoded as JSON twice.',
    breaks: ['list.array'],
    change: (b) => rewriteList(b, (body) => JSON.stringify(body)),
  },
  {
    id: 'answer-utf-16',
    description: 'The text is written in the encoding that strings have in memory.',
    breaks: ['list.array'],
    change: (b) => rewriteList(b, (body) => Buffer.from(body, 'utf16le')),
  },
  {
    id: 'answer-keyed',
    description: 'The list is an object whose keys are positions, as some languages encode arrays.',
    breaks: ['list.array'],
    change: (b) => ({
      listAnswer: (records, total, listing) => ({
        ...b.listAnswer(records, total, listing),
        body: `{${records.map((record, index) => `"${index}":${record}`).join(',')}}`,
      }),
    }),
  },
  {
    id: 'record-null-for-pull-request',
    description: 'Pull requests have no record in the table of issues, so null stands in their places.',
    breaks: ['list.records'],
    change: (b) => ({
      renderRecord: (issue, place, request) =>
        issue.pull_request === undefined ? b.renderRecord(issue, place, request) : 'null',
    }),
  },
  {
    id: 'record-number-for-pull-request',
    description: 'Pull requests are given as references, by their numbers.',
    breaks: ['list.records'],
    change: (b) => ({
      renderRecord: (issue, place, request) =>
        issue.pull_request === undefined ? b.renderRecord(issue, place, request) : String(issue.number),
    }),
  },
  {
    id: 'record-in-a-string',
    description: 'The records come from a store of texts and are quoted once more.',
    breaks: ['list.records'],
    change: (b) => ({
      renderRecord: (issue, place, request) => JSON.stringify(b.renderRecord(issue, place, request)),
    }),
  },
  {
    id: 'record-in-an-array',
    description: 'Each record is given as the row that the database returned.',
    breaks: ['list.records'],
    change: () => ({ renderRecord: (issue) => JSON.stringify(Object.values(issue)) }),
  },
  {
    id: 'anonymous-list-401',
    description: 'Every route stands behind the login.',
    breaks: ['list.anonymous'],
    change: (b) => ({
      refuseCredential: (call) =>
        call.caller.kind === 'anonymous' ? 'credential-missing' : b.refuseCredential(call),
    }),
  },
  {
    id: 'anonymous-list-403',
    description: 'Reading without a login is forbidden.',
    breaks: ['list.anonymous'],
    change: (b) => ({
      refuseCredential: (call) =>
        call.caller.kind === 'anonymous' ? 'credential-missing' : b.refuseCredential(call),
      ...changeStatus(b, ['credential-missing'], 403, (request) => request.method !== 'POST'),
    }),
  },
  {
    id: 'token-list-memberships-only',
    description:
      'With a token only the repositories are found that its holder was added to, public ones not.',
    breaks: ['list.token'],
    change: (b) => ({
      mayUse: (caller, repository, request) =>
        b.mayUse(caller, repository, request) &&
        (caller.kind !== 'known' || request.method === 'POST' || repository.isPrivate),
    }),
  },
  {
    id: 'token-list-500',
    description: 'The account behind a token is read with a query that fails when nothing is written.',
    breaks: ['list.token'],
    change: (b) => refuseLists(b, 500, (request) => request.header('authorization') !== undefined),
  },
  {
    id: 'accept-406',
    description: 'The media type that is recommended is not among those that the service offers.',
    breaks: ['list.recommended-headers'],
    change: (b) => refuseLists(b, 406, (request) => /\bvnd\./.test(request.header('accept') ?? '')),
  },
  {
    id: 'version-400',
    description: 'A version is expected to be a number.',
    breaks: ['list.recommended-headers'],
    change: (b) => refuseLists(b, 400, (request) => /\D/.test(request.header('x-service-api-version') ?? '')),
  },
  {
    id: 'state-open-422',
    description: 'The state that is the default must not be named.',
    breaks: ['list.state.open'],
    change: (b) => refuseLists(b, 422, (request) => request.query('state') === 'open'),
  },
  {
    id: 'state-open-400',
    description: 'States are compared with their names in capitals.',
    breaks: ['list.state.open'],
    change: (b) => refuseLists(b, 400, (request) => /[a-z]/.test(request.query('state') ?? '')),
  },
  {
    id: 'state-default-all',
    description: 'Without a state nothing is filtered.',
    breaks: ['list.state.default-open'],
    change: (b) => ({
      stateFilter: (raw, request) => (raw === undefined ? 'all' : b.stateFilter(raw, request)),
    }),
  },
  {
    id: 'state-default-closed',
    description: 'Without a state the closed ones are listed.',
    breaks: ['list.state.default-open'],
    change: (b) => ({
      stateFilter: (raw, request) => (raw === undefined ? 'closed' : b.stateFilter(raw, request)),
    }),
  },
] as const satisfies readonly Fault[];
