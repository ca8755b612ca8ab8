import type { Change } from '../../src/service/behaviour.ts';
import { isList, type ListCall, type Reply, type ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world.ts';
import { remembering } from './decisions.ts';

/** Caches pages by key; a listing without a key is not cached. */
export const keepPages = (keyOf: (listing: ListCall) => readonly (string | number)[] | undefined): Change =>
  remembering(() => new Map<string, readonly Issue[]>())('cut', (kept, cut, _arranged, _window, listing) => {
    const parts = keyOf(listing);
    if (parts === undefined) return cut;
    const { repository } = listing;
    const key = JSON.stringify([repository.owner, repository.name, ...parts]);
    const page = kept.get(key) ?? cut;
    kept.set(key, page);
    return page;
  });

type KeyOf = (request: ServiceRequest) => readonly (string | undefined)[];

/** The key of a correct cache: the whole address and the credential. */
const wholeRequest: KeyOf = (request) => [request.url.href, request.header('authorization')];

/** Returns a key with some of the query parameters only. */
export const someParameters =
  (...names: readonly string[]): KeyOf =>
  (request) => [
    request.url.pathname,
    request.header('authorization'),
    ...names.map((name) => request.query(name)),
  ];

/** A cache in front of the service, by RFC 9111: a cached response states its age in whole seconds. */
export const cachedFor =
  (milliseconds: number, keyOf = wholeRequest): Change =>
  (b) => {
    const kept = new Map<string, { readonly answer: Reply; readonly at: number }>();
    return {
      around: async (inner, request) => {
        if (!isList(request)) return b.around(inner, request);
        const key = JSON.stringify(keyOf(request));
        const now = request.world.clock.date();
        const before = kept.get(key);
        if (before !== undefined && now - before.at < milliseconds)
          return aged(before.answer, Math.floor((now - before.at) / 1000));
        const answer = await b.around(inner, request);
        if (answer.status === 200) kept.set(key, { answer, at: now });
        return aged(answer, 0, milliseconds);
      },
    };
  };

function aged(answer: Reply, seconds: number, keptMs = 0): Reply {
  const fresh = keptMs > 0 && { 'cache-control': `public, max-age=${Math.ceil(keptMs / 1000)}` };
  return { ...answer, headers: { ...answer.headers, age: String(seconds), ...fresh } };
}
