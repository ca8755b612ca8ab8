import { because } from '../src/client/doubt.ts';
import type { Exchange } from '../src/client/exchange.ts';
import { ANONYMOUS } from '../src/client/request.ts';
import { keysIn } from '../src/engine/alike.ts';
import type { ObservedRule } from '../src/engine/rule.ts';
import type { Trial } from '../src/engine/trial.ts';
import { besideTwin } from '../src/observe/beside.ts';
import { areTelling, mayAsk, plainIsRead } from '../src/observe/comparing.ts';
import { conditional, VALIDATORS } from '../src/observe/conditional.ts';
import { queryOfLink } from '../src/observe/links.ts';
import { rateLimitHeaders, rateLimitOf } from '../src/observe/rate-limits.ts';
import { type Shown, untilSteady } from '../src/observe/steady.ts';
import { truncateAll } from '../src/observe/texts.ts';
import { linksIn } from '../src/snapshot/links.ts';
import { resultsIn } from '../src/snapshot/listing.ts';
import { sameKeys } from '../src/snapshot/sequence.ts';
import { headerOf, observed } from './observed-answers.ts';

/** Validators that can be sent back as they came. */
const SENDABLE = /^[\t\x20-\x7e]{1,1000}$/;

const plainList = (t: Trial): Promise<Exchange> => t.ask(t.listing());

/** Issues that others are likely to close or to delete while a list is read. */
const FEW = 5;

/**
 * Whether the link to the next page leads to page 2: one that holds a place in the list does so as long as the list stays as
 * it is.
 * @returns `null`, with the reason noted, where nothing follows
 * @throws {Stopped}
 */
function followNext(t: Trial, first: Exchange): Promise<string | null> {
  const second = t.listing({ page: '2' });
  let from = first;
  const attempt = async (): Promise<Shown> => {
    const query = queryOfLink(nextOf(from) ?? '', from.request.url);
    if (query === null) return { kind: 'sure', value: 'next leads elsewhere' };
    const followed = t.listing(query);
    if (!areTelling(t, await Promise.all([t.ask(second), t.ask(followed)]))) return null;
    const seen = await besideTwin(t, followed, second, { same: 'same as page 2', other: 'other results' });
    if (seen === null) return null;
    const value = `next → ${seen}`;
    if (seen.endsWith('same as page 2')) return { kind: 'sure', value };
    const now = await t.send(() => t.listing());
    const [before, after] = [from, now].map((answer) => keysIn(answer, t.known) ?? []);
    if (nextOf(now) === nextOf(from) && sameKeys(before ?? [], after ?? [])) return { kind: 'sure', value };
    from = now;
    return { kind: 'changed' };
  };
  return untilSteady(t, 'The list changed whenever its link to the next page was followed', attempt);
}

const nextOf = (answer: Exchange): string | undefined => linksIn(headerOf(answer, 'link') ?? '').get('next');

/** Headers by which a client pages, polls and paces itself (sections 4.1 and 8). */
export const observedCaching: readonly ObservedRule[] = [
  {
    ...observed,
    id: 'observed.links',
    sections: ['4.1'],
    phase: 'read',
    says: 'Is there a Link header, and does its next relation lead to page 2?',
    tried:
      'The header of the plain list is read for the relations that it offers; where there is a next one on the same service, its query is asked for and compared with page 2. A list that fits on one page need not have one, and shows nothing.',
    impact: {
      general: 'A client can walk by links where they agree, and must count pages itself where they do not.',
    },
    observe: async (t) => {
      if (!(await plainIsRead(t))) return;
      const plain = await plainList(t);
      const links = linksIn(headerOf(plain, 'link') ?? '');
      const { keys } = t.first.snapshot;
      // Where few more issues are known than this page has, it may be the only one by now.
      const mayBeAlone = keys.length <= resultsIn(plain) + FEW;
      if (!links.has('next') && mayBeAlone) {
        t.unmet(
          because(
            'data',
            `The plain list names no next page, and it may hold all open issues: it shows ${resultsIn(plain)} of ${keys.length} that the run has seen. Create more, then run again.`,
          ),
        );
        return;
      }
      if (links.size === 0) {
        t.observe('no Link header', '');
        return;
      }
      const relations = truncateAll([...links.keys()].map((name) => t.run.secrets.hide(name)).toSorted(), 6);
      if (!links.has('next')) {
        t.observe(`${relations}; no next`, '');
        return;
      }
      if (!mayAsk(t)) return;
      const seen = await followNext(t, plain);
      if (seen !== null) t.observe(`${relations}; ${seen}`, '');
    },
  },
  {
    ...observed,
    id: 'observed.caching',
    sections: ['4.1'],
    phase: 'read',
    says: 'Is there an ETag or Last-Modified, and is a conditional request answered 304?',
    tried:
      'The ETag of a listing, or else its Last-Modified, is sent back in a conditional request right after it. Where the list changed in between, that is tried again.',
    impact: { general: 'A client that polls saves most of its traffic where this works.' },
    observe: async (t) => {
      if (!(await plainIsRead(t))) return;
      const plain = await plainList(t);
      const offered = (['etag', 'last-modified'] as const).filter((name) =>
        SENDABLE.test(headerOf(plain, name) ?? ''),
      );
      const [validator] = offered;
      if (validator === undefined) {
        t.observe('no ETag or Last-Modified', '');
        return;
      }
      if (!mayAsk(t)) return;
      const seen = await conditional(t, validator);
      if (seen === null) return;
      t.observe(
        `${offered.map((name) => VALIDATORS[name]).join(' and ')} → ${seen}`,
        offered.length > 1 ? `The conditional request was sent with ${VALIDATORS[validator]}.` : '',
      );
    },
  },
  {
    ...observed,
    id: 'observed.rate-limit',
    sections: ['8'],
    phase: 'end',
    says: 'Which rate limit headers are there, and which limits do they name?',
    tried:
      'The headers of the listings that the other rules received are searched at the end for limits, for what remains and for the time of reset. Written down are the header names and the limit, with and without TOKEN.',
    impact: { general: 'A client that plans its requests has to know how many it may send.' },
    observe: async (t) => {
      const listings = (): Exchange[] =>
        t.run.exchanges.filter(
          ({ request, response }) => request.method === 'GET' && response?.status === 200,
        );
      // Other rules have asked for it already, but where they take no part.
      const isAsked = listings().some(({ request }) => request.headers['authorization'] === undefined);
      if (t.run.profile.observes && !isAsked) await t.ask({ ...t.listing(), as: ANONYMOUS });
      const listed = listings();
      const names = [...new Set(listed.flatMap(rateLimitHeaders))].toSorted();
      if (names.length === 0) {
        t.observe('no rate limit headers', '');
        return;
      }
      const { token } = t.bed;
      const limitOf = (authorization: string | undefined): string | null => {
        const own = listed.filter(({ request }) => request.headers['authorization'] === authorization);
        const limits = new Set(own.map(rateLimitOf).filter((limit) => limit !== null));
        // One that changes during a run says nothing of the next run.
        return limits.size > 1 ? 'changing limits' : ([...limits][0] ?? null);
      };
      const [known, anonymous] = [
        token === undefined ? null : limitOf(`Bearer ${token}`),
        t.run.mayBeSignedIn ? null : limitOf(undefined),
      ];
      const value = [
        truncateAll(
          names.map((name) => t.run.secrets.hide(name)),
          5,
          26,
        ),
        ...(known === null ? [] : [`${known} with TOKEN`]),
        ...(anonymous === null ? [] : [`${anonymous} without a credential`]),
      ].join('; ');
      t.observe(value, '');
    },
  },
];
