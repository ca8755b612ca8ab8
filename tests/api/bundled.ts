import { type Injected, injecting } from '../../proof/injected.ts';
import type { RunOptions } from '../../src/api/options.ts';
import { openService } from '../../src/service/service.ts';

/** The bundled service as a handler of the Fetch API, with the options for its contents, and the methods of its requests. */
export function bundledHandler(options: Injected = {}) {
  const { handle, requests: _, ...names } = openService(injecting(options));
  const methods: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    methods.push(request.method);
    const { status, headers, body } = await handle({
      method: request.method,
      url: new URL(request.url),
      header: (name) => request.headers.get(name) ?? undefined,
      body: () => request.text(),
    });
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : Buffer.from(body), { status, headers });
  };
  const settings = { profile: 'quick', seed: 7, listedWithinMs: 100 } as const;
  return { target: { ...names, ...settings, fetch } satisfies RunOptions, methods };
}
