import { rewriteList } from '../changes/answers.ts';
import { revise } from '../changes/decisions.ts';
import { changeStatus, refusing } from '../changes/refusals.ts';
import { together } from '../changes/together.ts';
import { familyOf, faultsOf } from './fault.ts';

const demandLogin = revise('refuseCredential', (refusal, { caller }) =>
  caller.kind === 'anonymous' ? 'credential-missing' : refusal,
);

/** Status and body of lists, records, and who may list. */
export const answerFaults = faultsOf({
  'answer-status-203': {
    description: 'A transforming proxy changes the status of every list to 203.',
    breaks: ['list.ok'],
    change: revise('listAnswer', (answer) => ({ ...answer, status: 203 })),
  },
  'answer-status-206': {
    description: 'A page is answered with 206, as if it were a byte range.',
    breaks: ['list.ok'],
    change: revise('listAnswer', (answer, records, total) =>
      answer.status === 200 && records.length < total ? { ...answer, status: 206 } : answer,
    ),
  },
  ...familyOf(['list.array'], rewriteList, {
    'answer-wrapped': [
      'The list is wrapped in an object, like a search result.',
      (body) => `{"items":${body}}`,
    ],
    'answer-lines': [
      'Records are sent one per line, as for a streaming client.',
      (_body, records) => records.join('\n'),
    ],
    'answer-guarded': ['A guard against script inclusion precedes the JSON.', (body) => `)]}',\n${body}`],
    'answer-trailing-text': [
      'A debugging aid appends the response time to the body.',
      (body) => `${body}\n<!-- 3 ms -->\n`,
    ],
    'answer-unclosed': ['The stream ends without closing the array.', (body) => body.slice(0, -1)],
    'answer-trailing-comma': [
      'A comma follows each record, also the last one.',
      (body) => body.replace(/\}\]$/, '},]'),
    ],
    'answer-in-a-string': ['The list is encoded as JSON twice.', (body) => JSON.stringify(body)],
    'answer-utf-16': ['The body is written in UTF-16.', (body) => Buffer.from(body, 'utf16le')],
    'answer-keyed': [
      'The list is an object with positions as keys, as some languages encode arrays.',
      (_body, records) => `{${records.map((record, index) => `"${index}":${record}`).join(',')}}`,
    ],
  }),
  'record-null-for-pull-request': {
    description: 'Pull requests have no row in the table of issues, so the list has null in their place.',
    breaks: ['list.records'],
    change: revise('renderRecord', (record, { pull_request }) => (pull_request ? 'null' : record)),
  },
  'record-number-for-pull-request': {
    description: 'Pull requests are listed as their numbers.',
    breaks: ['list.records'],
    change: revise('renderRecord', (record, { pull_request, number }) =>
      pull_request ? String(number) : record,
    ),
  },
  'record-title-at-a-place': {
    description: 'The fourth result of each page is a headline: its title, and no record.',
    breaks: ['list.records'],
    change: revise('renderRecord', (record, { title }, { index, listing }) =>
      listing !== undefined && index === 3 ? JSON.stringify(title) : record,
    ),
  },
  'record-in-a-string': {
    description: 'Records are read from a store of strings and quoted a second time.',
    breaks: ['list.records'],
    change: revise('renderRecord', (record) => JSON.stringify(record)),
  },
  'record-in-an-array': {
    description: 'Each record is an array, the raw row of the database.',
    breaks: ['list.records'],
    change: () => ({ renderRecord: (issue) => JSON.stringify(Object.values(issue)) }),
  },
  'anonymous-list-401': {
    description: 'Every route demands a login.',
    breaks: ['list.anonymous'],
    change: demandLogin,
  },
  'anonymous-list-403': {
    description: 'Anonymous callers may not list.',
    breaks: ['list.anonymous'],
    change: together(
      demandLogin,
      changeStatus('credential-missing', 403, (request) => request.method !== 'POST'),
    ),
  },
  'token-list-memberships-only': {
    description: 'With a token, only repositories of its memberships are found, not other public ones.',
    breaks: ['list.token'],
    change: revise(
      'mayUse',
      (may, { kind }, { isPrivate }, { method }) =>
        may && (kind !== 'known' || method === 'POST' || isPrivate),
    ),
  },
  'token-list-500': {
    description: 'The query for the account of a token fails on read-only requests.',
    breaks: ['list.token'],
    change: refusing(500, ({ header }) => header('authorization') !== undefined),
  },
  'accept-406': {
    description: 'The recommended media type is refused.',
    breaks: ['list.recommended-headers'],
    change: refusing(406, ({ header }) => /\bvnd\./.test(header('accept') ?? '')),
  },
  'version-400': {
    description: 'The version header must be a number.',
    breaks: ['list.recommended-headers'],
    change: refusing(400, ({ header }) => /\D/.test(header('x-service-api-version') ?? '')),
  },
});
