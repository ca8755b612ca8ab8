import type { Exchange } from '../src/client/exchange.ts';
import { type RequestSpec } from '../src/client/request.ts';
import type { ObservedRule } from '../src/engine/rule.ts';
import type { Trial } from '../src/engine/trial.ts';
import { besideTwin } from '../src/observe/beside.ts';
import { type Asked, mayAsk, observeEach, plainIsRead } from '../src/observe/comparing.ts';
import { errorShapes } from '../src/observe/error-shapes.ts';
import { code, mediaTypeOf, statusOf, truncate, VALUE_LENGTH } from '../src/observe/texts.ts';
import { listingOf } from '../src/snapshot/listing.ts';

const RESULTS = { same: 'same results', other: 'other results' };

export const headerOf = ({ response }: Exchange, name: string): string | undefined => response?.headers[name];

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
  return { name, spec, ask: () => t.ask(spec), again: () => t.send(() => spec) };
};

const mediaType = (t: Trial, { response }: Exchange): string => {
  const type = response?.headers['content-type'];
  return mediaTypeOf(type === undefined ? undefined : t.run.secrets.hide(type));
};

const versionHeader = ({ run }: Trial): string => run.settings.address.apiVersionHeader.toLowerCase();

/** Listings with other values of one header, each beside the plain list. */
async function observeHeader(
  t: Trial,
  header: string,
  values: readonly (readonly [name: string, value: string | null])[],
  see: (seen: string, answer: Exchange) => string = (seen) => seen,
): Promise<void> {
  if (!mayAsk(t) || !(await plainIsRead(t))) return;
  const asked = values.map(([name, value]) => withHeader(t, name, header, value));
  await observeEach(t, asked, async (answer, name) => {
    const own = asked.find((one) => one.name === name);
    const seen = own === undefined ? null : await besideTwin(t, own.spec, t.listing(), RESULTS);
    return seen === null ? null : see(seen, answer);
  });
}

export const observed = { level: 'observed', needs: [] } as const;

/** What comes with an answer, and what other headers do (sections 1, 4.1, 4.3, 7, 8 and 9). */
export const observedAnswers: readonly ObservedRule[] = [
  {
    ...observed,
    id: 'observed.errors.body',
    sections: ['7'],
    phase: 'end',
    says: 'Which media type and keys do error answers have?',
    tried:
      'The answers of 401, 404 and 422 that the other rules received are gathered at the end; no request is sent for it. Other statuses are left out, since they come and go with what a run happens to send.',
    impact: { general: 'A client that shows people the reason for a refusal has to know where it stands.' },
    observe: (t) => {
      const shapes = errorShapes(t.run.exchanges, t.run.secrets.hide);
      if (shapes.length === 0) return;
      const value = truncate(
        t.run.secrets.hide(shapes.map(({ status, text }) => `${status}: ${text}`).join('; ')),
        VALUE_LENGTH,
      );
      t.observe(value, '');
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
        listings.map((answer) => truncate(t.run.secrets.hide(headerOf(answer, 'content-type') ?? 'none'))),
      );
      const value = [...types].toSorted().slice(0, 3).join(' or ');
      t.observe(value, '');
    },
  },
  {
    ...observed,
    id: 'observed.version.omitted',
    sections: ['9'],
    phase: 'read',
    says: 'How is a listing without the version header answered?',
    tried: 'The plain list is asked for without the version header, and compared with the one that has it.',
    impact: { general: 'Simple clients, and people with a browser, send no version.' },
    observe: (t) => observeHeader(t, versionHeader(t), [['none', null]]),
  },
  {
    ...observed,
    id: 'observed.version.unknown',
    sections: ['9'],
    phase: 'read',
    says: 'How are listings in versions that do not exist answered?',
    tried: 'The plain list is asked for with a date far in the past and with a word as its version.',
    impact: {
      general: 'A client pinned to a version that was retired wants to know whether it will be told.',
    },
    observe: (t) =>
      observeHeader(
        t,
        versionHeader(t),
        ['1999-12-31', 'nonexistent'].map((version) => [code(version), version]),
      ),
  },
  {
    ...observed,
    id: 'observed.accept.omitted',
    sections: ['4.3'],
    phase: 'read',
    says: 'How is a listing without the Accept header answered?',
    tried: 'The plain list is asked for without Accept, and compared with the one that has it.',
    impact: { general: 'Simple clients send no Accept header, or one that their library chose.' },
    observe: (t) =>
      observeHeader(t, 'accept', [['none', null]], (seen, answer) => `${seen}, ${mediaType(t, answer)}`),
  },
  {
    ...observed,
    id: 'observed.accept.other',
    sections: ['4.3'],
    phase: 'read',
    says: 'How are listings with other values of Accept answered?',
    tried:
      '`application/json` and `text/html` are each sent. Written down for each are the status and the media type.',
    impact: {
      general:
        'A client behind a library that sets its own Accept header may be refused, or be given something that is not JSON.',
    },
    observe: (t) =>
      observeEach(
        t,
        ['application/json', 'text/html'].map((type) => withHeader(t, code(type), 'accept', type)),
        (answer) => `${statusOf(answer)}, ${mediaType(t, answer)}`,
      ),
  },
];
