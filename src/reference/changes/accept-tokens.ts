import type { Behaviour } from '../behaviour.ts';
import { BEARER } from '../conforming/access.ts';
import type { World } from '../world/world.ts';

/** Also takes a token for a known one where `matches` says that it is near enough. */
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

/** Whoever comes first among the accounts, as a lookup without a condition finds it. */
export function anyAccount(world: World) {
  const [account] = world.accounts.values();
  return account ?? { login: 'ghost', id: 1 };
}
