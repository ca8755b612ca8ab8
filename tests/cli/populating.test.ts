import { expect, it } from 'vitest';
import { populate } from '../../src/cli/populate.ts';
import { VirtualClock } from '../../src/client/virtual-clock.ts';
import type { RunSettings } from '../../src/context/run-settings.ts';
import type { Reply } from '../../src/service/request.ts';
import { openService } from '../../src/service/service.ts';
import { jsonAnswer } from '../engine/trying.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor } from '../support/try-service.ts';

interface Trying extends Partial<RunSettings> {
  /** What becomes of a creation, counted from 1; `null` where the service answers it. @param arrive carries it out */
  readonly post?: (place: number, arrive: () => Promise<Reply>) => Reply | Promise<Reply> | null;
  readonly signal?: AbortSignal;
}

/** Fills the public repository of a bundled service, which has 10 open issues. */
async function populateIn(count: number, { post, signal, ...settings }: Trying = {}) {
  const clock = new VirtualClock();
  const service = openService({ issues: 10, clock });
  const bodies: string[] = [];
  const handle: typeof service.handle = async (request) => {
    const arrive = () => service.handle(request);
    if (request.method !== 'POST') return arrive();
    const nth = bodies.push(await request.body());
    return (await post?.(nth, arrive)) ?? arrive();
  };
  const made = await populate(
    { ...settingsFor(service, 'http://service.test'), ...settings },
    count,
    signal ?? new AbortController().signal,
    { transport: inProcess({ handle }, clock), clock },
  );
  const listed = await service.handle({
    method: 'GET',
    url: new URL('http://service.test/repos/acme/widgets/issues?per_page=100'),
    header: () => undefined,
    body: () => Promise.resolve(''),
  });
  const titles = (JSON.parse(String(listed.body)) as { title: string }[]).map(({ title }) => title);
  const markers = bodies.map((body) => /ic-testrun001-[0-9a-z]+/.exec(body)?.[0]);
  return { made, markers, own: titles.filter((title) => title.includes('ic-testrun001-')) };
}

const lost = (code = 'ECONNRESET'): Promise<Reply> =>
  Promise.reject(Object.assign(new Error('reset'), { code }));
const refusing = (status: number) => ({ post: (place: number) => (place > 2 ? jsonAnswer(status) : null) });
const aborted = new AbortController();

/** What became of creations: how many were wanted, created, sent, and stored; and why it ended. */
type Row = [what: string, count: number, trying: Trying, ends: readonly number[], stopped?: RegExp];
const ROWS: Row[] = [
  ['obeys', 12, {}, [12, 12, 12]],
  [
    'is busy once',
    3,
    { post: (place) => (place === 2 ? jsonAnswer(429, {}, { 'retry-after': '7' }) : null) },
    [3, 4, 3],
  ],
  [
    'loses an answer',
    4,
    { post: (place, arrive) => (place === 2 ? arrive().then(() => lost()) : null) },
    [1, 2, 2],
    /reset|connection/i,
  ],
  ['answers nothing but errors any more', 50, refusing(500), [2, 3, 2], /500/],
  ['refuses with 401', 9, refusing(401), [2, 3, 2], /401/],
  ['refuses with 307', 9, refusing(307), [2, 3, 2], /307/],
  ['goes away', 9, { post: (place) => (place > 4 ? lost('ECONNREFUSED') : null) }, [4, 6, 4], /ECONNREFUSED/],
  ['may get few requests', 9, { maxRequests: 3 }, [3, 3, 3], /MAX_REQUESTS/],
  ['has a deadline', 9, { maxRate: 1, deadlineMs: 4500 }, [5, 5, 5], /DEADLINE_S/],
  ['is left before anything is sent', 9, { signal: AbortSignal.abort() }, [0, 0, 0], /interrupted/],
  [
    'is left before its answer comes',
    9,
    {
      signal: aborted.signal,
      post: (place, arrive) => {
        if (place !== 4) return null;
        aborted.abort();
        return arrive().then(() => lost());
      },
    },
    [3, 4, 4],
    /interrupted/,
  ],
];

it.each(ROWS)('a service that %s is populated', async (_, count, trying, ends, stopped = /^$/) => {
  const { made, markers, own } = await populateIn(count, trying);
  expect([made.created, markers.length, own.length]).toEqual(ends);
  expect(made.stopped ?? '').toMatch(stopped);
  // A creation is never sent twice with one marker.
  expect(new Set(markers).size).toBe(markers.length);
});
