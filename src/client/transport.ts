import { Agent, buildConnector } from 'undici';
import type { SentRequest } from './exchange.ts';
import { ProxyFault } from './fault.ts';
import { connectorPastInterim } from './interim.ts';
import { type Route, STRAIGHT } from './route.ts';
import { connectorToProxy, proxyHeaders, tunnelsThrough } from './tunnel.ts';

/** What comes back of a request, before its body is read. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; a header that is given more than once is joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Buffers. */
  readonly body: AsyncIterable<unknown>;
}

/** How requests reach a target: over a network, or within the process. */
export interface Transport {
  /**
   * @param fresh whether to use a connection that no other request has used
   * @throws {Error} where no answer comes; `faultOf` says what it means
   */
  readonly send: (
    request: SentRequest,
    options: { readonly signal: AbortSignal; readonly fresh: boolean },
  ) => Promise<RawAnswer>;
  readonly close: () => Promise<void>;
}

/** Bytes of all headers of an answer: a Link header may repeat a long query several times. */
const MAX_HEADER_BYTES = 64 * 1024;

/** Connections that are kept, and such as serve one request each; so many of either at most. */
function agentsBy(connect: buildConnector.connector, connections: number) {
  // The whole of a request is timed by a signal; undici's own timers fire late and let a slow drip pass.
  const options = {
    connections,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: connectorPastInterim(connect),
  };
  return {
    kept: new Agent({ ...options, pipelining: 1 }),
    // Without pipelining a connection is closed after its first answer.
    fresh: new Agent({ ...options, pipelining: 0 }),
  };
}

/**
 * Requests over the network, with so many connections at most. Redirects are answers and are not followed. Through a proxy,
 * those over TLS have a tunnel to the target, and others are forwarded.
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
