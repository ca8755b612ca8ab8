import type { Exchange } from '../src/client/exchange.ts';
import type { RequestSpec } from '../src/client/request.ts';
import { besidePlain, ofListings, RESULTS } from '../src/observe/beside.ts';
import { describeErrors } from '../src/observe/bodies.ts';
import { describeCaching, describeLinks, describeRateLimits } from '../src/observe/headers.ts';
import { observation, observations, ofRequests, requestsByName } from '../src/observe/observation.ts';
import { alternatives, mediaTypeOf, statusText, truncate } from '../src/observe/texts.ts';
import type { Trial } from '../src/run/trial.ts';
import { listingOf } from '../src/snapshot/listing.ts';

const contentTypeOf = (t: Trial, { response }: Exchange) => {
  const type = response?.headers['content-type'];
  return type === undefined ? undefined : t.run.secrets.hide(type);
};

const mediaType = (t: Trial, answer: Exchange): string => mediaTypeOf(contentTypeOf(t, answer));

const version = ({ run }: Trial, value: string | null): Pick<RequestSpec, 'headers'> => ({
  headers: { [run.settings.address.apiVersionHeader.toLowerCase()]: value },
});

/** Describes the Content-Type of the listings of the first reading; `null` means that there are none. */
function describeContentType(t: Trial): string | null {
  const { plain, snapshot, base } = t.first;
  const own = plain.get(base);
  const answers = [...(own === undefined ? [] : [own]), ...snapshot.exchanges];
  const types = answers
    .filter((answer) => listingOf(answer).kind === 'list')
    .map((answer) => truncate(contentTypeOf(t, answer) ?? t.run.secrets.hide('none')));
  return alternatives(types);
}

/** Headers and bodies of answers, and other headers of a request (sections 1, 4.1, 4.3, 7, 8 and 9). */
export const observedAnswers = observations({ phase: 'read', needs: [] }, [
  {
    id: 'observed.errors.body',
    statedIn: ['7 last sentence'],
    phase: 'end',
    says: 'Which media type and keys do error answers have?',
    tried:
      'The run collects the answers of 401, 404 and 422 to other rules, and sends no request for it. Other statuses depend on what a run happens to send.',
    impact: 'A client that shows people the reason for a refusal has to know where it stands.',
    observe: observation(({ run }) => describeErrors(run.exchanges, run.secrets.hide)),
  },
  {
    id: 'observed.content-type',
    statedIn: ['1 payloads'],
    says: 'Which Content-Type does a listing have?',
    tried: 'The run reads the header of the first listings, and sends no request for it.',
    impact: 'Many HTTP libraries parse JSON only under a media type that they know.',
    observe: observation(describeContentType),
  },
  {
    id: 'observed.version.omitted',
    statedIn: ['9 third point'],
    says: 'How is a listing without the version header answered?',
    tried: 'The plain list without the version header is compared with the one that has it.',
    impact: 'Simple clients, and people with a browser, send no version.',
    observe: ofListings(RESULTS, { asks: (t) => ({ none: version(t, null) }) }),
  },
  {
    id: 'observed.version.unknown',
    statedIn: ['9 first point', '9 third point'],
    says: 'How are listings in versions that do not exist answered?',
    tried: 'A date far in the past and a word are sent as the version, and compared with the plain list.',
    impact: 'A client pinned to a version that was retired wants to know whether it will be told.',
    observe: ofListings(RESULTS, {
      asks: (t) => requestsByName(['1999-12-31', 'nonexistent'], (value) => version(t, value)),
    }),
  },
  {
    id: 'observed.accept.omitted',
    statedIn: ['4.3 the table'],
    says: 'How is a listing without the Accept header answered?',
    tried: 'The plain list without Accept is compared with the one that has it.',
    impact: 'Simple clients send no Accept header, or one that their library chose.',
    observe: ofListings(RESULTS, {
      asks: { none: { headers: { accept: null } } },
      describe: async (t, answer, spec) =>
        `${await besidePlain(RESULTS)(t, answer, spec)}, ${mediaType(t, answer)}`,
    }),
  },
  {
    id: 'observed.accept.other',
    statedIn: ['4.3 the table'],
    says: 'How are listings with other values of Accept answered?',
    tried: '`application/json` and `text/html` are each sent. The status and the media type are recorded.',
    impact:
      'A client behind a library that sets its own Accept header may be refused, or be given something that is not JSON.',
    observe: ofRequests({
      asks: requestsByName(['application/json', 'text/html'], (accept) => ({ headers: { accept } })),
      describe: (t, answer) => `${statusText(answer)}, ${mediaType(t, answer)}`,
    }),
  },
  {
    id: 'observed.links',
    statedIn: ['4.1 parameter page'],
    says: 'Is there a Link header, and does its next relation lead to page 2?',
    tried:
      'The run reads the relations of the Link header of the plain list, and compares the next page with page 2. It sends only the query of the link. A list that fits on one page shows nothing.',
    impact: 'A client can walk by links where they agree, and must count pages itself where they do not.',
    observe: observation(describeLinks),
  },
  {
    id: 'observed.caching',
    statedIn: ['4.1 rule 4'],
    says: 'Is there an ETag or Last-Modified, and is a conditional request answered 304?',
    tried:
      'The ETag of a listing, or else its Last-Modified, is sent back right after it. If the list changed in between, the run tries again.',
    impact: 'A client that polls saves most of its traffic where this works.',
    observe: observation(describeCaching),
  },
  {
    id: 'observed.rate-limit',
    statedIn: ['8 rate limits'],
    touches: ['5.2 second half'],
    phase: 'end',
    says: 'Which rate limit headers are there, and which limits do they name?',
    tried:
      'The run searches the headers of all listings for rate limits. The names of the headers and the limits are recorded, with and without TOKEN.',
    impact: 'A client that plans its requests has to know how many it may send.',
    observe: observation(describeRateLimits),
  },
]);
