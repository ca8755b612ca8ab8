import type { Exchange } from '../src/client/exchange.ts';
import type { RequestSpec } from '../src/client/request.ts';
import type { ObservedRule } from '../src/engine/rule.ts';
import type { Trial } from '../src/engine/trial.ts';
import { besidePlain, ofListings } from '../src/observe/beside.ts';
import { describeErrors } from '../src/observe/error-shapes.ts';
import { observation, ofRequests } from '../src/observe/observation.ts';
import { code, mediaTypeOf, statusText, truncate } from '../src/observe/texts.ts';
import { listingOf } from '../src/snapshot/listing.ts';
import { reading } from './observed-lists.ts';

const RESULTS = { same: 'same results', other: 'other results' };

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
  return types.length === 0 ? null : [...new Set(types)].toSorted().slice(0, 3).join(' or ');
}

/** What comes with an answer, and what other headers do (sections 1, 4.1, 4.3, 7, 8 and 9). */
export const observedAnswers: readonly ObservedRule[] = [
  {
    ...reading,
    id: 'observed.errors.body',
    sections: ['7'],
    phase: 'end',
    says: 'Which media type and keys do error answers have?',
    tried:
      'The answers of 401, 404 and 422 that the other rules received are gathered at the end; no request is sent for it. Other statuses are left out, since they come and go with what a run happens to send.',
    impact: { general: 'A client that shows people the reason for a refusal has to know where it stands.' },
    observe: observation(({ run }) => describeErrors(run.exchanges, run.secrets.hide)),
  },
  {
    ...reading,
    id: 'observed.content-type',
    sections: ['1'],
    says: 'Which Content-Type does a listing have?',
    tried: 'The header of the listings of the first reading is looked at; no request is sent for it.',
    impact: { general: 'Many HTTP libraries parse JSON only under a media type that they know.' },
    observe: observation(describeContentType),
  },
  {
    ...reading,
    id: 'observed.version.omitted',
    sections: ['9'],
    says: 'How is a listing without the version header answered?',
    tried: 'The plain list is asked for without the version header, and compared with the one that has it.',
    impact: { general: 'Simple clients, and people with a browser, send no version.' },
    observe: ofListings(RESULTS, { asks: (t) => ({ none: version(t, null) }) }),
  },
  {
    ...reading,
    id: 'observed.version.unknown',
    sections: ['9'],
    says: 'How are listings in versions that do not exist answered?',
    tried: 'The plain list is asked for with a date far in the past and with a word as its version.',
    impact: {
      general: 'A client pinned to a version that was retired wants to know whether it will be told.',
    },
    observe: ofListings(RESULTS, {
      asks: (t) => ({
        [code('1999-12-31')]: version(t, '1999-12-31'),
        [code('nonexistent')]: version(t, 'nonexistent'),
      }),
    }),
  },
  {
    ...reading,
    id: 'observed.accept.omitted',
    sections: ['4.3'],
    says: 'How is a listing without the Accept header answered?',
    tried: 'The plain list is asked for without Accept, and compared with the one that has it.',
    impact: { general: 'Simple clients send no Accept header, or one that their library chose.' },
    observe: ofListings(RESULTS, {
      asks: { none: { headers: { accept: null } } },
      describe: async (t, answer, spec) =>
        `${await besidePlain(RESULTS)(t, answer, spec)}, ${mediaType(t, answer)}`,
    }),
  },
  {
    ...reading,
    id: 'observed.accept.other',
    sections: ['4.3'],
    says: 'How are listings with other values of Accept answered?',
    tried:
      '`application/json` and `text/html` are each sent. Written down for each are the status and the media type.',
    impact: {
      general:
        'A client behind a library that sets its own Accept header may be refused, or be given something that is not JSON.',
    },
    observe: ofRequests({
      asks: {
        [code('application/json')]: { headers: { accept: 'application/json' } },
        [code('text/html')]: { headers: { accept: 'text/html' } },
      },
      describe: (t, answer) => `${statusText(answer)}, ${mediaType(t, answer)}`,
    }),
  },
];
