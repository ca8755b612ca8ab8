import { type Injected, injecting } from '../../proof/injected.ts';
import type { RunOptions } from '../../src/api/options.ts';
import { openService, type Service } from '../../src/service/service.ts';

/** Returns a service as a handler of the Fetch API. */
export const handlerOf =
  ({ handle }: Pick<Service, 'handle'>) =>
  async (request: Request): Promise<Response> => {
    const { status, headers, body } = await handle({
      method: request.method,
      url: new URL(request.url),
      header: (name) => request.headers.get(name) ?? undefined,
      body: () => request.text(),
    });
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : Buffer.from(body), { status, headers });
  };

/** The bundled service as a handler, with the options for its contents, and the methods of its requests. */
export function bundledHandler(options: Injected = {}) {
  const service = openService(injecting(options));
  const methods: string[] = [];
  const answer = handlerOf(service);
  const fetch = (request: Request): Promise<Response> => {
    methods.push(request.method);
    return answer(request);
  };
  const { owner, repo, privateOwner, privateRepo, token, outsiderToken } = service;
  const target = {
    fetch,
    owner,
    repo,
    privateOwner,
    privateRepo,
    token,
    outsiderToken,
    profile: 'quick',
    seed: 7,
    listedWithinMs: 500,
  } as const satisfies RunOptions;
  return { target, methods };
}
