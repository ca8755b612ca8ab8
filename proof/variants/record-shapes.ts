import { createHash } from 'node:crypto';
import type { Issue } from '../../src/service/world/repository.ts';
import { addFields, recordsAs, rewriteList } from '../changes/answers.ts';
import { OF_NEW_RECORDS } from './creation.ts';
import { withoutIdentity } from './records.ts';
import { deviationsOf } from './variant.ts';

function digest(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** Names, contents and notation of records. */
export const recordShapeVariants = deviationsOf({
  'record-float-ids': {
    difference: 'Ids are fractional numbers.',
    change: recordsAs((issue) => ({ ...withoutIdentity(issue), id: issue.number + 0.1 })),
  },
  'record-negative-ids': {
    difference: 'Ids are negative.',
    change: recordsAs((issue) => ({ ...withoutIdentity(issue), id: -issue.number })),
  },
  'record-padded-ids': {
    difference: 'Numbers are strings with leading zeros.',
    change: recordsAs((issue) => ({
      ...withoutIdentity(issue),
      number: String(issue.number).padStart(12, '0'),
    })),
  },
  'record-uuids': {
    difference: 'Ids are UUIDs.',
    change: recordsAs((issue) => {
      const hex = digest(String(issue.id));
      const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
      return { ...withoutIdentity(issue), uuid: [...parts, hex.slice(20, 32)].join('-') };
    }),
  },
  'record-content-hash': {
    difference: 'The only id of a record is a hash of its content.',
    change: recordsAs((issue) => ({ hash: digest(JSON.stringify(issue)), ...withoutIdentity(issue) })),
  },
  'record-api-resources': {
    difference: 'Records have a type, an id, attributes, relationships and links.',
    change: recordsAs(({ id, number, user, html_url, ...attributes }) => ({
      type: 'issues',
      id: String(id),
      attributes: { number, ...attributes },
      relationships: { author: { data: { type: 'users', id: String(user.id) } } },
      links: { self: html_url },
    })),
  },
  'record-two-shapes': {
    difference: 'Issues and pull requests have no field in common.',
    change: recordsAs(({ pull_request, number, title, ...rest }) =>
      pull_request === undefined ? { number, title, ...rest } : { pull_request: { number, title } },
    ),
  },
  'record-subject': {
    difference: 'The title has another name and is nested in an object.',
    change: recordsAs(({ title, ...rest }) => ({ ...rest, content: { subject: { text: title } } })),
  },
  'record-title-escaped': {
    difference: 'Titles are shown with character entities.',
    change: recordsAs((issue) => ({
      ...issue,
      title: issue.title.replace(/[^\w .-]/gu, (character) => `&#${character.codePointAt(0)};`),
    })),
  },
  'record-title-20': {
    difference: 'The list shows the first 20 characters of a title.',
    cannotShow: OF_NEW_RECORDS,
    change: recordsAs((issue) => ({ ...issue, title: issue.title.slice(0, 20) })),
  },
  'record-words': {
    difference: 'A record consists of the words of its title and the lines of its text.',
    change: recordsAs(({ title, body }) => ({ words: title.split(' '), lines: body?.split('\n') ?? [] })),
  },
  'record-bodies-hidden': {
    difference: 'Records do not contain the body.',
    change: recordsAs(({ body: _body, ...rest }) => rest),
  },
  'record-repository': {
    difference: 'Each record contains its repository and its author in full.',
    change: addFields(({ user }) => ({
      repository: { id: 77, name: 'widgets', url: 'https://issues.example/acme/widgets', private: false },
      user: { ...user, url: `https://issues.example/${user.login}`, type: 'User', site_admin: false },
    })),
  },
  'record-neighbours': {
    difference: 'Each record contains the previous and the next issue.',
    change: addFields((issue, { listing }) => {
      const issues = listing?.repository.issues ?? [];
      const at = issues.lastIndexOf(issue);
      const named = (other: Issue | undefined) => other && { number: other.number, title: other.title };
      return { previous: named(issues[at - 1]), next: named(issues[at + 1]) };
    }),
  },
  'record-next-without-id': {
    difference: 'Records have no id, but the title of the next issue.',
    cannotShow: ['create.once'],
    change: recordsAs(({ title, body, ...issue }, { listing }) => {
      const issues = listing?.repository.issues ?? [];
      return { title, body, next: issues.find(({ id }) => id > issue.id)?.title ?? null };
    }),
  },
  'record-some-titles-prefixed': {
    difference: 'Records have no id and no body, and every third one has its number before its title.',
    cannotShow: ['create.listed', 'create.concurrent'],
    change: recordsAs(({ number, title, state, created_at }) => ({
      title: number % 3 === 0 ? `#${number} ${title}` : title,
      state,
      created_at,
    })),
  },
  'record-latest': {
    difference: 'Each record contains its repository, which includes the title of the latest issue.',
    change: recordsAs((issue, { listing }) => ({
      repository: { name: 'widgets', latest: listing?.repository.issues.at(-1)?.title ?? issue.title },
      ...issue,
    })),
  },
  'list-padded': {
    difference: 'The body has white space before, inside and after the list.',
    change: rewriteList((body) => `\r\n\t ${body.replace(/\]$/, '\n]')} \r\n\n`),
  },
  'list-numbers-with-exponents': {
    difference: 'Every second response writes ids in exponent notation.',
    change: rewriteList((body, _records, { request }) =>
      request.ordinal % 2 === 0 ? body.replace(/"id":(\d+)/g, '"id":$1.0e0') : body,
    ),
  },
});
