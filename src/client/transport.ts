import { Agent, buildConnector } from 'undici';
import type { SentRequest } from './exchange.ts';
import { ProxyFault } from './fault.ts';
import { connectorPastInterim } from './interim.ts';
import { type Route, STRAIGHT } from './route.ts';
import { connectorToProxy, proxyHeaders, tunnelsThrough } from './tunnel.ts';

/** An answer before its body is read. */
export interface RawAnswer {
  readonly status: number;
  /** Names are in lower case; values of a repeated header are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Yields buffers. */
  readonly body: AsyncIterable<unknown>;
}

/** Carries requests to a target, over a network or within the process. */
export interface Transport {
  /** @param fresh true to use a new connection @throws {Error} if no answer comes; `faultOf` classifies it */
  readonly send: (
    request: SentRequest,
    options: { readonly signal: AbortSignal; readonly fresh: boolean },
  ) => Promise<RawAnswer>;
  readonly close: () => Promise<void>;
}

/** Maximum bytes of an answer's headers: a Link header may repeat a long query several times. */
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * Returns two agents: one keeps its connections, the other uses each connection once.
 * @param connections maximum of each
 */
function agentsBy(connect: buildConnector.connector, connections: number) {
  // A signal limits the time of the whole request. Undici's own timers fire late and miss a slow drip.
  const options = {
    connections,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: connectorPastInterim(connect),
  };
  return {
    kept: new Agent({ ...options, pipelining: 1 }),
    // Without pipelining, a connection is closed after its first answer.
    fresh: new Agent({ ...options, pipelining: 0 }),
  };
}

/**
 * Sends requests over the network. Redirects are not followed. Through a proxy, HTTPS requests use a tunnel
 * and HTTP requests are forwarded.
 * @param connections maximum connections of each agent
 */
export function httpTransport(
  connections: number,
  connectMs: number,
  { proxy, checksCertificates }: Route = STRAIGHT,
): Transport {
  const connect = buildConnector({ timeout: connectMs, rejectUnauthorized: checksCertificates });
  const tunnels = proxy === null ? null : tunnelsThrough(proxy, connect, connectMs);
  const toTarget = agentsBy(tunnels?.connect ?? connect, connections);
  const toProxy = proxy === null ? null : agentsBy(connectorToProxy(proxy, connect), connections);
  return {
    send: async ({ method, url, headers, body }, { signal, fresh }) => {
      const { protocol, origin, host, pathname, search } = new URL(url);
      const forwarding = protocol === 'http:' ? proxy : null;
      const { kept, fresh: once } = forwarding === null ? toTarget : (toProxy ?? toTarget);
      const answer = await (fresh ? once : kept).request({
        method,
        body,
        signal,
        ...(forwarding === null
          ? { origin, path: `${pathname}${search}`, headers }
          : {
              origin: forwarding.origin,
              path: `${origin}${pathname}${search}`,
              headers: { host, ...headers, ...proxyHeaders(forwarding) },
            }),
      });
      if (forwarding !== null && answer.statusCode === 407) {
        await answer.body.dump();
        throw new ProxyFault(forwarding, { status: 407 });
      }
      const received: Record<string, string> = {};
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined) received[name] = Array.isArray(value) ? value.join(', ') : value;
      }
      return { status: answer.statusCode, headers: received, body: answer.body };
    },
    close: async () => {
      const agents = [toTarget, toProxy].flatMap((both) => (both === null ? [] : [both.kept, both.fresh]));
      await Promise.all([...agents.map((agent) => agent.destroy()), tunnels?.close()]);
    },
  };
}
