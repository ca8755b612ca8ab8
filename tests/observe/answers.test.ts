import { expect, it } from 'vitest';
import type { Exchange } from '../../src/client/exchange.ts';
import { LongBody } from '../../src/client/long-body.ts';
import { Secrets } from '../../src/client/secrets.ts';
import { describeCreated, describeErrors } from '../../src/observe/bodies.ts';
import { differences } from '../../src/observe/differences.ts';
import { rateLimitOf } from '../../src/observe/headers.ts';
import { bothOf, type FirstListing } from '../../src/observe/listed-issues.ts';
import { describeFields, fieldsOf } from '../../src/observe/record-fields.ts';
import { describeRoundTrip, TRIPS } from '../../src/observe/round-trip.ts';
import { answered } from '../snapshot/reading.ts';
import { hide } from '../support/hide.ts';

const forName = (
  name: string,
  id: string,
  status = 404,
  headers: Readonly<Record<string, string>> = {},
): Exchange =>
  answered({ message: `No ${name}`, id }, status, { 'x-request-id': id, 'x-path': `/${name}`, ...headers });
const isFromRequest = (text: string): boolean => text.includes('ic-1');

it('answers for a hidden name and for made-up ones differ where one says more', () => {
  const one = { answer: forName('qqqqqqqq', '2'), name: 'qqqqqqqq' };
  const other = { answer: forName('zzzzzzzz', '3'), name: 'zzzzzzzz' };
  expect(differences({ answer: forName('a', '1'), name: 'a' }, one, other)).toEqual([]);
  const telling = answered({ message: 'No access', id: '1' }, 403, {
    'x-request-id': '1',
    'x-path': '/a',
    vary: 'x',
  });
  expect(differences({ answer: telling, name: 'a' }, one, other)).toEqual([
    'body message',
    'header vary',
    'status',
  ]);
});

it('the shape of error answers has secrets taken out, and tells a long body from an empty one', () => {
  const secrets = new Secrets();
  const token = 'a-token-of-some-length-that-would-be-cut';
  secrets.add(token, 'TOKEN');
  const echo = answered({ [token]: 1 }, 401, { 'content-type': 'application/json' });
  expect(describeErrors([echo], (text) => secrets.scrub(text))).toBe('401: application/json {<TOKEN>}');
  const html = answered('', 404, { 'content-type': 'text/html' });
  const long = { ...html, response: html.response && { ...html.response, long: new LongBody(9000, '') } };
  const empty = answered('', 422, { 'content-length': '0' });
  expect(describeErrors([long, empty], hide)).toBe('404: text/html, long; 422: empty');
});

it.each([
  [{ 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '1' }, '5000'],
  [{ 'ratelimit-policy': '"default";q=100;w=60', ratelimit: '"default";r=50;t=30' }, '100'],
  [{ ratelimit: 'limit=60, remaining=59, reset=10' }, '60'],
  [{ 'x-ratelimit-remaining': '59' }, null],
])('the rate limit of %o is %s', (headers, limit) => {
  expect(rateLimitOf(answered('', 200, headers))).toBe(limit);
});

it.each([
  ['', 'empty'],
  ['created', 'no JSON'],
  ['[1]', 'a JSON array'],
  ['{"id":1,"title":"a ic-1"}', 'the issue as listed'],
  ['{"title":"a ic-1"}', 'the issue with other fields than listed'],
  ['{"issue":{"id":1,"title":"a ic-1"}}', 'the issue inside issue'],
  ['{"id":1}', 'an object without the title'],
])('the answer %j to a creation holds %s', (body, seen) => {
  const expected = { isFromRequest, listFields: ['id', 'title'], hide };
  expect(describeCreated({ status: 201, headers: {}, body, utf8: true }, expected)).toBe(
    `${seen}; no Location`,
  );
});

it('fields of records have types, a mark where some lack them, and a digest where they do not fit', () => {
  const records = [{ id: 1, body: null, pull: {} }, { id: 2, body: 'text' }, 'no record'];
  const hidden = fieldsOf(records).map((field) => Object.assign({}, field, { name: hide(field.name) }));
  expect(describeFields(hidden, 2, 200)).toBe('body:null|string id:number pull?:object');
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`n${index}`, 1]));
  expect(fieldsOf([many, { another: 1 }])).toHaveLength(1000);
});

it.each<readonly [(title: string, body: string) => unknown, string]>([
  [(title, body) => ({ slug: 'ic-1', meta: { name: title, text: body } }), 'unchanged'],
  [
    (title, body) => ({
      title: title.replaceAll(/\p{Emoji_Presentation}/gu, '?'),
      body: body.normalize('NFC'),
    }),
    'title changed: emoji; body changed: combining marks',
  ],
  [() => ({ id: 1 }), 'title not shown; body not shown'],
])('texts come back: %#', (recordOf, seen) => {
  const trips = TRIPS.slice(0, 1).map((trip) => {
    const title = trip.title('ic-1');
    return { trip, sent: JSON.stringify({ title, body: trip.body }), record: recordOf(title, trip.body) };
  });
  expect(describeRoundTrip(trips, isFromRequest)).toBe(seen);
});

it('two new issues show a lag and a state only where both do', () => {
  const listed = (lag: string, state = 'open'): FirstListing => ({ kind: 'listed', lag, state: { state } });
  const no: FirstListing = { kind: 'not-listed' };
  expect(bothOf(listed('within 1 s'), listed(''))).toEqual(listed(''));
  expect(bothOf(listed('within 1 s'), listed('within 5 s'))).toEqual(listed('within 5 s'));
  expect(bothOf(listed('', 'closed'), listed(''))).toMatchObject({ kind: 'listed', state: null });
  expect(bothOf(no, no)).toEqual(no);
  expect(() => bothOf(no, listed(''))).toThrow();
});
