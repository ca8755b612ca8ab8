import type { Behaviour } from '../behaviour.ts';

/** Bearer, in any case as HTTP schemes are, and one token. */
export const BEARER = /^bearer +(\S+)$/i;

/** Section 5. */
export const access = {
  authenticate: (authorization, request) => {
    if (authorization === undefined || authorization === '') return { kind: 'anonymous' };
    const token = BEARER.exec(authorization)?.[1];
    const account = token === undefined ? undefined : request.world.accounts.get(token);
    return account === undefined ? { kind: 'unknown' } : { kind: 'known', account };
  },

  findRepository: (owner, repo, request) => request.world.find(owner, repo),

  mayUse: (caller, { readers }) =>
    readers === 'everybody' || (caller.kind === 'known' && readers.has(caller.account.login)),
} satisfies Partial<Behaviour>;
