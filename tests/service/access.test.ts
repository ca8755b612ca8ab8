import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../src/service/start.ts';
import { create, getList, listAll, send } from './client.ts';

let reference: RunningService;

beforeAll(async () => {
  reference = await startService();
});
afterAll(async () => reference.stop());

function invalidCredentials(token: string): readonly string[] {
  const half = token.slice(0, token.length / 2);
  const changed = `${half}~${token.slice(half.length + 1)}`;
  return [
    'Bearer x',
    `Bearer ${half}`,
    `Bearer ${token}01234567`,
    `Bearer ${changed}`,
    `Bearer ${token.toUpperCase()}`,
    'Bearer',
    token,
    `token ${token}`,
    'Basic YTpi',
    `Bearer ${token} ${token}`,
  ];
}

describe('an invalid credential', () => {
  it('is answered with 401, on a public repository too', async () => {
    for (const authorization of invalidCredentials(reference.token)) {
      const headers = { authorization };
      expect((await send(reference, '', { headers })).status, authorization).toBe(401);
      const created = await send(reference, '', { headers, method: 'POST', body: '{"title":"no"}' });
      expect(created.status, authorization).toBe(401);
    }
  });

  it('may be of a scheme in any case where it is valid', async () => {
    const headers = { authorization: `bEARER  ${reference.token}` };
    expect((await send(reference, '', { headers })).status).toBe(200);
  });
});

describe('a name that does not exist', () => {
  it.each([
    ['nobody', 'widgets'],
    ['nobody', 'nothing'],
    ['acme-x1', 'widgets'],
    ['acme', 'nothing'],
    ['acme', 'widgets-x1'],
    ['acme', 'gears'],
    ['constructor', '__proto__'],
    ['acme/widgets', 'x'],
  ])('is 404 for %s/%s, read or written, with a token or without', async (owner, repo) => {
    const name = { owner, repo };
    expect((await send(reference, '', name)).status).toBe(404);
    expect((await send(reference, '', { ...name, token: reference.token })).status).toBe(404);
    expect((await create(reference, { title: 'no' }, name)).status).toBe(404);
  });

  it('does not show the issues of another repository of that name', async () => {
    const own = await listAll(reference);
    const foreign = await listAll(reference, 'open', { owner: 'globex' });
    expect(foreign).toHaveLength(41);
    const ids = new Set(own.map(({ id }) => id));
    expect(foreign.some(({ id }) => ids.has(id))).toBe(false);
  });
});

describe('a private repository', () => {
  it('is 404 for all but its members, after they have listed it too', async () => {
    const name = { owner: reference.privateOwner, repo: reference.privateRepo };
    expect((await getList(reference, '', { ...name, token: reference.token })).length).toBeGreaterThan(0);
    const anonymous = await send(reference, '', name);
    const outsider = await send(reference, '', { ...name, token: reference.outsiderToken });
    const nobody = await send(reference, '', { ...name, repo: 'nothing' });
    expect([anonymous.status, outsider.status]).toEqual([404, 404]);
    expect(await anonymous.text()).toBe(await nobody.text());
  });

  it('is written by its members only', async () => {
    const name = { owner: reference.privateOwner, repo: reference.privateRepo };
    const before = await listAll(reference, 'all', { ...name, token: reference.token });
    const refused = await create(reference, { title: 'no' }, { ...name, token: reference.outsiderToken });
    expect(refused.status).toBe(404);
    expect((await create(reference, { title: 'yes' }, name)).status).toBe(201);
    const after = await listAll(reference, 'all', { ...name, token: reference.token });
    expect(after.map(({ title }) => title)).toEqual(['yes', ...before.map(({ title }) => title)]);
  });
});

describe('anything else', () => {
  it('is 405 on the collection and 404 elsewhere', async () => {
    const put = await send(reference, '', { method: 'PUT', body: '{}' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect((await fetch(`${reference.baseUrl}/`)).status).toBe(404);
    expect((await send(reference, '/1')).status).toBe(404);
  });
});
