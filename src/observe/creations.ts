import { endOf, textOf } from '../client/exchange.ts';
import { FIRST_PAUSE_MS } from '../created/follow.ts';
import type { Answers, Payload } from '../model/ask.ts';
import { isAccepted } from '../run/ledger.ts';
import { strings } from '../snapshot/records.ts';
import { described, statusText, together } from './listings.ts';
import { type Asked, NotMade } from './observed-rule.ts';

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
    for (const [state, answer] of answers)
      if (newest !== undefined && recordsWith(newest.marker, [answer]).length > 0) return state;
    const why = 'The first pages of open and closed issues do not show the newest one.';
    throw new NotMade('data', why, 'create.listed');
  },
};

/** A valid creation, looked for with nothing else in flight. */
export const visibleAfter: Asked = {
  follows: true,
  requests: ({ valid }) => ({ new: { payload: valid } }),
  tell: ({ run: { ledger, settings }, to, listings }) => {
    const [creation, listing] = [ledger.of(to('new')), listings[0]];
    if (creation === undefined || listing === undefined || !isAccepted(creation))
      throw new NotMade('other-rule', 'The creation was not accepted.', 'create.accepted');
    if (!ledger.creations.some(({ isMentioned }) => isMentioned))
      throw new NotMade('data', 'No listed issue shows its title.', 'create.listed');
    if (!creation.isMentioned) return `not within ${settings.listedWithinMs / 1000} s`;
    // One listing may have come before it, but no pause.
    const { startedAt, ms } = listing.exchange;
    return startedAt - ms < endOf(creation.exchange) + FIRST_PAUSE_MS ? 'at once' : 'with a lag';
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
const TEXTS: Readonly<Record<string, (text: string) => string>> = {
  'unusual characters': (text) =>
    `${text} 😀 👩‍👩‍👧 Größe тест 日本語 العربية e\u0301 "double" 'single' \`back\` <b>bold</b> &amp; **stars** C:\\new \\u0041 100%25`,
  'spaces at the ends': (text) => `  ${text}  `,
  'line break': (text) => `${text} first\r\nsecond\tline\n\nfourth`,
};

/** Creations with unusual texts, which are read in the list. */
export const roundTrip: Asked = {
  follows: true,
  requests: () =>
    Object.fromEntries(
      Object.entries(TEXTS).map(([name, text]) => [
        name,
        { payload: (marker: string) => ({ title: text(`title ${marker}`), body: text(`body ${marker}`) }) },
      ]),
    ),
  tell: ({ answers, listings }) => {
    if (![...answers.values()].some(isAccepted))
      throw new NotMade('other-rule', 'No creation was accepted.', 'create.accepted');
    const told = [...answers].map(([name, answer]) => {
      const shown = strings(recordsWith(answer.marker, listings));
      const sent = (part: string): string => TEXTS[name]?.(`${part} ${answer.marker}`) ?? '';
      const changed = ['title', 'body'].filter((part) => !shown.includes(sent(part))).join(' and ');
      const fate = changed === '' ? 'unchanged' : shown.length === 0 ? 'not listed' : `${changed} changed`;
      return [name, isAccepted(answer) ? fate : statusText(answer)] as const;
    });
    return new Set(told.map(([, fate]) => fate)).size === 1 ? (told[0]?.[1] ?? '') : together(told);
  },
};
