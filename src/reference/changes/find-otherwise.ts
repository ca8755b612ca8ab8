import type { Behaviour } from '../behaviour.ts';
import type { ServiceRequest } from '../request.ts';
import type { Repository } from '../world/repository.ts';

/** Finds the first repository that matches where the right name finds none. */
export function findOtherwise(
  b: Behaviour,
  matches: (repository: Repository, owner: string, repo: string) => boolean,
  applies: (request: ServiceRequest) => boolean = () => true,
): Pick<Behaviour, 'findRepository'> {
  return {
    findRepository: (owner, repo, request) => {
      const found = b.findRepository(owner, repo, request);
      if (found !== undefined || !applies(request)) return found;
      return [...request.world.repositories].find((repository) => matches(repository, owner, repo));
    },
  };
}
