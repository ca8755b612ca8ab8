import type { CatalogueEntry } from './entry.ts';

/** Questions about the list that the document leaves open. `quick` asks only those that cost no request of their own. */
export const observedList = [
  {
    id: 'observed.page.default',
    level: 'observed',
    sections: ['8'],
    phase: 'read',
    needs: [],
    statement: 'Is leaving `page` out the same as `page=1`?',
    tried:
      'The plain list and `page=1` are compared result by result. With no more issues than fit on one page there is little to compare.',
    means: 'A client that starts its walk without a page number wants to know that page 2 comes next.',
  },
  {
    id: 'observed.page.zero',
    level: 'observed',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement: 'What does `page=0` answer?',
    tried:
      'One listing is asked for with `page=0`. Written down are the status and, for 200, whether the results are those of page 1, none, or others.',
    means: 'Clients that count from zero see the first page twice on one service and an error on another.',
  },
  {
    id: 'observed.page.negative',
    level: 'observed',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement: 'What does a negative `page` answer?',
    tried:
      'One listing is asked for with `page=-1`. Written down are the status and, for 200, whether the results are those of page 1, none, or others.',
    means: 'A client that steps back once too often should know what awaits it.',
  },
  {
    id: 'observed.page.not-a-number',
    level: 'observed',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement: 'What does a `page` that is not a number answer?',
    tried:
      'Listings are asked for with a word and with an empty value. Written down are the status and, for 200, whether the results are those of page 1, none, or others.',
    means:
      'A page number taken from an address bar may hold anything, and a client has to know whether it must check it first.',
  },
  {
    id: 'observed.page.beyond-end',
    level: 'observed',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement: 'What does a page beyond the end of the list answer?',
    tried:
      'Where the survey saw the end of the list, the page after the last is looked at, without a request if the survey has read it; otherwise one far beyond is asked for. Written down are the status and whether the array is empty.',
    means:
      'A client that walks until a page is empty depends on this answer; an error or a repeated page makes it fail or loop for ever.',
  },
  {
    id: 'observed.page.huge',
    level: 'observed',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement: 'What does a `page` too large for a 32-bit or 64-bit integer answer?',
    tried:
      'Listings are asked for with the last number of a signed 64-bit integer, at which the place of the first result overflows, and with one that is 1 when it is cut to 32 or 64 bits. Written down are the status and, for 200, whether the results are none, those of page 1, or others.',
    means:
      'A page number that overflows may lead back to the start of the list, or to a server error that monitoring reports.',
  },
  {
    id: 'observed.per-page.not-an-integer',
    level: 'observed',
    sections: ['8'],
    phase: 'read',
    needs: [],
    statement: 'What does a `per_page` that is not an integer answer?',
    tried:
      '`abc`, an empty value, `1.5`, `1e2`, a 5 after a space, and the parameter given twice are each sent. Written down for each are the status and, for 200, how many results came.',
    means:
      'A client that passes on what people typed wants to know whether it gets an error, the default, or the digits in front.',
  },
  {
    id: 'observed.sort.values',
    level: 'observed',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement: 'Which likely values of `sort` change the order of the list?',
    tried:
      '`created`, `updated`, `comments` and `title` are sent with the direction in which the plain list does not stand, or with both where that does not show, and the order is compared with the plain list. Written down are the keys that change it, and the status of those that are refused. A list of one issue has no order to change.',
    means: 'A client can offer its users the sort keys that really work here.',
  },
  {
    id: 'observed.sort.empty',
    level: 'observed',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement: 'What does an empty `sort` do?',
    tried:
      'One listing is asked for with `sort=` and nothing after it, and compared with the plain list. Written down are the status and whether the order is the default one.',
    means: 'Forms send empty values for fields that nobody filled in.',
  },
  {
    id: 'observed.direction.alone',
    level: 'observed',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement: 'Does `direction` change the order when `sort` is left out?',
    tried:
      'The list is asked for with `direction=asc` and with `direction=desc` and compared with the plain list. Written down is which of them changes the order, if any. A list of one issue has no order to change.',
    means: 'A client that only wants the oldest issues first would leave the sort key out.',
  },
  {
    id: 'observed.direction.invalid',
    level: 'observed',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    statement: 'What does an invalid `direction` do when `sort` is left out?',
    tried:
      'The list is asked for with a made-up direction and compared with the plain list. Written down are the status and whether the order is the default one.',
    means: 'A client learns whether a misspelt direction is reported or silently passed over.',
  },
  {
    id: 'observed.state.values',
    level: 'observed',
    sections: ['3', '4.1'],
    phase: 'read',
    needs: [],
    statement:
      'Which likely values of `state` answer 200, and which of them show other issues than `open` does?',
    tried:
      'Values such as `closed` and `all`, `open` in capitals, an empty value and a made-up one are sent, and each answer is compared with that of `state=open`, a hundred results each. Written down for each are the status and whether the issues are the same.',
    means: 'A client that wants finished issues as well has to know which word this service takes.',
  },
  {
    id: 'observed.issue.fields',
    level: 'observed',
    sections: ['2'],
    phase: 'read',
    needs: [],
    statement:
      'Which fields do the issues in the list have, of which JSON types, and which are always there?',
    tried:
      'The records that the survey read anyway are taken apart; no request is sent for it. Written down are the names and types seen, marked where a field is missing from some records, and a digest for what there is no room for. An empty list shows nothing.',
    means:
      'The document shows no field, so this is the only account of what a client can read, and of what changed since yesterday.',
  },
  {
    id: 'observed.issue.pull-requests',
    level: 'observed',
    sections: ['1', '4.1'],
    phase: 'read',
    needs: [],
    statement: 'Does the list hold pull requests, and how can they be told from issues?',
    tried:
      'The records that the survey read anyway are searched for a field whose name speaks of pull requests and that only some of them have, or have as something else than null and false. Written down is the name of that field, or that there is none.',
    means: 'A client that counts issues has to leave pull requests out.',
  },
] as const satisfies readonly CatalogueEntry[];
