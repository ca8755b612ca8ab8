import type { CatalogueEntry } from './entry.ts';

/** Questions about headers, errors and credentials that the document leaves open. */
export const observedAnswer = [
  {
    id: 'observed.errors.body',
    level: 'observed',
    sections: ['7'],
    phase: 'overview',
    needs: [],
    statement: 'What do error answers look like: which media type and which keys, for each status?',
    tried:
      'The answers of 401, 404 and 422 that the other rules received are gathered at the end; no request is sent for it. Other statuses are left out, since they come and go with what a run happens to send. Written down for each status are the media type and the keys at the top of the body.',
    means: 'A client that shows people the reason for a refusal has to know where it stands.',
  },
  {
    id: 'observed.content-type',
    level: 'observed',
    sections: ['1'],
    phase: 'read',
    needs: [],
    statement: 'Which Content-Type does a listing have?',
    tried:
      'The header of the listings that the survey read anyway is looked at; no request is sent for it. Written down is its value with any charset parameter, or that it is missing.',
    means: 'Many HTTP libraries parse JSON only under a media type that they know.',
  },
  {
    id: 'observed.links',
    level: 'observed',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement: 'Does a listing carry a Link header, and does following it agree with the page numbers?',
    tried:
      'The headers of the first page are read for the relations that they offer; where there is a next one on the same service, its query is asked for and compared with page 2. Written down are the relations and whether the two agree. A list that fits on one page may show none.',
    means: 'A client can walk by links where they agree, and must count pages itself where they do not.',
  },
  {
    id: 'observed.caching',
    level: 'observed',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement:
      'Does a listing carry an ETag or a Last-Modified header, and does a conditional request answer 304?',
    tried:
      'The ETag of a listing, or else its Last-Modified, is sent back in a second, conditional request. Written down are the validators offered and the status that came back. A list that changes in between is tried again.',
    means: 'A client that polls saves most of its traffic where this works.',
  },
  {
    id: 'observed.rate-limit',
    level: 'observed',
    sections: ['8'],
    phase: 'overview',
    needs: [],
    statement: 'Which rate limit headers does the service send, and with what numbers?',
    tried:
      'The headers of the listings received anyway are searched at the end for limits, for what remains and for the time of reset; no request is sent for it where the list was asked for without a credential too. Written down are the header names and the limit, with and without the token where both were used.',
    means: 'A client that plans its requests has to know how many it may send.',
  },
  {
    id: 'observed.version.omitted',
    level: 'observed',
    sections: ['9'],
    phase: 'read',
    needs: [],
    statement: 'What does a listing answer when the version header is left out?',
    tried:
      'The plain request is sent without X-Service-Api-Version and compared with the one that has it. Written down are the status and whether the results are the same.',
    means: 'Simple clients, and people with a browser, send no version.',
  },
  {
    id: 'observed.version.unknown',
    level: 'observed',
    sections: ['9'],
    phase: 'read',
    needs: [],
    statement: 'What does a listing answer for a version that does not exist?',
    tried:
      'The plain request is sent with a date far in the past and a word as its version. Written down for each are the status and whether the results are the same.',
    means: 'A client pinned to a version that was retired wants to know whether it will be told.',
  },
  {
    id: 'observed.accept.omitted',
    level: 'observed',
    sections: ['4.3'],
    phase: 'read',
    needs: [],
    statement: 'What does a listing answer when the Accept header is left out?',
    tried:
      'The plain request is sent without Accept and compared with the one that has it. Written down are the status, the media type and whether the results are the same.',
    means: 'Simple clients send no Accept header, or one that their library chose.',
  },
  {
    id: 'observed.accept.other',
    level: 'observed',
    sections: ['4.3'],
    phase: 'read',
    needs: [],
    statement: 'What does a listing answer for other values of Accept?',
    tried:
      '`application/json` and `text/html` are each sent. Written down for each are the status and the media type of the answer.',
    means:
      'A client behind a library that sets its own Accept header may be refused, or be given something that is not JSON.',
  },
  {
    id: 'observed.auth.schemes',
    level: 'observed',
    sections: ['5.1'],
    phase: 'read',
    needs: ['TOKEN'],
    statement: 'Is the token also taken with the word Bearer in another case, or with the scheme `token`?',
    tried:
      'The plain list is asked for with `TOKEN` behind `bearer` and `token`. Written down is which of them are let in and which get 401. Where an invalid token is not refused either, being let in shows nothing and that is said.',
    means: 'Older clients and other libraries write the scheme in their own way.',
  },
  {
    id: 'observed.auth.token-case',
    level: 'observed',
    sections: ['5.4'],
    phase: 'read',
    needs: ['TOKEN'],
    statement: 'Is the token still taken when the case of its letters is changed?',
    tried:
      'The plain list is asked for with `TOKEN`, the case of each of its letters changed. Written down is whether it is let in. A token without letters, or a service that refuses no invalid token, shows nothing.',
    means: 'Where tokens are hexadecimal this is harmless; elsewhere it makes them easier to guess.',
  },
  {
    id: 'observed.auth.before-payload',
    level: 'observed',
    sections: ['4.2', '7'],
    phase: 'refuse',
    needs: ['WRITES=rejected'],
    statement: 'Without a credential and without a title, which comes first: 401 or 422?',
    tried:
      'A payload with no title is sent to the public repository with no Authorization header. Both statuses are documented, and the one that came is written down.',
    means:
      'A service that checks the payload first tells strangers how it reads payloads, and a client has to be ready for either.',
  },
  {
    id: 'observed.auth.before-repository',
    level: 'observed',
    sections: ['5.3', '7'],
    phase: 'refuse',
    needs: ['WRITES=rejected'],
    statement: 'Without a credential and for an unknown repository, which comes first: 401 or 404?',
    tried:
      'A valid payload is sent to a made-up repository with no Authorization header. Both statuses are documented, and the one that came is written down.',
    means: 'A service that looks for the repository first tells strangers which names exist.',
  },
  {
    id: 'observed.private.indistinguishable',
    level: 'observed',
    sections: ['5.5', '7'],
    phase: 'read',
    needs: ['PRIVATE_REPO'],
    statement: 'Apart from the status, do the answers for a private repository and for a made-up one differ?',
    tried:
      'The private repository and made-up ones are listed without a credential. Headers and bodies are compared, with the names themselves and whatever differs between two made-up ones left out. Written down is where they differ, or that they do not.',
    means: 'A difference lets strangers find out which private repositories exist.',
  },
] as const satisfies readonly CatalogueEntry[];
