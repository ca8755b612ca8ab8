import { describe, it } from 'vitest';
import { partWith } from '../../src/access/canary.ts';
import { issueCalled } from '../../src/checks/naming.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { faultOf } from '../../src/client/fault.ts';
import { canonical, endsTooSoon, readJson, soundElements } from '../../src/client/json.ts';
import { LongBody, SHORT_BODY } from '../../src/client/long-body.ts';
import { askedWaitMs } from '../../src/client/retry.ts';
import { Secrets } from '../../src/client/secrets.ts';
import { reportWithoutRules } from '../../src/host/unfinished.ts';
import { rateLimitOf } from '../../src/observe/headers.ts';
import { describeFields, fieldsOf } from '../../src/observe/record-fields.ts';
import { mediaTypeOf, truncate } from '../../src/observe/texts.ts';
import { curlOf } from '../../src/report/commands.ts';
import { evidenceOf, exampleExchangeOf } from '../../src/report/evidence.ts';
import { beginningOf, named, shownInPage } from '../../src/report/html/fit.ts';
import { jsonText } from '../../src/report/html/json-text.ts';
import { prose, value } from '../../src/report/markdown/prose.ts';
import { breakInJson, breakInMarkup, breakInText } from '../../src/report/runner-commands.ts';
import { styleFor } from '../../src/report/terminal/style.ts';
import { dayAndTimeOf, inert, shown } from '../../src/report/text.ts';
import { cardText, seenOf } from '../../src/report/view/card.ts';
import { fitted } from '../../src/report/wrap.ts';
import { compact } from '../../src/snapshot/compact.ts';
import { hintedBy } from '../../src/snapshot/last-page.ts';
import { linksIn, queryOfLink } from '../../src/snapshot/links.ts';
import { listingOf } from '../../src/snapshot/listing.ts';
import { hide } from '../support/hide.ts';
import { expectLinear } from '../support/linear.ts';
import { failing, plainExchange } from './reports.ts';

const secrets = new Secrets();
secrets.add('ghp_aLongTokenOfAMember0123456789', 'TOKEN');
secrets.add('_'.repeat(33), 'an underscore for each character of TOKEN');
secrets.add(String.raw`\\\\\\\\%%%%%%%%&&&&&&&&`, 'OUTSIDER_TOKEN');
secrets.addHeader({ name: 'X-Debug', value: '1', secrets: [] });

const answer = (text: string, name = 'content-type'): Exchange => ({
  request: { method: 'POST', url: 'http://127.0.0.1:9/', headers: {}, body: text },
  response: { status: 200, headers: { [name]: text, 'x-debug': text }, body: text, utf8: true },
  fault: null,
  startedAt: 0,
  ms: 1,
});

/** Returns an exchange with the text in headers and at the start of a body. */
const withHeaders = (text: string): Exchange => {
  const one = answer(text);
  const [body, response] = [text.slice(0, SHORT_BODY), one.response];
  return {
    ...one,
    request: { ...one.request, body },
    response: response === null ? null : { ...response, body, long: new LongBody(text.length, body) },
  };
};

const run = { runId: 'run', startedAt: new Date(0) };
const style = styleFor({ color: false, width: 80 });

/** Functions that read text of a target; each must take linear time. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'hiding secrets': (text) => secrets.scrub(text),
  'hiding secrets in a beginning': (text) => secrets.scrubBeginning(text),
  'hiding what is said': (text) => secrets.hide(text),
  'hiding a header': (text) => secrets.scrubHeader('x-debug', text),
  'what goes into evidence': (text) => evidenceOf(withHeaders(text), secrets),
  'what goes into examples': (text) => exampleExchangeOf(withHeaders(text), new Secrets()),
  'reading JSON': (text) => readJson(text),
  'reading JSON that is a text': (text) => readJson(JSON.stringify([{ [text]: text }])),
  'comparing JSON': (text) => canonical([{ [text]: text }], new Set(['[].a'])),
  'the end of a body': endsTooSoon,
  'the elements of a body that is cut': (text) => soundElements(`["${text}`),
  'what is kept of records': (text) => compact([{ [text]: text }]),
  'a listing': (text) => listingOf(answer(text)),
  links: linksIn,
  'links behind a link': (text) => linksIn(`<${text}>; rel="${text}"; title=${text}`),
  'a hint to the last page': (text) => hintedBy(answer(text, 'link')),
  'the query of a link': (text) => queryOfLink(text, 'http://127.0.0.1:9/a'),
  'a wait': (text) => askedWaitMs({ 'retry-after': text, date: text, age: text }, 0),
  'a rate limit': (text) => rateLimitOf(answer(text, 'ratelimit-policy')),
  'a fault': (text) => faultOf(new Error(text)),
  'fields of records': (text) =>
    describeFields(
      fieldsOf([{ [text]: 1 }]).map((field) => Object.assign({}, field, { name: hide(field.name) })),
      1,
      100,
    ),
  'a text of an observation': (text) => truncate(hide(text)),
  'a media type': (text) => mediaTypeOf(hide(text)),
  'a search for a private text': (text) => partWith(answer(text), [text.slice(0, 100) + '!']),
  'the name of an issue': issueCalled,
  'a problem': (text) => reportWithoutRules(run, { outcome: 'unusable', problem: text }, null),
  'escapes for a screen': (text) => inert(text),
  'a text cut for a screen': (text) => shown(text),
  'a time': (text) => dayAndTimeOf(text),
  'lines of a terminal': (text) => style.hang('! ', shown(text), { keepWords: true }),
  'a line of a terminal': (text) => fitted(text, 80),
  'prose of Markdown': (text) => prose(text),
  'a value of Markdown': (text) => value(text),
  'JSON in a page': jsonText,
  'JSON text in a page': (text) => jsonText(`{"a":"${text}`),
  'a beginning in a page': (text) => beginningOf(text, 3000),
  'a text in a page': (text) => shownInPage(text, 600),
  'a name in a page': (text) => named(text, 600),
  'commands of runners in JSON': breakInJson,
  'commands of runners in markup': breakInMarkup,
  'commands of runners in text': breakInText,
  'a curl line': (text) => curlOf({ ...plainExchange, request: { ...plainExchange.request, body: text } }),
  'a card': (text) => cardText(failing('list.ok', { expected: text, actual: text, curl: text })),
  'what a failure shows': (text) => seenOf(failing('list.ok', { expected: text, actual: text })),
};

describe('the time of', () => {
  for (const [name, read] of Object.entries(READERS))
    it(`${name} grows with the text and no faster`, { timeout: 300_000 }, () => expectLinear(read));
});
