import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/client/transport.ts';
import { Run } from '../../src/run/run.ts';
import type { RunSettings } from '../../src/run/run-settings.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { jsonAnswer, SETTINGS, someIssues, withToken } from './trying.ts';

const DEADLINE_MS = 240_000;
/** How long each answer takes. */
const WAY_MS = 20;

interface Asked {
  readonly at: number;
  readonly credential: string | undefined;
  readonly path: string;
}
type Answering = (asked: Asked) => ReturnType<typeof jsonAnswer>;

/** Reads a target for the first time. @returns what it is called if it cannot be checked, by when, and after how many requests */
async function reading(answer: Answering, settings: Partial<RunSettings> = {}) {
  const clock = new VirtualClock();
  let requests = 0;
  const transport: Transport = {
    send: async ({ url, headers: sent }) => {
      requests += 1;
      await clock.sleep(WAY_MS);
      const { pathname: path } = new URL(url);
      const { status, headers, body } = answer({ at: clock.now(), credential: sent['authorization'], path });
      return {
        status,
        headers,
        body: (async function* bytes() {
          yield await Promise.resolve(Buffer.from(body));
        })(),
      };
    },
    close: () => Promise.resolve(),
  };
  const run = new Run(
    { ...SETTINGS, deadlineMs: DEADLINE_MS, ...withToken, ...settings },
    { transport, clock },
  );
  try {
    const complaint = await run.first().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    expect(run.unusable).toBe(complaint);
    return { complaint, seconds: Math.round(clock.now() / 1000), requests };
  } finally {
    await run.close();
  }
}

const list = ({ path }: Asked) =>
  path === '/repos/acme/widgets/issues' ? jsonAnswer(200, someIssues(20)) : jsonAnswer(404);

const limited = (after?: number) =>
  jsonAnswer(429, {}, after === undefined ? {} : { 'retry-after': String(after) });

/** Answers nothing but limits until a time, in seconds, and lists issues from then on. */
const until =
  (end: number, after?: number): Answering =>
  (asked) =>
    asked.at < end * 1000 ? limited(after) : list(asked);

describe('a target that answers nothing but rate limits', () => {
  it('is given up after a minute if it names no wait, and says so', async () => {
    const { complaint, seconds, requests } = await reading(() => limited());
    expect(complaint).toMatch(
      /answers 429 \(too many requests\), and nothing else, for 6\d s, without saying how long to wait:/,
    );
    expect([seconds >= 60, seconds < 75, requests < 200]).toEqual([true, true, true]);
  });

  it('is given up after a minute if it names short waits again and again', async () => {
    const { complaint, seconds } = await reading(() => limited(10));
    expect(complaint).toMatch(/and nothing else, for [67]\d s: wait/);
    expect([seconds >= 60, seconds < 80]).toEqual([true, true]);
  });

  it('is waited for once as long as it asks, even if that is longer', async () => {
    expect(await reading(until(100, 100))).toMatchObject({ complaint: null });
    const { complaint, seconds } = await reading(() => limited(100));
    expect(complaint).toContain('and nothing else, even after the wait of 100 s that it asked for');
    expect([seconds >= 100, seconds < 115]).toEqual([true, true]);
  });

  it('is not waited for beyond the deadline', async () => {
    const { complaint, seconds } = await reading(() => limited(3600));
    expect(complaint).toContain(
      'answers 429 (too many requests) to the first request and asks for a wait (Retry-After: 3600): wait,',
    );
    expect(seconds).toBeLessThan(75);
  });

  it('is checked if it lists within the minute', async () => {
    expect(await reading(until(45))).toMatchObject({ complaint: null });
    expect(await reading(until(50, 25))).toMatchObject({ complaint: null });
  });

  it('is given up the sooner if WAIT_S was waited for in vain', async () => {
    const { complaint, seconds } = await reading(() => limited(), { limitPatienceMs: 0 });
    expect(complaint).toContain('answers 429');
    expect(seconds).toBeLessThan(5);
  });

  it('is another one if anything else is answered to anybody', async () => {
    const membersOnly: Answering = (asked) => (asked.credential === undefined ? limited(100) : list(asked));
    expect(await reading(membersOnly)).toMatchObject({ complaint: null });
  });
});
