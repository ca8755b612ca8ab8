import { Octokit } from '@octokit/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../src/service/start.ts';

let reference: RunningService;
let octokit: Octokit;

beforeAll(async () => {
  reference = await startService();
  octokit = new Octokit({ baseUrl: reference.baseUrl });
});
afterAll(async () => reference.stop());

const ROUTE = '/repos/{owner}/{repo}/issues';

function parameters() {
  const headers = {
    accept: 'application/vnd.service+json',
    'x-service-api-version': '2022-11-28',
    authorization: `Bearer ${reference.token}`,
  };
  return { owner: reference.owner, repo: reference.repo, headers };
}

describe('a client that somebody else wrote', () => {
  it('lists, and walks through the pages', async () => {
    const seen = new Set<number>();
    for (let page = 1; page <= 3; page += 1) {
      const { status, data } = await octokit.request(`GET ${ROUTE}`, { ...parameters(), per_page: 50, page });
      expect(status).toBe(200);
      for (const { number } of data) seen.add(number);
    }
    expect(seen.size).toBe(137);
  });

  it('creates, and finds what it has created', async () => {
    const created = await octokit.request(`POST ${ROUTE}`, {
      ...parameters(),
      title: 'From afar',
      body: 'text',
    });
    expect(created.status).toBe(201);
    const { data } = await octokit.request(`GET ${ROUTE}`, { ...parameters(), per_page: 1 });
    expect(data[0]).toMatchObject({ id: created.data.id, title: 'From afar', body: 'text' });
  });

  it('is told what is wrong in a way that it understands', async () => {
    const anonymous = { owner: reference.owner, repo: reference.repo, title: 'no' };
    await expect(octokit.request(`POST ${ROUTE}`, anonymous)).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining('Requires authentication'),
    });
    const unknown = octokit.request(`GET ${ROUTE}`, { ...parameters(), repo: 'nothing' });
    await expect(unknown).rejects.toMatchObject({ status: 404 });
  });
});
