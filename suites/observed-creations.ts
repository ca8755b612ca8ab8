import { sample } from 'fast-check';
import type { RequestSpec } from '../src/client/request.ts';
import type { ObservedRule } from '../src/engine/rule.ts';
import { names } from '../src/generate/names.ts';
import { describeCreatedAnswers, describeCreatedStatuses } from '../src/observe/created-answer.ts';
import { firstListing, needsListedIssue, stateOfNewIssue } from '../src/observe/listed-issues.ts';
import { asking, type Describe, observation, ofRequests } from '../src/observe/observation.ts';
import { roundTrip } from '../src/observe/round-trip.ts';
import { statusText, truncate } from '../src/observe/texts.ts';

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

const WRITING = ['WRITES=all', 'TOKEN'] as const;

const gathered = { level: 'observed', phase: 'end', needs: WRITING } as const;

export const unusual = { level: 'observed', phase: 'unusual', needs: WRITING } as const;

/** What becomes of a creation, and of requests that the specification does not describe (sections 1, 2, 3, 4 and 7). */
export const observedCreations: readonly ObservedRule[] = [
  {
    ...gathered,
    id: 'observed.create.status',
    sections: ['4.2'],
    says: 'Which status does an accepted creation have?',
    tried: 'The statuses of the creations that were accepted are gathered; no request is sent for it.',
    impact: { general: 'Many clients wait for exactly 201, and the specification does not promise it.' },
    observe: observation(describeCreatedStatuses),
  },
  {
    ...gathered,
    id: 'observed.create.response',
    sections: ['4.2'],
    says: 'What does the answer to an accepted creation hold?',
    tried:
      'The answers to the creations that were accepted are gathered; no request is sent for it. Written down is whether the body holds the title that was sent, at its top or inside, whether it has the fields that all records of the list have, and whether there is a Location header.',
    impact: {
      general: 'A client that shows the new issue at once needs it, or at least its address, in the answer.',
    },
    observe: observation(describeCreatedAnswers),
  },
  {
    ...unusual,
    id: 'observed.create.state',
    sections: ['3'],
    says: 'In which state does a new issue start?',
    tried:
      'An accepted issue is looked for in the list without `state`, which holds the open ones, and then under likely values of `state`. Written down is where it was found.',
    impact: { general: 'A client that lists only open issues may never see what it has just filed.' },
    observe: asking(async (t) => {
      const state = await stateOfNewIssue(t);
      return state === null ? 'open' : { value: state, note: 'The list without `state` does not show it.' };
    }),
  },
  {
    ...unusual,
    id: 'observed.create.round-trip',
    sections: ['2', '4.2'],
    says: 'Do title and body come back unchanged?',
    tried:
      'Titles and bodies with other scripts, emoji, quotes, markup, line ends and spaces at both ends are created, and the fields that hold them are read from the list. What came back changed has to do so twice. Written down is each kind of text that did, and the status of what was refused.',
    impact: {
      general: 'A client that compares what it sent with what is stored sees changes that nobody made.',
    },
    observe: asking(async (t) => {
      await needsListedIssue(t);
      return roundTrip(t);
    }),
  },
  {
    ...unusual,
    id: 'observed.create.visible-after',
    sections: ['4.2'],
    says: 'How soon is a new issue listed?',
    tried:
      'One issue is created with nothing else in flight, and the list is read again and again from the moment of acceptance until the issue is there or LISTED_WITHIN_MS has passed. Where it is not there at once, that is tried with another one. Written down is only whether it was at once, with a lag or not at all, so that runs can be compared.',
    impact: {
      general: 'A client that files an issue and then reloads the list has to know whether to wait.',
    },
    observe: asking(async (t) => {
      const seen = await firstListing(t);
      if (seen.kind === 'not-listed') return `not within ${t.run.settings.listedWithinMs / 1000} s`;
      return seen.lag === '' ? 'at once' : { value: 'with a lag', note: `In this run, ${seen.lag}.` };
    }),
  },
  {
    level: 'observed',
    phase: 'unusual',
    needs: ['WRITES=all'],
    id: 'observed.methods',
    sections: ['1', '4.1'],
    says: 'How are other methods on the list of issues answered?',
    tried:
      'OPTIONS and HEAD, which change nothing, are sent to the configured repository; PUT, PATCH and DELETE go only to a made-up one. Written down for each are the status and an Allow header.',
    impact: { general: 'Proxies, browsers and monitors send these methods of their own accord.' },
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
];
