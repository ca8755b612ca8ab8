import type { Socket } from 'node:net';
import { type buildConnector, Pool } from 'undici';
import { ProxyFault } from './fault.ts';
import type { ProxyServer } from './route.ts';

type Connector = buildConnector.connector;

/** Returns the header that authenticates to a proxy, if it needs one. */
export function proxyHeaders({ credentials }: ProxyServer): Record<string, string> {
  if (credentials === null) return {};
  const text = Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64');
  return { 'proxy-authorization': `Basic ${text}` };
}

/** Connects to a proxy. A failure is reported as the proxy's, not the target's. */
export const connectorToProxy =
  (proxy: ProxyServer, connect: Connector): Connector =>
  (options, callback) =>
    connect(options, (...result) => {
      if (result[0] === null) callback(...result);
      else callback(new ProxyFault(proxy, { cause: result[0] }), null);
    });

/**
 * Opens tunnels through a proxy, with TLS to the target inside each. The proxy learns only host and port.
 * @param connect connects to the proxy, and starts TLS with the target inside a tunnel
 */
export function tunnelsThrough(
  proxy: ProxyServer,
  connect: Connector,
  timeoutMs: number,
): { readonly connect: Connector; readonly close: () => Promise<void> } {
  const pool = new Pool(proxy.origin, { connect: connectorToProxy(proxy, connect) });
  const open: Connector = (options, callback) => {
    const { host = options.hostname, port } = options;
    const asked = {
      path: port === '' ? `${host}:443` : host,
      headers: { host, ...proxyHeaders(proxy) },
      signal: AbortSignal.timeout(timeoutMs),
    };
    pool.connect(asked, (error, answer) => {
      if (error !== null) {
        callback(error instanceof ProxyFault ? error : new ProxyFault(proxy, { cause: error }), null);
        return;
      }
      const { statusCode, socket } = answer;
      if (statusCode >= 200 && statusCode < 300) {
        connect({ ...options, httpSocket: socket as Socket }, callback);
        return;
      }
      socket.on('error', () => undefined).destroy();
      callback(new ProxyFault(proxy, { status: statusCode }), null);
    });
  };
  return { connect: open, close: () => pool.destroy() };
}
