import type { Change } from '../../src/service/behaviour.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { Account, Issue, Repository, World } from '../../src/service/world.ts';
import { beforeEach } from './decisions.ts';

/** Writes for the `count`th time, from 1. */
export type Write = (repository: Repository, world: World, count: number) => void;

/** An account that is none of the callers. */
const SOMEBODY: Account = { login: 'quentin', id: 7305 };

/** Lets somebody write to the public repository before each request, `times(request)` times. */
const before =
  (write: Write, times: (request: ServiceRequest) => number): Change =>
  (b) => {
    let count = 0;
    return beforeEach((request) => {
      const [repository] = request.world.repositories;
      if (repository !== undefined)
        for (let left = times(request); left > 0; left -= 1) {
          count += 1;
          write(repository, request.world, count);
        }
    })(b);
  };

/** Lets somebody write to the public repository before every `n`th request, at most `times` times. */
export const meanwhile = (n: number, write: Write, times = Infinity): Change =>
  before(write, ({ ordinal }) => (ordinal % n === 0 && ordinal <= n * times ? 1 : 0));

/** Lets somebody write to the public repository at fixed intervals from the first request on. */
export const byTheClock =
  (everyMs: number, write: Write): Change =>
  (b) => {
    let last: number | undefined;
    return before(write, ({ world }) => {
      const now = Math.floor(world.clock.date() / everyMs);
      const since = now - (last ?? now);
      last = now;
      return since;
    })(b);
  };

/** Returns a write that creates an issue. */
export const createWith =
  (title: string) =>
  (repository: Repository, world: World): void => {
    repository.insert(repository.prepare({ title, body: null }, SOMEBODY, world.now()));
  };

export const createOne = createWith('Meanwhile, from somebody else');

export function nthNewestOpen(repository: Repository, n: number): Issue | undefined {
  return repository.issues.filter((issue) => issue.state === 'open').at(-n);
}

export function removeOldestOpen(repository: Repository): void {
  const old = repository.issues.find((issue) => issue.state === 'open');
  if (old !== undefined) repository.remove(old);
}
