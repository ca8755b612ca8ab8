import { expect, it } from 'vitest';
import type { Quotas } from '../../src/client/client.ts';
import { interrupted, Stopped } from '../../src/client/stopped.ts';
import { alwaysAnswer, serveHttp } from '../support/serve.ts';
import { GOOD, get, outcomeOf, refusing, sendTo, virtualClient, WAY_MS } from './sending.ts';

it('sends the headers that it was given, none that asks for compression, and returns all of the answer', async () => {
  const headers = ['X-Some-Header', 'Value', 'link', '<a>', 'link', '<b>'];
  const echoing = serveHttp(({ headers: sent }, response) =>
    response.writeHead(201, headers).end(JSON.stringify(['Größe', ...Object.keys(sent).toSorted()])),
  );
  const { exchange } = await sendTo(echoing, {}, (url) => get(url, { accept: 'x', authorization: 'y' }));
  expect(exchange).toMatchObject({
    fault: null,
    response: {
      status: 201,
      body: '["Größe","accept","authorization","connection","host"]',
      utf8: true,
      headers: { 'x-some-header': 'Value', link: '<a>, <b>' },
    },
  });
});

it.each([301, 302, 303, 307, 308])('follows no redirect (%i)', async (status) => {
  const elsewhere = await serveHttp(alwaysAnswer(200, '[]'));
  const headers = { location: `${elsewhere.baseUrl}/stolen` };
  const { exchange } = await sendTo(serveHttp(alwaysAnswer(status, '', headers)));
  await elsewhere.stop();
  expect(outcomeOf(exchange)).toBe(status);
});

it('times a request from its sending to its last byte, its turn excluded', async () => {
  const { client } = virtualClient(() => () => GOOD, { concurrency: 1 });
  const answers = await Promise.all([1, 2, 3].map((nth) => client.send(() => get(`http://a/${nth}`))));
  expect(answers.map(({ startedAt, ms }) => [startedAt, ms])).toEqual(
    [0, 1, 2].map((before) => [before * WAY_MS, WAY_MS]),
  );
});

it('ends the wait before a repetition with the run', async () => {
  const { client, clock } = virtualClient(() => () => refusing(503, '15'));
  const sent = client.send(() => get('http://a/'), {
    onTransmission: () => client.throttle.stop(interrupted()),
  });
  await expect(sent).rejects.toMatchObject({ cause: 'interrupted' });
  expect([client.requests, clock.now()]).toEqual([1, WAY_MS]);
});

/** Requests by their credentials; an exclamation mark confirms a finding. */
type Sent = readonly ('none' | 'none!' | 'invalid' | 'valid')[];
const NO = 'not-sent';

it.each<[string, Quotas, status: number, Sent, outcomes: readonly (number | string)[], arrived: number]>([
  [
    'ends for its credentials alone',
    { none: { most: 3, kept: 0 }, invalid: { most: 1, kept: 0 } },
    200,
    ['none', 'none', 'none', 'none', 'invalid', 'valid', 'invalid', 'valid'],
    [200, 200, 200, NO, 200, 200, NO, 200],
    6,
  ],
  [
    'is kept in part for confirmations',
    { none: { most: 5, kept: 3 } },
    200,
    ['none', 'none', 'none', 'none!', 'none!', 'none!', 'none!'],
    [200, 200, NO, 200, 200, 200, NO],
    5,
  ],
  ['is not exceeded by retries', { none: { most: 2, kept: 0 } }, 503, ['none', 'none'], [503, NO], 2],
  [
    'is not used up by retries: after four of them an error is the answer',
    { invalid: { most: 40, kept: 4 } },
    500,
    Array(20).fill('invalid'),
    Array(20).fill(500),
    24,
  ],
])('a quota %s', async (_, quotas, status, sent, outcomes, arrived) => {
  const { client } = virtualClient(() => () => ({ status }), { quotas });
  const seen: unknown[] = [];
  for (const one of sent) {
    const as = one === 'none!' ? 'none' : one;
    seen.push(outcomeOf(await client.send(() => get('http://a/'), { as, confirming: one === 'none!' })));
  }
  expect([seen, client.requests]).toEqual([outcomes, arrived]);
});

it('a quota is not used up by requests for which the run has no request left', async () => {
  const { client } = virtualClient(() => () => GOOD, {
    maxRequests: 4,
    quotas: { none: { most: 2, kept: 0 } },
  });
  const send = () => client.send(() => get('http://a/'), { as: 'none' });
  client.throttle.reserve(4, 4);
  for (const _ of [1, 2, 3]) await expect(send()).rejects.toBeInstanceOf(Stopped);
  client.throttle.release();
  expect(outcomeOf(await send())).toBe(200);
});
