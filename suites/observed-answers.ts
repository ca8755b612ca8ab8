import { because } from '../src/client/doubt.ts';
import type { Exchange } from '../src/client/exchange.ts';
import { ANONYMOUS, type RequestSpec } from '../src/client/request.ts';
import { keysIn } from '../src/engine/alike.ts';
import type { ObservedRule } from '../src/engine/rule.ts';
import type { Trial } from '../src/engine/trial.ts';
import {
  type Asked,
  areTelling,
  besideTwin,
  mayAsk,
  observeEach,
  plainIsRead,
} from '../src/observe/comparing.ts';
import { errorShapes } from '../src/observe/error-shapes.ts';
import { linksIn, queryOfLink } from '../src/observe/links.ts';
import { rateLimitHeaders, rateLimitOf } from '../src/observe/rate-limits.ts';
import { mediaTypeOf, statusOf, truncate, truncateAll, VALUE_LENGTH } from '../src/observe/texts.ts';
import { listingOf } from '../src/snapshot/listing.ts';
import { sameKeys } from '../src/snapshot/sequence.ts';

/** Validators that can be sent back as they came. */
const SENDABLE = /^[\t\x20-\x7e]{1,1000}$/;
const VALIDATORS = { etag: 'ETag', 'last-modified': 'Last-Modified' } as const;
type Validator = keyof typeof VALIDATORS;

const RESULTS = { same: 'the same results', other: 'other results' };

const headerOf = ({ response }: Exchange, name: string): string | undefined => response?.headers[name];

const plainList = (t: Trial): Promise<Exchange> => t.ask(t.listing());

/** Whether the link to the next page leads to page 2. @throws {Stopped} */
async function followNext(t: Trial, next: string): Promise<string | null> {
  const query = queryOfLink(next, (await plainList(t)).request.url);
  if (query === null) return 'next leads elsewhere';
  const [second, followed] = [t.listing({ page: '2' }), t.listing(query)];
  if (!areTelling(t, await Promise.all([t.ask(second), t.ask(followed)]))) return null;
  const seen = await besideTwin(t, followed, second, { same: 'same as page=2', other: 'not as page=2' });
  return seen === null ? null : `next: ${seen}`;
}

/** Conditional requests that are tried until the list stayed the same meanwhile. */
const CONDITIONAL_TRIES = 4;

/**
 * What a conditional request is answered right after the request whose validator it has.
 * @returns `null` where the list changed each time in between
 * @throws {Stopped}
 */
async function conditional(t: Trial, validator: Validator): Promise<string | null> {
  const header = validator === 'etag' ? 'if-none-match' : 'if-modified-since';
  for (let left = CONDITIONAL_TRIES; left > 0; left -= 1) {
    const before = await t.send(() => t.listing());
    const sent = headerOf(before, validator) ?? null;
    const answer = await t.send(() => ({ ...t.listing(), headers: { [header]: sent } }), { first: true });
    if (answer.response?.status !== 200) return statusOf(answer);
    const [first, second] = [before, answer].map((one) => keysIn(one, t.known) ?? []);
    const isSame = sameKeys(first ?? [], second ?? []);
    if (isSame && headerOf(answer, validator) === sent) return '200';
    if (isSame && left === 1) return `200 with a new ${VALIDATORS[validator]} each time`;
  }
  return null;
}

/** The plain listing with other headers. */
const withHeaders = (t: Trial, headers: RequestSpec['headers']): RequestSpec => ({
  ...t.listing(),
  ...(headers === undefined ? {} : { headers }),
});

const withHeader = (
  t: Trial,
  name: string,
  header: string,
  value: string | null,
): Asked & { spec: RequestSpec } => {
  const spec = withHeaders(t, { [header]: value });
  return { name, spec, ask: () => t.ask(spec) };
};

const mediaType = (t: Trial, { response }: Exchange): string => {
  const type = response?.headers['content-type'];
  return mediaTypeOf(type === undefined ? undefined : t.run.secrets.scrub(type));
};

const versionHeader = ({ run }: Trial): string => run.settings.address.apiVersionHeader.toLowerCase();

