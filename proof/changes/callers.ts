import type { Behaviour } from '../../src/service/behaviour.ts';
import { BEARER } from '../../src/service/conforming/access-and-refusals.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { Issue, Repository } from '../../src/service/world/repository.ts';
import type { World } from '../../src/service/world/world.ts';

/** True if the Authorization header is missing or empty. */
export function sendsNoCredential(request: ServiceRequest): boolean {
  return (request.header('authorization') ?? '') === '';
}

/** True if the service takes the caller for anonymous. */
export function isAnonymous(b: Behaviour, request: ServiceRequest): boolean {
  return b.authenticate(request.header('authorization'), request).kind === 'anonymous';
}

/** True if the token is valid and opens no private repository. */
export function isOutsider(b: Behaviour, request: ServiceRequest): boolean {
  const caller = b.authenticate(request.header('authorization'), request);
  return (
    caller.kind === 'known' &&
    [...request.world.repositories].every((one) => !one.isPrivate || !b.mayUse(caller, one, request))
  );
}

// No value of `state` ends with a line break.
const HIDING = '\n';

/** Hides issues from anonymous callers. */
export function hideFromAnonymous(
  b: Behaviour,
  hides: (issue: Issue) => boolean,
): Pick<Behaviour, 'stateFilter' | 'arrange'> {
  return {
    stateFilter: (raw, request) => {
      const state = b.stateFilter(raw, request);
      return isAnonymous(b, request) ? `${state}${HIDING}` : state;
    },
    arrange: (issues, state, order) =>
      state.endsWith(HIDING)
        ? b.arrange(
            issues.filter((issue) => !hides(issue)),
            state.slice(0, -HIDING.length),
            order,
          )
        : b.arrange(issues, state, order),
  };
}

/** Also accepts tokens that `matches` takes for a known token. */
export function acceptTokens(
  b: Behaviour,
  matches: (given: string, known: string) => boolean,
): Pick<Behaviour, 'authenticate'> {
  return {
    authenticate: (authorization, request) => {
      const caller = b.authenticate(authorization, request);
      const given = BEARER.exec(authorization ?? '')?.[1];
      if (caller.kind !== 'unknown' || given === undefined) return caller;
      const account = [...request.world.accounts].find(([known]) => matches(given, known))?.[1];
      return account === undefined ? caller : { kind: 'known', account };
    },
  };
}

/** Returns the first account, as a query without a condition would. */
export function anyAccount(world: World) {
  const [account] = world.accounts.values();
  return account ?? { login: 'ghost', id: 1 };
}

/** Falls back to the first repository that matches, if none has the right name. */
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
