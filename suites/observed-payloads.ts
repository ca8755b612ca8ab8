import { type Exchange, isSuccess, textOf } from '../src/client/exchange.ts';
import { validPayload, writerOf } from '../src/created/writer.ts';
import type { ObservedRule } from '../src/engine/rule.ts';
import type { Trial } from '../src/engine/trial.ts';
import { recordsShowing } from '../src/observe/listed-issues.ts';
import { ofCreations, ofRequests } from '../src/observe/observation.ts';
import { code, statusText } from '../src/observe/texts.ts';
import { unusual } from './observed-creations.ts';

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

/** Payloads of which the specification says nothing (sections 2 and 4.2). */
export const observedPayloads: readonly ObservedRule[] = [
  {
    ...unusual,
    id: 'observed.create.empty-title',
    sections: ['2'],
    says: 'How is an empty title answered?',
    tried:
      'Titles of no characters and of spaces alone are sent with TOKEN. Written down for each is the status, since the specification asks only that there be a title.',
    impact: { general: 'A client has to know whether it must check for blank titles itself.' },
    observe: ofCreations({
      creates: {
        empty: { payload: (_title, marker) => ({ title: '', body: marker }) },
        'only spaces': { payload: (_title, marker) => ({ title: '   ', body: marker }) },
      },
    }),
  },
  {
    ...unusual,
    id: 'observed.create.null-body',
    sections: ['2'],
    says: 'How is a `body` of null answered?',
    tried: 'A valid title is sent with TOKEN beside a body of null. Written down is the status.',
    impact: { general: 'Many languages write a missing text as null unless told not to.' },
    observe: ofCreations({ creates: { null: { payload: (title) => ({ title, body: null }) } } }),
  },
  {
    ...unusual,
    id: 'observed.create.malformed-json',
    sections: ['7'],
    says: 'How is a payload that is not JSON answered?',
    tried:
      'A truncated payload and one of text are sent with TOKEN. Written down for each is the status, which may be one that the specification does not list.',
    impact: {
      general: 'A client, and whoever debugs it, has to know whether broken JSON is told from a wrong field.',
    },
    observe: ofCreations({
      creates: {
        truncated: asJson((body) => body.slice(0, -8)),
        text: asJson((body) => `title ${body.replaceAll(/["{}]/g, '')}`),
      },
    }),
  },
  {
    ...unusual,
    id: 'observed.create.no-payload',
    sections: ['4.2', '7'],
    says: 'How is a creation with no payload answered?',
    tried:
      'A creation with the Content-Type of JSON and nothing behind it is sent with TOKEN. Written down is the status.',
    impact: { general: 'A client whose payload got lost on the way sees this answer.' },
    observe: ofRequests({
      asks: (t) => ({
        none: {
          method: 'POST',
          repository: t.bed.written,
          as: t.as('member'),
          headers: { 'content-type': 'application/json' },
        },
      }),
      describe: (_t, answer) => statusText(answer),
      note: 'Sent with the Content-Type of JSON.',
    }),
  },
  {
    ...unusual,
    id: 'observed.create.extra-fields',
    sections: ['2'],
    says: 'Is an unknown field in a creation accepted, and kept?',
    tried:
      'A valid payload with a made-up field beside the title is sent with TOKEN. Written down are the status and, where it was accepted, whether the made-up field shows in the answer, or in the list where the answer shows no issue.',
    impact: {
      general:
        'A client written for a richer service learns whether its other fields are refused, kept or dropped.',
    },
    observe: ofCreations({
      creates: { extra: { payload: (title) => ({ title, [MADE_UP_FIELD]: 'made up' }) } },
      describe: describeExtraField,
    }),
  },
  {
    ...unusual,
    id: 'observed.create.content-type',
    sections: ['4.2'],
    says: 'Is a JSON payload accepted without a Content-Type, or as `text/plain`?',
    tried:
      'Valid payloads are sent with TOKEN under no Content-Type and under text/plain. Written down for each is the status.',
    impact: {
      general:
        'Small scripts often leave the header out, and browsers send text/plain to other sites without asking first.',
    },
    observe: ofCreations({
      creates: {
        none: { headers: { 'content-type': null } },
        [code('text/plain')]: { headers: { 'content-type': 'text/plain' } },
      },
    }),
  },
];
