import { setTimeout } from 'node:timers/promises';
import type { Behaviour, Change } from './behaviour.ts';
import { accessAndRefusals } from './conforming/access-and-refusals.ts';
import { creating } from './conforming/creating.ts';
import { listing } from './conforming/listing.ts';
import { buildWorld, fixture } from './fixture.ts';
import { carryOut } from './operations.ts';
import type { Reply, ServiceRequest } from './request.ts';
import type { ServiceClock } from './world.ts';

export interface ServiceOptions {
  /** Changes of the behaviour, applied in order. */
  readonly changes?: readonly Change[];
  /** Number of open records in the public repository. */
  readonly issues?: number;
  /** Tokens that replace those of the fixture. */
  readonly tokens?: { readonly member?: string | undefined; readonly outsider?: string | undefined };
  /** The port of a listening service; by default 0, a free one. */
  readonly port?: number;
  /** Default: the machine's clock. */
  readonly clock?: ServiceClock;
}

/** A request as the server receives it. */
interface Incoming extends Pick<ServiceRequest, 'method' | 'url' | 'header'> {
  /** Resolves to the payload. */
  readonly body: () => Promise<string>;
}

/** Names and tokens of a service's data. */
export interface Named {
  readonly owner: string;
  readonly repo: string;
  readonly privateOwner: string;
  readonly privateRepo: string;
  /** A token with access to both repositories. */
  readonly token: string;
  /** A valid token without access to the private repository. */
  readonly outsiderToken: string;
}

/** The bundled service without a port. */
export interface Service extends Named {
  readonly handle: (incoming: Incoming) => Promise<Reply>;
  /** Returns the number of requests since the start. */
  readonly requests: () => number;
}

/** A service that follows the specification, and common practice if the specification is silent. */
const conforming: Behaviour = {
  ...accessAndRefusals,
  ...listing,
  ...creating,
  around: (inner) => inner(),
};

const COLLECTION = /^\/repos\/([^/]+)\/([^/]+)\/issues$/;

const systemClock: ServiceClock = {
  // Dates never go backwards, even if the machine's clock is set back.
  date: () => performance.timeOrigin + performance.now(),
  sleep: (ms) => setTimeout(ms, undefined, { ref: false }),
};

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Creates the bundled service with its own data. */
export function openService(options: ServiceOptions = {}): Service {
  const { changes = [], tokens, clock = systemClock, issues = fixture.openIssues } = options;
  const { memberToken, outsiderToken, openIssues: _, ...names } = fixture;
  const named = {
    ...names,
    token: tokens?.member ?? memberToken,
    outsiderToken: tokens?.outsider ?? outsiderToken,
  };
  // A change creates its state when it is called, so that services share none.
  const behaviour = changes.reduce<Behaviour>((b, change) => Object.assign({}, b, change(b)), conforming);
  const world = buildWorld(named, issues, clock);
  let requests = 0;

  const handle = async ({ method, url, header, body }: Incoming): Promise<Reply> => {
    requests += 1;
    const ordinal = requests;
    const [, owner = '', repo = ''] = COLLECTION.exec(url.pathname) ?? [];
    const request: ServiceRequest = {
      ordinal,
      method,
      url,
      header: (name) => header(name.toLowerCase()),
      query: (name) => url.searchParams.get(name) ?? undefined,
      owner: decoded(owner),
      repo: decoded(repo),
      body: await body(),
      world,
      pause: clock.sleep,
    };
    return behaviour.around(() => carryOut(behaviour, request), request);
  };
  return { ...named, handle, requests: () => requests };
}
