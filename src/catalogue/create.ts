import type { CatalogueEntry } from './entry.ts';

/** Which creations are refused and how, and what becomes of those that are accepted. */
export const create = [
  {
    id: 'create.anonymous',
    level: 'required',
    sections: ['4.2', '5.3'],
    phase: 'refuse',
    needs: ['WRITES=rejected', 'TOKEN'],
    statement: 'Creating an issue with a valid payload and no credential answers 401.',
    tried:
      'Valid payloads, with and without `body`, are sent to the public repository with no Authorization header. A 401 counts only where the valid token gets further with the same request: as far as the check of the payload, or to an issue where `WRITES=all`. Where it does not, the rule is inconclusive, and a `TOKEN` that may write decides it.',
    means: 'Anybody can fill the repository with issues, and a client that forgot to sign in is not told to.',
  },
  {
    id: 'create.invalid-token',
    level: 'required',
    sections: ['5.4', '7'],
    phase: 'refuse',
    needs: ['WRITES=rejected', 'TOKEN'],
    statement: 'Creating an issue with a valid payload and an invalid token answers 401.',
    tried:
      'Random tokens of many lengths are tried, and near misses of `TOKEN`: cut in half, made eight characters longer, and with one character in its middle replaced. Changes that some encodings cannot see, of case alone or of the last character alone, are left out. A 401 counts only where the valid token gets further with the same request: as far as the check of the payload, or to an issue where `WRITES=all`. Where it does not, the rule is inconclusive, and a `TOKEN` that may write decides it.',
    means:
      'A service that compares only part of a token lets strangers write, and one that answers otherwise keeps a client from asking for a new token.',
  },
  {
    id: 'create.malformed-credential',
    level: 'implied',
    sections: ['5.1', '5.4'],
    phase: 'refuse',
    needs: ['WRITES=rejected', 'TOKEN'],
    statement: 'Creating an issue with an Authorization header that is no Bearer token answers 401.',
    tried:
      'An empty Bearer, a made-up token with no scheme before it, and other schemes with made-up credentials are sent with valid payloads. A 401 counts only where the valid token gets further with the same request: as far as the check of the payload, or to an issue where `WRITES=all`. Where it does not, the rule is inconclusive, and a `TOKEN` that may write decides it.',
    means:
      'A client whose token variable is empty sends exactly this, and is either let in by mistake or shown an error that hides the cause.',
  },
  {
    id: 'create.missing-title',
    level: 'required',
    sections: ['2', '4.2', '7'],
    phase: 'refuse',
    needs: ['WRITES=rejected', 'TOKEN'],
    statement: 'Creating an issue without `title` answers 422, with or without a `body`.',
    tried:
      'An object that holds a `body` but no title, and the empty object, are sent with `TOKEN`. A 422 counts only where the valid twin of the payload is accepted (`WRITES=all`), or, without accepted writes, where an anonymous request and an unknown repository are answered otherwise. Where neither holds it is inconclusive.',
    means:
      'A client whose form was left empty creates nameless issues, or gets an error that it cannot turn into a message about the title.',
  },
  {
    id: 'create.title-type',
    level: 'implied',
    sections: ['2', '7'],
    phase: 'refuse',
    needs: ['WRITES=rejected', 'TOKEN'],
    statement: 'Creating an issue with a `title` that is not a string answers 422.',
    tried:
      'Null, numbers, booleans, arrays and objects are sent in place of the title with `TOKEN`, and generated values after them; `quick` keeps to null and a number. A 422 counts only where the valid twin of the payload is accepted (`WRITES=all`), or, without accepted writes, where an anonymous request and an unknown repository are answered otherwise. Where neither holds it is inconclusive.',
    means:
      'A client with a bug leaves behind issues titled null or [object Object], which every other client then has to show.',
  },
  {
    id: 'create.body-type',
    level: 'implied',
    sections: ['2', '7'],
    phase: 'refuse',
    needs: ['WRITES=rejected', 'TOKEN'],
    statement: 'Creating an issue with a `body` that is neither a string nor null answers 422.',
    tried:
      'Numbers, booleans, arrays and objects are sent in place of the body, beside a valid title, with `TOKEN`; `quick` keeps to a number. Null is left out, since whether it may stand for no body is not documented. A 422 counts only where the valid twin of the payload is accepted (`WRITES=all`), or, without accepted writes, where an anonymous request and an unknown repository are answered otherwise. Where neither holds it is inconclusive.',
    means:
      'A text that was lost on the way is stored as something else, and clients that print the body crash on it.',
  },
  {
    id: 'create.payload-type',
    level: 'implied',
    sections: ['4.2', '7'],
    phase: 'refuse',
    needs: ['WRITES=rejected', 'TOKEN'],
    statement: 'Creating an issue with JSON that is not an object answers 422.',
    tried:
      'An array, an array that holds a valid object, a string, a number, a boolean and null are sent with `TOKEN` as the whole payload; `quick` keeps to an array and null. A 422 counts only where the valid twin of the payload is accepted (`WRITES=all`), or, without accepted writes, where an anonymous request and an unknown repository are answered otherwise. Where neither holds it is inconclusive.',
    means:
      'A client that sends the wrong thing meets a server error, and tries again for ever what can never succeed.',
  },
  {
    id: 'create.unknown-owner',
    level: 'required',
    sections: ['7'],
    phase: 'refuse',
    needs: ['WRITES=rejected', 'TOKEN'],
    statement:
      'Creating an issue under an owner that does not exist answers 404, with a valid token and payload.',
    tried:
      "Random owners, and the real owner's name with a random suffix, are each combined with the real repository name and with invented ones. The names are those that are listed too, so that a repository which a refusal made would show. A 404 counts only where the right name, with the same token, is not answered with 404. Where it is, the rule is inconclusive, and a `TOKEN` that may write to the public repository decides it.",
    means: 'A client with a mistyped owner believes that its issue was filed.',
  },
  {
    id: 'create.unknown-repo',
    level: 'required',
    sections: ['7'],
    phase: 'refuse',
    needs: ['WRITES=rejected', 'TOKEN'],
    statement:
      'Creating an issue in a repository that an existing owner does not have answers 404, with a valid token and payload.',
    tried:
      'Random repository names, and the real name with a random suffix, are tried under the real owner; they are those that are listed too, so that a repository which a refusal made would show. A 404 counts only where the right name, with the same token, is not answered with 404. Where it is, the rule is inconclusive, and a `TOKEN` that may write to the public repository decides it.',
    means: 'A client that reports to a renamed or deleted repository believes that its reports arrive.',
  },
  {
    id: 'create.private.outsider',
    level: 'required',
    sections: ['5.5', '7'],
    phase: 'refuse',
    needs: ['WRITES=rejected', 'TOKEN', 'OUTSIDER_TOKEN', 'PRIVATE_REPO'],
    statement:
      'A valid token without access to a private repository gets 404 for creating an issue there, with a valid payload.',
    tried:
      'Valid payloads are sent to the private repository with `OUTSIDER_TOKEN`. It counts only where `TOKEN` lists that repository and gets further with a creation in the public one, and where the outsider is able to list the public repository. Where one of these does not hold, it is inconclusive.',
    means: 'A stranger writes into a private repository, or learns from a different status that it exists.',
  },
  {
    id: 'create.rejected-no-effect',
    level: 'implied',
    sections: ['4.2', '7'],
    phase: 'later',
    needs: ['WRITES=rejected', 'TOKEN'],
    statement: 'No creation that was refused leaves an issue behind.',
    tried:
      "Refused payloads carry the run's id wherever they have room for it, and once they have all been sent the list is searched for it during `LISTED_WITHIN_MS` (10000 by default). An issue with that marker is a violation. Where new issues are there without any marker, refused payloads of one kind have to bring as many, twice, while refused payloads of another kind bring none. It is inconclusive where a new issue could be out of sight: where the list cannot be seen whole and no accepted issue of this run was found by the same search.",
    means: 'A client that is told no and tries again leaves one more issue behind each time.',
  },
  {
    id: 'create.accepted',
    level: 'implied',
    sections: ['2', '4.2'],
    phase: 'create',
    needs: ['WRITES=all', 'TOKEN'],
    statement: 'Creating an issue with a valid token and a title is answered with a 2xx status.',
    tried:
      "Generated titles, each holding the run's id, are sent with `TOKEN`; any status from 200 to 299 will do, since none is documented. Titles and bodies of ASCII letters, digits and blanks have to be accepted, after a refused payload too; those with quotes, markup or other scripts may be refused with some 4xx, since what makes a payload invalid is not documented, but with nothing else. It counts only where a request that must be refused is answered differently. Where it is not, the rule is inconclusive, and so it is where the token may not write.",
    means:
      'Clients cannot file issues at all, or take an issue that was filed for one that was not and file it again.',
  },
  {
    id: 'create.body-optional',
    level: 'implied',
    sections: ['2'],
    phase: 'create',
    needs: ['WRITES=all', 'TOKEN'],
    statement: 'A title alone and a title with a `body` are both accepted, with a 2xx status.',
    tried:
      'One payload with a `body` and one without are sent with `TOKEN`; both have to be accepted. It counts only where a creation without a credential, or one without a title, is refused. Where both are accepted as well, it is inconclusive.',
    means: 'A client that has no text to send cannot file an issue, or one that has text cannot.',
  },
  {
    id: 'create.listed',
    level: 'implied',
    sections: ['1'],
    phase: 'after',
    needs: ['WRITES=all', 'TOKEN'],
    statement:
      'An accepted issue turns up in the list of its repository, within 10 seconds unless set otherwise.',
    tried:
      "The run's id in the title is looked for until `LISTED_WITHIN_MS` (10000 by default) has passed, at both ends of the list and under several values of `state`, since neither place nor state is documented. One that is not found is created again with the same payload, and all that the service lists is read before and after: it is a violation only where all was seen and no new record came that may be its own. Where records show no titles, new records are counted. An issue not found in a list too long to be seen whole, or in one whose records cannot be told apart, is inconclusive; a smaller repository decides the former.",
    means:
      'A client files an issue, is told that all went well, and neither it nor anybody else ever finds it.',
  },
  {
    id: 'create.once',
    level: 'implied',
    sections: ['1'],
    phase: 'after',
    needs: ['WRITES=all', 'TOKEN'],
    statement: 'Creating one issue adds that issue once to the list and takes no other away.',
    tried:
      "Each accepted issue is counted by the run's id where records show their own titles, and the issues that the survey saw are looked for again. A second copy counts only if the same payload brings one again. An issue that went missing counts only if more go with each of several rounds of creations, for good, and none in the rests between, in which as many creations are refused. It is inconclusive where no accepted issue was found, or where other writers keep the list moving.",
    means: "One click files two issues, or overwrites somebody else's.",
  },
  {
    id: 'create.concurrent',
    level: 'implied',
    sections: ['1'],
    phase: 'create',
    needs: ['WRITES=all', 'TOKEN'],
    statement: 'Issues that are accepted at the same time are all listed, none of them twice.',
    tried:
      'Several payloads with different markers are sent at the same moment with `TOKEN`, no more than `CONCURRENCY` allows, and each one that was accepted is counted in the list within `LISTED_WITHIN_MS` (10000 by default). One that is missing is a violation only where it is seen again, the whole list was read before and after, and no new record came that may be its own. It is inconclusive where fewer than two were accepted, or where one is not found in a list too long to be seen whole.',
    means:
      'Issues filed by several people or build jobs at once are lost, or filed twice, exactly when the service is busy.',
  },
] as const satisfies readonly CatalogueEntry[];
