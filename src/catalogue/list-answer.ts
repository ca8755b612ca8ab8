import type { CatalogueEntry } from './entry.ts';

/** What a listing answers at all: status, shape, headers, and the default of `state`. */
export const listAnswer = [
  {
    id: 'list.ok',
    level: 'required',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement: 'Listing a public repository answers 200.',
    tried:
      'The plain request is sent to the configured repository, and sent once more; the page sizes that other rules ask for are looked at too. Once the run has written, it is also sent right after a creation that was refused. It counts only where a made-up repository is answered differently, since a service that answers everything alike shows nothing. Where that control does not hold the rule is inconclusive, and a target that tells the two apart would decide it.',
    means: 'A client takes any other status for a failure and shows no issues at all.',
  },
  {
    id: 'list.array',
    level: 'required',
    sections: ['1', '4.1'],
    phase: 'read',
    needs: [],
    statement:
      'The body of a listing is exactly one JSON array, with nothing before it and nothing after it.',
    tried:
      'The bodies of the plain listing, with a credential and without, of the pages of `per_page=100` and of the page sizes that other rules ask for are each parsed as a whole, and so is a page behind the end if it is answered with 200. An object that wraps the array, a second document after it and a body cut short are all violations. It counts only where a made-up repository is answered differently.',
    means: 'A client that parses the body and iterates over it throws on the first listing.',
  },
  {
    id: 'list.records',
    level: 'implied',
    sections: ['2'],
    phase: 'read',
    needs: [],
    statement:
      'Each result in a listing is a JSON object, whether issue or pull request, and may have any fields at all.',
    tried:
      'Every element of the listings of list.array is looked at: null, a string, a number, a boolean or a nested array is a violation. It counts only where a made-up repository is answered differently. An empty list has no elements and is inconclusive; one issue in the repository decides it.',
    means:
      'A client that reads a field of each element crashes on the one that is no object, and loses the whole page with it.',
  },
  {
    id: 'list.anonymous',
    level: 'required',
    sections: ['5.2'],
    phase: 'read',
    needs: [],
    statement: 'Without a credential, listing a public repository answers 200.',
    tried:
      'The plain request and the documented page sizes are sent without an Authorization header. It counts only where a made-up repository, asked for in the same way, is answered differently. Where it is not, the rule is inconclusive until the target tells the two apart.',
    means: 'Public dashboards, badges and command line tools that have no account stop working.',
  },
  {
    id: 'list.token',
    level: 'required',
    sections: ['5.2'],
    phase: 'read',
    needs: ['TOKEN'],
    statement: 'With a valid token, listing a public repository answers 200.',
    tried:
      'The plain request and the page sizes that other rules ask for are sent with `TOKEN`, the plain one with `OUTSIDER_TOKEN` too where it is set. It counts only where a made-up repository, asked for with the same token, is answered differently. Where it is not, the rule is inconclusive until the target tells the two apart.',
    means:
      'A client that follows the advice to send its token, for the better rate limit, is worse off than one that does not.',
  },
  {
    id: 'list.recommended-headers',
    level: 'required',
    sections: ['4.3', '9'],
    phase: 'read',
    needs: ['TOKEN'],
    statement:
      'With the recommended Accept and X-Service-Api-Version headers, and the Bearer header where a token is set, a listing answers 200.',
    tried:
      'The plain request and the page sizes that other rules ask for are sent with the recommended headers at their recommended values (`application/vnd.service+json`, `2022-11-28`, or what the settings put in their place), `TOKEN` among them. It counts only where a made-up repository is answered differently with the same headers.',
    means: 'A client written to the letter of the documentation is turned away.',
  },
  {
    id: 'list.state.open',
    level: 'required',
    sections: ['3'],
    phase: 'read',
    needs: [],
    statement: '`state=open` is accepted: the listing answers 200.',
    tried:
      'The list is asked for with `state=open` and no other parameter that could be refused. It counts only where a made-up repository is answered differently with the same query. Where that control does not hold it is inconclusive.',
    means: 'A client that says plainly what it wants, the open issues, gets an error instead.',
  },
  {
    id: 'list.state.default-open',
    level: 'required',
    sections: ['3', '4.1'],
    phase: 'read',
    needs: [],
    statement: 'Leaving `state` out gives the same issues, in the same order, as `state=open`.',
    tried:
      'The list without `state` is compared with the list under `state=open`, over the first 100 results; in `standard` and `thorough` on its second page too, and without a credential. Other likely values of `state` are tried first to find an issue that is not open; none of them is required to work. It is conclusive only where forgetting the filter would show among those 100 results. One issue that is not open, recent enough to stand there, decides it.',
    means:
      'A client that relies on the default shows finished work as work still to be done, or hides open work.',
  },
] as const satisfies readonly CatalogueEntry[];
