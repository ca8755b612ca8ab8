import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../src/service/start.ts';
import { create, getList, listAll, numbers, send, shownRecord } from './client.ts';

let reference: RunningService;

beforeAll(async () => {
  reference = await startService();
});
afterAll(async () => reference.stop());

describe('an issue', () => {
  it('is created from a title alone and answered with its record', async () => {
    const response = await create(reference, { title: 'Only a title' });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual((await getList(reference, '?per_page=1'))[0]);
  });

  it('gives title and body back as they were sent, whoever is let in', async () => {
    const payload = { title: ' „Grüße“ 🎉 \u2028', body: 'a\r\nb\u0000' };
    const response = await create(reference, payload, { token: reference.outsiderToken });
    expect(response.status).toBe(201);
    const [newest] = await getList(reference);
    expect(newest).toMatchObject(payload);
  });

  it('may have a body that is null', async () => {
    expect((await create(reference, { title: 'null', body: null })).status).toBe(201);
  });

  it('turns up once and pushes nothing out', async () => {
    const before = numbers(await listAll(reference));
    const created = await shownRecord(await create(reference, { title: 'One more' }));
    expect(numbers(await listAll(reference))).toEqual([created.number, ...before]);
  });

  it('turns up once also where many are created at one moment', async () => {
    const titles = Array.from({ length: 40 }, (_, index) => `At one moment ${index}`);
    const answers = await Promise.all(titles.map((title) => create(reference, { title })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const listed = (await listAll(reference)).map(({ title }) => title);
    expect(listed.filter((title) => title.startsWith('At one moment')).toSorted()).toEqual(titles.toSorted());
  });
});

describe('a payload', () => {
  const invalid: readonly (readonly [string, string])[] = [
    ['without a title', '{"body":"text"}'],
    ['with nothing in it', '{}'],
    ['whose title is inherited', '{"__proto__":{"title":"x"}}'],
    ...['null', '5', 'true', '["x"]', '{"a":"x"}', '""'].map(
      (title) => [`with the title ${title}`, `{"title":${title}}`] as const,
    ),
    ...['5', 'false', '[]', '{}'].map(
      (body) => [`with the body ${body}`, `{"title":"x","body":${body}}`] as const,
    ),
    ...['[]', '[{"title":"x"}]', '"title"', '5', 'true', 'null'].map(
      (text) => [`that is ${text}`, text] as const,
    ),
    ['that is no JSON', '{"title":'],
    ['of no bytes', ''],
  ];

  it.each(invalid)('%s is refused with 422 and leaves nothing behind', async (_name, text) => {
    const before = numbers(await listAll(reference, 'all'));
    const response = await create(reference, text);
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ message: 'Validation Failed' });
    expect(numbers(await listAll(reference, 'all'))).toEqual(before);
  });

  it('is looked at last: first who asks, then for what', async () => {
    const body = '{}';
    const repo = 'nothing';
    expect((await send(reference, '', { method: 'POST', body, repo })).status).toBe(401);
    expect((await create(reference, body, { repo })).status).toBe(404);
    expect((await send(reference, '', { method: 'POST', body: '{"title":"x"}' })).status).toBe(401);
  });
});
