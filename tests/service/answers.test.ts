import { expect, it } from 'vitest';
import { fixture } from '../../src/service/fixture.ts';
import { sharedService, using } from '../support/services.ts';
import { create, getList, listAll, numbers, send } from './client.ts';

// An oracle beside the rules, which are tried on this service. Each line is read from the specification by hand.

const shared = sharedService();
const { token, outsiderToken, privateRepo: repo } = fixture;

it.each<[query: string, from: number, to: number]>([
  ['?state=open', 0, 30],
  ...['0', '-9223372036854775809', 'abc', ''].map((size): [string, number, number] => [
    `?per_page=${size}`,
    0,
    30,
  ]),
  ['?per_page=18446744073709551621', 0, 100],
  ['?per_page=150&page=2', 100, 137],
  ['?per_page=0&page=2', 30, 60],
  [`?page=${'9'.repeat(300)}`, 137, 137],
  ...['zzqx', '%00', '__proto__', 'constructor'].map((sort): [string, number, number] => [
    `?sort=${sort}&direction=asc&per_page=7&page=4`,
    21,
    28,
  ]),
])('%s lists the open issues from %i to %i', async (query, from, to) => {
  const open = await listAll(shared());
  expect(numbers(await getList(shared(), query))).toEqual(numbers(open.slice(from, to)));
});

it('a created issue turns up once, as it was sent, and pushes nothing out', () =>
  using({}, async (service) => {
    const before = numbers(await listAll(service));
    const payload = { title: ' „Grüße“ 🎉 \u2028', body: 'a\r\nb\u0000' };
    expect((await create(service, payload, { token: outsiderToken })).status).toBe(201);
    const [newest, ...others] = await listAll(service);
    expect([newest, numbers(others)]).toEqual([expect.objectContaining(payload), before]);
  }));

it('invalid payloads are refused and leave nothing behind', () =>
  using({}, async (service) => {
    const before = numbers(await listAll(service, 'all'));
    const titles = ['{}', '{"__proto__":{"title":"x"}}', '{"title":""}', '{"title":null}', '{"title":["x"]}'];
    for (const payload of ['', '{"title":', 'null', '[{"title":"x"}]', ...titles, '{"title":"x","body":5}'])
      expect([payload, (await create(service, payload)).status]).toEqual([payload, 422]);
    expect(numbers(await listAll(service, 'all'))).toEqual(before);
  }));

it.each<[who: string, listed: number, created: number, Parameters<typeof send>[2]]>([
  ['an outsider', 200, 201, { token: outsiderToken }],
  ['nobody', 200, 401, {}],
  ['an invalid token', 401, 401, { token: `${token}0` }],
  ['a token without a scheme', 401, 401, { headers: { authorization: token } }],
  ['a scheme in any case', 200, 201, { headers: { authorization: `bEARER ${token}` } }],
  ['a member, of the private repository', 200, 201, { token, repo }],
  ['an outsider, of it', 404, 404, { token: outsiderToken, repo }],
  ['nobody, of it', 404, 401, { repo }],
  ['a member, of an unknown owner', 404, 404, { token, owner: 'nobody' }],
  ['a member, of no plain name', 404, 404, { token, owner: 'constructor', repo: '__proto__' }],
])('%s gets %i for a list and %i for a creation', async (_, listed, created, sent) => {
  const body = '{"title":"x"}';
  const creating = { ...sent, method: 'POST', body };
  expect([(await send(shared(), '', sent)).status, (await send(shared(), '', creating)).status]).toEqual([
    listed,
    created,
  ]);
});
