import { sample } from 'fast-check';
import { type Exchange, isSuccess, textOf } from '../src/client/exchange.ts';
import type { RequestSpec } from '../src/client/request.ts';
import { validPayload, writerOf } from '../src/created/writer.ts';
import { names } from '../src/generate/names.ts';
import { describeCreatedAnswers, describeCreatedStatuses } from '../src/observe/bodies.ts';
import {
  firstListing,
  needsListedIssue,
  recordsShowing,
  stateOfNewIssue,
} from '../src/observe/listed-issues.ts';
import {
  asking,
  type Describe,
  observation,
  observations,
  ofCreations,
  ofRequests,
} from '../src/observe/observation.ts';
import { roundTrip } from '../src/observe/round-trip.ts';
import { code, statusText, truncate } from '../src/observe/texts.ts';
import type { Trial } from '../src/run/trial.ts';

/** Methods that the specification does not name. Those that change things go only to a repository that does not exist. */
const METHODS = { listed: ['HEAD', 'OPTIONS'], madeUp: ['PUT', 'PATCH', 'DELETE'] } as const;

/** Describes the status and the methods that the answer says are allowed. */
const withAllowed: Describe = (t, answer, { method }) => {
  const { response } = answer;
  // The answer to HEAD has no body, so none broke off.
  const status = method === 'HEAD' && response !== null ? String(response.status) : statusText(answer);
  const allow = response?.headers['allow'];
  return allow === undefined ? status : `${status}, Allow: ${truncate(t.run.secrets.hide(allow), 40)}`;
};

/** A field that no service knows. */
const MADE_UP_FIELD = 'qx_made_up_field';

const asJson = (mangle: (body: string) => string) => ({
  text: (title: string, marker: string) => mangle(JSON.stringify(validPayload(title, marker))),
});

/** Returns a text that shows a new issue: the answer, or else its record in the list; `null` if neither does. */
async function shownOf(t: Trial, answer: Exchange): Promise<string | null> {
  const writer = writerOf(t);
  const marker = writer.of(answer)?.marker;
  const body = answer.response === null ? '' : (textOf(answer.response) ?? '');
  if (marker !== undefined && writer.markerIn(body) === marker) return body;
  const [record] = await recordsShowing(t, [answer]);
  return record === undefined ? null : JSON.stringify(record);
}

/** Describes what became of the made-up field of a creation. */
async function describeExtraField(
  t: Trial,
  answer: Exchange,
  again: () => Promise<Exchange>,
): Promise<string> {
  if (!isSuccess(answer)) return statusText(answer);
  // Somebody may have closed or deleted the issue.
  const shown = (await shownOf(t, answer)) ?? (await shownOf(t, await again()));
  if (shown === null) return `${statusText(answer)}, not listed`;
  return `${statusText(answer)}, extra field ${shown.includes(MADE_UP_FIELD) ? 'kept' : 'dropped'}`;
}

