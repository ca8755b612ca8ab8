import type { Behaviour } from '../behaviour.ts';
import type { Account } from '../world/account.ts';
import type { Issue } from '../world/issue.ts';
import type { Repository } from '../world/repository.ts';
import type { World } from '../world/world.ts';
import type { Variant } from './variant.ts';

const SOMEBODY: Account = { login: 'quentin', id: 7305 };

/** Lets somebody write to the public repository before every `n`th request, `times` times at most. */
function meanwhile(
  b: Behaviour,
  n: number,
  write: (repository: Repository, world: World) => void,
  times = Number.POSITIVE_INFINITY,
): Pick<Behaviour, 'around'> {
  let done = 0;
  return {
    around: (inner, request) => {
      const { world, ordinal } = request;
      const [repository] = world.repositories;
      if (ordinal % n === 0 && repository !== undefined && done < times) {
        done += 1;
        write(repository, world);
      }
      return b.around(inner, request);
    },
  };
}

function createOne(repository: Repository, world: World): void {
  const draft = { title: 'Meanwhile, from somebody else', body: null };
  repository.insert(repository.prepare(draft, SOMEBODY, world.now()));
}

function nthNewestOpen(repository: Repository, n: number): Issue | undefined {
  return repository.issues.filter((issue) => issue.state === 'open').at(-n);
}

/** Closes one and opens it again, by turns, so that a long run does not find everything closed. */
function closeAndReopen(): (repository: Repository) => void {
  let closed: Issue | undefined;
  return (repository) => {
    if (closed !== undefined) {
      repository.replace(closed, { ...closed, state: 'open' });
      closed = undefined;
      return;
    }
    const open = nthNewestOpen(repository, 4);
    if (open === undefined) return;
    closed = { ...open, state: 'closed' };
    repository.replace(open, closed);
  };
}

export const otherPeopleVariants = [
  {
    id: 'somebody-creates',
    difference: 'Somebody else creates an issue before every 9th request.',
    change: (b) => meanwhile(b, 9, createOne),
  },
  {
    id: 'somebody-creates-seldom',
    difference: 'Somebody else creates an issue before every 40th request.',
    change: (b) => meanwhile(b, 40, createOne),
  },
  {
    id: 'somebody-creates-at-first',
    difference: 'Somebody else creates an issue before every 3rd request, ten in all.',
    change: (b) => meanwhile(b, 3, createOne, 10),
  },
  {
    id: 'somebody-closes',
    difference: 'Somebody else closes an issue or opens it again before every 9th request.',
    change: (b) => meanwhile(b, 9, closeAndReopen()),
  },
  {
    id: 'somebody-edits',
    difference: 'Somebody else changes the title of an issue before every 7th request.',
    change: (b) => {
      let edits = 0;
      return meanwhile(b, 7, (repository, world) => {
        edits += 1;
        const issue = nthNewestOpen(repository, 1 + (edits % 10));
        const updated_at = world.now().toISOString();
        if (issue === undefined) return;
        repository.replace(issue, { ...issue, title: `${issue.title} (edit ${edits})`, updated_at });
      });
    },
  },
  {
    id: 'somebody-deletes',
    difference: 'Somebody else deletes an old issue before every 50th request, ten in all.',
    change: (b) =>
      meanwhile(
        b,
        50,
        (repository) => {
          const old = repository.issues.find((issue) => issue.state === 'open');
          if (old !== undefined) repository.remove(old);
        },
        10,
      ),
  },
] as const satisfies readonly Variant[];