/** Listings with other values of one header, each beside the plain list. */
async function observeHeader(
  t: Trial,
  header: string,
  values: readonly (readonly [name: string, value: string | null])[],
  note: (value: string) => string,
  see: (seen: string, answer: Exchange) => string = (seen) => seen,
): Promise<void> {
  if (!mayAsk(t) || !(await plainIsRead(t))) return;
  const asked = values.map(([name, value]) => withHeader(t, name, header, value));
  await observeEach(
    t,
    asked,
    async (answer, name) => {
      const own = asked.find((one) => one.name === name);
      const seen = own === undefined ? null : await besideTwin(t, own.spec, t.listing(), RESULTS);
      return seen === null ? null : see(seen, answer);
    },
    note,
  );
}

const observed = { level: 'observed', needs: [] } as const;

/** What comes with an answer, and what other headers do (sections 1, 4.1, 4.3, 7, 8 and 9). */
export const observedAnswers: readonly ObservedRule[] = [
  {
    ...observed,
    id: 'observed.errors.body',
    sections: ['7'],
    phase: 'end',
    says: 'What do error answers look like: which media type and which keys, for each status?',
    tried:
      'The answers of 401, 404 and 422 that the other rules received are gathered at the end; no request is sent for it. Other statuses are left out, since they come and go with what a run happens to send.',
    impact: { general: 'A client that shows people the reason for a refusal has to know where it stands.' },
    observe: (t) => {
      const shapes = errorShapes(t.run.exchanges, t.run.secrets.scrub);
      if (shapes.length === 0) return;
      const value = truncate(
        t.run.secrets.scrub(shapes.map(({ status, text }) => `${status}: ${text}`).join('; ')),
        VALUE_LENGTH,
      );
      t.observe(value, `Media types and keys of error answers: ${value}.`);
    },
  },
  {
    ...observed,
    id: 'observed.content-type',
    sections: ['1'],
    phase: 'read',
    says: 'Which Content-Type does a listing have?',
    tried: 'The header of the listings of the first reading is looked at; no request is sent for it.',
    impact: { general: 'Many HTTP libraries parse JSON only under a media type that they know.' },
    observe: (t) => {
      const { plain, snapshot, base } = t.first;
      const own = plain.get(base);
      const listings = [...(own === undefined ? [] : [own]), ...snapshot.exchanges].filter(
        (answer) => listingOf(answer).kind === 'list',
      );
      if (listings.length === 0) return;
      const types = new Set(
        listings.map((answer) => truncate(t.run.secrets.scrub(headerOf(answer, 'content-type') ?? 'none'))),
      );
      const value = [...types].toSorted().slice(0, 3).join(' or ');
      t.observe(value, `Listings have the Content-Type: ${value}.`);
    },
  },
  {
    ...observed,
    id: 'observed.links',
    sections: ['4.1'],
    phase: 'read',
    says: 'Does a listing carry a Link header, and does following it agree with the page numbers?',
    tried:
      'The header of the plain list is read for the relations that it offers; where there is a next one on the same service, its query is asked for and compared with page 2. A list that fits on one page may show none.',
    impact: {
      general: 'A client can walk by links where they agree, and must count pages itself where they do not.',
    },
    observe: async (t) => {
      if (!(await plainIsRead(t))) return;
      const links = linksIn(headerOf(await plainList(t), 'link') ?? '');
      if (links.size === 0) {
        t.observe('none', 'The first page has no Link header; a list that fits on one page may need none.');
        return;
      }
      const relations = truncateAll([...links.keys()].map((name) => t.run.secrets.scrub(name)).toSorted(), 6);
      const next = links.get('next');
      if (next === undefined) {
        t.observe(
          `${relations}; no next`,
          `The first page has a Link header with ${relations}, and no next page.`,
        );
        return;
      }
      if (!mayAsk(t)) return;
      const seen = await followNext(t, next);
      if (seen !== null)
        t.observe(
          `${relations}; ${seen}`,
          `The first page has a Link header with ${relations}; beside page=2, ${seen}.`,
        );
    },
  },
  {
    ...observed,
    id: 'observed.caching',
    sections: ['4.1'],
    phase: 'read',
    says: 'Does a listing carry an ETag or a Last-Modified header, and does a conditional request answer 304?',
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
        t.observe('no ETag or Last-Modified', 'A listing has neither an ETag nor a Last-Modified header.');
        return;
      }
      if (!mayAsk(t)) return;
      const seen = await conditional(t, validator);
      if (seen === null) {
        t.unmet(
          because(
            'unstable',
            'The list changed between a request and the conditional one after it, each time; run again while nobody else writes.',
          ),
        );
        return;
      }
      const shown = offered.map((name) => VALIDATORS[name]).join(' and ');
      t.observe(
        `${shown}; ${seen}`,
        `A listing has ${shown}, and a conditional request with ${VALIDATORS[validator]} is answered ${seen}.`,
      );
    },
  },
  {
    ...observed,
    id: 'observed.rate-limit',
    sections: ['8'],
    phase: 'end',
    says: 'Which rate limit headers does the service send, and with what numbers?',
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
        t.observe('none', 'No listing has a header that speaks of a rate limit.');
        return;
      }
      const { token } = t.bed;
      const limitOf = (authorization: string | undefined): string | null => {
        const own = listed.filter(({ request }) => request.headers['authorization'] === authorization);
        return own.map(rateLimitOf).find((limit) => limit !== null) ?? null;
      };
      const [known, anonymous] = [
        token === undefined ? null : limitOf(`Bearer ${token}`),
        t.run.mayBeSignedIn ? null : limitOf(undefined),
      ];
      const value = [
        truncateAll(
          names.map((name) => t.run.secrets.scrub(name)),
          5,
          26,
        ),
        ...(known === null ? [] : [`${known} with TOKEN`]),
        ...(anonymous === null ? [] : [`${anonymous} without a credential`]),
      ].join('; ');
      t.observe(value, `Listings have headers that speak of a rate limit: ${value}.`);
    },
  },
  {
    ...observed,
    id: 'observed.version.omitted',
    sections: ['9'],
    phase: 'read',
    says: 'What does a listing answer when the version header is left out?',
    tried: 'The plain list is asked for without the version header, and compared with the one that has it.',
    impact: { general: 'Simple clients, and people with a browser, send no version.' },
    observe: (t) =>
      observeHeader(
        t,
        versionHeader(t),
        [['none', null]],
        (value) => `A listing without the version header is answered: ${value}.`,
      ),
  },
  {
    ...observed,
    id: 'observed.version.unknown',
    sections: ['9'],
    phase: 'read',
    says: 'What does a listing answer for a version that does not exist?',
    tried: 'The plain list is asked for with a date far in the past and with a word as its version.',
    impact: {
      general: 'A client pinned to a version that was retired wants to know whether it will be told.',
    },
    observe: (t) =>
      observeHeader(
        t,
        versionHeader(t),
        ['1999-12-31', 'nonexistent'].map((version) => [version, version]),
        (value) => `Listings in versions that do not exist are answered: ${value}.`,
      ),
  },
  {
    ...observed,
    id: 'observed.accept.omitted',
    sections: ['4.3'],
    phase: 'read',
    says: 'What does a listing answer when the Accept header is left out?',
    tried: 'The plain list is asked for without Accept, and compared with the one that has it.',
    impact: { general: 'Simple clients send no Accept header, or one that their library chose.' },
    observe: (t) =>
      observeHeader(
        t,
        'accept',
        [['none', null]],
        (value) => `A listing without the Accept header is answered: ${value}.`,
        (seen, answer) => `${seen}, ${mediaType(t, answer)}`,
      ),
  },
  {
    ...observed,
    id: 'observed.accept.other',
    sections: ['4.3'],
    phase: 'read',
    says: 'What does a listing answer for other values of Accept?',
    tried:
      '`application/json` and `text/html` are each sent. Written down for each are the status and the media type.',
    impact: {
      general:
        'A client behind a library that sets its own Accept header may be refused, or be given something that is not JSON.',
    },
    observe: (t) =>
      observeEach(
        t,
        ['application/json', 'text/html'].map((type) => withHeader(t, type, 'accept', type)),
        (answer) => `${statusOf(answer)}, ${mediaType(t, answer)}`,
        (value) => `Listings with other values of Accept are answered: ${value}.`,
      ),
  },
];
