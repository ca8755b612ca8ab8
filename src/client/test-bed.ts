import { ANONYMOUS, bearer, type Credential, type RepositoryName } from './request.ts';

/** Who can ask in a run: nobody in particular, the holder of TOKEN, the holder of OUTSIDER_TOKEN. */
export type Caller = 'anonymous' | 'member' | 'outsider';

/** Repositories and credentials of one target, as the settings name them. */
export interface TestBed {
  /** The public repository that the list rules read. */
  readonly repository: RepositoryName;
  /** The public repository in which issues are created; the same one unless set otherwise. */
  readonly written: RepositoryName;
  readonly privateRepository: RepositoryName | undefined;
  readonly token: string | undefined;
  readonly outsiderToken: string | undefined;
}

/** Who asked: one of the callers, or somebody with a credential that must be refused. */
export type Asker = Caller | 'invalid';

export const sameRepository = (a: RepositoryName, b: RepositoryName): boolean =>
  a.owner === b.owner && a.repo === b.repo;

/** The credential of a caller. @throws {Error} where the setting is missing; rules name what they need beforehand */
export function credentialOf(caller: Caller, { token, outsiderToken }: TestBed): Credential {
  if (caller === 'anonymous') return ANONYMOUS;
  const given = caller === 'member' ? token : outsiderToken;
  if (given === undefined)
    throw new Error(`no token for the ${caller}: the rule does not name all that it needs`);
  return bearer(given);
}

/** Everybody whom the settings let ask. */
export const callersOf = ({ token, outsiderToken }: TestBed): Caller[] => [
  ...(token === undefined ? [] : ['member' as const]),
  'anonymous',
  ...(outsiderToken === undefined ? [] : ['outsider' as const]),
];

/** Who asks with a credential; `null` if it is neither one of the settings nor made to be refused. */
export function whoAsks({ token, outsiderToken }: TestBed, as: Credential): Asker | null {
  if (as.standing === 'none') return 'anonymous';
  if (as.standing === 'invalid') return 'invalid';
  if (as.value === `Bearer ${token}`) return 'member';
  return as.value === `Bearer ${outsiderToken}` ? 'outsider' : null;
}
