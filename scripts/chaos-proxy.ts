import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
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

/** Disturbs requests on their way to a target, and counts what it did. */
class Disturber {
  readonly done: Record<string, number> = {};
  readonly #target: string;
  readonly #random: () => number;

  constructor(target: string, random: () => number) {
    this.#target = target;
    this.#random = random;
  }

  count(what: string): void {
    this.done[what] = (this.done[what] ?? 0) + 1;
  }

  async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    await sleep(LATENCY_MS + this.#random() * JITTER_MS + (this.#random() < SLOW ? SLOW_MS : 0));
    const chance = this.#random();
    if (chance < RESET) {
      this.count('reset');
      outgoing.socket?.resetAndDestroy();
    } else if (chance < RESET + TOO_MANY) this.#refuse(incoming, outgoing, 429);
    else if (chance < RESET + TOO_MANY + SERVER_ERROR)
      this.#refuse(incoming, outgoing, [500, 502, 503, 504][Math.floor(this.#random() * 4)] ?? 500);
    else {
      const onward = this.#passOn(incoming, outgoing);
      onward.on('error', () => outgoing.socket?.destroy());
      incoming.pipe(onward);
    }
  }

  #refuse(incoming: IncomingMessage, outgoing: ServerResponse, status: number): void {
    this.count(String(status));
    outgoing
      .writeHead(status, {
        'content-type': 'application/json',
        ...(status === 429 ? { 'retry-after': '1' } : {}),
      })
      .end(reflected(incoming));
  }

  #passOn(incoming: IncomingMessage, outgoing: ServerResponse): ClientRequest {
    const { method, headers, url } = incoming;
    return request(new URL(url ?? '/', this.#target), { method, headers }, (answer) => {
      const chance = this.#random();
      if (chance < RESET_LATE) {
        this.count('reset after it was carried out');
        outgoing.socket?.resetAndDestroy();
        answer.resume();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (chance < RESET_LATE + CUT) {
        this.count('cut');
        answer.once('data', (chunk: Buffer) => {
          outgoing.write(chunk.subarray(0, chunk.length / 2), () => outgoing.socket?.destroy());
        });
      } else answer.pipe(outgoing);
    });
  }
}

/** Listens on a port of this machine; 0 for a free one. */
async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, HOST);
  await once(server, 'listening');
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/**
 * Starts a proxy that disturbs requests. It causes latency, resets before or after a request is executed,
 * truncated bodies, 429 and 5xx, and restarts.
 *
 * @param random returns numbers from 0 to 1, as Math.random does
 */
export async function startChaosProxy(target: string, random: () => number): Promise<ChaosProxy> {
  const disturber = new Disturber(target, random);
  const server = createServer((incoming, outgoing) => void disturber.handle(incoming, outgoing));
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const ended = new AbortController();
  const restarts = (async () => {
    for (;;) {
      await sleep(RESTART_EVERY_MS * (0.5 + random()), null, { signal: ended.signal });
      disturber.count('restart');
      await close(server);
      await sleep(RESTART_MS, null, { signal: ended.signal });
      await listen(server, port);
    }
  })().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error;
  });
  return {
    baseUrl: `http://${HOST}:${port}`,
    done: disturber.done,
    stop: async () => {
      ended.abort();
      await restarts;
      await close(server);
    },
  };
}
