import type { Behaviour, Change } from '../../src/service/behaviour.ts';
import { BEARER } from '../../src/service/conforming.ts';
import { isCreate, type Requester, type ServiceRequest } from '../../src/service/request.ts';
import type { Issue, Repository, World } from '../../src/service/world.ts';
import { type Applies, onlyWhere, remembering, revise } from './decisions.ts';

export function sendsNoCredential(request: ServiceRequest): boolean {
  return (request.header('authorization') ?? '') === '';
}

export const sendsCredential = (request: ServiceRequest): boolean => !sendsNoCredential(request);

export const sendsLike =
  (credential: RegExp) =>
  ({ header }: ServiceRequest): boolean =>
    credential.test(header('authorization') ?? '');

const callerOf = (request: ServiceRequest, b: Behaviour): Requester =>
  b.authenticate(request.header('authorization'), request);

const isOfKind =
  (kind: Requester['kind']): Applies =>
  (request, b) =>
    callerOf(request, b).kind === kind;

export const isAnonymous = isOfKind('anonymous');
export const isKnown = isOfKind('known');
export const isUnknown = isOfKind('unknown');

/** True if the token is valid and opens no private repository. */
export const isOutsider: Applies = (request, b) => {
  const caller = callerOf(request, b);
  return (
    caller.kind === 'known' &&
    [...request.world.repositories].every((one) => !one.isPrivate || !b.mayUse(caller, one, request))
  );
};

export const hideFromAnonymous = (hides: (issue: Issue) => boolean): Change =>
  onlyWhere(isAnonymous)(revise('arrange', (arranged) => arranged.filter((issue) => !hides(issue))));

/** Also accepts tokens that `matches` takes for a known token. */
export const acceptTokens = (matches: (given: string, known: string) => boolean): Change =>
  revise('authenticate', (caller, authorization, { world }) => {
    const given = BEARER.exec(authorization ?? '')?.[1];
    if (caller.kind !== 'unknown' || given === undefined) return caller;
    const account = [...world.accounts].find(([known]) => matches(given, known))?.[1];
    return account === undefined ? caller : { kind: 'known', account };
  });

/** Returns a caller with the first account, as a query without a condition would. */
function anyCaller(world: World): Requester {
  const [account = { login: 'ghost', id: 1 }] = world.accounts.values();
  return { kind: 'known', account };
}

/** Takes unknown credentials of one form for known ones. */
export const acceptForm = (form: RegExp, applies: (request: ServiceRequest) => boolean = isCreate): Change =>
  revise('authenticate', (caller, authorization = '', request) =>
    caller.kind === 'unknown' && applies(request) && form.test(authorization)
      ? anyCaller(request.world)
      : caller,
  );

/** Refuses an unknown credential once, and takes it for a known one from then on. */
export const knownOnceRefused = (applies: (request: ServiceRequest) => boolean = () => true): Change =>
  remembering(() => new Set<string>())('authenticate', (refused, caller, authorization = '', request) => {
    if (caller.kind !== 'unknown' || !applies(request)) return caller;
    const wasRefused = refused.has(authorization);
    refused.add(authorization);
    return wasRefused ? anyCaller(request.world) : caller;
  });

/** Falls back to the first repository that matches, if none has the right name. */
export const findOtherwise = (
  matches: (repository: Repository, owner: string, repo: string) => boolean,
  applies: (request: ServiceRequest) => boolean = () => true,
): Change =>
  revise('findRepository', (found, owner, repo, request) =>
    found === undefined && applies(request)
      ? [...request.world.repositories].find((repository) => matches(repository, owner, repo))
      : found,
  );
