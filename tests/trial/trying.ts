import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RuleReport } from '../../src/report/model.ts';
import { Session, type SessionSettings } from '../../src/run/session.ts';
import { type Check, rule } from '../../src/trial/rule.ts';
import { serveHttp } from '../support/serve.ts';

/** A listing request, as a service of the tests sees it. */
export interface Asked {
  readonly query: URLSearchParams;
  readonly method: string;
  /** Counts the requests of this kind from 1: probes are told from the survey by `q`. */
  readonly nth: number;
  readonly response: ServerResponse;
}

export type Answering = (asked: Asked) => void;

export const json = (response: ServerResponse, status: number, value: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
};

export const issues = (count: number, from = 1): { id: number; title: string }[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index, title: `issue ${from + index}` }));

/** Answers a listing as a healthy service does. */
export function list({ query, response }: Asked, all: readonly unknown[]): void {
  const size = Number(query.get('per_page') ?? 30);
  const begin = (Number(query.get('page') ?? 1) - 1) * size;
  json(response, 200, all.slice(begin, begin + size));
}

const SETTINGS: SessionSettings = {
  runId: 'testrun001',
  address: {
    baseUrl: '',
    accept: 'application/json',
    apiVersion: '1',
    apiVersionHeader: 'x-version',
    userAgent: 'tests',
  },
  premises: {
    repository: { owner: 'acme', repo: 'widgets' },
    privateRepository: undefined,
    token: undefined,
    outsiderToken: undefined,
  },
  writes: 'none',
  profile: 'standard',
  seed: 7,
  concurrency: 4,
  maxRequests: 500,
  maxRate: undefined,
  timeoutMs: 5000,
  deadlineMs: 60_000,
  listedWithinMs: 500,
};

export interface Tried {
  readonly report: RuleReport;
  /** Requests that arrived at the service, whatever the session says. */
  readonly arrived: number;
  readonly tally: Session['tally'];
}

/** Opens a session with a service of its own; a repository other than acme/widgets is answered 404. */
export async function withSession<T>(
  answer: Answering,
  settings: Partial<SessionSettings>,
  use: (session: Session, arrived: () => number) => Promise<T>,
): Promise<T> {
  const counts = new Map<string, number>();
  let arrived = 0;
  const service = await serveHttp((request: IncomingMessage, response: ServerResponse) => {
    arrived += 1;
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname !== '/repos/acme/widgets/issues') {
      json(response, 404, {});
      return;
    }
    const kind = url.searchParams.has('q') ? 'probe' : 'list';
    const nth = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, nth);
    answer({ query: url.searchParams, method: request.method ?? '', nth, response });
  });
  const address = { ...SETTINGS.address, baseUrl: service.baseUrl };
  const session = new Session({ ...SETTINGS, address, ...settings });
  try {
    return await use(session, () => arrived);
  } finally {
    await session.close();
    await service.stop();
  }
}

/** Tries one check under the id of a rule that needs no setting. */
export function tryCheck(
  answer: Answering,
  check: Check,
  settings: Partial<SessionSettings> = {},
): Promise<Tried> {
  return withSession(answer, settings, async (session, arrived) => {
    const report = await session.try(rule('list.ok', check));
    return { report, arrived: arrived(), tally: session.tally };
  });
}
