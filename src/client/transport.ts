import type { SentRequest } from './exchange.ts';
import type { Route } from './route.ts';
import { messageOf } from './thrown.ts';
import { FaultError, faultOf } from './transport-errors.ts';
import { Agent, type Dispatcher, Pool, ProxyAgent } from './undici-parts.js';

interface RawAnswer {
  readonly status: number;
  /** Names are in lower case; values of a repeated header are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<unknown> | Iterable<unknown>;
}

/** Carries requests to a target, over a network or within the process. */
export interface Transport {
  /** @throws {Error} if no answer comes; `faultOf` classifies it */
  readonly send: (request: SentRequest, options: { readonly signal: AbortSignal }) => Promise<RawAnswer>;
  readonly close: () => Promise<void>;
}

/** Maximum bytes of an answer's headers: a Link header may repeat a long query several times. */
const MAX_HEADER_BYTES = 32 * 1024;

function agentFor(limits: Pool.Options, route: Route | undefined): Dispatcher {
  const { proxy = null, checksCertificates = true } = route ?? {};
  const tls = { rejectUnauthorized: checksCertificates, timeout: limits.connectTimeout ?? 0 };
  // A signal limits the time of the whole request. Undici's own timers fire late and miss a slow drip.
  const options = { ...limits, maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: 0, bodyTimeout: 0 };
  if (proxy === null) return new Agent({ ...options, connect: tls });
  return new ProxyAgent({
    ...options,
    uri: proxy.origin,
    ...(proxy.authorization === null ? {} : { token: proxy.authorization }),
    // Requests by http are forwarded; those by https go through a tunnel in any case.
    proxyTunnel: false,
    requestTls: tls,
    proxyTls: tls,
    factory: (to, own) => new Pool(to, { ...options, ...own }),
  });
}

/** Returns the fault of a proxy that did not forward a request, or else the error itself. Only the proxy is connected to. */
function behindProxy(proxy: NonNullable<Route['proxy']>, error: unknown): unknown {
  const [, status] = /^Proxy (?:Authentication Required|response) \((\d{3})\)/.exec(messageOf(error)) ?? [];
  const { kind, message } = faultOf(error);
  if (status === undefined && kind !== 'unreachable') return error;
  const isBarred = status !== undefined && Number(status) < 500;
  return new FaultError(
    isBarred ? 'connect-failed' : 'proxy',
    `the proxy ${proxy.name} of ${proxy.variable} does not connect to it (${status ?? message}): check it (http://user:password@host:port) and BASE_URL, or name the host of BASE_URL in NO_PROXY`,
  );
}

/** Sends requests over the network. Redirects are not followed. @param connections maximum connections */
export function httpTransport(connections: number, connectMs: number, route?: Route): Transport {
  const agent = agentFor({ connections, connectTimeout: connectMs, pipelining: 1 }, route);
  return {
    send: async ({ method, url, headers, body }, { signal }) => {
      const { origin, pathname, search } = new URL(url);
      const answer = await agent
        .request({ method, body, signal, origin, path: `${pathname}${search}`, headers: { ...headers } })
        .catch((error: unknown) => {
          throw route?.proxy ? behindProxy(route.proxy, error) : error;
        });
      const received: Record<string, string> = {};
      for (const [name, value] of Object.entries(answer.headers))
        if (value !== undefined) received[name] = Array.isArray(value) ? value.join(', ') : value;
      return { status: answer.statusCode, headers: received, body: answer.body };
    },
    close: async () => {
      await agent.destroy();
    },
  };
}
