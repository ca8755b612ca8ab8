import type { Issue } from '../../src/service/world/repository.ts';
import { addFields, recordsAs, rewriteList } from '../changes/answers.ts';
import { OF_NEW_RECORDS } from './creation.ts';
import { deviationsOf } from './variant.ts';

// Neighbouring integers of this size are equal as doubles.
const BEYOND_DOUBLES = 9_007_199_254_740_993n;

/** Returns an issue without the fields that identify it. */
export function withoutIdentity({ id: _id, number: _number, html_url: _url, ...rest }: Issue) {
  return rest;
}

export const recordVariants = deviationsOf({
  'record-without-id': {
    difference: 'Records have no id, but a number and an address.',
    change: recordsAs(({ id: _id, ...rest }) => rest),
  },
  'record-url-only': {
    difference: 'An address is the only field that identifies a record.',
    change: recordsAs((issue) => ({ ...withoutIdentity(issue), url: issue.html_url })),
  },
  'record-id-only': {
    difference: 'Records consist of an id only, so no title identifies new issues.',
    cannotShow: ['create.listed', ...OF_NEW_RECORDS],
    change: recordsAs(({ id }) => ({ id })),
  },
  'record-nested-key': {
    difference: 'The id of a record is nested in an object.',
    change: recordsAs((issue) => ({ meta: { key: { uid: issue.id } }, ...withoutIdentity(issue) })),
  },
  'record-odd-names': {
    difference: 'No field has a usual name.',
    change: recordsAs((issue) => ({
      vorgang: `V-${issue.number}`,
      betreff: issue.title,
      inhalt: issue.body,
      offen: issue.state === 'open',
      seit: issue.created_at,
    })),
  },
  'record-text-ids': {
    difference: 'Ids are strings.',
    change: recordsAs((issue) => ({ ...issue, id: `iss_${issue.id.toString(36)}`, number: undefined })),
  },
  'record-64-bit-ids': {
    difference: 'The only id is an integer too large for a double.',
    change: () => ({
      renderRecord: (issue) => {
        const rest = JSON.stringify(withoutIdentity(issue)).slice(1);
        return `{"id":${BEYOND_DOUBLES + BigInt(issue.number)},${rest}`;
      },
    }),
  },
  'record-title-and-text': {
    difference: 'Records have a title and a text, and nothing else.',
    change: recordsAs(({ title, body }) => ({ title, body })),
  },
  'record-read-at': {
    difference: 'Records contain the time of reading.',
    change: addFields((_issue, _place, { world }) => ({ read_at: world.now().toISOString() })),
  },
  'record-trace': {
    difference: 'Each record contains a new random value in each response.',
    change: addFields((_issue, { index }, { ordinal }) => ({ trace: `t${ordinal}-${index}` })),
  },
  'record-position': {
    difference: 'Records contain their position on the page.',
    change: addFields((_issue, { index }) => ({ position: index + 1 })),
  },
  'record-rank': {
    difference: 'Records contain their position in the list and their page.',
    change: addFields((_issue, { index, listing }) => {
      const { page, size } = listing?.window ?? { page: 1, size: 1 };
      return { listing: { rank: (page - 1) * size + index + 1, page } };
    }),
  },
  'record-views': {
    difference: 'Records count how often they were read.',
    change: (b) => {
      const views = new WeakMap<Issue, number>();
      return addFields((issue) => {
        const seen = (views.get(issue) ?? 0) + 1;
        views.set(issue, seen);
        return { views: seen };
      })(b);
    },
  },
  'record-query-link': {
    difference: 'Records contain the address of the request.',
    change: addFields((_issue, _place, { url }) => ({ via: url.href })),
  },
  'record-fields-shuffled': {
    difference: 'Every second response has the fields of records in another order.',
    change: recordsAs((issue, _place, { ordinal }) =>
      ordinal % 2 === 0 ? Object.fromEntries(Object.entries(issue).toReversed()) : issue,
    ),
  },
  'record-more-fields': {
    difference: 'Records have extra fields of every JSON type.',
    change: addFields(({ number }) => ({
      locked: false,
      milestone: null,
      score: number / 7,
      reactions: { '+1': 0, 'odd "name"': [] },
      assignees: [{ login: 'mona' }],
    })),
  },
  'list-indented': {
    difference: 'The list is indented.',
    change: rewriteList((body) => `${JSON.stringify(JSON.parse(body), null, 2)}\n`),
  },
  'list-ascii': {
    difference: 'Non-ASCII characters are written as escapes.',
    change: rewriteList((body) =>
      body.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  },
});