/** Creations, and requests that the specification does not describe (sections 1, 2, 3, 4 and 7). */
export const observedCreations = observations({ phase: 'unusual', needs: ['WRITES=all', 'TOKEN'] }, [
  {
    id: 'observed.create.status',
    phase: 'end',
    statedIn: ['4.2 success'],
    says: 'Which status does an accepted creation have?',
    tried: 'The run collects the statuses of accepted creations, and sends no request for it.',
    impact: 'Many clients wait for exactly 201, and the specification does not promise it.',
    observe: observation(describeCreatedStatuses),
  },
  {
    id: 'observed.create.response',
    phase: 'end',
    statedIn: ['4.2 success'],
    says: 'What does the answer to an accepted creation hold?',
    tried:
      'The run collects the answers to accepted creations, and sends no request for it. It looks for the title at the top of the body or inside, for the fields of listed issues, and for a Location header.',
    impact: 'A client that shows the new issue at once needs it, or at least its address, in the answer.',
    observe: observation(describeCreatedAnswers),
  },
  {
    id: 'observed.create.state',
    statedIn: ['3 third point'],
    says: 'In which state does a new issue start?',
    tried:
      'The run looks for an accepted issue in the list without `state`, which holds the open ones, and then under likely values.',
    impact: 'A client that lists only open issues may never see what it has just filed.',
    observe: asking(async (t) => {
      const state = await stateOfNewIssue(t);
      return state === null ? 'open' : { value: state, note: 'The list without `state` does not show it.' };
    }),
  },
  {
    id: 'observed.create.round-trip',
    statedIn: ['2 payload, title', '2 payload, body', '4.2 success'],
    says: 'Do title and body come back unchanged?',
    tried:
      'Titles and bodies with other scripts, emoji, quotes, markup, line ends and spaces at both ends are created, and read back from the list. A change has to come twice. The status of a refused text is recorded too.',
    impact: 'A client that compares what it sent with what is stored sees changes that nobody made.',
    observe: asking(async (t) => {
      await needsListedIssue(t);
      return roundTrip(t);
    }),
  },
  {
    id: 'observed.create.visible-after',
    statedIn: ['4.2 success'],
    says: 'How soon is a new issue listed?',
    tried:
      'The run creates one issue with nothing else in flight, and reads the list until the issue is there or LISTED_WITHIN_MS has passed. An issue that is not there at once is followed by a second one. The lag itself is a note, so that runs can be compared.',
    impact: 'A client that files an issue and then reloads the list has to know whether to wait.',
    observe: asking(async (t) => {
      const seen = await firstListing(t);
      if (seen.kind === 'not-listed') return `not within ${t.run.settings.listedWithinMs / 1000} s`;
      return seen.lag === '' ? 'at once' : { value: 'with a lag', note: `In this run, ${seen.lag}.` };
    }),
  },
  {
    id: 'observed.methods',
    needs: ['WRITES=all'],
    statedIn: ['1 two operations', '4.1 method and path'],
    says: 'How are other methods on the list of issues answered?',
    tried:
      'OPTIONS and HEAD, which change nothing, are sent to the configured repository. PUT, PATCH and DELETE go only to a made-up one. The status and the Allow header are recorded.',
    impact: 'Proxies, browsers and monitors send these methods of their own accord.',
    methods: METHODS,
    observe: ofRequests({
      asks: (t) => {
        const [owner = '', repo = ''] = sample(names, { seed: t.seed('methods'), numRuns: 2 });
        const madeUp = { repository: { owner, repo } };
        return Object.fromEntries<Partial<RequestSpec>>([
          ...METHODS.listed.map((method) => [method, { method }] as const),
          ...METHODS.madeUp.map((method) => [method, { method, ...madeUp }] as const),
        ]);
      },
      describe: withAllowed,
      note: 'PUT, PATCH and DELETE were sent to a repository that does not exist.',
    }),
  },
  {
    id: 'observed.create.empty-title',
    statedIn: ['2 payload, title'],
    says: 'How is an empty title answered?',
    tried:
      'Titles of no characters and of spaces alone are sent with TOKEN. The specification asks only that there is a title.',
    impact: 'A client has to know whether it must check for blank titles itself.',
    observe: ofCreations({
      creates: {
        empty: { payload: (_title, marker) => ({ title: '', body: marker }) },
        'only spaces': { payload: (_title, marker) => ({ title: '   ', body: marker }) },
      },
    }),
  },
  {
    id: 'observed.create.null-body',
    statedIn: ['2 payload, body'],
    says: 'How is a `body` of null answered?',
    tried: 'A valid title is sent with TOKEN beside a body of null.',
    impact: 'Many languages write a missing text as null unless told not to.',
    observe: ofCreations({ creates: { null: { payload: (title) => ({ title, body: null }) } } }),
  },
  {
    id: 'observed.create.malformed-json',
    statedIn: ['7 status 422'],
    says: 'How is a payload that is not JSON answered?',
    tried:
      'A truncated payload and a text are sent with TOKEN. The status may be one that the specification does not list.',
    impact: 'A client, and whoever debugs it, has to know whether broken JSON is told from a wrong field.',
    observe: ofCreations({
      creates: {
        truncated: asJson((body) => body.slice(0, -8)),
        text: asJson((body) => `title ${body.replaceAll(/["{}]/g, '')}`),
      },
    }),
  },
  {
    id: 'observed.create.no-payload',
    statedIn: ['4.2 request body', '7 status 422'],
    says: 'How is a creation with no payload answered?',
    tried: 'A creation with the Content-Type of JSON and an empty body is sent with TOKEN.',
    impact: 'A client whose payload got lost on the way sees this answer.',
    observe: ofRequests({
      asks: (t) => ({
        none: {
          method: 'POST',
          repository: t.bed.written,
          as: t.as('member'),
          headers: { 'content-type': 'application/json' },
        },
      }),
      note: 'Sent with the Content-Type of JSON.',
    }),
  },
  {
    id: 'observed.create.extra-fields',
    statedIn: ['2 payload, the table as a whole'],
    says: 'Is an unknown field in a creation accepted, and kept?',
    tried:
      'A valid payload with a made-up field is sent with TOKEN. If it is accepted, the run looks for the field in the answer, or else in the list.',
    impact:
      'A client written for a richer service learns whether its other fields are refused, kept or dropped.',
    observe: ofCreations({
      creates: { extra: { payload: (title) => ({ title, [MADE_UP_FIELD]: 'made up' }) } },
      describe: describeExtraField,
    }),
  },
  {
    id: 'observed.create.content-type',
    statedIn: ['4.2 request body'],
    says: 'Is a JSON payload accepted without a Content-Type, or as `text/plain`?',
    tried: 'Valid payloads are sent with TOKEN without a Content-Type, and as text/plain.',
    impact:
      'Small scripts often leave the header out, and browsers send text/plain to other sites without asking first.',
    observe: ofCreations({
      creates: {
        none: { headers: { 'content-type': null } },
        [code('text/plain')]: { headers: { 'content-type': 'text/plain' } },
      },
    }),
  },
]);
