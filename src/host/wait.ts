import { Attempts } from '../client/attempts.ts';
import { type Clock, systemClock } from '../client/clock.ts';
import { describeExchange } from '../client/exchange.ts';
import { Pace } from '../client/pace.ts';
import { toRequest } from '../client/request.ts';
import { askedWaitMs } from '../client/retry.ts';
import { Stopped } from '../client/stopped.ts';
import { credentialOf } from '../client/test-bed.ts';
import { httpTransport, type Transport } from '../client/transport.ts';
import { inert } from '../report/text.ts';
import type { RunSettings } from '../run/run-settings.ts';
import type { Settings } from '../settings/parse.ts';

/** Pause between two requests: multiplied by {@link GROWTH} each time, up to two seconds. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 2000;
const GROWTH = 1.5;

export interface Waited {
  readonly ms: number;
  /** True if the plain list was finally answered with 200. */
  readonly isReady: boolean;
}

export interface Waiting {
  readonly signal?: AbortSignal | undefined;
  /** Receives a sentence if the first request is not answered with 200. */
  readonly tell?: (sentence: string) => void;
  readonly transport?: Transport;
  readonly clock?: Clock;
}

/** What the wait needs of a plan. */
export interface Awaited {
  readonly settings: Pick<Settings, 'WAIT_S' | 'isBundled'>;
  readonly session: RunSettings;
}

/**
 * Waits until a starting service answers the plain list with 200, up to WAIT_S; the bundled one is ready at once. Any other
 * result means "not yet": no connection, 404, 401, 5xx. These requests do not count for MAX_REQUESTS or DEADLINE_S. They
 * respect MAX_RATE, TIMEOUT_MS and Retry-After.
 * @returns `null` if there was no wait
 */
export async function waitForTarget(
  { settings: { WAIT_S, isBundled }, session }: Awaited,
  { signal, tell, clock = systemClock, ...given }: Waiting = {},
): Promise<Waited | null> {
  if (WAIT_S === 0 || isBundled) return null;
  const { address, bed, maxRate, timeoutMs, route } = session;
  const { owner, repo } = bed.repository;
  const transport = given.transport ?? httpTransport(1, timeoutMs, route);
  const limits = {
    concurrency: 1,
    maxRequests: Number.POSITIVE_INFINITY,
    maxRate,
    timeoutMs,
    deadlineMs: WAIT_S * 1000,
  };
  const pace = new Pace(limits, clock);
  const attempts = new Attempts(transport, clock, timeoutMs, pace.signal);
  const as = credentialOf(bed.token === undefined ? 'anonymous' : 'member', bed);
  const request = toRequest({ repository: bed.repository, as }, address);
  const end = (): void => pace.stop(new Stopped('interrupted'));
  signal?.addEventListener('abort', end);
  if (signal?.aborted === true) end();
  const since = (): number => clock.now() - pace.startedAt;
  try {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(GROWTH * pause, LONGEST_PAUSE_MS)) {
      const exchange = await pace.run(() => attempts.send(request));
      const { response, fault } = exchange;
      if (fault === null && response?.status === 200) return { ms: since(), isReady: true };
      if (pace.sent === 1)
        tell?.(
          `waiting up to ${WAIT_S} s (WAIT_S) for ${inert(address.baseUrl)} to list ${inert(owner)}/${inert(repo)} with 200; currently: ${inert(describeExchange(exchange))}`,
        );
      await pace.wait(Math.max(pause, askedWaitMs(response?.headers ?? {}, clock.date()) ?? 0));
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { ms: since(), isReady: false };
  } finally {
    signal?.removeEventListener('abort', end);
    end();
    await transport.close();
  }
}
