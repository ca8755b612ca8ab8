import { rewriteList } from '../changes/answers.ts';
import { changeStatus, refuseLists } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

export const answerFaults = [
  {
    id: 'answer-status-203',
    description: 'A transforming proxy changes the status of every list to 203.',
    breaks: ['list.ok'],
    change: (b) => ({
      listAnswer: (records, total, listing) => ({ ...b.listAnswer(records, total, listing), status: 203 }),
    }),
  },
  {
    id: 'answer-status-206',
    description: 'A page is answered with 206, as if it were a byte range.',
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
    description: 'The list is wrapped in an object, like a search result.',
    breaks: ['list.array'],
    change: (b) => rewriteList(b, (body) => `{"items":${body}}`),
  },
  {
    id: 'answer-lines',
    description: 'Records are sent one per line, as for a streaming client.',
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
    description: 'A guard against script inclusion precedes the JSON.',
    breaks: ['list.array'],
    change: (b) => rewriteList(b, (body) => `)]}',\n${body}`),
  },
  {
    id: 'answer-trailing-text',
    description: 'A debugging aid appends the response time to the body.',
    breaks: ['list.array'],
    change: (b) => rewriteList(b, (body) => `${body}\n<!-- 3 ms -->\n`),
  },
  {
    id: 'answer-unclosed',
    description: 'The stream ends without closing the array.',
    breaks: ['list.array'],
    change: (b) => rewriteList(b, (body) => body.slice(0, -1)),
  },
  {
    id: 'answer-trailing-comma',
    description: 'A comma follows each record, also the last one.',
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
    description: 'The body is written in UTF-16.',
    breaks: ['list.array'],
    change: (b) => rewriteList(b, (body) => Buffer.from(body, 'utf16le')),
  },
  {
    id: 'answer-keyed',
    description: 'The list is an object with positions as keys, as some languages encode arrays.',
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
    description: 'Pull requests have no row in the table of issues, so the list has null in their place.',
    breaks: ['list.records'],
    change: (b) => ({
      renderRecord: (issue, place, request) =>
        issue.pull_request === undefined ? b.renderRecord(issue, place, request) : 'null',
    }),
  },
  {
    id: 'record-number-for-pull-request',
    description: 'Pull requests are listed as their numbers.',
    breaks: ['list.records'],
    change: (b) => ({
      renderRecord: (issue, place, request) =>
        issue.pull_request === undefined ? b.renderRecord(issue, place, request) : String(issue.number),
    }),
  },
  {
    id: 'record-title-at-a-place',
    description: 'The fourth result of each page is a headline: its title, and no record.',
    breaks: ['list.records'],
    change: (b) => ({
      renderRecord: (issue, place, request) =>
        place.listing !== undefined && place.index === 3
          ? JSON.stringify(issue.title)
          : b.renderRecord(issue, place, request),
    }),
  },
  {
    id: 'record-in-a-string',
    description: 'Records are read from a store of strings and quoted a second time.',
    breaks: ['list.records'],
    change: (b) => ({
      renderRecord: (issue, place, request) => JSON.stringify(b.renderRecord(issue, place, request)),
    }),
  },
  {
    id: 'record-in-an-array',
    description: 'Each record is an array, the raw row of the database.',
    breaks: ['list.records'],
    change: () => ({ renderRecord: (issue) => JSON.stringify(Object.values(issue)) }),
  },
  {
    id: 'anonymous-list-401',
    description: 'Every route demands a login.',
    breaks: ['list.anonymous'],
    change: (b) => ({
      refuseCredential: (call) =>
        call.caller.kind === 'anonymous' ? 'credential-missing' : b.refuseCredential(call),
    }),
  },
  {
    id: 'anonymous-list-403',
    description: 'Anonymous callers may not list.',
    breaks: ['list.anonymous'],
    change: (b) => ({
      refuseCredential: (call) =>
        call.caller.kind === 'anonymous' ? 'credential-missing' : b.refuseCredential(call),
      ...changeStatus(b, ['credential-missing'], 403, (request) => request.method !== 'POST'),
    }),
  },
  {
    id: 'token-list-memberships-only',
    description: 'With a token, only repositories of its memberships are found, not other public ones.',
    breaks: ['list.token'],
    change: (b) => ({
      mayUse: (caller, repository, request) =>
        b.mayUse(caller, repository, request) &&
        (caller.kind !== 'known' || request.method === 'POST' || repository.isPrivate),
    }),
  },
  {
    id: 'token-list-500',
    description: 'The query for the account of a token fails on read-only requests.',
    breaks: ['list.token'],
    change: (b) => refuseLists(b, 500, (request) => request.header('authorization') !== undefined),
  },
  {
    id: 'accept-406',
    description: 'The recommended media type is refused.',
    breaks: ['list.recommended-headers'],
    change: (b) => refuseLists(b, 406, (request) => /\bvnd\./.test(request.header('accept') ?? '')),
  },
  {
    id: 'version-400',
    description: 'The version header must be a number.',
    breaks: ['list.recommended-headers'],
    change: (b) => refuseLists(b, 400, (request) => /\D/.test(request.header('x-service-api-version') ?? '')),
  },
  {
    id: 'state-open-422',
    description: 'The default state must not be given explicitly.',
    breaks: ['list.state.open'],
    change: (b) => refuseLists(b, 422, (request) => request.query('state') === 'open'),
  },
  {
    id: 'state-open-400',
    description: 'State names are compared in upper case.',
    breaks: ['list.state.open'],
    change: (b) => refuseLists(b, 400, (request) => /[a-z]/.test(request.query('state') ?? '')),
  },
  {
    id: 'state-default-all',
    description: 'Without `state`, the list is not filtered.',
    breaks: ['list.state.default-open'],
    change: (b) => ({
      stateFilter: (raw, request) => (raw === undefined ? 'all' : b.stateFilter(raw, request)),
    }),
  },
  {
    id: 'state-default-closed',
    description: 'Without `state`, closed issues are listed.',
    breaks: ['list.state.default-open'],
    change: (b) => ({
      stateFilter: (raw, request) => (raw === undefined ? 'closed' : b.stateFilter(raw, request)),
    }),
  },
] as const satisfies readonly Fault[];
