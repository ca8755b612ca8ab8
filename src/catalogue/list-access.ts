import type { CatalogueEntry } from './entry.ts';

/** Who may list which repository, and what the others are told. */
export const listAccess = [
  {
    id: 'list.invalid-token',
    level: 'required',
    sections: ['5.4', '7'],
    phase: 'read',
    needs: [],
    statement: 'A listing with an invalid token answers 401, on a public repository too.',
    tried:
      'Random tokens of many lengths are always tried, for the plain list and for other parts of it; where `TOKEN` is set, near misses of it too: cut in half, made eight characters longer, and with one character in its middle replaced (`quick` leaves the last to create.invalid-token). The same request with `TOKEN`, or with no credential where none is set, has to get further. Where it does not, the rule is inconclusive, and a repository that can be listed decides it.',
    means:
      "A client with an expired or mistyped token is never told, and goes on as a stranger with a stranger's rate limit and rights.",
  },
  {
    id: 'list.unknown-owner',
    level: 'required',
    sections: ['7'],
    phase: 'read',
    needs: [],
    statement: 'Listing under an owner that does not exist answers 404.',
    tried:
      "Random owners, and the real owner's name with a random suffix, are each combined with the real repository name and with invented ones. It counts only where the right names are not answered with 404. Where they are, it is inconclusive, and a repository that can be listed decides it.",
    means:
      'A client with a mistyped owner shows an empty or a wrong repository instead of saying that there is none.',
  },
  {
    id: 'list.unknown-repo',
    level: 'required',
    sections: ['7'],
    phase: 'read',
    needs: [],
    statement: 'Listing a repository that an existing owner does not have answers 404.',
    tried:
      'Random repository names, and the real name with a random suffix, are tried under the real owner. It counts only where the right name is not answered with 404. Where it is, the rule is inconclusive, and a repository that can be listed decides it.',
    means: 'A client cannot tell a repository without issues from one that was renamed or deleted.',
  },
  {
    id: 'list.private.anonymous',
    level: 'required',
    sections: ['5.5', '7'],
    phase: 'read',
    needs: ['PRIVATE_REPO', 'TOKEN'],
    statement: 'Listing a private repository without a credential answers 404.',
    tried:
      'With no Authorization header a part of the private repository is listed, and then the whole directly after the same listing with `TOKEN`, so that a shared cache would show. It counts only where the same request with `TOKEN` is answered with 200. Where the member is not let in either, it is inconclusive, and a token that may read the repository decides it.',
    means:
      'Anybody can read private issues, or learn from a different status that a repository of that name exists.',
  },
  {
    id: 'list.private.outsider',
    level: 'required',
    sections: ['5.5', '7'],
    phase: 'read',
    needs: ['PRIVATE_REPO', 'TOKEN', 'OUTSIDER_TOKEN'],
    statement:
      'A valid token without access to a private repository gets 404 for its list, even straight after a member has read it.',
    tried:
      'With `OUTSIDER_TOKEN` a part of the private repository is listed, and then the whole directly after the same listing with `TOKEN`, so that a shared cache would show. The member has to get 200, and the outsider has to be able to list the public repository. Where either does not hold, it is inconclusive.',
    means:
      'One customer reads the private issues of another, perhaps only now and then, from a cache that forgets whom it answers.',
  },
  {
    id: 'list.private.member',
    level: 'implied',
    sections: ['5.5'],
    phase: 'read',
    needs: ['PRIVATE_REPO', 'TOKEN'],
    statement: 'A token with access to a private repository lists it with 200.',
    tried:
      'The private repository is listed with `TOKEN`, which by the settings may read it; in `standard` and `thorough` a part of it too, after somebody without access was refused. A 200 counts only where a made-up repository under the same owner is answered differently with the same token. Where it is not, the rule is inconclusive until the target tells the two apart.',
    means: 'The members of a private repository cannot reach their own issues.',
  },
] as const satisfies readonly CatalogueEntry[];
