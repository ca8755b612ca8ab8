import { withAllowed } from '../src/observe/answers.ts';
import {
  createdAnswers,
  createdStatuses,
  creations,
  fateOfMadeUpField,
  firstState,
  roundTrip,
  visibleAfter,
  withMadeUpField,
} from '../src/observe/creations.ts';
import { requests } from '../src/observe/listings.ts';
import { observedRulesOf } from '../src/observe/observed-rule.ts';

/** Creations, and requests that the specification does not describe (sections 1, 2, 3, 4 and 7). */
export const observedCreations = observedRulesOf({ at: 'writing', needs: ['WRITES=all', 'TOKEN'] }, [
  {
    id: 'observed.create.status',
    at: 'end',
    statedIn: ['4.2 success'],
    says: 'Which status does an accepted creation have?',
    tried: 'The run collects the statuses of accepted creations, and sends no request for it.',
    impact: 'Many clients wait for exactly 201, and the specification does not promise it.',
    observe: createdStatuses,
  },
  {
    id: 'observed.create.response',
    at: 'end',
    statedIn: ['4.2 success'],
    says: 'What does the answer to an accepted creation hold?',
    tried:
      'The run collects the answers to accepted creations, and sends no request for it. It looks for the title at the top of the body or inside, for the fields of listed issues, and for a Location header.',
    impact: 'A client that shows the new issue at once needs it, or at least its address, in the answer.',
    observe: createdAnswers,
  },
  {
    id: 'observed.create.state',
    statedIn: ['3 third point'],
    says: 'In which state does a new issue start?',
    tried:
      'The run looks for an accepted issue in the list without `state`, which holds the open ones, and then under likely values.',
    impact: 'A client that lists only open issues may never see what it has just filed.',
    observe: firstState,
  },
  {
    id: 'observed.create.round-trip',
    statedIn: ['2 payload, title', '2 payload, body', '4.2 success'],
    says: 'Do title and body come back unchanged?',
    tried:
      'Titles and bodies with other scripts, emoji, quotes, markup, line ends and spaces at both ends are created, and read back from the list. A change has to come twice. The status of a refused text is recorded too.',
    impact: 'A client that compares what it sent with what is stored sees changes that nobody made.',
    observe: roundTrip,
  },
  {
    id: 'observed.create.visible-after',
    statedIn: ['4.2 success'],
    says: 'How soon is a new issue listed?',
    tried:
      'The run creates one issue with nothing else in flight, and reads the list until the issue is there or LISTED_WITHIN_MS has passed. An issue that is not there at once is followed by a second one. The lag itself is a note, so that runs can be compared.',
    impact: 'A client that files an issue and then reloads the list has to know whether to wait.',
    observe: visibleAfter,
  },
  {
    id: 'observed.methods',
    needs: ['WRITES=all'],
    statedIn: ['1 two operations', '4.1 method and path'],
    says: 'How are other methods on the list of issues answered?',
    tried:
      'OPTIONS and HEAD, which change nothing, are sent to the configured repository. PUT and DELETE go only to a made-up one. The status and the Allow header are recorded.',
    impact: 'Proxies, browsers and monitors send these methods of their own accord.',
    methods: { listed: ['HEAD', 'OPTIONS'], madeUp: ['PUT', 'DELETE'] },
    observe: requests(
      ({ run }) => {
        const repository = { owner: run.values.name('owner of methods'), repo: run.values.name('methods') };
        return {
          HEAD: { method: 'HEAD' },
          OPTIONS: { method: 'OPTIONS' },
          PUT: { method: 'PUT', repository },
          DELETE: { method: 'DELETE', repository },
        };
      },
      withAllowed,
      'PUT and DELETE were sent to a repository that does not exist.',
    ),
  },
  {
    id: 'observed.create.empty-title',
    statedIn: ['2 payload, title'],
    says: 'How is an empty title answered?',
    tried:
      'Titles of no characters and of spaces alone are sent with TOKEN. The specification asks only that there is a title.',
    impact: 'A client has to know whether it must check for blank titles itself.',
    observe: creations(() => ({
      empty: { payload: (marker) => ({ title: '', body: marker }) },
      'only spaces': { payload: (marker) => ({ title: '   ', body: marker }) },
    })),
  },
  {
    id: 'observed.create.null-body',
    statedIn: ['2 payload, body'],
    says: 'How is a `body` of null answered?',
    tried: 'A valid title is sent with TOKEN beside a body of null.',
    impact: 'Many languages write a missing text as null unless told not to.',
    observe: creations(({ title }) => ({
      null: { payload: (marker) => ({ title: title(marker), body: null }) },
    })),
  },
  {
    id: 'observed.create.malformed-json',
    statedIn: ['7 status 422'],
    says: 'How is a payload that is not JSON answered?',
    tried:
      'A truncated payload is sent with TOKEN. The status may be one that the specification does not list.',
    impact: 'A client, and whoever debugs it, has to know whether broken JSON is told from a wrong field.',
    observe: creations(() => ({
      truncated: { mangle: (body) => body.slice(0, -8) },
    })),
  },
  {
    id: 'observed.create.no-payload',
    statedIn: ['4.2 request body', '7 status 422'],
    says: 'How is a creation with no payload answered?',
    tried: 'A creation with the Content-Type of JSON and an empty body is sent with TOKEN.',
    impact: 'A client whose payload got lost on the way sees this answer.',
    observe: requests(
      ({ run }) => ({
        none: {
          method: 'POST',
          repository: run.bed.written,
          headers: { 'content-type': 'application/json' },
        },
      }),
      undefined,
      'Sent with the Content-Type of JSON.',
    ),
  },
  {
    id: 'observed.create.extra-fields',
    statedIn: ['2 payload, the table as a whole'],
    says: 'Is an unknown field in a creation accepted, and kept?',
    tried:
      'A valid payload with a made-up field is sent with TOKEN. If it is accepted, the run looks for the field in the answer, or else in the list.',
    impact:
      'A client written for a richer service learns whether its other fields are refused, kept or dropped.',
    observe: creations(() => ({ extra: { payload: withMadeUpField } }), fateOfMadeUpField),
  },
  {
    id: 'observed.create.content-type',
    statedIn: ['4.2 request body'],
    says: 'Is a JSON payload accepted without a Content-Type, or as `text/plain`?',
    tried: 'Valid payloads are sent with TOKEN without a Content-Type, and as text/plain.',
    impact:
      'Small scripts often leave the header out, and browsers send text/plain to other sites without asking first.',
    observe: creations(() => ({
      none: { spec: { headers: { 'content-type': null } } },
      '`text/plain`': { spec: { headers: { 'content-type': 'text/plain' } } },
    })),
  },
]);
