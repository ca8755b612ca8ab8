import { describe, expect, it } from 'vitest';
import type { Quotas } from '../../src/client/client.ts';
import { get, outcomeOf } from './sending.ts';
import { type VirtualService, virtualClient } from './virtual.ts';

/** A client with rations, a function that sends as somebody, and the number of requests that arrive. */
function rationed(rations: Quotas, answering: VirtualService = () => ({ status: 200 })) {
  let arrived = 0;
  const { client } = virtualClient(
    () => (request) => {
      arrived += 1;
      return answering(request);
    },
    { quotas: rations },
  );
  const send = async (as: 'none' | 'invalid' | 'valid', confirming = false) =>
    outcomeOf(await client.send(() => get('http://a/'), { as, confirming }));
  return { client, send, arrived: () => arrived };
}

describe('a ration', () => {
  it('ends for the credentials that it is of, and sends nothing then', async () => {
    const { client, send, arrived } = rationed({ none: { most: 3, kept: 0 }, invalid: { most: 1, kept: 0 } });
    const outcomes = [];
    for (let nth = 0; nth < 4; nth += 1) outcomes.push(await send('none'));
    for (let nth = 0; nth < 2; nth += 1) outcomes.push(await send('invalid'), await send('valid'));
    expect(outcomes).toEqual([200, 200, 200, 'not-sent', 200, 200, 'not-sent', 200]);
    expect([arrived(), client.requests]).toEqual([6, 6]);
    expect([client.left('none'), client.left('invalid'), client.left('valid')]).toEqual([0, 0, Infinity]);
  });

  it('is kept in part for confirmations', async () => {
    const { client, send } = rationed({ none: { most: 5, kept: 3 } });
    expect([client.left('none'), client.left('none', true)]).toEqual([2, 5]);
    const outcomes = [];
    for (const confirming of [false, false, false, true, true, true, true])
      outcomes.push(await send('none', confirming));
    expect(outcomes).toEqual([200, 200, 'not-sent', 200, 200, 200, 'not-sent']);
  });

  it('is not eaten by repetitions: after four of them an error is the answer', async () => {
    const { send, arrived } = rationed({ invalid: { most: 40, kept: 4 } }, () => ({ status: 500 }));
    for (let nth = 0; nth < 20; nth += 1) expect(await send('invalid')).toBe(500);
    expect(arrived()).toBe(24);
  });

  it('is not exceeded by repetitions: the last answer is final', async () => {
    const { send, arrived } = rationed({ none: { most: 2, kept: 0 } }, () => ({ status: 503 }));
    expect([await send('none'), await send('none'), arrived()]).toEqual([503, 'not-sent', 2]);
  });
});
