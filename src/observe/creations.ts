import { endOf } from '../client/exchange.ts';
import { FIRST_PAUSE_MS, followed } from '../created/follow.ts';
import type { Answer, Answers } from '../model/ask.ts';
import { isAccepted } from '../run/ledger.ts';
import type { Run } from '../run/run.ts';
import { strings } from '../snapshot/records.ts';
import { NotMade, type Observe } from './observed-rule.ts';
import { answersTo, described, statusText, together } from './requests.ts';

/** Returns the records that hold a marker. */
const recordsWith = (marker: string, listings: Answers): readonly unknown[] =>
  listings
    .flatMap(({ list }) => list ?? [])
    .filter((one) => JSON.stringify(one).toLowerCase().includes(marker));

/** Tells under which values of `state` the newest issue of the run that any list showed is among the first hundred. */
export const firstState: Observe = async (asking) => {
  const { written: repository } = asking.run.bed;
  const answers = await answersTo(asking, {
    open: { repository, query: { per_page: '100' } },
    closed: { repository, query: { state: 'closed', per_page: '100' } },
  });
  const newest = asking.run.ledger.accepted(repository).findLast(({ isMentioned }) => isMentioned);
  return Object.entries(answers)
    .filter(([, answer]) => newest !== undefined && recordsWith(newest.marker, [answer]).length > 0)
    .map(([state]) => state)
    .join(' and ');
};

/** Looks for a valid creation with nothing else in flight. */
export const visibleAfter: Observe = async ({ run, send }) => {
  const { ledger, settings } = run;
  const [answer, listing] = await followed(run, [run.post(run.first, run.valid)], 'in turn')(send);
  if (answer === undefined || listing === undefined) return '';
  if (!isAccepted(answer)) return statusText(answer);
  if (!ledger.creations.some(({ isMentioned }) => isMentioned))
    throw new NotMade('data', 'No listed issue shows its title.', 'create.listed');
  if (ledger.of(answer)?.isMentioned !== true) return `not within ${settings.listedWithinMs / 1000} s`;
  // One listing may have come before it, but no pause.
  const { startedAt, ms } = listing.exchange;
  return startedAt - ms < endOf(answer.exchange) + FIRST_PAUSE_MS ? 'at once' : 'with a lag';
};

/** A field that no service knows. */
const MADE_UP_FIELD = 'qx_made_up_field';

/** A creation with a made-up field, which is looked for in the answer. */
export const extraField = described(
  ({ title }) => ({ extra: { payload: (marker) => ({ title: title(marker), [MADE_UP_FIELD]: 'made up' }) } }),
  (answer) => {
    const fate =
      answer.exchange.response?.body.includes(MADE_UP_FIELD) === true ? 'returned' : 'not returned';
    return `${statusText(answer)}${isAccepted(answer) ? `, extra field ${fate}` : ''}`;
  },
);

/** Texts that show if titles and bodies come back as they were sent (sections 2 and 4.2). None mentions a person or an issue. */
const TEXTS: Readonly<Record<string, (text: string) => string>> = {
  'unusual characters': (text) =>
    `${text} 😀 👩‍👩‍👧 Größe тест 日本語 العربية e\u0301 "double" 'single' \`back\` <b>bold</b> &amp; **stars** C:\\new \\u0041 100%25`,
  'spaces at the ends': (text) => `  ${text}  `,
  'line break': (text) => `${text} first\r\nsecond\tline\n\nfourth`,
};

/** Creates unusual texts, and reads them in the list. */
export const roundTrip: Observe = async ({ run, send }) => {
  const asks = Object.values(TEXTS).map((text) =>
    run.post(run.first, (marker) => ({ title: text(`title ${marker}`), body: text(`body ${marker}`) })),
  );
  const answers = await followed(run, asks, 'in turn')(send);
  const names = Object.keys(TEXTS);
  const created = answers.slice(0, names.length);
  return together(created.map((answer, at) => [names[at] ?? '', fateOf(run, answer, answers)]));
};

function fateOf(run: Run, answer: Answer, listings: Answers): string {
  if (!isAccepted(answer)) return statusText(answer);
  const shown = new Set(strings(recordsWith(answer.marker, listings)).map(({ text }) => text));
  const sent = run.ledger.of(answer)?.texts ?? [];
  const changed = ['title', 'body'].filter((_, at) => !shown.has(sent[at] ?? ''));
  if (changed.length === 0) return 'unchanged';
  return shown.size === 0 ? 'not listed' : `${changed.join(' and ')} changed`;
}
