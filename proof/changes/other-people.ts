import type { Behaviour } from '../../src/service/behaviour.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { Account, Issue, Repository } from '../../src/service/world/repository.ts';
import type { World } from '../../src/service/world/world.ts';

type Write = (repository: Repository, world: World) => void;

/** An account that is none of the callers. */
const SOMEBODY: Account = { login: 'quentin', id: 7305 };

/** Lets somebody write to the public repository before each request, `times(request)` times. */
const before = (
  b: Behaviour,
  write: Write,
  times: (request: ServiceRequest) => number,
): Pick<Behaviour, 'around'> => ({
  around: (inner, request) => {
    const [repository] = request.world.repositories;
    if (repository !== undefined)
      for (let left = times(request); left > 0; left -= 1) write(repository, request.world);
    return b.around(inner, request);
  },
});

/** Lets somebody write to the public repository before every `n`th request, at most `times` times. */
export function meanwhile(
  b: Behaviour,
  n: number,
  write: Write,
  times = Number.POSITIVE_INFINITY,
): Pick<Behaviour, 'around'> {
  let done = 0;
  return before(b, write, ({ ordinal }) => {
    if (ordinal % n !== 0 || done >= times) return 0;
    done += 1;
    return 1;
  });
}

/** Lets somebody write to the public repository at fixed intervals from the first request on. */
export function byTheClock(b: Behaviour, everyMs: number, write: Write): Pick<Behaviour, 'around'> {
  let last: number | undefined;
  return before(b, write, ({ world }) => {
    const now = Math.floor(world.clock.date() / everyMs);
    const since = now - (last ?? now);
    last = now;
    return since;
  });
}

export function createOne(repository: Repository, world: World): void {
  const draft = { title: 'Meanwhile, from somebody else', body: null };
  repository.insert(repository.prepare(draft, SOMEBODY, world.now()));
}

export function nthNewestOpen(repository: Repository, n: number): Issue | undefined {
  return repository.issues.filter((issue) => issue.state === 'open').at(-n);
}

export function removeOldestOpen(repository: Repository): void {
  const old = repository.issues.find((issue) => issue.state === 'open');
  if (old !== undefined) repository.remove(old);
}
