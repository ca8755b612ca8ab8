import { sample } from 'fast-check';
import { because } from '../src/client/doubt.ts';
import { type Exchange } from '../src/client/exchange.ts';
import type { RequestSpec } from '../src/client/request.ts';
import { acceptedIn, validTwin } from '../src/created/shared-creations.ts';
import { type Sent, writerOf } from '../src/created/writer.ts';
import { blaming } from '../src/engine/causes.ts';
import { recordsAtFirst } from '../src/engine/records-kept.ts';
import type { ObservedRule } from '../src/engine/rule.ts';
import type { Trial } from '../src/engine/trial.ts';
import { names } from '../src/generate/names.ts';
import { mayAsk, observeEach } from '../src/observe/comparing.ts';
import { describeCreated } from '../src/observe/created-answer.ts';
import { listedIssue } from '../src/observe/creating.ts';
import { firstListing } from '../src/observe/first-listing.ts';
import { fieldsOf } from '../src/observe/record-fields.ts';
import { roundTripTwice } from '../src/observe/round-trip-twice.ts';
import { statusOf, truncate } from '../src/observe/texts.ts';
import { recordsOf } from '../src/snapshot/listing.ts';

/** Values of `state` that are no state of an issue, but stand for several. */
const SEVERAL = new Set(['all', 'any']);

const STATES = ['closed', 'new', 'pending', 'draft', 'triage'];

/** Other methods than those of the specification; what changes things is sent only where there is nothing to change. */
const METHODS = { listed: ['HEAD', 'OPTIONS'], madeUp: ['PUT', 'PATCH', 'DELETE'] } as const;

/** Creations that were accepted so far; where there is none, one is made, or that is noted as the reason. */
async function acceptedCreations(t: Trial): Promise<readonly Sent[]> {
  if (acceptedIn(t).length === 0 && t.run.profile.observes) await validTwin(t);
  const accepted = acceptedIn(t);
  if (accepted.length === 0) t.unmet(blaming(['create.accepted'], 'No creation was accepted.'));
  return accepted;
}

/** The state, among likely ones, whose list begins with records that show an issue of this run. @throws {Stopped} */
async function stateThatShows(t: Trial): Promise<string | null> {
  const writer = writerOf(t);
  const markers = new Set(acceptedIn(t).map(({ marker }) => marker));
  for (const state of STATES) {
    const page = await t.send(() => t.listing({ state, per_page: '100' }, t.base, t.bed.written));
    const isOurs = (record: unknown): boolean => markers.has(writer.markerIn(JSON.stringify(record)) ?? '');
    if (recordsOf(page).some(isOurs)) return state;
  }
  return null;
}

/** A status, and the methods that the answer says are allowed. */
const withAllowed =
  (t: Trial) =>
  (answer: Exchange): string => {
    const { request, response } = answer;
    // HEAD has no body, so one that cannot be read is none that broke.
    const status =
      request.method === 'HEAD' && response !== null ? String(response.status) : statusOf(answer);
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
    observe: async (t) => {
      const statuses = new Set((await acceptedCreations(t)).map(({ exchange }) => statusOf(exchange)));
      if (statuses.size === 0) return;
      const value = [...statuses].toSorted().join(', ');
      t.observe(value, '');
    },
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
    observe: async (t) => {
      const records = await recordsAtFirst(t);
      const listFields = fieldsOf(records).flatMap(({ name, count }) =>
        count === records.length ? [name] : [],
      );
      const writer = writerOf(t);
      const seen = (await acceptedCreations(t)).flatMap(({ marker, exchange }) => {
        if (exchange.response === null) return [];
        const { scrub: hide } = t.run.secrets;
        const isFromRequest = (text: string): boolean => writer.markerIn(text) === marker;
        return [describeCreated(exchange.response, { isFromRequest, listFields, hide })];
      });
      if (seen.length === 0) return;
      const value = [...new Set(seen)].toSorted().slice(0, 3).join(' or ');
      t.observe(value, '');
    },
  },
  {
    ...unusual,
    id: 'observed.create.state',
    sections: ['3'],
    says: 'In which state does a new issue start?',
    tried:
      'An accepted issue is looked for in the list without `state`, which holds the open ones, and then under likely values of `state`. Written down is where it was found.',
    impact: { general: 'A client that lists only open issues may never see what it has just filed.' },
    observe: async (t) => {
      const listed = await listedIssue(t);
      if (listed === null) return;
      if (listed.state === null) {
        t.unmet(
          because(
            'unstable',
            'Two new issues were found in different states; run again while nobody else writes.',
          ),
        );
        return;
      }
      const { state } = listed.state;
      if (state === undefined) {
        t.observe('open', '');
        return;
      }
      const found = SEVERAL.has(String(state)) ? await stateThatShows(t) : String(state);
      t.observe(
        found ?? `not open, found under ${String(state)}`,
        'The list without `state` does not show it.',
      );
    },
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
    observe: async (t) => {
      if ((await listedIssue(t)) === null) return;
      const value = await roundTripTwice(t);
      if (value !== null) t.observe(value, '');
    },
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
    observe: async (t) => {
      if (!mayAsk(t)) return;
      const seen = await firstListing(t);
      if (seen.kind === 'unknown') t.unmet(seen);
      else if (seen.kind === 'not-listed')
        t.observe(`not within ${t.run.settings.listedWithinMs / 1000} s`, '');
      else if (seen.lag === '') t.observe('at once', '');
      else t.observe('with a lag', `In this run, ${seen.lag}.`);
    },
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
    observe: (t) => {
      const [owner = '', repo = ''] = sample(names, { seed: t.seed('methods'), numRuns: 2 });
      const as = t.as(t.base);
      const on = (repository: RequestSpec['repository']) => (method: NonNullable<RequestSpec['method']>) => ({
        name: method,
        ask: () => t.send(() => ({ method, repository, as })),
        again: () => t.send(() => ({ method, repository, as })),
      });
      return observeEach(
        t,
        [...METHODS.listed.map(on(t.bed.repository)), ...METHODS.madeUp.map(on({ owner, repo }))],
        withAllowed(t),
        'PUT, PATCH and DELETE were sent to a repository that does not exist.',
      );
    },
  },
];
