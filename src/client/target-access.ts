import type { RepositoryName } from './request.ts';

/** Repositories and credentials of a target, from the settings. */
export interface TargetAccess {
  /** The public repository that the list rules read. */
  readonly repository: RepositoryName;
  /** The public repository in which issues are created; the same one by default. */
  readonly writeRepository: RepositoryName;
  readonly privateRepository: RepositoryName | undefined;
  readonly token: string | undefined;
  readonly outsiderToken: string | undefined;
}

/** Callers: no credential, the holder of TOKEN, the holder of OUTSIDER_TOKEN, a caller with an invalid credential. */
export type CallerKind = 'anonymous' | 'member' | 'outsider' | 'invalid';

/** Callers by the settings of their credentials. */
export const CALLER_LABELS: Readonly<Record<CallerKind, string>> = {
  anonymous: 'no credential',
  member: 'TOKEN',
  outsider: 'OUTSIDER_TOKEN',
  invalid: 'an invalid credential',
};

export const sameRepository = (a: RepositoryName, b: RepositoryName): boolean =>
  a.owner === b.owner && a.repo === b.repo;
