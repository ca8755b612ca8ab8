import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { buildApp } from './app.ts';
import type { Behaviour, Change } from './behaviour.ts';
import { conforming } from './conforming/index.ts';
import { type FaultId, findFault } from './faults/index.ts';
import { buildWorld, fixture } from './fixture.ts';
import { Load } from './load.ts';
import { findVariant } from './variants/index.ts';

// Other machines have no business with a service whose tokens are printed in its source.
const HOST = '127.0.0.1';

// Room for the long values that a suite may try in a query: the rule under test is not the size of a request line.
const MAX_HEADER_BYTES = 128 * 1024;

export interface ReferenceOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Mistakes to make on purpose, applied in this order. */
  readonly faults?: readonly FaultId[];
  /** Harmless differences, applied in this order, before the faults. */
  readonly variants?: readonly string[];
  /** Open records in the public repository. */
  readonly issues?: number;
  /** Added to each answer, in milliseconds. */
  readonly latencyMs?: number;
  /** Accepted instead of the fixture's own. */
  readonly tokens?: { readonly member?: string | undefined; readonly outsider?: string | undefined };
}

export interface Reference {
  readonly baseUrl: string;
  readonly owner: string;
  readonly repo: string;
  readonly privateOwner: string;
  readonly privateRepo: string;
  /** May use both repositories. */
  readonly token: string;
  /** Valid, but without access to the private repository. */
  readonly outsiderToken: string;
  /** Requests that came in since the start. */
  readonly requests: () => number;
  /** Time spent on handling requests, in milliseconds, waiting excluded. */
  readonly busyMs: () => number;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the bundled service on the loopback interface, with data of its own.
 *
 * @throws Error when a fault or variant is unknown, or when the port is taken; the message says which.
 */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const token = options.tokens?.member ?? fixture.memberToken;
  const outsiderToken = options.tokens?.outsider ?? fixture.outsiderToken;
  const changes = [...(options.variants ?? []).map(findVariant), ...(options.faults ?? []).map(findFault)];
  const world = buildWorld({
    openIssues: options.issues ?? fixture.openIssues,
    memberToken: token,
    outsiderToken,
    now: () => new Date(),
  });
  const load = new Load();
  const app = buildApp({ behaviour: changed(changes), world, load, latencyMs: options.latencyMs ?? 0 });
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (incoming, outgoing) => {
    // The listener answers for its own failures; there is nobody to await it.
    void listener(incoming, outgoing);
  });
  const port = await listen(server, options.port ?? 0);

  return {
    baseUrl: `http://${HOST}:${port}`,
    owner: fixture.owner,
    repo: fixture.repo,
    privateOwner: fixture.privateOwner,
    privateRepo: fixture.privateRepo,
    token,
    outsiderToken,
    requests: () => load.requests,
    busyMs: () => load.busyMs,
    stop: () => stop(server),
  };
}

// What a change remembers it makes when it is called, so that no two services share it.
function changed(changes: readonly { readonly change: Change }[]): Behaviour {
  return changes.reduce<Behaviour>(
    (behaviour, { change }) => Object.assign({}, behaviour, change(behaviour)),
    conforming,
  );
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} of ${HOST} is in use by another program. Name another, or 0 for a free one.`,
        {
          cause,
        },
      );
    }
    throw cause;
  }
  // A server that listens on TCP has such an address; a string would be the path of a pipe.
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  // Clients keep their connections for the next request, which will not come.
  server.closeAllConnections();
  await closed;
}
