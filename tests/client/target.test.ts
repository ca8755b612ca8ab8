import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/client/exchange.ts';
import { ANONYMOUS, bearer, type Credential, type RequestSpec } from '../../src/client/request.ts';
import { type Rations, Target } from '../../src/client/target.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { LIMITS } from './sending.ts';
import { transportTo, type VirtualService } from './virtual.ts';

const repository = { owner: 'acme', repo: 'widgets' };
const MEMBER = bearer('t0ken');
const INVALID = bearer('made-up', 'invalid');
const listing = (as: Credential, page = '1'): RequestSpec => ({ repository, as, query: { page } });

/** A target in this process, with the requests that arrive and the exchanges that are reported. */
function targetOf(rations: Rations = {}, answering: VirtualService = () => ({ status: 200 })) {
  const clock = new VirtualClock();
  const arrived: string[] = [];
  const told: Exchange[] = [];
  const transport = transportTo(clock, (request) => {
    arrived.push(`${request.method} ${new URL(request.url).search}`);
    return answering(request);
  });
  const address = {
    baseUrl: 'http://tracker',
    accept: 'application/json',
    apiVersion: '1',
    apiVersionHeader: 'X-Version',
    userAgent: 'tests',
  };
  const options = {
    ...LIMITS,
    maxRequests: 3000,
    clock,
    transport,
    address,
    rations,
    sign: listing(ANONYMOUS),
  };
  return { target: new Target(options, (exchange) => told.push(exchange)), arrived, told };
}

const isWithheld = ({ fault }: Exchange): boolean => fault?.kind === 'withheld';

describe('a listing', () => {
  it('is asked for once, also where two ask at the same time', async () => {
    const { target, arrived } = targetOf();
    const [one, other] = await Promise.all([target.ask(listing(MEMBER)), target.ask(listing(MEMBER))]);
    expect(await target.ask(listing(MEMBER))).toBe(one);
    expect(other).toBe(one);
    expect(arrived).toHaveLength(1);
  });

  it('is asked for again where what is remembered will not do, once for all who find that', async () => {
    const { target, arrived } = targetOf();
    const stale = await target.ask(listing(MEMBER));
    const [one, other] = await Promise.all([
      target.askInsteadOf(stale, listing(MEMBER)),
      target.askInsteadOf(stale, listing(MEMBER)),
    ]);
    expect([one === stale, one === other, arrived.length]).toEqual([false, true, 2]);
    expect(await target.ask(listing(MEMBER))).toBe(one);
    expect(await target.askInsteadOf(stale, listing(MEMBER))).toBe(one);
    expect(arrived).toHaveLength(2);
  });

  it('is another one for another page, another caller, and other headers', async () => {
    const { target, arrived } = targetOf();
    for (const spec of [
      listing(MEMBER),
      listing(MEMBER, '2'),
      listing(ANONYMOUS),
      { ...listing(MEMBER), bare: true },
    ])
      await target.ask(spec);
    expect(arrived).toHaveLength(4);
  });

  it('is asked for anew where a fresh answer is wanted, and after the target was written to', async () => {
    const { target, arrived } = targetOf();
    await target.ask(listing(MEMBER));
    await target.send(() => listing(MEMBER));
    expect(arrived).toHaveLength(2);
    target.forget();
    await target.ask(listing(MEMBER));
    expect(arrived).toHaveLength(3);
  });

  it('is forgotten where many others were asked for since, so that memory does not grow', async () => {
    const { target, arrived } = targetOf();
    const pages = Array.from({ length: 90 }, (_, page) => String(page));
    const ask = (round: number) =>
      Promise.all(pages.map((page) => target.ask(listing(MEMBER, `${round}-${page}`))));
    for (let round = 1; round <= 24; round += 1) await ask(round);
    const sent = arrived.length;
    await ask(24);
    expect(arrived).toHaveLength(sent);
    await ask(1);
    expect(arrived).toHaveLength(sent + 90);
  });
});

