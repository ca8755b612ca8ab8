import { describe, expect, it } from 'vitest';
import { create, getList, listAll, numbers, send } from './client.ts';
import { within } from './within.ts';

// The program's own run on the bundled service holds the rest.

describe('a listing', () => {
  const reference = within();
  const open = listAll(reference);

  it.each<[string, number, number]>([
    ['', 0, 30],
    ['?state=open', 0, 30],
    ...['0', '-1', '-9223372036854775809', 'abc', '', '1e2'].map((size): [string, number, number] => [
      `?per_page=${size}`,
      0,
      30,
    ]),
    ['?per_page=1', 0, 1],
    ['?per_page=101', 0, 100],
    ['?per_page=18446744073709551621', 0, 100],
    ['?per_page=5&page=2', 5, 10],
    ['?per_page=150&page=2', 100, 137],
    ['?per_page=0&page=2', 30, 60],
    [`?page=${'9'.repeat(300)}`, 137, 137],
    ...['zzqx', '', '%00', '__proto__', 'constructor'].map((sort): [string, number, number] => [
      `?sort=${sort}&direction=asc&per_page=7&page=4`,
      21,
      28,
    ]),
  ])('of %s', async (query, from, to) => {
    expect(numbers(await getList(reference, query))).toEqual(numbers((await open).slice(from, to)));
  });
});

describe('a creation', () => {
  it('turns up once, as it was sent, and pushes nothing out', async () => {
    const reference = within();
    const before = numbers(await listAll(reference));
    const payload = { title: ' „Grüße“ 🎉 \u2028', body: 'a\r\nb\u0000' };
    expect((await create(reference, payload, { token: reference.outsiderToken })).status).toBe(201);
    const [newest, ...others] = await listAll(reference);
    expect(newest).toMatchObject(payload);
    expect(numbers(others)).toEqual(before);
  });

  it.each([
    '',
    '{"title":',
    'null',
    '[{"title":"x"}]',
    '{}',
    '{"__proto__":{"title":"x"}}',
    '{"title":""}',
    '{"title":null}',
    '{"title":["x"]}',
    '{"title":"x","body":5}',
  ])('of %s is refused and leaves nothing behind', async (payload) => {
    const reference = within();
    const before = numbers(await listAll(reference, 'all'));
    expect((await create(reference, payload)).status).toBe(422);
    expect(numbers(await listAll(reference, 'all'))).toEqual(before);
  });
});

describe('who asks', () => {
  const reference = within();
  const { token, outsiderToken, privateRepo: repo } = reference;
  const body = '{"title":"x"}';

  it.each<[string, number, number, Parameters<typeof send>[2]]>([
    ['a member', 200, 201, { token }],
    ['an outsider', 200, 201, { token: outsiderToken }],
    ['nobody', 200, 401, {}],
    ['an invalid token', 401, 401, { token: `${token}0` }],
    ['a token without a scheme', 401, 401, { headers: { authorization: token } }],
    ['a scheme in any case', 200, 201, { headers: { authorization: `bEARER ${token}` } }],
    ['a member, of the private repository', 200, 201, { token, repo }],
    ['an outsider, of it', 404, 404, { token: outsiderToken, repo }],
    ['nobody, of it', 404, 401, { repo }],
    ['a member, of an unknown repository', 404, 404, { token, repo: 'nothing' }],
    ['a member, of an unknown owner', 404, 404, { token, owner: 'nobody' }],
    ['a member, of no plain name', 404, 404, { token, owner: 'constructor', repo: '__proto__' }],
  ])('%s is answered with %i for a list and %i for a creation', async (_, listed, created, sent) => {
    expect((await send(reference, '', sent)).status).toBe(listed);
    expect((await send(reference, '', { ...sent, method: 'POST', body })).status).toBe(created);
  });

  it('learns nothing of a private repository from its refusal', async () => {
    const [hidden, none] = [
      await send(reference, '', { repo }),
      await send(reference, '', { repo: 'nothing' }),
    ];
    expect(await hidden.text()).toBe(await none.text());
  });
});
