import { describe, expect, it } from 'vitest';
import type { Service } from '../../src/service/service.ts';
import { tryService } from '../support/try-service.ts';

const json = (status: number, body: unknown) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Takes arrays for payloads, and lists them before all issues, behind what it has always had. */
function storing(always: readonly unknown[]): (service: Service) => Service {
  return (service) => {
    const stored: unknown[] = [];
    return {
      ...service,
      handle: async (incoming) => {
        const { method, url } = incoming;
        const payload: unknown = method === 'POST' ? await readJson(incoming.body) : {};
        if (Array.isArray(payload)) {
          stored.unshift(payload);
          return json(201, payload);
        }
        const answer = await service.handle(incoming);
        if (method !== 'GET' || answer.status !== 200 || typeof answer.body !== 'string') return answer;
        const issues: unknown = JSON.parse(answer.body);
        if (!Array.isArray(issues) || url.searchParams.has('page')) return answer;
        return json(200, [...always, ...stored, ...issues].slice(0, issues.length));
      },
    };
  };
}

async function readJson(body: () => Promise<string>): Promise<unknown> {
  try {
    return JSON.parse(await body());
  } catch {
    return {};
  }
}

const only = ['list.records', 'create.payload-type'] as const;

describe('a service that stores arrays', () => {
  it('breaks the rule on payloads, and the rest of its list is judged', async () => {
    const { verdictOf } = await tryService({}, { only: [...only], behind: storing([]) });
    expect([verdictOf('create.payload-type'), verdictOf('list.records')]).toEqual(['fail', 'pass']);
  });

  it('breaks both where its list holds what it would not take', async () => {
    const { verdictOf } = await tryService({}, { only: [...only], behind: storing([true]) });
    expect([verdictOf('create.payload-type'), verdictOf('list.records')]).toEqual(['fail', 'fail']);
  });

  it('breaks the rule on the list alone where it refuses what its list holds', async () => {
    const listing = (service: Service): Service => ({
      ...service,
      handle: async (incoming) => {
        const answer = await service.handle(incoming);
        const isList = incoming.method === 'GET' && answer.status === 200 && typeof answer.body === 'string';
        if (!isList) return answer;
        const issues: unknown = JSON.parse(answer.body);
        return Array.isArray(issues)
          ? json(200, [['was there before'], ...issues].slice(0, issues.length))
          : answer;
      },
    });
    const { verdictOf } = await tryService({}, { only: [...only], behind: listing });
    expect([verdictOf('create.payload-type'), verdictOf('list.records')]).toEqual(['pass', 'fail']);
  });
});
