import { textOf } from '../client/exchange.ts';
import { isAccepted } from '../created/ledger.ts';
import type { Answers, Payload } from '../model/ask.ts';
import { strings } from '../snapshot/records.ts';
import { described, statusText } from './listings.ts';
import { type Asked, NotMade } from './observed-rule.ts';
import { together } from './texts.ts';

/** Returns the records that hold a marker. */
const recordsWith = (marker: string, listings: Answers): readonly unknown[] =>
  listings
    .flatMap(({ list }) => list ?? [])
    .filter((one) => JSON.stringify(one).toLowerCase().includes(marker));

/** The newest issue of the run that the list shows, under values of `state`. */
export const firstState: Asked = {
  requests: ({ bed: { written: repository } }) => ({
    open: { repository, query: { per_page: '100' } },
    closed: { repository, query: { state: 'closed', per_page: '100' } },
  }),
  tell: ({ run, answers }) => {
    const newest = run.ledger.accepted(run.bed.written).findLast(({ isMentioned }) => isMentioned);
    const [state] = Object.entries(answers).flatMap(([name, answer]) =>
      newest !== undefined && recordsWith(newest.marker, [answer]).length > 0 ? [name] : [],
    );
    if (state !== undefined) return state;
    throw new NotMade(
      'data',
      'The first pages of open and closed issues do not show the newest one.',
      'create.listed',
    );
  },
};

/** A valid creation, looked for with nothing else in flight. */
export const visibleAfter: Asked = {
  follows: true,
  requests: ({ valid }) => ({ new: { payload: valid } }),
  tell: ({ run, found }) => {
    if (found === null) throw new NotMade('other-rule', 'The creation was not accepted.', 'create.accepted');
    if (!found.isFound) return `not within ${run.settings.listedWithinMs / 1000} s`;
    return found.looks === 1 ? 'at once' : 'with a lag';
  },
};

/** A field that no service knows. */
const MADE_UP_FIELD = 'qx_made_up_field';
const withMadeUpField: Payload = (marker) => ({
  title: `Conformance check ${marker}`,
  [MADE_UP_FIELD]: 'made up',
});

/** A creation with a made-up field, which is looked for in the answer. */
export const extraField = described({ extra: { payload: withMadeUpField } }, (answer) => {
  const status = statusText(answer);
  const { response } = answer.exchange;
  const body = response === null ? '' : (textOf(response) ?? '');
  if (!isAccepted(answer)) return status;
  if (!body.toLowerCase().includes(answer.marker)) return `${status}, the issue is not in the answer`;
  return `${status}, extra field ${body.includes(MADE_UP_FIELD) ? 'kept' : 'dropped'}`;
});

/** Texts that show if titles and bodies come back as they were sent (sections 2 and 4.2). None mentions a person or an issue. */
const TEXTS = {
  'unusual characters': (text: string) =>
    `${text} 😀 👩‍👩‍👧 Größe тест 日本語 العربية e\u0301 "double" 'single' \`back\` <b>bold</b> &amp; **stars** C:\\new \\u0041 100%25`,
  'spaces at the ends': (text: string) => `  ${text}  `,
  'line break': (text: string) => `${text} first\r\nsecond\tline\n\nfourth`,
};

/** Creations with unusual texts, which are read in the list. */
export const roundTrip: Asked = {
  follows: true,
  requests: () =>
    Object.fromEntries(
      Object.entries(TEXTS).map(([name, text]) => [
        name,
        { payload: (marker: string) => ({ title: text(`Title ${marker}`), body: text(`Body ${marker}`) }) },
      ]),
    ),
  tell: ({ answers, found }) => {
    if (found === null) throw new NotMade('other-rule', 'No creation was accepted.', 'create.accepted');
    const told = Object.entries(TEXTS).map(([name, text]) => {
      const answer = answers[name];
      if (answer === undefined || !isAccepted(answer))
        return [name, answer === undefined ? '' : statusText(answer)] as const;
      const shown = strings(recordsWith(answer.marker, found.listings)).map((one) => one.text);
      if (shown.length === 0) return [name, 'not listed'] as const;
      const changed = ['Title', 'Body'].filter((part) => !shown.includes(text(`${part} ${answer.marker}`)));
      return [
        name,
        changed.length === 0 ? 'unchanged' : `${changed.join(' and ').toLowerCase()} changed`,
      ] as const;
    });
    return new Set(told.map(([, text]) => text)).size === 1 ? (told[0]?.[1] ?? '') : together(told);
  },
};
