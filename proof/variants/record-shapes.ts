import { createHash } from 'node:crypto';
import type { Issue } from '../../src/service/world/repository.ts';
import { addFields, renderAs, rewriteList } from '../changes/answers.ts';
import { OF_NEW_RECORDS } from './creation.ts';
import type { Deviation } from './variant.ts';

function withoutIdentity({ id: _id, number: _number, html_url: _url, ...rest }: Issue) {
  return rest;
}

function digest(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** What records are called, what they hold, and how that is written. */
export const recordShapeVariants = [
  {
    id: 'record-float-ids',
    difference: 'Ids are numbers with a fraction.',
    change: () => renderAs((issue) => ({ ...withoutIdentity(issue), id: issue.number + 0.1 })),
  },
  {
    id: 'record-negative-ids',
    difference: 'Ids are negative.',
    change: () => renderAs((issue) => ({ ...withoutIdentity(issue), id: -issue.number })),
  },
  {
    id: 'record-padded-ids',
    difference: 'Numbers are texts with zeros before them.',
    change: () =>
      renderAs((issue) => ({ ...withoutIdentity(issue), number: String(issue.number).padStart(12, '0') })),
  },
  {
    id: 'record-uuids',
    difference: 'Ids are UUIDs.',
    change: () =>
      renderAs((issue) => {
        const hex = digest(String(issue.id));
        const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
        return { ...withoutIdentity(issue), uuid: [...parts, hex.slice(20, 32)].join('-') };
      }),
  },
  {
    id: 'record-content-hash',
    difference: 'A hash of its content tells a record from others.',
    change: () => renderAs((issue) => ({ hash: digest(JSON.stringify(issue)), ...withoutIdentity(issue) })),
  },
  {
    id: 'record-api-resources',
    difference: 'Records have a type, an id, attributes, relationships and links.',
    change: () =>
      renderAs(({ id, number, user, html_url, ...attributes }) => ({
        type: 'issues',
        id: String(id),
        attributes: { number, ...attributes },
        relationships: { author: { data: { type: 'users', id: String(user.id) } } },
        links: { self: html_url },
      })),
  },
  {
    id: 'record-two-shapes',
    difference: 'Issues and pull requests have no field in common.',
    change: () =>
      renderAs(({ pull_request, number, title, ...rest }) =>
        pull_request === undefined ? { number, title, ...rest } : { pull_request: { number, title } },
      ),
  },
  {
    id: 'record-subject',
    difference: 'The title stands under another name, inside another object.',
    change: () => renderAs(({ title, ...rest }) => ({ ...rest, content: { subject: { text: title } } })),
  },
  {
    id: 'record-title-escaped',
    difference: 'Titles are shown with entities for special characters.',
    change: () =>
      renderAs((issue) => ({
        ...issue,
        title: issue.title.replace(/[^\w .-]/gu, (character) => `&#${character.codePointAt(0)};`),
      })),
  },
  {
    id: 'record-title-20',
    difference: 'The list shows the first 20 characters of a title.',
    cannotShow: OF_NEW_RECORDS,
    change: () => renderAs((issue) => ({ ...issue, title: issue.title.slice(0, 20) })),
  },
  {
    id: 'record-words',
    difference: 'A record is the words of its title and the lines of its text.',
    change: () =>
      renderAs(({ title, body }) => ({ words: title.split(' '), lines: body?.split('\n') ?? [] })),
  },
  {
    id: 'record-bodies-hidden',
    difference: 'The list shows no texts.',
    change: () => renderAs(({ body: _body, ...rest }) => rest),
  },
  {
    id: 'record-repository',
    difference: 'Each record holds its repository and its author in full.',
    change: (b) =>
      addFields(b, ({ user }) => ({
        repository: { id: 77, name: 'widgets', url: 'https://issues.example/acme/widgets', private: false },
        user: { ...user, url: `https://issues.example/${user.login}`, type: 'User', site_admin: false },
      })),
  },
  {
    id: 'record-neighbours',
    difference: 'Each record names the issues that were created before it and after it.',
    change: (b) =>
      addFields(b, (issue, { listing }) => {
        const issues = listing?.repository.issues ?? [];
        const at = issues.lastIndexOf(issue);
        const named = (other: Issue | undefined) => other && { number: other.number, title: other.title };
        return { previous: named(issues[at - 1]), next: named(issues[at + 1]) };
      }),
  },
  {
    id: 'record-latest',
    difference: 'Each record holds its repository, and that the title of the latest issue.',
    change: () =>
      renderAs((issue, { listing }) => ({
        repository: { name: 'widgets', latest: listing?.repository.issues.at(-1)?.title ?? issue.title },
        ...issue,
      })),
  },
  {
    id: 'list-padded',
    difference: 'There are blanks before the list, within it and after it.',
    change: (b) => rewriteList(b, (body) => `\r\n\t ${body.replace(/\]$/, '\n]')} \r\n\n`),
  },
  {
    id: 'list-numbers-with-exponents',
    difference: 'Ids are written with an exponent in every second answer.',
    change: (b) =>
      rewriteList(b, (body, { request }) =>
        request.ordinal % 2 === 0 ? body.replace(/"id":(\d+)/g, '"id":$1.0e0') : body,
      ),
  },
] as const satisfies readonly Deviation[];
