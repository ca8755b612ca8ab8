import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import type { Answer } from './answer.ts';
import type { Behaviour } from './behaviour.ts';
import { deliver } from './deliver.ts';
import type { Load } from './load.ts';
import { create } from './operations/create.ts';
import { list } from './operations/list.ts';
import { refuse } from './operations/refuse.ts';
import type { ServiceRequest } from './request.ts';
import type { World } from './world/world.ts';

const COLLECTION = '/repos/:owner/:repo/issues';

export interface AppOptions {
  readonly behaviour: Behaviour;
  readonly world: World;
  readonly load: Load;
  /** Added to each answer, in milliseconds. */
  readonly latencyMs: number;
}

type Env = { Bindings: HttpBindings };
type Operation = (behaviour: Behaviour, request: ServiceRequest) => Answer | Promise<Answer>;

/** The service as a hono application: the routes, and nothing that the behaviour decides. */
export function buildApp({ behaviour, world, load, latencyMs }: AppOptions): Hono<Env> {
  const handle = (operation: Operation) => async (context: Context<Env>) => {
    const { req, env } = context;
    const ordinal = load.arrived();
    // Read before the clock starts: waiting for a slow client is no work.
    const body = req.method === 'GET' || req.method === 'HEAD' ? '' : await req.text();
    const stopwatch = load.stopwatch();
    const url = new URL(req.url);
    const request: ServiceRequest = {
      ordinal,
      method: req.method,
      url,
      header: (name) => req.header(name),
      query: (name) => url.searchParams.get(name) ?? undefined,
      owner: req.param('owner') ?? '',
      repo: req.param('repo') ?? '',
      body,
      world,
      pause: stopwatch.pause,
    };
    const answer = await behaviour.around(async () => operation(behaviour, request), request);
    stopwatch.stop();
    if (latencyMs > 0) await load.wait(latencyMs);
    deliver(answer, env.outgoing);
    return RESPONSE_ALREADY_SENT;
  };

  const app = new Hono<Env>();
  app.get(COLLECTION, handle(list));
  app.post(COLLECTION, handle(create));
  app.all(
    COLLECTION,
    handle((decisions, request) => refuse(decisions, 'method-unknown', request)),
  );
  app.notFound(handle((decisions, request) => refuse(decisions, 'path-unknown', request)));
  return app;
}
