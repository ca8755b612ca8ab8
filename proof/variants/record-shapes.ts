import { createHash } from 'node:crypto';
import type { ListCall } from '../../src/service/request.ts';
import type { Issue, World } from '../../src/service/world.ts';
import { OF_NEW_RECORDS, ON_CONTENT } from '../faults/broken-rules.ts';
import { adds, identifies, lists, shows, withoutIdentity } from './records.ts';
import { hides, variantsOf } from './variant.ts';

const digest = (text: string): string => createHash('sha1').update(text).digest('hex');
const signature = (text: string): string => createHash('sha1').update(text).digest('base64url');
const secondsSince = (moment: string, { clock }: World): number =>
  Math.floor((clock.date() - Date.parse(moment)) / 1000);

/** Returns the issue some places behind another one in its repository. */
function near(issue: Issue, places: number, listing: ListCall | undefined): Issue | undefined {
  const issues = listing?.repository.issues ?? [];
  return issues[issues.lastIndexOf(issue) + places];
}

export const recordShapeVariants = variantsOf('silent', {
  'record-float-ids': identifies('Ids are fractional numbers.', ({ number }) => ({ id: number + 0.1 })),
  'record-negative-ids': identifies('Ids are negative.', ({ number }) => ({ id: -number })),
  'record-padded-ids': identifies('Numbers are strings with leading zeros.', (issue) => ({
    number: String(issue.number).padStart(12, '0'),
  })),
  'record-uuids': identifies('Ids are UUIDs.', ({ id }) => {
    const hex = digest(String(id));
    const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
    return { uuid: [...parts, hex.slice(20, 32)].join('-') };
  }),
  'record-texts-deeper-by-version': shows(
    'Title and body stand deeper in a record if the request names a version.',
    ({ title, body, ...issue }, _place, { header }) =>
      header('x-service-api-version') === undefined
        ? { ...issue, title, body }
        : { ...issue, text: { title, body } },
  ),
  'record-content-hash': shows('The only id of a record is a hash of its content.', (issue) => ({
    hash: digest(JSON.stringify(issue)),
    ...withoutIdentity(issue),
  })),
  'record-api-resources': shows(
    'Records have a type, an id, attributes, relationships and links.',
    ({ id, number, user, html_url, ...attributes }) => ({
      type: 'issues',
      id: String(id),
      attributes: { number, ...attributes },
      relationships: { author: { data: { type: 'users', id: String(user.id) } } },
      links: { self: html_url },
    }),
  ),
  'record-two-shapes': shows(
    'Issues and pull requests have no field in common.',
    ({ pull_request, number, title, ...rest }) =>
      pull_request === undefined ? { number, title, ...rest } : { pull_request: { number, title } },
  ),
  'record-subject': shows('The title has another name, in an object.', ({ title, ...rest }) => ({
    ...rest,
    content: { subject: { text: title } },
  })),
  'record-title-escaped': shows('Titles are shown with character entities.', (issue) => ({
    ...issue,
    title: issue.title.replace(/[^\w .-]/gu, (character) => `&#${character.codePointAt(0)};`),
  })),
  'record-title-20': hides(OF_NEW_RECORDS, shows)(
    'The list shows the first 20 characters of a title.',
    (issue) => ({ ...issue, title: issue.title.slice(0, 20) }),
  ),
  'record-words': shows('A record is the words of its title and the lines of its text.', (issue) => ({
    words: issue.title.split(' '),
    lines: issue.body?.split('\n') ?? [],
  })),
  'record-bodies-hidden': shows('Records do not contain the body.', ({ body: _body, ...rest }) => rest),
  'record-repository': adds('Each record contains its repository and its author in full.', ({ user }) => ({
    repository: { id: 77, name: 'widgets', url: 'https://issues.example/acme/widgets', private: false },
    user: { ...user, url: `https://issues.example/${user.login}`, type: 'User', site_admin: false },
  })),
  'record-neighbours': adds('Each record contains the previous and the next issue.', (issue, { listing }) => {
    const named = (other: Issue | undefined) => other && { number: other.number, title: other.title };
    return { previous: named(near(issue, -1, listing)), next: named(near(issue, 1, listing)) };
  }),
  'record-quotes-the-next': adds(
    'Each record has title and body of the next one as its own fields.',
    (issue, { listing }) => {
      const next = near(issue, 1, listing);
      return { next_title: next?.title ?? null, next_body: next?.body ?? null };
    },
  ),
  'record-neighbour-without-texts': shows(
    'Records have no texts, and contain the next issue.',
    ({ body: _body, ...issue }, { listing }) => {
      const next = listing?.repository.issues.find(({ number }) => number === issue.number + 1);
      return { ...issue, next: next && { number: next.number, title: next.title } };
    },
  ),
  'record-next-without-id': hides(['create.once'], shows)(
    'Records have no id, but the title of the next issue.',
    ({ title, body, ...issue }, { listing }) => {
      const issues = listing?.repository.issues ?? [];
      return { title, body, next: issues.find(({ id }) => id > issue.id)?.title ?? null };
    },
  ),
  'record-some-titles-prefixed': hides(['create.listed', 'create.concurrent'], shows)(
    'Records have no id and no body, and every third one has its number before its title.',
    ({ number, title, state, created_at }) => ({
      title: number % 3 === 0 ? `#${number} ${title}` : title,
      state,
      created_at,
    }),
  ),
  'record-latest': shows('Each record contains the title of the latest issue.', (issue, { listing }) => ({
    repository: { name: 'widgets', latest: listing?.repository.issues.at(-1)?.title ?? issue.title },
    ...issue,
  })),
  'list-padded': lists(
    'The body has white space before, inside and after the list.',
    (body) => `\r\n\t ${body.replace(/\]$/, '\n]')} \r\n\n`,
  ),
  'list-numbers-with-exponents': lists(
    'Every second response writes ids in exponent notation.',
    (body, _records, { request }) =>
      request.ordinal % 2 === 0 ? body.replace(/"id":(\d+)/g, '"id":$1.0e0') : body,
  ),
  'record-age': shows(
    'Records contain their age in seconds, and no date.',
    ({ created_at, updated_at: _updated, ...rest }, _place, { world }) => ({
      ...rest,
      age: `${secondsSince(created_at, world)} seconds`,
    }),
  ),
  'record-age-and-words': hides([...ON_CONTENT, ...OF_NEW_RECORDS], shows)(
    'A record consists of the words of its title and its age in seconds.',
    ({ title, created_at }, _place, { world }) => ({
      words: title.split(' '),
      age: secondsSince(created_at, world),
    }),
  ),
  'record-signed-urls': shows(
    'Records contain addresses with a new signature in every response.',
    ({ html_url, ...rest }, _place, { ordinal }) => ({
      url: `${html_url}?signature=${signature(`${html_url} ${ordinal}`)}`,
      ...rest,
    }),
  ),
  'record-signed-by-the-clock': hides([...ON_CONTENT, ...OF_NEW_RECORDS], shows)(
    'Records have an address that is signed anew every second; other fields are in an object.',
    (issue, _place, { world }) => {
      const expires = Math.ceil(world.clock.date() / 1000) * 1000;
      return { url: `${issue.html_url}?signature=${signature(`${issue.id} ${expires}`)}`, issue };
    },
  ),
  'record-advertisement': adds(
    'Some records of a response, different ones each time, have an advertisement and no label.',
    (_issue, { index }, { ordinal }) =>
      (ordinal * 31 + index * 17) % 10 === 0 ? { advertisement: `Buy ${ordinal % 7}` } : { labelled: true },
  ),
  'record-notice-intermittently': adds(
    'In every tenth response, each record contains a notice.',
    (_issue, _place, { ordinal }) => ({
      ...(ordinal % 10 === 0 && { notice: 'Maintenance tonight' }),
      size: 1,
    }),
  ),
  'record-cursor': shows(
    'A record is nested in an object with a cursor made from its position in the list.',
    (node, { index, listing }) => {
      const { page, size } = listing?.window ?? { page: 1, size: 1 };
      const place = (page - 1) * size + index;
      return { cursor: Buffer.from(`offset:${place}`).toString('base64'), node };
    },
  ),
  'record-place-on-page': shows(
    'A record is nested in an object with its page and its position on it.',
    (issue, { index, listing }) => ({ place: `page ${listing?.window.page ?? 1}, no. ${index + 1}`, issue }),
  ),
  'record-self-link-repeats-query': shows(
    'The only id of a record is a link that repeats the query.',
    (issue, _place, { url }) => ({ self: `/issues/${issue.number}${url.search}`, ...withoutIdentity(issue) }),
  ),
});
