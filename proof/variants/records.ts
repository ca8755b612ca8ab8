import type { Issue } from '../../src/service/world.ts';
import { addFields, recordsAs, rewriteList } from '../changes/answers.ts';
import { OF_ALL_RECORDS, ON_CONTENT } from '../faults/broken-rules.ts';
import { differs, hides, variantsOf, variationOf } from './variant.ts';

// Neighbouring integers of this size are equal as doubles.
const BEYOND_DOUBLES = 9_007_199_254_740_993n;

/** Returns an issue without the fields that identify it. */
export function withoutIdentity({ id: _id, number: _number, html_url: _url, ...rest }: Issue) {
  return rest;
}

/** True for the issues of the seed data; issues of runs have later dates. */
const isSeeded = ({ created_at }: Issue): boolean => created_at < '2024';

export const shows = variationOf(recordsAs);
export const adds = variationOf(addFields);
export const lists = variationOf(rewriteList);

/** Identifies records by other fields, which come last. */
export const identifies = variationOf((identity: (issue: Issue) => object) =>
  recordsAs((issue) => ({ ...withoutIdentity(issue), ...identity(issue) })),
);

export const recordVariants = variantsOf('silent', {
  'record-without-id': shows('Records have no id, but a number.', ({ id: _id, ...rest }) => rest),
  'record-url-only': identifies('An address is the only field that identifies a record.', (issue) => ({
    url: issue.html_url,
  })),
  'record-id-only': hides(OF_ALL_RECORDS, shows)(
    'Records consist of an id only, so no title identifies new issues.',
    ({ id }) => ({ id }),
  ),
  'record-nested-key': shows('The id of a record is nested in an object.', (issue) => ({
    meta: { key: { uid: issue.id } },
    ...withoutIdentity(issue),
  })),
  'record-odd-names': shows('No field has a usual name.', (issue) => ({
    vorgang: `V-${issue.number}`,
    betreff: issue.title,
    inhalt: issue.body,
    offen: issue.state === 'open',
    seit: issue.created_at,
  })),
  'record-text-ids': shows('Ids are strings.', ({ number: _number, ...issue }) => ({
    ...issue,
    id: `iss_${issue.id.toString(36)}`,
  })),
  'record-64-bit-ids': differs('The only id is an integer too large for a double.', () => ({
    renderRecord: (issue) => {
      const rest = JSON.stringify(withoutIdentity(issue)).slice(1);
      return `{"id":${BEYOND_DOUBLES + BigInt(issue.number)},${rest}`;
    },
  })),
  'record-title-and-text': shows('Records are a title and a text.', ({ title, body }) => ({ title, body })),
  'record-read-at': adds('Records contain the time of reading.', (_issue, _place, { world }) => ({
    read_at: world.now().toISOString(),
  })),
  'record-trace': adds('Each record has a random value.', (_issue, { index }, { ordinal }) => ({
    trace: `t${ordinal}-${index}`,
  })),
  'record-position': adds('Records contain their position on the page.', (_issue, { index }) => ({
    position: index + 1,
  })),
  'record-rank': adds('Records contain their position in the list and their page.', (_issue, place) => {
    const { page, size } = place.listing?.window ?? { page: 1, size: 1 };
    return { listing: { rank: (page - 1) * size + place.index + 1, page } };
  }),
  'record-views': differs('Records count how often they were read.', (b) => {
    const views = new WeakMap<Issue, number>();
    return addFields((issue) => {
      const seen = (views.get(issue) ?? 0) + 1;
      views.set(issue, seen);
      return { views: seen };
    })(b);
  }),
  'record-query-link': adds('Records contain the address of the request.', (_issue, _place, { url }) => ({
    via: url.href,
  })),
  'record-text-and-query-link': shows(
    'A record is a title, a text and the address of the request.',
    ({ title, body }, _place, { url }) => ({ title, body, via: url.href }),
  ),
  'record-fields-shuffled': shows(
    'Every second response has the fields of records in another order.',
    (issue, _place, { ordinal }) =>
      ordinal % 2 === 0 ? Object.fromEntries(Object.entries(issue).toReversed()) : issue,
  ),
  'record-more-fields': adds('Records have extra fields of every JSON type.', ({ number }) => ({
    locked: false,
    milestone: null,
    score: number / 7,
    reactions: { '+1': 0, 'odd "name"': [] },
    assignees: [{ login: 'mona' }],
  })),
  'list-indented': lists('The list is indented.', (body) => `${JSON.stringify(JSON.parse(body), null, 2)}\n`),
  'list-ascii': lists('Non-ASCII characters are written as escapes.', (body) =>
    body.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ),
  'record-half-a-character': hides(['create.once', 'create.rejected-no-effect'], shows)(
    'Titles end in half a character, and texts are one word of 1,000 letters.',
    (issue) => ({ ...issue, title: `${issue.title} \ud83d`, body: 'x'.repeat(1000) }),
  ),
  'record-all-alike': hides([...ON_CONTENT, ...OF_ALL_RECORDS], shows)(
    'Records say only that they are issues.',
    () => ({ kind: 'issue' }),
  ),
});

/** Ids that are counted for each repository, so that private records look like public ones. */
export const lookAlikeVariants = variantsOf('silent', {
  'look-alike-ids-by-repository': shows('Each repository counts its ids from 1.', (issue) => ({
    ...issue,
    id: issue.number,
  })),
  'look-alike-relative-links': shows('Records have a number and a relative link, but no id.', (record) => {
    const { id: _id, ...issue } = record;
    return { ...issue, html_url: `issues/${issue.number}` };
  }),
  'look-alike-seeded': shows('All repositories have equal seed data.', (issue) => ({
    ...issue,
    id: issue.number,
    html_url: `issues/${issue.number}`,
  })),
  'look-alike-ids-by-kind': identifies(
    'Issues and pull requests count their ids apart.',
    ({ number, pull_request }) => ({ id: pull_request === undefined ? number : Math.ceil(number / 13) }),
  ),
  'look-alike-imported-without-id': shows('Imported issues have neither id nor address.', (issue) =>
    issue.number < 40 ? withoutIdentity(issue) : issue,
  ),
  'look-alike-short-titles': shows('Records are a number and the same short title.', (issue) => ({
    number: issue.number,
    title: isSeeded(issue) ? 'Bug' : issue.title,
  })),
});