describe('a request', () => {
  it('is told of with every attempt, to who asked and to who listens to all', async () => {
    let nth = 0;
    const { target, told } = targetOf({}, () => {
      nth += 1;
      return { status: nth < 3 ? 503 : 200 };
    });
    const own: Exchange[] = [];
    await target.send(() => listing(MEMBER), { onAttempt: (exchange) => own.push(exchange) });
    expect(own.map(({ response }) => response?.status)).toEqual([503, 503, 200]);
    expect(told).toEqual(own);
  });

  it('is built once for each attempt, in their order', async () => {
    const { target, arrived } = targetOf({}, ({ url }) => ({ status: url.endsWith('3') ? 200 : 503 }));
    const built: number[] = [];
    await target.send((attempt) => {
      built.push(attempt);
      return listing(MEMBER, String(attempt));
    });
    expect(built).toEqual([1, 2, 3]);
    expect(arrived).toEqual(['GET ?page=1', 'GET ?page=2', 'GET ?page=3']);
  });

  it('that gets no answer is followed by the plain listing, which shows whether the service is there', async () => {
    const { target, arrived } = targetOf({}, ({ url }) => (url.endsWith('9') ? 'reset' : { status: 200 }));
    await target.ask(listing(MEMBER));
    const answer = await target.ask(listing(MEMBER, '9'));
    expect(answer.fault?.kind).toBe('broken');
    expect(arrived.slice(1, 3)).toEqual(['GET ?page=9', 'GET ?page=1']);
  });
});

describe('a ration', () => {
  it('of requests without a credential ends with it, and those of others go on', async () => {
    const { target, arrived } = targetOf({ none: { most: 3, kept: 0 } });
    const anonymous = [];
    for (const page of ['1', '2', '3', '4', '5']) anonymous.push(await target.ask(listing(ANONYMOUS, page)));
    expect(anonymous.map(isWithheld)).toEqual([false, false, false, true, true]);
    expect(anonymous[4]?.fault?.message).toMatch(
      /the limit of 3 requests without a credential is reached; .*--only/,
    );
    expect(isWithheld(await target.ask(listing(MEMBER)))).toBe(false);
    expect(isWithheld(await target.ask(listing(INVALID)))).toBe(false);
    expect(arrived).toHaveLength(5);
  });

  it('of requests with an invalid credential is one of its own', async () => {
    const { target } = targetOf({ none: { most: 9, kept: 0 }, invalid: { most: 1, kept: 0 } });
    expect(isWithheld(await target.ask(listing(INVALID)))).toBe(false);
    const withheld = await target.ask(listing(bearer('another', 'invalid')));
    expect(withheld.fault?.message).toContain('with an invalid credential');
    expect([target.left('none'), target.left('invalid'), target.left('valid')]).toEqual([
      9,
      0,
      Number.POSITIVE_INFINITY,
    ]);
  });

  it('is kept in part for what is to be confirmed', async () => {
    const { target } = targetOf({ none: { most: 5, kept: 3 } });
    const send = (confirming: boolean) => target.send(() => listing(ANONYMOUS), { confirming });
    expect([target.left('none'), target.left('none', true)]).toEqual([2, 5]);
    expect([await send(false), await send(false), await send(false)].map(isWithheld)).toEqual([
      false,
      false,
      true,
    ]);
    const confirming = [await send(true), await send(true), await send(true), await send(true)];
    expect(confirming.map(isWithheld)).toEqual([false, false, false, true]);
    expect(target.left('none', true)).toBe(0);
  });

  it('counts every attempt of a request, and nothing that is answered from memory', async () => {
    let nth = 0;
    const { target } = targetOf({ none: { most: 10, kept: 0 } }, () => {
      nth += 1;
      return { status: nth <= 2 ? 503 : 200 };
    });
    await target.ask(listing(ANONYMOUS));
    expect(target.left('none')).toBe(7);
    await target.ask(listing(ANONYMOUS));
    expect(target.left('none')).toBe(7);
  });

  it('that is used up sends nothing, and says so as an exchange without an answer', async () => {
    const { target, arrived, told } = targetOf({ none: { most: 0, kept: 0 } });
    const withheld = await target.ask(listing(ANONYMOUS));
    expect(withheld).toMatchObject({ response: null, ms: 0, request: { method: 'GET' } });
    expect([arrived, told, target.client.requests]).toEqual([[], [], 0]);
  });
});
