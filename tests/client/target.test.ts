import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Address,
  ANONYMOUS,
  bearer,
  type Credential,
  type RequestSpec,
  toRequest,
} from '../../src/client/request.ts';
import { type Rations, Target } from '../../src/client/target.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { LIMITS, outcomeOf } from './sending.ts';
import { transportTo, type VirtualService } from './virtual.ts';

const address: Address = {
  baseUrl: 'http://tracker/api/v3',
  accept: 'application/vnd.service+json',
  apiVersion: '2022-11-28',
  apiVersionHeader: 'X-Version',
  userAgent: 'tests',
};
const repository = { owner: 'acme', repo: 'widgets' };
const MEMBER = bearer('t0ken');
const INVALID = bearer('made-up', 'invalid');
const listing = (as: Credential, page = '1'): RequestSpec => ({ repository, as, query: { page } });

describe('a request', () => {
  const STANDARD = {
    accept: 'application/vnd.service+json',
    'x-version': '2022-11-28',
    'user-agent': 'tests',
  };

  it.each<[string, Partial<RequestSpec>, headers: object, Address['extra']?]>([
    ['plain', {}, STANDARD],
    ['with a credential', { as: MEMBER }, { ...STANDARD, authorization: 'Bearer t0ken' }],
    ['bare', { as: MEMBER, bare: true }, { 'user-agent': 'tests', authorization: 'Bearer t0ken' }],
    [
      'with other headers',
      { headers: { accept: null, 'x-version': 'next', 'x-more': '1' } },
      { 'x-version': 'next', 'user-agent': 'tests', 'x-more': '1' },
    ],
    ['with a body', { method: 'POST', body: '{}' }, { ...STANDARD, 'content-type': 'application/json' }],
    [
      'with those of the settings',
      { bare: true, headers: { 'x-key': null } },
      { 'user-agent': 'own', 'x-env': 'e' },
      [
        { name: 'X-Key', value: 'k', secrets: [] },
        { name: 'X-Env', value: 'e', secrets: [] },
        { name: 'User-Agent', value: 'own', secrets: [] },
      ],
    ],
  ])('has its headers: %s', (_, part, headers, extra = []) => {
    expect(toRequest({ repository, as: ANONYMOUS, ...part }, { ...address, extra }).headers).toEqual(headers);
  });

  it('arrives with the parameters and the names that it was given, whatever they hold', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.dictionary(text, text), text, text, (query, owner, repo) => {
        fc.pre(![owner, repo].some((name) => ['', '.', '..'].includes(name)));
        const { url } = toRequest({ query, repository: { owner, repo }, as: ANONYMOUS }, address);
        expect([...new URL(url).searchParams]).toEqual(Object.entries(query));
        const path = new URL(url).pathname.split('/').map(decodeURIComponent);
        expect(path).toEqual(['', 'api', 'v3', 'repos', owner, repo, 'issues']);
        expect(new URL(url).hash).toBe('');
      }),
    );
    const twice = toRequest({ repository, as: ANONYMOUS, query: { a: ['1', '2'], b: '3' } }, address);
    expect(twice.url).toMatch(/issues\?a=1&a=2&b=3$/);
  });
});

/** A target in this process, with the requests that arrive. */
function targetOf(rations: Rations = {}, answering: VirtualService = () => ({ status: 200 })) {
  const clock = new VirtualClock();
  const arrived: string[] = [];
  const transport = transportTo(clock, (request) => {
    arrived.push(new URL(request.url).search);
    return answering(request);
  });
  const limits = { ...LIMITS, maxRequests: 3000 };
  const target = new Target({ ...limits, clock, transport, address, rations, probe: listing(ANONYMOUS) });
  return { target, arrived };
}

it('a request without an answer is followed by the plain listing', async () => {
  const { target, arrived } = targetOf({}, ({ url }) => (url.endsWith('9') ? 'reset' : { status: 200 }));
  await target.send(() => listing(MEMBER));
  expect(outcomeOf(await target.send(() => listing(MEMBER, '9')))).toBe('broken');
  expect(arrived.slice(1, 3)).toEqual(['?page=9', '?page=1']);
});

describe('a ration', () => {
  it('ends for the credentials that it is of, and sends nothing then', async () => {
    const { target, arrived } = targetOf({ none: { most: 3, kept: 0 }, invalid: { most: 1, kept: 0 } });
    const send = async (as: Credential, page: string) =>
      outcomeOf(await target.send(() => listing(as, page)));
    const outcomes = [];
    for (const page of ['1', '2', '3', '4']) outcomes.push(await send(ANONYMOUS, page));
    for (const page of ['1', '2']) outcomes.push(await send(INVALID, page), await send(MEMBER, page));
    expect(outcomes).toEqual([200, 200, 200, 'withheld', 200, 200, 'withheld', 200]);
    expect([arrived.length, target.client.requests]).toEqual([6, 6]);
    expect([target.left('none'), target.left('invalid'), target.left('valid')]).toEqual([0, 0, Infinity]);
  });

  it('is kept in part for confirmations', async () => {
    const { target } = targetOf({ none: { most: 5, kept: 3 } });
    expect([target.left('none'), target.left('none', true)]).toEqual([2, 5]);
    const outcomes = [];
    for (const confirming of [false, false, false, true, true, true, true])
      outcomes.push(outcomeOf(await target.send(() => listing(ANONYMOUS), { confirming })));
    expect(outcomes).toEqual([200, 200, 'withheld', 200, 200, 200, 'withheld']);
  });

  it('is not eaten by repetitions: after four of them an error is the answer', async () => {
    const { target, arrived } = targetOf({ invalid: { most: 40, kept: 4 } }, () => ({ status: 500 }));
    for (let nth = 0; nth < 20; nth += 1) await target.send(() => listing(INVALID));
    expect(arrived).toHaveLength(24);
  });

  it('counts every attempt of a request', async () => {
    let nth = 0;
    const { target } = targetOf({ none: { most: 10, kept: 0 } }, () => {
      nth += 1;
      return { status: nth <= 2 ? 503 : 200 };
    });
    await target.send(() => listing(ANONYMOUS));
    expect(target.left('none')).toBe(7);
  });
});
