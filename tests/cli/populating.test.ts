import { describe, expect, it } from 'vitest';
import { populate } from '../../src/cli/populating.ts';
import type { SentRequest } from '../../src/client/exchange.ts';
import type { RawAnswer, Transport } from '../../src/client/transport.ts';
import type { RunSettings } from '../../src/run/run-settings.ts';
import { openService } from '../../src/service/service.ts';
import { inProcess } from '../support/in-process.ts';
import { settingsFor } from '../support/try-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

class ConnectionReset extends Error {
  readonly code: string;

  constructor(code = 'ECONNRESET') {
    super('reset');
    this.code = code;
  }
}

const answered = (status: number, headers: Readonly<Record<string, string>> = {}): RawAnswer => ({
  status,
  headers: { 'content-length': '2', ...headers },
  body: (async function* () {
    yield Buffer.from('{}');
  })(),
});

interface Trying extends Partial<RunSettings> {
  /** What becomes of a creation, counted from 1; `null` where the service answers it. @param arrive carries it out */
  readonly post?: (place: number, arrive: () => Promise<RawAnswer>) => Promise<RawAnswer> | null;
  readonly signal?: AbortSignal;
  readonly list?: () => RawAnswer;
}

/** Fills the public repository of a bundled service, which has 10 open issues. */
async function populateIn(count: number, { post, list, signal, ...settings }: Trying = {}) {
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
      if (request.method !== 'POST') return list?.() ?? arrive();
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
  return { made, markers, own: titles.filter((title) => title.includes('ic-testrun001-')), ms: clock.now() };
}

describe('populating a repository', () => {
  it('creates as many issues as it is told, each with a marker of its own in its title', async () => {
    const { made, markers, own } = await populateIn(12);
    expect(made).toEqual({ created: 12, uncertain: 0, stopped: null });
    expect([new Set(markers).size, own.length]).toEqual([12, 12]);
  });

  it('sends a creation again, under another marker, only where it is known not to have been carried out', async () => {
    const busy = await populateIn(3, {
      post: (place) => (place === 2 ? Promise.resolve(answered(429, { 'retry-after': '7' })) : null),
    });
    expect(busy.made).toEqual({ created: 3, uncertain: 0, stopped: null });
    expect([busy.markers.length, new Set(busy.markers).size, busy.own.length]).toEqual([4, 4, 3]);
    expect(busy.ms).toBeGreaterThan(7000);
  });

  it('counts what may have been carried out, and never sends that again', async () => {
    const lost = await populateIn(4, {
      post: (place, arrive) =>
        place === 2 ? arrive().then(() => Promise.reject(new ConnectionReset())) : null,
    });
    expect(lost.made).toEqual({ created: 3, uncertain: 1, stopped: null });
    expect([lost.markers.length, lost.own.length]).toEqual([4, 4]);
  });

  it('ends where the service answers nothing clear any more', async () => {
    const { made, markers } = await populateIn(50, {
      post: (place) => (place > 5 ? Promise.resolve(answered(500)) : null),
    });
    expect(made).toMatchObject({ created: 5, uncertain: 3 });
    expect(made.stopped).toContain('3 creations had no clear answer, the last one 500');
    expect(markers.length).toBe(8);
  });

  it.each([
    [401, 'check TOKEN'],
    [403, 'use a TOKEN that may create issues in acme/widgets'],
    [404, 'check OWNER and REPO'],
    [307, 'set BASE_URL to where the service itself is'],
    [422, 'a title and a body are all that was sent'],
  ])('ends at the first refusal, with what to set (%i)', async (status, advice) => {
    const { made, markers } = await populateIn(9, {
      post: (place) => (place === 3 ? Promise.resolve(answered(status)) : null),
    });
    expect(made).toMatchObject({ created: 2, uncertain: 0 });
    expect(made.stopped).toContain(`A creation was answered ${status}: `);
    expect(made.stopped).toContain(advice);
    expect(markers.length).toBe(3);
  });

  it('creates nothing where the repository is not listed with TOKEN', async () => {
    const { made, markers } = await populateIn(9, { list: () => answered(200) });
    expect(made).toMatchObject({ created: 0, uncertain: 0 });
    expect(made.stopped).toContain('check that BASE_URL is the address of the API');
    expect(markers).toEqual([]);
  });

  it('says that the service is not there', async () => {
    const { made } = await populateIn(9, {
      post: (place) => (place > 4 ? Promise.reject(new ConnectionReset('ECONNREFUSED')) : null),
    });
    expect(made).toMatchObject({ created: 4, uncertain: 0 });
    expect(made.stopped).toContain('ECONNREFUSED');
  });

  it('ends at the limit of requests, and at the deadline', async () => {
    const few = await populateIn(9, { maxRequests: 4 });
    expect(few.made).toMatchObject({ created: 3, uncertain: 0 });
    expect(few.made.stopped).toContain('MAX_REQUESTS');
    const late = await populateIn(9, { maxRate: 1, deadlineMs: 4500 });
    expect(late.made).toMatchObject({ created: 4, uncertain: 0 });
    expect(late.made.stopped).toContain('DEADLINE_S');
  });

  it('ends when it is interrupted, and counts what was under way then', async () => {
    const controller = new AbortController();
    const { made } = await populateIn(9, {
      signal: controller.signal,
      post: (place, arrive) => {
        if (place !== 4) return null;
        controller.abort();
        return arrive().then(() => Promise.reject(new Error('aborted')));
      },
    });
    expect(made).toEqual({ created: 3, uncertain: 1, stopped: 'It was interrupted.' });
    const before = await populateIn(9, { signal: AbortSignal.abort() });
    expect(before.made).toEqual({ created: 0, uncertain: 0, stopped: 'It was interrupted.' });
    expect(before.markers).toEqual([]);
  });
});
