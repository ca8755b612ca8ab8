import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { type RuleId, ruleIds } from '../../src/catalogue/index.ts';
import { tryRules } from '../../src/run/in-process.ts';
import type { SessionSettings } from '../../src/run/session.ts';
import { suites } from '../../suites/index.ts';
import { serveHttp } from '../support/serve.ts';
import { sessionFor } from '../support/try-reference.ts';

export interface TrackerIssue {
  readonly id: number;
  readonly title: string;
  readonly body: string | null;
}

/** What a service of the tests does with its issues, the newest of which come first. */
export interface Habits {
  /** Takes in an accepted creation. */
  readonly store?: (issue: TrackerIssue, issues: TrackerIssue[]) => Promise<void> | void;
  /** What others do before a request is looked at. */
  readonly meanwhile?: (issues: TrackerIssue[], method: string) => void;
}

const TOKEN = 'member-token-abcdef';
const payloadSchema = z.object({ title: z.string(), body: z.string().nullish() });

const reply = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}

function listOf(issues: readonly TrackerIssue[], url: URL): readonly TrackerIssue[] {
  const asked = Number(url.searchParams.get('per_page') ?? 30);
  const size = asked > 0 ? Math.min(asked, 100) : 30;
  const from = (Number(url.searchParams.get('page') ?? 1) - 1) * size;
  return issues.slice(from, from + size);
}

/** Tries rules on a service with some habits, and tells the verdicts that are no pass. */
export async function tryTracker(
  { store = (issue, issues) => void issues.unshift(issue), meanwhile }: Habits,
  only: readonly RuleId[],
  settings: Partial<SessionSettings> = {},
): Promise<string[]> {
  let last = 150;
  const issues: TrackerIssue[] = Array.from({ length: last }, (_, index) => ({
    id: last - index,
    title: `issue ${last - index}`,
    body: null,
  }));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const text = await textOf(request);
    meanwhile?.(issues, request.method ?? '');
    const { authorization } = request.headers;
    const isMember = authorization === `Bearer ${TOKEN}`;
    if (authorization !== undefined && !isMember) return reply(response, 401, {});
    if (request.method === 'POST' && !isMember) return reply(response, 401, {});
    if (url.pathname !== '/repos/acme/widgets/issues') return reply(response, 404, {});
    if (request.method !== 'POST') return reply(response, 200, listOf(issues, url));
    const payload = payloadSchema.safeParse(JSON.parse(text));
    if (!payload.success) return reply(response, 422, {});
    last += 1;
    const issue = { id: last, title: payload.data.title, body: payload.data.body ?? null };
    await store(issue, issues);
    return reply(response, 201, issue);
  };
  const service = await serveHttp((request, response) => void answer(request, response));
  try {
    const address = { baseUrl: service.baseUrl, owner: 'acme', repo: 'widgets', token: TOKEN };
    const names = { privateOwner: 'acme', privateRepo: 'none', outsiderToken: 'outsider-token-abcdef' };
    const session = { ...sessionFor({ ...address, ...names }), listedWithinMs: 300, ...settings };
    const { rules } = await tryRules(
      session,
      suites,
      ruleIds.filter((id) => only.includes(id)),
    );
    return rules.flatMap(({ id, verdict }) => (verdict === 'pass' ? [] : [`${id} ${verdict}`]));
  } finally {
    await service.stop();
  }
}
