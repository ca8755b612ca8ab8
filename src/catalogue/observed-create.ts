import type { CatalogueEntry } from './entry.ts';

/** Questions about creation, other methods and names that the document leaves open. */
export const observedCreate = [
  {
    id: 'observed.create.status',
    level: 'observed',
    sections: ['4.2'],
    phase: 'after',
    needs: ['WRITES=all', 'TOKEN'],
    statement: 'Which status does an accepted creation have?',
    tried:
      'The statuses of the creations that were accepted are gathered; no request is sent for it. Written down is each 2xx status that was seen.',
    means: 'Many clients wait for exactly 201, and the document does not promise it.',
  },
  {
    id: 'observed.create.response',
    level: 'observed',
    sections: ['4.2'],
    phase: 'after',
    needs: ['WRITES=all', 'TOKEN'],
    statement: 'Does the answer to an accepted creation hold the new issue?',
    tried:
      'The answers to the creations that were accepted are gathered; no request is sent for it. Written down is whether the body holds the title that was sent, at its top or inside, whether it has the fields that all records of the list have, and whether there is a Location header.',
    means: 'A client that shows the new issue at once needs it, or at least its address, in the answer.',
  },
  {
    id: 'observed.create.state',
    level: 'observed',
    sections: ['3'],
    phase: 'create',
    needs: ['WRITES=all', 'TOKEN'],
    statement: 'In which state does a new issue start?',
    tried:
      'An accepted issue is looked for by its marker in the list without `state`, which holds the open ones, and then under likely values of `state`. Written down is where it was found. An issue that was not found within `LISTED_WITHIN_MS` shows nothing.',
    means: 'A client that lists only open issues may never see what it has just filed.',
  },
  {
    id: 'observed.create.round-trip',
    level: 'observed',
    sections: ['2', '4.2'],
    phase: 'create',
    needs: ['WRITES=all', 'TOKEN'],
    statement: 'Do title and body come back unchanged, character for character?',
    tried:
      'Titles and bodies with other scripts, emoji, quotes, markup, line ends and spaces at both ends are created, and the fields that hold them are read from the list. Written down is each kind of text that came back changed, and the status of what was refused.',
    means: 'A client that compares what it sent with what is stored sees changes that nobody made.',
  },
  {
    id: 'observed.create.visible-after',
    level: 'observed',
    sections: ['4.2'],
    phase: 'create',
    needs: ['WRITES=all', 'TOKEN'],
    statement: 'How soon after it was accepted is an issue in the list?',
    tried:
      'One issue is created, and the list is read again and again from the moment of acceptance until the issue is there or `LISTED_WITHIN_MS` has passed. Written down is a coarse measure, such as at once or within a second, so that runs can be compared.',
    means: 'A client that files an issue and then reloads the list has to know whether to wait.',
  },
  {
    id: 'observed.create.empty-title',
    level: 'observed',
    sections: ['2'],
    phase: 'unusual',
    needs: ['WRITES=all', 'TOKEN'],
    statement: 'What does an empty title answer?',
    tried:
      'Titles of no characters and of spaces alone are sent with `TOKEN`. Written down for each is the status, since the document asks only that there be a title.',
    means: 'A client has to know whether it must check for blank titles itself.',
  },
  {
    id: 'observed.create.null-body',
    level: 'observed',
    sections: ['2'],
    phase: 'unusual',
    needs: ['WRITES=all', 'TOKEN'],
    statement: 'What does `body` given as null answer?',
    tried: 'A valid title is sent with `TOKEN` beside a body of null. Written down is the status.',
    means: 'Many languages write a missing text as null unless told not to.',
  },
  {
    id: 'observed.create.malformed-json',
    level: 'observed',
    sections: ['7'],
    phase: 'unusual',
    needs: ['WRITES=all', 'TOKEN'],
    statement: 'What does a payload that is not JSON answer?',
    tried:
      'A payload cut short and one of text are sent with `TOKEN`. Written down for each is the status, which may be one that the document does not list.',
    means: 'A client, and whoever debugs it, has to know whether broken JSON is told from a wrong field.',
  },
  {
    id: 'observed.create.no-payload',
    level: 'observed',
    sections: ['4.2', '7'],
    phase: 'unusual',
    needs: ['WRITES=all', 'TOKEN'],
    statement: 'What does a creation with no payload at all answer?',
    tried:
      'A creation with the Content-Type of JSON and nothing behind it is sent with `TOKEN`. Written down is the status.',
    means: 'A client whose payload got lost on the way sees this answer.',
  },
  {
    id: 'observed.create.extra-fields',
    level: 'observed',
    sections: ['2'],
    phase: 'unusual',
    needs: ['WRITES=all', 'TOKEN'],
    statement: 'Are fields that the document does not name accepted in a creation?',
    tried:
      'A valid payload with a made-up field beside `title` is sent with `TOKEN`. Written down are the status and, where it was accepted, whether the made-up field shows in the answer, or in the list where the answer shows no issue.',
    means:
      'A client written for a richer service learns whether its other fields are refused, kept or dropped.',
  },
  {
    id: 'observed.create.content-type',
    level: 'observed',
    sections: ['4.2'],
    phase: 'unusual',
    needs: ['WRITES=all', 'TOKEN'],
    statement: 'Is a JSON payload accepted with no Content-Type, or with `text/plain`?',
    tried:
      'Valid payloads are sent with `TOKEN` under no Content-Type and under `text/plain`. Written down for each is the status.',
    means:
      'Small scripts often leave the header out, and browsers send `text/plain` to other sites without asking first.',
  },
  {
    id: 'observed.methods',
    level: 'observed',
    sections: ['1', '4.1'],
    phase: 'unusual',
    needs: ['WRITES=all'],
    statement: 'What do other methods on the collection of issues answer?',
    tried:
      'OPTIONS and HEAD, which change nothing, are sent to the configured repository; PUT, PATCH and DELETE go only to a made-up one. Written down for each are the status and an Allow header.',
    means: 'Proxies, browsers and monitors send these methods of their own accord.',
  },
  {
    id: 'observed.names.case',
    level: 'observed',
    sections: ['2'],
    phase: 'read',
    needs: [],
    statement: 'Is a repository also found when its owner or name is written in another case?',
    tried:
      'The list is asked for with owner and repository in their other case, and where that is not the same list, with each of them alone. Written down is the status and whether the results are the same. Another repository may really have that name, so it is not judged.',
    means: 'A client that stores lists by name has to know whether two spellings are one repository.',
  },
] as const satisfies readonly CatalogueEntry[];
