import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Shares of requests that are disturbed, and latency in milliseconds. */
const [RESET, RESET_LATE, CUT, TOO_MANY, SERVER_ERROR] = [0.01, 0.01, 0.01, 0.02, 0.02];
const [LATENCY_MS, JITTER_MS] = [5, 30];
/** Share of slow responses, and their extra milliseconds. */
const [SLOW, SLOW_MS] = [0.01, 800];
/** Milliseconds between two restarts, and milliseconds for which nothing listens. */
const [RESTART_EVERY_MS, RESTART_MS] = [6000, 400];

const HOST = '127.0.0.1';

export interface ChaosProxy {
  readonly baseUrl: string;
  /** Number of disturbed requests, by kind. */
  readonly done: Readonly<Record<string, number>>;
  readonly stop: () => Promise<void>;
}

/** Returns all that a caller sent, as a broken service might print it. */
const reflected = ({ headers, url }: IncomingMessage): string =>
  JSON.stringify({ trouble: true, url, headers, encoded: encodeURIComponent(headers.authorization ?? '') });

/**
 * Starts a proxy that disturbs requests. It causes latency, resets before or after a request is executed,
 * truncated bodies, 429 and 5xx, and restarts.
 *
 * @param random returns numbers from 0 to 1, as Math.random does
 */
export async function startChaosProxy(target: string, random: () => number): Promise<ChaosProxy> {
  const done: Record<string, number> = {};
  const count = (what: string): void => {
    done[what] = (done[what] ?? 0) + 1;
  };

  const trouble = (incoming: IncomingMessage, outgoing: ServerResponse, status: number): void => {
    count(String(status));
    outgoing
      .writeHead(status, {
        'content-type': 'application/json',
        ...(status === 429 ? { 'retry-after': '1' } : {}),
      })
      .end(reflected(incoming));
  };

  const passOn = (incoming: IncomingMessage, outgoing: ServerResponse): ClientRequest => {
    const { method, headers, url } = incoming;
    return request(new URL(url ?? '/', target), { method, headers }, (answer) => {
      const chance = random();
      if (chance < RESET_LATE) {
        count('reset after it was carried out');
        outgoing.socket?.resetAndDestroy();
        answer.resume();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (chance < RESET_LATE + CUT) {
        count('cut');
        answer.once('data', (chunk: Buffer) => {
          outgoing.write(chunk.subarray(0, chunk.length / 2), () => outgoing.socket?.destroy());
        });
      } else answer.pipe(outgoing);
    });
  };

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    await sleep(LATENCY_MS + random() * JITTER_MS + (random() < SLOW ? SLOW_MS : 0));
    const chance = random();
    if (chance < RESET) {
      count('reset');
      outgoing.socket?.resetAndDestroy();
    } else if (chance < RESET + TOO_MANY) trouble(incoming, outgoing, 429);
    else if (chance < RESET + TOO_MANY + SERVER_ERROR)
      trouble(incoming, outgoing, [500, 502, 503, 504][Math.floor(random() * 4)] ?? 500);
    else {
      const onward = passOn(incoming, outgoing);
      onward.on('error', () => outgoing.socket?.destroy());
      incoming.pipe(onward);
    }
  };

  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  const listen = async (port: number): Promise<void> => {
    server.listen(port, HOST);
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const ended = new AbortController();
  const restarts = (async () => {
    for (;;) {
      await sleep(RESTART_EVERY_MS * (0.5 + random()), null, { signal: ended.signal });
      count('restart');
      await close();
      await sleep(RESTART_MS, null, { signal: ended.signal });
      await listen(port);
    }
  })().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error;
  });
  return {
    baseUrl: `http://${HOST}:${port}`,
    done,
    stop: async () => {
      ended.abort();
      await restarts;
      await close();
    },
  };
}
