import type { Answer } from './answer.ts';
import type { Behaviour, Change } from './behaviour.ts';
import { conforming } from './conforming/index.ts';
import { buildWorld, fixture } from './fixture.ts';
import { ServiceLoad } from './load.ts';
import { createIssue, listIssues, refuse } from './operations.ts';
import { isCreate, isList, type ServiceRequest } from './request.ts';
import type { ServiceClock } from './world/world.ts';

export interface ServiceOptions {
  /** Changes of the behaviour, applied in order. */
  readonly changes?: readonly Change[];
  /** Further changes for some requests only. */
  readonly sometimes?: {
    /** Called once per service. The returned function is true for requests that meet the changes. */
    readonly meets: () => (request: ServiceRequest) => boolean;
    readonly changes: readonly Change[];
  };
  /** Number of open records in the public repository. */
  readonly issues?: number;
  /** Milliseconds added to each answer. */
  readonly latencyMs?: number;
  /** Tokens that replace those of the fixture. */
  readonly tokens?: { readonly member?: string | undefined; readonly outsider?: string | undefined };
  /** Default: the machine's clock. */
  readonly clock?: ServiceClock;
}

/** A request as the server receives it. */
interface Incoming {
  readonly method: string;
  readonly url: URL;
  /** Returns the value of a header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
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
  readonly handle: (incoming: Incoming) => Promise<Answer>;
  /** Counts of its requests and busy time. */
  readonly load: ServiceLoad;
}

const COLLECTION = /^\/repos\/([^/]+)\/([^/]+)\/issues$/;

const systemClock: ServiceClock = {
  // Dates never go backwards, even if the machine's clock is set back.
  date: () => performance.timeOrigin + performance.now(),
  sleep: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms).unref();
    }),
};

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

// A change creates its state when it is called, so that services share none.
const changed = (from: Behaviour, changes: readonly Change[]): Behaviour =>
  changes.reduce<Behaviour>((behaviour, change) => Object.assign({}, behaviour, change(behaviour)), from);

/** Creates the bundled service with its own data. */
export function openService(options: ServiceOptions = {}): Service {
  const { changes = [], sometimes, latencyMs = 0, clock = systemClock } = options;
  const token = options.tokens?.member ?? fixture.memberToken;
  const outsiderToken = options.tokens?.outsider ?? fixture.outsiderToken;
  const usual = changed(conforming, changes);
  const unusual = changed(usual, sometimes?.changes ?? []);
  const meets = sometimes?.meets() ?? (() => false);
  const world = buildWorld({
    openIssues: options.issues ?? fixture.openIssues,
    memberToken: token,
    outsiderToken,
    clock,
  });
  const load = new ServiceLoad(clock);

  const handle = async ({ method, url, header, body }: Incoming): Promise<Answer> => {
    const ordinal = load.arrived();
    // Read before the stopwatch starts: waiting for a slow client is not work.
    const text = method === 'GET' || method === 'HEAD' ? '' : await body();
    const stopwatch = load.stopwatch();
    const [, owner = '', repo = ''] = COLLECTION.exec(url.pathname) ?? [];
    const request = {
      ordinal,
      method,
      url,
      header: (name: string) => header(name.toLowerCase()),
      query: (name: string) => url.searchParams.get(name) ?? undefined,
      owner: decoded(owner),
      repo: decoded(repo),
      body: text,
      world,
      pause: stopwatch.pause,
    };
    const behaviour = meets(request) ? unusual : usual;
    const carryOut = async (): Promise<Answer> => {
      if (owner === '') return refuse(behaviour, 'path-unknown', request);
      if (isList(request)) return listIssues(behaviour, request);
      return isCreate(request)
        ? createIssue(behaviour, request)
        : refuse(behaviour, 'method-unknown', request);
    };
    const answer = await behaviour.around(carryOut, request);
    stopwatch.stop();
    if (latencyMs > 0) await load.wait(latencyMs);
    return answer;
  };

  const { privateOwner, privateRepo } = fixture;
  return {
    owner: fixture.owner,
    repo: fixture.repo,
    privateOwner,
    privateRepo,
    token,
    outsiderToken,
    handle,
    load,
  };
}
