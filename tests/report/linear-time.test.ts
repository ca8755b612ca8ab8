import { expect, it } from 'vitest';
import { partWith } from '../../src/access/canary.ts';
import { issueCalled } from '../../src/checks/naming.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { faultOf } from '../../src/client/fault.ts';
import { canonical, endsTooSoon, readJson, soundElements } from '../../src/client/json.ts';
import { LongBody, SHORT_BODY } from '../../src/client/long-body.ts';
import { askedWaitMs } from '../../src/client/retry.ts';
import { Secrets } from '../../src/client/secrets.ts';
import { rateLimitOf } from '../../src/observe/headers.ts';
import { curlOf } from '../../src/report/commands.ts';
import { evidenceOf } from '../../src/report/evidence.ts';
import { beginningOf, shownInPage } from '../../src/report/html/fit.ts';
import { jsonText } from '../../src/report/html/json-text.ts';
import { prose, value } from '../../src/report/markdown/prose.ts';
import { breakInJson, breakInMarkup, breakInText } from '../../src/report/runner-commands.ts';
import { styleFor } from '../../src/report/terminal/style.ts';
import { inert, shown } from '../../src/report/text.ts';
import { cardText, seenOf } from '../../src/report/view/card.ts';
import { fitted } from '../../src/report/wrap.ts';
import { compact } from '../../src/snapshot/compact.ts';
import { hintedBy } from '../../src/snapshot/last-page.ts';
import { linksIn } from '../../src/snapshot/links.ts';
import { listingOf } from '../../src/snapshot/listing.ts';
import { failing, plainExchange } from './reports.ts';

const secrets = new Secrets();
secrets.add('ghp_aLongTokenOfAMember0123456789', 'TOKEN');
secrets.add('_'.repeat(33), 'an underscore for each character of TOKEN');
secrets.add(String.raw`\\\\\\\\%%%%%%%%&&&&&&&&`, 'OUTSIDER_TOKEN');
secrets.addHeader({ name: 'X-Debug', value: '1', secrets: [] });

const answer = (text: string, name = 'content-type'): Exchange => ({
  request: { method: 'POST', url: 'http://127.0.0.1:9/', headers: {}, body: text.slice(0, SHORT_BODY) },
  response: { status: 200, headers: { [name]: text, 'x-debug': text }, body: text, utf8: true },
  fault: null,
  startedAt: 0,
  ms: 1,
});

const longAnswer = (text: string): Exchange => {
  const { response, ...one } = answer(text);
  if (response === null) return { ...one, response };
  const body = text.slice(0, SHORT_BODY);
  return { ...one, response: { ...response, body, long: new LongBody(text.length, body) } };
};

const style = styleFor({ color: false, width: 80 });

/** Functions that read a text of a target. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'hiding secrets': (text) => secrets.scrub(text),
  'hiding secrets in a beginning': (text) => secrets.scrubBeginning(text),
  'hiding secrets in a value': (text) => secrets.hide(text),
  evidence: (text) => evidenceOf(longAnswer(text), secrets),
  'reading JSON': (text) => readJson(JSON.stringify([{ [text]: text }])),
  'comparing JSON': (text) => canonical([{ [text]: text }], new Set(['[].a'])),
  'the end of a body': endsTooSoon,
  'the elements of a body': (text) => soundElements(`["${text}`),
  'what is kept of records': (text) => compact([{ [text]: text }]),
  'a listing': (text) => listingOf(answer(text)),
  links: (text) => linksIn(`<${text}>; rel="${text}"; title=${text}`),
  'a hint to the last page': (text) => hintedBy(answer(text, 'link')),
  'a wait': (text) => askedWaitMs({ 'retry-after': text, date: text, age: text }, 0),
  'a rate limit': (text) => rateLimitOf(answer(text, 'ratelimit-policy')),
  'a fault': (text) => faultOf(new Error(text)),
  'a private text': (text) => partWith(answer(text), [text.slice(0, 100) + '!']),
  'the name of an issue': issueCalled,
  'an inert text': (text) => inert(text),
  'a line of a terminal': (text) => fitted(text, 80),
  'lines of a terminal': (text) => style.hang('! ', shown(text), { keepWords: true }),
  'prose of Markdown': (text) => prose(text),
  'a value of Markdown': (text) => value(text),
  'JSON in a page': (text) => jsonText(`{"a":"${text}`),
  'a beginning in a page': (text) => beginningOf(text, 3000),
  'a text in a page': (text) => shownInPage(text, 600),
  'commands in JSON': breakInJson,
  'commands in markup': breakInMarkup,
  'commands in text': breakInText,
  'a curl line': (text) => curlOf({ ...plainExchange, request: { ...plainExchange.request, body: text } }),
  'a card': (text) => cardText(failing('list.ok', { expected: text, actual: text, curl: text })),
  'what a failure shows': (text) => seenOf(failing('list.ok', { expected: text, actual: text })),
};

/** Units whose repetition provokes a search that starts again at each place, or scans to the end. */
const UNITS = [
  ...'\\"\'`<>&%#:;,.=-_/|*$@([{ \n0a\u0301\u202e\ud800é😀',
  String.raw`\u00`,
  '%25',
  '&#1',
  '<a>;rel="',
  '::a',
  '##a',
  '--- ',
  '\n  ',
  '"a",',
  '{"a":',
  '`a',
  'a.',
  ', ',
];
const SHORT = 2_000;
const TIMES = 32;
/** A linear function takes as long for one long text as for 32 short ones, a quadratic one 32 times as long. */
const MOST = 10;
const ATTEMPTS = 4;
/** Keeps quotients meaningful if both take too little for the clock. */
const TICK_US = 2_000;

/** Returns the CPU time of a task, which does not grow while other programs have the machine. */
function cpuOf(task: () => void): number {
  const began = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(began);
  return user + system + TICK_US;
}

/** Returns the CPU time for a long text by that for as much text in short ones: the least of some attempts. */
function growth(read: (text: string) => unknown, unit: string): number {
  // A search that goes back, goes back from what ends the repetition.
  const of = (length: number): string => `${unit.repeat(length / unit.length)}\u0001`;
  const [long, short] = [of(SHORT * TIMES), of(SHORT)];
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least > MOST; attempt += 1) {
    const shorts = cpuOf(() => {
      for (let time = 0; time < TIMES; time += 1) read(short);
    });
    least = Math.min(least, cpuOf(() => void read(long)) / shorts);
  }
  return least;
}

it.each(Object.entries(READERS))('%s takes no more than linear time', (_, read) => {
  expect(UNITS.find((unit) => growth(read, unit) > MOST)).toBeUndefined();
});
