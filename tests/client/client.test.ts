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

/**
 * Steps are callers with their outcomes: `n` without a credential, `N` to confirm a finding, `i` with an invalid credential. A
 * minus is a request that is not sent.
 */
it.each<[string, Quotas, status: number, steps: string, arrived: number]>([
  [
    'ends for its credentials alone',
    { none: { most: 3, kept: 0 }, invalid: { most: 1, kept: 0 } },
    200,
    'n200 n200 n200 n- i200 v200 i- v200',
    6,
  ],
  [
    'is kept in part for confirmations',
    { none: { most: 5, kept: 3 } },
    200,
    'n200 n200 n- N200 N200 N200 N-',
    5,
  ],
  ['is not exceeded by retries', { none: { most: 2, kept: 0 } }, 503, 'n503 n-', 2],
  // After four of them, an error is the answer.
  [
    'is not used up by retries',
    { invalid: { most: 40, kept: 4 } },
    500,
    Array(20).fill('i500').join(' '),
    24,
  ],
])('a quota %s', async (_, quotas, status, steps, arrived) => {
  const { client } = virtualClient(() => () => ({ status }), { quotas });
  const seen: string[] = [];
  for (const [by = ''] of steps.split(' ')) {
    const as = by === 'i' ? 'invalid' : by === 'v' ? 'valid' : 'none';
    const exchange = await client.send(() => get('http://a/'), { as, confirming: by === 'N' });
    seen.push(`${by}${outcomeOf(exchange)}`.replace('not-sent', '-'));
  }
  expect([seen.join(' '), client.requests]).toEqual([steps, arrived]);
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
