import { judgeBursts, sendBursts } from '../src/created/bursts.ts';
import { judgeListed, watchListings } from '../src/created/listed.ts';
import { judgeLosses } from '../src/created/losses.ts';
import { judgeOnce } from '../src/created/once.ts';
import { creationsAreTold } from '../src/created/preconditions.ts';
import { validTwin } from '../src/created/shared-creations.ts';
import type { CaseRule, CreationRule } from '../src/run/rule.ts';
import type { Trial } from '../src/run/trial.ts';
import { CREATES, WRITING } from './create-accepted.ts';
import { COMPARED } from './explained-by.ts';
import { unlessCreated } from './impacts.ts';

/** Sends a valid creation to be looked for, in case no other rule does. */
async function sendOne(t: Trial): Promise<void> {
  await validTwin(t);
}

/** Rules on accepted creations (sections 1 and 4.2). */
export const createFates: readonly (CaseRule | CreationRule)[] = [
  {
    id: 'create.concurrent',
    level: 'implied',
    general: true,
    statedIn: ['1 operation 2', '4.2 method and path'],
    phase: 'end',
    needs: WRITING,
    says: 'Of valid creations sent at the same moment each is accepted, or told that it is too much at once; each accepted one is listed once.',
    tried:
      'Several payloads with different markers are sent at the same moment with TOKEN, no more than CONCURRENCY allows. A creation that is answered 409, 429, 502, 503 or 504 is sent again alone, with a new marker. Any other refusal has to be seen in each of three bursts, while the list is answered between them and the same payload is accepted alone; and so has an issue that is lost or doubled, while those that are created one by one are not. If records show no titles, it takes a list to which nobody else writes.',
    compared:
      'by itself: each of several at the same moment accepted, or told that it is too much and accepted alone; each listed once (one that is created alone)',
    seen: '3 bursts',
    impact: unlessCreated('Clients that create issues at the same moment', {
      refused: 'Of valid issues filed at the same moment some are refused.',
      'server-error':
        'Of valid issues filed at the same moment some meet a failure on the side of the service, and nobody knows whether they were created.',
      lost: 'Of issues accepted at the same moment some are not listed.',
      duplicated: 'Of issues accepted at the same moment some are listed more than once.',
    }),
    control: creationsAreTold,
    explainedBy: ['create.accepted', 'create.listed', 'create.once', ...COMPARED],
    preconditions: CREATES,
    judges: 'each accepted, or accepted again alone; each listed once (three bursts)',
    early: { phase: 'write', send: sendBursts },
    judge: judgeBursts,
  },
  {
    id: 'create.listed',
    level: 'implied',
    statedIn: ['1 operation 2'],
    phase: 'end',
    needs: WRITING,
    says: 'An accepted issue turns up in a listing of its repository, within 10 seconds unless set otherwise.',
    tried:
      'Each accepted issue is located by its title, its body, or the id in the answer to its creation: at both ends of the list and under several values of state, since neither place nor state is shown, until LISTED_WITHIN_MS has passed. An issue that any listing has shown was listed, though it is gone later, unless it is gone and back three times. Three issues have to be missing from all that the service lists, read whole: the same payloads are created again, and each is looked for at once.',
    compared: 'by itself: each accepted issue in some listing, all of them read whole',
    seen: '3 issues',
    impact: {
      general: 'A client cannot rely on finding what it has created.',
      lost: 'A client is told that its issue was created, and finds it in no listing.',
    },
    control: creationsAreTold,
    explainedBy: ['create.accepted', 'list.page.slices', ...COMPARED],
    preconditions: CREATES,
    judges: 'each accepted issue in some listing, read whole (three issues)',
    early: {
      phase: 'write',
      send: async (t) => {
        watchListings(t);
        await sendOne(t);
      },
    },
    judge: judgeListed,
  },
  {
    id: 'create.once',
    level: 'implied',
    general: true,
    statedIn: ['1 operation 1', '1 operation 2'],
    phase: 'end',
    needs: WRITING,
    says: 'Creating one issue adds that issue once to the list and takes no other away.',
    tried:
      'Each accepted issue is counted in every listing at the end of the run; one that is listed twice is looked at again, three times in all. If records show no titles, each new record has to be named by an answer to a creation. An issue that went missing counts only if more go with each of several rounds of creations, for good, and none in the rests between, in which as many creations are refused.',
    compared:
      'by itself: each accepted issue once in every listing, and none that was there before gone with a creation',
    seen: '3 looks at one issue; every one of several rounds for a loss',
    impact: {
      general: 'Creating an issue does not just add that one to the list.',
      lost: 'Issues that were listed are gone once others are created.',
      duplicated: 'A client that has created one issue finds more than one.',
    },
    control: creationsAreTold,
    explainedBy: ['create.listed', 'create.accepted', ...COMPARED],
    preconditions: CREATES,
    judges: 'each accepted issue once in all listings (three looks); none goes with each of several rounds',
    early: { phase: 'write', send: sendOne },
    judge: async (t) => {
      const results = await judgeOnce(t);
      const loss = results.some(({ kind }) => kind === 'violated') ? null : await judgeLosses(t);
      return loss === null ? results : [...results, loss];
    },
  },
];
