import { ANONYMOUS, bearer, type Credential, type RepositoryName } from '../target/question.ts';

/** Who can ask in a run: nobody in particular, the holder of TOKEN, the holder of OUTSIDER_TOKEN. */
export type Caller = 'anonymous' | 'member' | 'outsider';

/** Repositories and credentials of one target, as the settings name them. */
export interface Premises {
  readonly repository: RepositoryName;
  readonly privateRepository: RepositoryName | undefined;
  readonly token: string | undefined;
  readonly outsiderToken: string | undefined;
}

/** The credential of a caller. @throws {Error} where the setting is missing; rules name what they need beforehand */
export function credentialOf(caller: Caller, { token, outsiderToken }: Premises): Credential {
  if (caller === 'anonymous') return ANONYMOUS;
  const given = caller === 'member' ? token : outsiderToken;
  if (given === undefined)
    throw new Error(`no token for the ${caller}: the rule does not name all that it needs`);
  return bearer(given);
}
