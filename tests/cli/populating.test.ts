import { describe, expect, it } from 'vitest';
import { populate } from '../../src/cli/populate.ts';
import type { SentRequest } from '../../src/client/exchange.ts';
import type { RawAnswer, Transport } from '../../src/client/transport.ts';
import { VirtualClock } from '../../src/client/virtual-clock.ts';
import type { RunSettings } from '../../src/context/run-settings.ts';
import { openService } from '../../src/service/service.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor } from '../support/try-service.ts';

class ConnectionReset extends Error {
  readonly code: string;

  constructor(code = 'ECONNRESET') {
    super('reset');
    this.code = code;
  }
}

const answered = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body = '{}',
): RawAnswer => ({
  status,
  headers: { 'content-length': '2', ...headers },
  body: (async function* () {
    yield Buffer.from(body);
  })(),
});

interface Trying extends Partial<RunSettings> {
  /** What becomes of a creation, counted from 1; `null` where the service answers it. @param arrive carries it out */
  readonly post?: (place: number, arrive: () => Promise<RawAnswer>) => Promise<RawAnswer> | null;
  readonly signal?: AbortSignal;
}

/** Fills the public repository of a bundled service, which has 10 open issues. */
async function populateIn(count: number, { post, signal, ...settings }: Trying = {}) {
  const clock = new VirtualClock();
  const service = openService({ issues: 10, clock });
  const well = inProcess(service, clock);
  const sent: SentRequest[] = [];
  const posts = (): SentRequest[] => sent.filter(({ method }) => method === 'POST');
  const transport: Transport = {
    ...well,
    send: async (request, how) => {
      sent.push(request);
      const arrive = (): Promise<RawAnswer> => well.send(request, how);
      if (request.method !== 'POST') return arrive();
      return (await post?.(posts().length, arrive)) ?? arrive();
    },
  };
  const made = await populate(
    { ...settingsFor(service, 'http://service.test'), ...settings },
    count,
    signal ?? new AbortController().signal,
    { transport, clock },
  );
  const listed = await service.handle({
    method: 'GET',
    url: new URL('http://service.test/repos/acme/widgets/issues?per_page=100'),
    header: () => undefined,
    body: () => Promise.resolve(''),
  });
  const titles = (JSON.parse(String(listed.body)) as { title: string }[]).map(({ title }) => title);
  const markers = posts().map(({ body }) => /ic-testrun001-[0-9a-z]+/.exec(body ?? '')?.[0]);
  return { made, markers, own: titles.filter((title) => title.includes('ic-testrun001-')) };
}

const stillAnswered = (answer: RawAnswer): Promise<RawAnswer> => Promise.resolve(answer);
const lost = (code?: string): Promise<RawAnswer> => Promise.reject(new ConnectionReset(code));

/** What became of creations: how many were wanted, created, sent, and stored; and why it ended. */
type Row = [what: string, count: number, trying: Trying, ends: readonly number[], stopped?: RegExp];
const ROWS: Row[] = [
  ['obeys', 12, {}, [12, 12, 12]],
  [
    'is busy once',
    3,
    { post: (place) => (place === 2 ? stillAnswered(answered(429, { 'retry-after': '7' })) : null) },
    [3, 4, 3],
  ],
  [
    'loses an answer',
    4,
    { post: (place, arrive) => (place === 2 ? arrive().then(() => lost()) : null) },
    [1, 2, 2],
    /reset|connection/i,
  ],
  [
    'answers nothing but errors any more',
    50,
    { post: (place) => (place > 5 ? stillAnswered(answered(500)) : null) },
    [5, 6, 5],
    /500/,
  ],
  ...([401, 307] as const).map(
    (status): Row => [
      `refuses with ${status}`,
      9,
      { post: (place) => (place === 3 ? stillAnswered(answered(status)) : null) },
      [2, 3, 2],
      new RegExp(`${status}`),
    ],
  ),
  ['goes away', 9, { post: (place) => (place > 4 ? lost('ECONNREFUSED') : null) }, [4, 6, 4], /ECONNREFUSED/],
  ['may get few requests', 9, { maxRequests: 3 }, [3, 3, 3], /MAX_REQUESTS/],
  ['has a deadline', 9, { maxRate: 1, deadlineMs: 4500 }, [5, 5, 5], /DEADLINE_S/],
  ['is left before anything is sent', 9, { signal: AbortSignal.abort() }, [0, 0, 0], /interrupted/],
];

describe('populating a repository', () => {
  it.each(ROWS)('of a service that %s', async (_, count, trying, ends, stopped = /^$/) => {
    const { made, markers, own } = await populateIn(count, trying);
    expect([made.created, markers.length, own.length]).toEqual(ends);
    expect(made.stopped ?? '').toMatch(stopped);
    // A creation is never sent twice with one marker.
    expect(new Set(markers).size).toBe(markers.length);
  });

  it('counts no creation whose answer never came', async () => {
    const controller = new AbortController();
    const { made, own } = await populateIn(9, {
      signal: controller.signal,
      post: (place, arrive) => {
        if (place !== 4) return null;
        controller.abort();
        return arrive().then(() => lost());
      },
    });
    expect([made.created, own.length]).toEqual([3, 4]);
  });
});
