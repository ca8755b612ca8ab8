import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/client/exchange.ts';
import { complaintOf } from '../../src/snapshot/complaint.ts';
import { hide } from '../support/hide.ts';
import { answered, faulty } from './reading.ts';

const complain = (exchange: Exchange, withToken = false): string =>
  complaintOf(exchange, { owner: 'acme', repo: 'widgets' }, 'http://localhost:8080', withToken, hide);

const COMPLAINTS: readonly (readonly [string, Exchange, RegExp])[] = [
  [
    'nothing that listens',
    faulty('unreachable', null, 'ECONNREFUSED'),
    /cannot be reached \(ECONNREFUSED\).*BASE_URL/,
  ],
  ['a reset', faulty('broken'), /breaks off every response/],
  [
    'trouble with TLS',
    faulty('barred', null, 'its certificate has expired: renew it'),
    /cannot be reached, since its certificate has expired: renew it\.$/,
  ],
  [
    'a proxy that is not there',
    faulty('proxy', null, 'the proxy p:1 cannot be used'),
    /cannot be reached, since the proxy p:1 cannot be used\.$/,
  ],
  ['what closes every connection', faulty('broken'), /if it speaks TLS, begin BASE_URL with https:/],
  ['another version of HTTP', answered('', 505), /only another version of HTTP: set BASE_URL/],
  ['an upgrade that is wanted', answered('', 426), /HTTP\/1\.1/],
  ['400', answered('', 400), /begin it with https:\/\/ if the service speaks TLS/],
  ['another protocol', faulty('malformed'), /does not speak HTTP.*scheme and the port/],
  ['a slow target', faulty('timeout'), /does not answer in time.*TIMEOUT_MS/],
  ['an endless body', faulty('too-large', 200), /more than can be read/],
  [
    'a list without measure',
    answered(`[${'{},'.repeat(250_000)}{}]`),
    /more than can be read: check that BASE_URL.*more than 500,000 values/,
  ],
  ['a wrong compression', faulty('undecodable', 200), /cannot be decoded/],
  [
    'a redirect',
    answered('', 302, { location: '/login' }),
    /redirects \(302 to \/login\).*not followed.*BASE_URL/,
  ],
  ['a redirect without a place', answered('', 307), /redirects \(307\)/],
  ['401', answered('', 401), /answers 401 without a credential: set TOKEN.*acme\/widgets/],
  ['403', answered('', 403), /answers 403.*acme\/widgets.*TOKEN/],
  ['404', answered('', 404), /answers 404 for acme\/widgets: check OWNER, REPO/],
  ['429', answered('', 429), /answers 429 \(too many requests\).*MAX_RATE/],
  ['403 that asks for patience', answered('', 403, { 'retry-after': '60' }), /too many requests/],
  ['500', answered('', 500), /answers 500 .*check that the service is up/],
  ['204', answered('', 204), /answers 204 where the issues of acme\/widgets/],
  [
    'a web page',
    answered('<h1>', 200, { 'content-type': 'text/html' }),
    /200 with text\/html, not with a JSON array/,
  ],
  ['200 without a type', answered(''), /a body without Content-Type/],
];

describe('what is said of a target that cannot be checked', () => {
  for (const [what, exchange, says] of COMPLAINTS) {
    it(`names the address and what to look at for ${what}`, () => {
      const complaint = complain(exchange);
      expect(complaint).toMatch(says);
      expect(complaint).toMatch(/^http:\/\/localhost:8080 .*\.$/);
    });
  }

  it('does not ask for a TOKEN that is set already', () => {
    expect(complain(answered('', 401), true)).toMatch(/with TOKEN and without it: check TOKEN/);
    expect(complain(answered('', 429))).toContain('set TOKEN');
    expect(complain(answered('', 429), true)).not.toContain('set TOKEN');
  });

  it('is short, whatever the Content-Type', () => {
    expect(complain(answered('', 200, { 'content-type': 'x'.repeat(10_000) })).length).toBeLessThan(400);
  });

  it('shows no made-up body of the target', () => {
    expect(complain(answered('surprise', 500))).not.toContain('surprise');
  });
});
