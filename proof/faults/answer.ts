import { isList, type ServiceRequest } from '../../src/service/request.ts';
import { demandLogin } from '../changes/access.ts';
import { answerRefused, changeStatus, failure, refusing, rewriteList, webPage } from '../changes/answers.ts';
import { sendsCredential } from '../changes/callers.ts';
import { answerWith, combine, remembering, revise } from '../changes/decisions.ts';
import { isUnversioned } from '../changes/lists.ts';
import { OWNERS, REPOS } from './broken-rules.ts';
import { breaks, denies, faultsOf } from './fault.ts';

const demandsLogin = demandLogin(({ caller }) => caller.kind === 'anonymous');

const acceptsVendorType = ({ header }: ServiceRequest): boolean => /\bvnd\./.test(header('accept') ?? '');

/** A body of a list that is no array; what it is instead is named. */
const noArray = (is: string, rewrite: Parameters<typeof rewriteList>[0]) =>
  breaks('list.array')(`The body of a list is ${is}.`, rewriteList(rewrite));

export const answerFaults = faultsOf({
  'answer-status-203': breaks('list.ok')(
    'A transforming proxy changes the status of every list to 203.',
    revise('listAnswer', (answer) => ({ ...answer, status: 203 })),
  ),
  'answer-status-206': breaks('list.ok')(
    'A page is answered with 206, as if it were a byte range.',
    revise('listAnswer', (answer, records, total) =>
      answer.status === 200 && records.length < total ? { ...answer, status: 206 } : answer,
    ),
  ),
  'answer-wrapped': noArray('an object that holds it', (body) => `{"items":${body}}`),
  'answer-lines': noArray('a line for each record', (_body, records) => records.join('\n')),
  'answer-guarded': noArray('guarded against inclusion', (body) => `)]}',\n${body}`),
  'answer-trailing-text': noArray('followed by a text', (body) => `${body}\n<!-- 3 ms -->\n`),
  'answer-unclosed': noArray('an array without its end', (body) => body.slice(0, -1)),
  'answer-trailing-comma': noArray('an array with a last comma', (body) => body.replace(/\}\]$/, '},]')),
  'answer-in-a-string': noArray('encoded as JSON twice', (body) => JSON.stringify(body)),
  'answer-utf-16': noArray('written in UTF-16', (body) => Buffer.from(body, 'utf16le')),
  'answer-keyed': noArray(
    'an object with positions as keys, as some languages encode arrays',
    (_body, records) => `{${records.map((record, index) => `"${index}":${record}`).join(',')}}`,
  ),
  'record-null-for-pull-request': breaks('list.records')(
    'Pull requests have no row in the table of issues, so the list has null in their place.',
    revise('renderRecord', (record, { pull_request }) => (pull_request ? 'null' : record)),
  ),
  'record-number-for-pull-request': breaks('list.records')(
    'Pull requests are listed as their numbers.',
    revise('renderRecord', (record, { pull_request, number }) => (pull_request ? String(number) : record)),
  ),
  'record-title-at-a-place': breaks('list.records')(
    'The fourth result of each page is a headline: its title, and no record.',
    revise('renderRecord', (record, { title }, { index, listing }) =>
      listing !== undefined && index === 3 ? JSON.stringify(title) : record,
    ),
  ),
  'record-in-a-string': breaks('list.records')(
    'Records are read from a store of strings and quoted a second time.',
    revise('renderRecord', (record) => JSON.stringify(record)),
  ),
  'record-in-an-array': breaks('list.records')(
    'Each record is an array, the raw row of the database.',
    () => ({ renderRecord: (issue) => JSON.stringify(Object.values(issue)) }),
  ),
  'anonymous-list-401': breaks('list.anonymous')('Every route demands a login.', demandsLogin),
  'anonymous-list-403': breaks('list.anonymous')(
    'Anonymous callers may not list.',
    combine(demandsLogin, changeStatus('credential-missing', 403, isList)),
  ),
  'token-list-memberships-only': breaks('list.token')(
    'With a token, only repositories of its memberships are found, not other public ones.',
    revise('mayUse', (may, { kind }, { isPrivate }, request) =>
      isList(request) && kind === 'known' ? may && isPrivate : may,
    ),
  ),
  'token-list-500': denies('list.token', 500)('A list for a credential', sendsCredential),
  'accept-406': denies('list.recommended-headers', 406)('The recommended media type', acceptsVendorType),
  'version-400': breaks('list.recommended-headers')(
    'The version header must be a number.',
    refusing(400, ({ header }) => /\D/.test(header('x-service-api-version') ?? '')),
  ),
});

/** Faults in the use of HTTP: redirects, caches, and content negotiation. */
export const httpFaults = faultsOf({
  'answer-304-unasked': breaks(['list.ok', 'list.anonymous'])(
    'A repeated request to the same address is answered with 304, though it is not conditional.',
    remembering(() => new Map<string, string>())(
      'listAnswer',
      (sent, answer, _records, _total, { request }) => {
        const { href } = request.url;
        const tag = answer.headers['etag'];
        if (answer.status === 200 && tag !== undefined && sent.get(href) === tag)
          return { ...answer, status: 304, body: '' };
        sent.set(href, tag ?? '');
        return answer;
      },
    ),
  ),
  'answer-redirected-to-page-one': breaks('list.ok')(
    'A list without `page` is redirected to its first page.',
    revise('listAnswer', (answer, _records, _total, { request }) => {
      const target = new URL(request.url);
      if (target.searchParams.has('page')) return answer;
      target.searchParams.set('page', '1');
      return failure(302, { location: target.href });
    }),
  ),
  'headers-together-400': breaks('list.recommended-headers')(
    'A vendor type in Accept names a version, so the version header is refused beside it.',
    refusing(400, (request) => acceptsVendorType(request) && !isUnversioned(request)),
  ),
  'accept-406-with-a-credential': breaks('list.recommended-headers')(
    'The gateway for credentials refuses the recommended media type before it looks at them.',
    answerWith(
      failure(406),
      (request) => request.method === 'GET' && sendsCredential(request) && acceptsVendorType(request),
    ),
  ),
  'version-404': breaks('list.recommended-headers')(
    'The version header selects a route, and the recommended version has none.',
    refusing(404, ({ header }) => header('x-service-api-version') === '2022-11-28'),
  ),
  'accept-vendor-html': breaks('list.array')(
    'An unknown media type in Accept is answered with HTML.',
    revise('listAnswer', (answer, _records, _total, { request }) =>
      acceptsVendorType(request) ? webPage('<ul><li>Issues</li></ul>') : answer,
    ),
  ),
  'unknown-name-redirected': breaks([...OWNERS, ...REPOS])(
    'An unknown repository is redirected to a search, as if it had been renamed.',
    answerRefused('repository-unknown', ({ repo }) =>
      failure(302, { location: `/search?q=${encodeURIComponent(repo)}` }),
    ),
  ),
});
