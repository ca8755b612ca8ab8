import type { Answer } from './answer.ts';
import type { Behaviour, Change } from './behaviour.ts';
import { conforming } from './conforming/index.ts';
import { buildWorld, fixture } from './fixture.ts';
import { Load } from './load.ts';
import { createIssue, listIssues, refuse } from './operations.ts';
import { isCreate, isList, type ServiceRequest } from './request.ts';
import type { ServiceClock } from './world/world.ts';

export interface ServiceOptions {
  /** Decisions that are replaced, in this order. */
  readonly changes?: readonly Change[];
  /** Further changes, which only some requests meet. */
  readonly sometimes?: {
    /** Called once for each service: tells of each request if it meets the changes. */
    readonly meets: () => (request: ServiceRequest) => boolean;
    readonly changes: readonly Change[];
  };
  /** Open records in the public repository. */
  readonly issues?: number;
  /** Added to each answer, in milliseconds. */
  readonly latencyMs?: number;
  /** Accepted instead of the fixture's own. */
  readonly tokens?: { readonly member?: string | undefined; readonly outsider?: string | undefined };
  /** The machine's own where not given. */
  readonly clock?: ServiceClock;
}

/** A request as a server takes it in. */
interface Incoming {
  readonly method: string;
  readonly url: URL;
  /** One value of a header, by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The payload, once it has come. */
  readonly body: () => Promise<string>;
}

/** The names and tokens of what a service holds. */
export interface Named {
  readonly owner: string;
  readonly repo: string;
  readonly privateOwner: string;
  readonly privateRepo: string;
  /** May use both repositories. */
  readonly token: string;
  /** Valid, but without access to the private repository. */
  readonly outsiderToken: string;
}

/** The bundled service, not yet on a port. */
export interface Service extends Named {
  readonly handle: (incoming: Incoming) => Promise<Answer>;
  /** What it has had to do. */
  readonly load: Load;
}

const COLLECTION = /^\/repos\/([^/]+)\/([^/]+)\/issues$/;

const systemClock: ServiceClock = {
  // What is created later is dated later, though the clock of the machine is set back meanwhile.
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

// What a change remembers it makes when it is called, so that no two services share it.
const changed = (from: Behaviour, changes: readonly Change[]): Behaviour =>
  changes.reduce<Behaviour>((behaviour, change) => Object.assign({}, behaviour, change(behaviour)), from);

/** The bundled service, with data of its own. */
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
  const load = new Load(clock);

  const handle = async ({ method, url, header, body }: Incoming): Promise<Answer> => {
    const ordinal = load.arrived();
    // Read before the clock starts: waiting for a slow client is no work.
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
