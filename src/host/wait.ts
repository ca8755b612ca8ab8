import { type Clock, systemClock } from '../client/clock.ts';
import { faultOf } from '../client/fault.ts';
import { LIMIT_PATIENCE_MS } from '../client/only-limits.ts';
import { toRequest } from '../client/request.ts';
import { askedWaitMs } from '../client/retry.ts';
import { credentialOf } from '../client/test-bed.ts';
import { httpTransport, type Transport } from '../client/transport.ts';
import { inert } from '../report/text.ts';
import type { RunSettings } from '../run/run-settings.ts';
import type { Settings } from '../settings/parse.ts';
import type { RunPlan } from './plan.ts';

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
  readonly signal?: AbortSignal;
  /** Called once, if the first request is not answered with 200. @param seen its result in a few words */
  readonly onNotReady?: (seen: string) => void;
  readonly transport?: Transport;
  readonly clock?: Clock;
}

/** Result of one request: its status or the reason for none, and the wait that the answer requests. */
interface Attempt {
  readonly status: number | null;
  readonly seen: string;
  readonly askedMs: number;
}

/**
 * Waits until a starting service answers the plain list with 200, up to a limit. Any other result means "not
 * yet": no connection, 404, 401, 5xx. These requests do not count for MAX_REQUESTS or DEADLINE_S. They
 * respect MAX_RATE, TIMEOUT_MS and Retry-After.
 */
export async function waitForTarget(
  settings: RunSettings,
  waitMs: number,
  { signal, onNotReady, clock = systemClock, ...given }: Waiting = {},
): Promise<Waited> {
  const { address, bed, maxRate, timeoutMs, route } = settings;
  const transport = given.transport ?? httpTransport(1, timeoutMs, route);
  const as = credentialOf(bed.token === undefined ? 'anonymous' : 'member', bed);
  const request = toRequest({ repository: bed.repository, as }, address);
  const from = clock.now();
  const leftMs = (): number => (signal?.aborted === true ? 0 : waitMs - (clock.now() - from));
  const attempt = async (): Promise<Attempt> => {
    const timeout = new AbortController();
    const stopTime = clock.after(Math.min(timeoutMs, leftMs()), () => timeout.abort());
    try {
      const ends = AbortSignal.any([timeout.signal, ...(signal === undefined ? [] : [signal])]);
      const { status, headers, body } = await transport.send(request, { signal: ends, fresh: true });
      // The body is read to its end, so that one that breaks off does not count as an answer.
      for await (const chunk of body) if (chunk !== undefined) ends.throwIfAborted();
      return { status, seen: String(status), askedMs: askedWaitMs(headers, clock.date()) ?? 0 };
    } catch (error) {
      const seen = timeout.signal.aborted ? 'no answer in time' : faultOf(error).message;
      return { status: null, seen, askedMs: 0 };
    } finally {
      stopTime();
    }
  };
  try {
    let isFirst = true;
    for (
      let pause = Math.max(FIRST_PAUSE_MS, maxRate === undefined ? 0 : 1000 / maxRate);
      leftMs() > 0;
      pause = Math.max(pause, Math.min(GROWTH * pause, LONGEST_PAUSE_MS))
    ) {
      const { status, seen, askedMs } = await attempt();
      if (status === 200) return { ms: clock.now() - from, isReady: true };
      if (isFirst && leftMs() > 0) onNotReady?.(seen);
      isFirst = false;
      await clock.sleep(Math.min(Math.max(pause, askedMs), Math.max(0, leftMs())), signal);
    }
    return { ms: clock.now() - from, isReady: false };
  } finally {
    await transport.close();
  }
}

/** Returns the plan after the wait. A wait in vain counts towards the patience with rate limits. */
export function afterWait(plan: RunPlan, { WAIT_S }: Settings, waited: Waited | null): RunPlan {
  const inVainMs = waited === null || waited.isReady ? 0 : waited.ms;
  const limitPatienceMs = Math.max(0, Math.max(LIMIT_PATIENCE_MS, WAIT_S * 1000) - inVainMs);
  return { ...plan, session: { ...plan.session, limitPatienceMs } };
}

/**
 * Waits for the target according to WAIT_S; the bundled service is ready at once.
 * @param tell receives a sentence if there is a wait
 * @param signal ends the wait
 * @returns `null` if there was no wait
 */
export async function waitIfAsked(
  { WAIT_S, BASE_URL }: Settings,
  { session }: Pick<RunPlan, 'session'>,
  tell: (sentence: string) => void,
  signal?: AbortSignal,
): Promise<Waited | null> {
  if (WAIT_S === 0 || BASE_URL === undefined) return null;
  const { owner, repo } = session.bed.repository;
  return waitForTarget(session, WAIT_S * 1000, {
    ...(signal === undefined ? {} : { signal }),
    onNotReady: (seen) =>
      tell(
        `waiting up to ${WAIT_S} s (WAIT_S) for ${inert(BASE_URL)} to list ${inert(owner)}/${inert(repo)} with 200; currently: ${inert(seen)}`,
      ),
  });
}
