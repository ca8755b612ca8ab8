import type { RequestSpec } from '../src/client/request.ts';
import {
  caching,
  errorBodies,
  links,
  listContentType,
  mediaType,
  rateLimits,
} from '../src/observe/answers.ts';
import { beside, listings, named, RESULTS, requests } from '../src/observe/listings.ts';
import { observedRulesOf } from '../src/observe/observed-rule.ts';
import { type Observer, statusOf } from '../src/observe/observer.ts';

const version = ({ run }: Observer, value: string | null): Pick<RequestSpec, 'headers'> => ({
  headers: { [run.settings.address.apiVersionHeader.toLowerCase()]: value },
});

/** Headers and bodies of answers, and other headers of a request (sections 1, 4.1, 4.3, 7, 8 and 9). */
export const observedAnswers = observedRulesOf({ at: 'reading', needs: [] }, [
  {
    id: 'observed.errors.body',
    at: 'end',
    statedIn: ['7 last sentence'],
    says: 'Which media type and keys do error answers have?',
    tried:
      'The run collects the answers of 401, 404 and 422 to other rules, and sends no request for it. Other statuses depend on what a run happens to send.',
    impact: 'A client that shows people the reason for a refusal has to know where it stands.',
    observe: errorBodies,
  },
  {
    id: 'observed.content-type',
    statedIn: ['1 payloads'],
    says: 'Which Content-Type does a listing have?',
    tried: 'The run reads the header of the first listings, and sends no request for it.',
    impact: 'Many HTTP libraries parse JSON only under a media type that they know.',
    observe: listContentType,
  },
  {
    id: 'observed.version.omitted',
    statedIn: ['9 third point'],
    says: 'How is a listing without the version header answered?',
    tried: 'The plain list without the version header is compared with the one that has it.',
    impact: 'Simple clients, and people with a browser, send no version.',
    observe: listings(RESULTS, (observer) => ({ none: version(observer, null) })),
  },
  {
    id: 'observed.version.unknown',
    statedIn: ['9 first point', '9 third point'],
    says: 'How are listings in versions that do not exist answered?',
    tried: 'A date far in the past and a word are sent as the version, and compared with the plain list.',
    impact: 'A client pinned to a version that was retired wants to know whether it will be told.',
    observe: listings(RESULTS, (observer) =>
      named(['1999-12-31', 'nonexistent'], (value) => version(observer, value)),
    ),
  },
  {
    id: 'observed.accept.omitted',
    statedIn: ['4.3 the table'],
    says: 'How is a listing without the Accept header answered?',
    tried: 'The plain list without Accept is compared with the one that has it.',
    impact: 'Simple clients send no Accept header, or one that their library chose.',
    observe: requests(
      { none: { headers: { accept: null } } },
      async (observer, answer, spec) =>
        `${await beside(observer, spec, {}, RESULTS)}, ${mediaType(observer, answer)}`,
    ),
  },
  {
    id: 'observed.accept.other',
    statedIn: ['4.3 the table'],
    says: 'How are listings with other values of Accept answered?',
    tried: '`application/json` and `text/html` are each sent. The status and the media type are recorded.',
    impact:
      'A client behind a library that sets its own Accept header may be refused, or be given something that is not JSON.',
    observe: requests(
      named(['application/json', 'text/html'], (accept) => ({ headers: { accept } })),
      (observer, answer) => `${statusOf(answer)}, ${mediaType(observer, answer)}`,
    ),
  },
  {
    id: 'observed.links',
    statedIn: ['4.1 parameter page'],
    says: 'Is there a Link header, and does its next relation lead to page 2?',
    tried:
      'The run reads the relations of the Link header of the plain list, and compares the next page with page 2. It sends only the query of the link. A list that fits on one page shows nothing.',
    impact: 'A client can walk by links where they agree, and must count pages itself where they do not.',
    observe: links,
  },
  {
    id: 'observed.caching',
    statedIn: ['4.1 rule 4'],
    says: 'Is there an ETag or Last-Modified, and is a conditional request answered 304?',
    tried:
      'The ETag of a listing, or else its Last-Modified, is sent back right after it. If the list changed in between, the run tries again.',
    impact: 'A client that polls saves most of its traffic where this works.',
    observe: caching,
  },
  {
    id: 'observed.rate-limit',
    at: 'end',
    statedIn: ['8 rate limits'],
    touches: ['5.2 second half'],
    says: 'Which rate limit headers are there, and which limits do they name?',
    tried:
      'The run searches the headers of all listings for rate limits. The names of the headers and the limits are recorded, with and without TOKEN.',
    impact: 'A client that plans its requests has to know how many it may send.',
    observe: rateLimits,
  },
]);
