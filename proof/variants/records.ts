import type { Issue } from '../../src/service/world/repository.ts';
import { addFields, renderAs, rewriteList } from '../changes/answers.ts';
import { OF_NEW_RECORDS } from './creation.ts';
import type { Deviation } from './variant.ts';

// Neighbouring integers of this size are equal as doubles.
const BEYOND_DOUBLES = 9_007_199_254_740_993n;

function withoutIdentity({ id: _id, number: _number, html_url: _url, ...rest }: Issue) {
  return rest;
}

export const recordVariants = [
  {
    id: 'record-without-id',
    difference: 'Records have no id, but a number and an address.',
    change: () => renderAs(({ id: _id, ...rest }) => rest),
  },
  {
    id: 'record-url-only',
    difference: 'An address is the only field that identifies a record.',
    change: () => renderAs((issue) => ({ ...withoutIdentity(issue), url: issue.html_url })),
  },
  {
    id: 'record-id-only',
    difference: 'Records consist of an id only, so no title identifies new issues.',
    cannotShow: OF_NEW_RECORDS,
    change: () => renderAs(({ id }) => ({ id })),
  },
  {
    id: 'record-nested-key',
    difference: 'The id of a record is nested in an object.',
    change: () => renderAs((issue) => ({ meta: { key: { uid: issue.id } }, ...withoutIdentity(issue) })),
  },
  {
    id: 'record-odd-names',
    difference: 'No field has a usual name.',
    change: () =>
      renderAs((issue) => ({
        vorgang: `V-${issue.number}`,
        betreff: issue.title,
        inhalt: issue.body,
        offen: issue.state === 'open',
        seit: issue.created_at,
      })),
  },
  {
    id: 'record-text-ids',
    difference: 'Ids are strings.',
    change: () => renderAs((issue) => ({ ...issue, id: `iss_${issue.id.toString(36)}`, number: undefined })),
  },
  {
    id: 'record-64-bit-ids',
    difference: 'The only id is an integer too large for a double.',
    change: () => ({
      renderRecord: (issue) => {
        const rest = JSON.stringify(withoutIdentity(issue)).slice(1);
        return `{"id":${BEYOND_DOUBLES + BigInt(issue.number)},${rest}`;
      },
    }),
  },
  {
    id: 'record-title-and-text',
    difference: 'Records have a title and a text, and nothing else.',
    change: () => renderAs(({ title, body }) => ({ title, body })),
  },
  {
    id: 'record-read-at',
    difference: 'Records contain the time of reading.',
    change: (b) => addFields(b, (_issue, _place, { world }) => ({ read_at: world.now().toISOString() })),
  },
  {
    id: 'record-trace',
    difference: 'Each record contains a new random value in each response.',
    change: (b) => addFields(b, (_issue, { index }, { ordinal }) => ({ trace: `t${ordinal}-${index}` })),
  },
  {
    id: 'record-position',
    difference: 'Records contain their position on the page.',
    change: (b) => addFields(b, (_issue, { index }) => ({ position: index + 1 })),
  },
  {
    id: 'record-rank',
    difference: 'Records contain their position in the list and their page.',
    change: (b) =>
      addFields(b, (_issue, { index, listing }) => {
        const { page, size } = listing?.window ?? { page: 1, size: 1 };
        return { listing: { rank: (page - 1) * size + index + 1, page } };
      }),
  },
  {
    id: 'record-views',
    difference: 'Records count how often they were read.',
    change: (b) => {
      const views = new WeakMap<Issue, number>();
      return addFields(b, (issue) => {
        const seen = (views.get(issue) ?? 0) + 1;
        views.set(issue, seen);
        return { views: seen };
      });
    },
  },
  {
    id: 'record-query-link',
    difference: 'Records contain the address of the request.',
    change: (b) => addFields(b, (_issue, _place, { url }) => ({ via: url.href })),
  },
  {
    id: 'record-fields-shuffled',
    difference: 'Every second response has the fields of records in another order.',
    change: () =>
      renderAs((issue, _place, { ordinal }) =>
        ordinal % 2 === 0 ? Object.fromEntries(Object.entries(issue).toReversed()) : issue,
      ),
  },
  {
    id: 'record-more-fields',
    difference: 'Records have extra fields of every JSON type.',
    change: (b) =>
      addFields(b, ({ number }) => ({
        locked: false,
        milestone: null,
        score: number / 7,
        reactions: { '+1': 0, 'odd "name"': [] },
        assignees: [{ login: 'mona' }],
      })),
  },
  {
    id: 'list-indented',
    difference: 'The list is indented.',
    change: (b) => rewriteList(b, (body) => `${JSON.stringify(JSON.parse(body), null, 2)}\n`),
  },
  {
    id: 'list-ascii',
    difference: 'Non-ASCII characters are written as escapes.',
    change: (b) =>
      rewriteList(b, (body) =>
        body.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
      ),
  },
] as const satisfies readonly Deviation[];
