import { expect, it } from 'vitest';
import type { Exchange } from '../../src/client/exchange.ts';
import { complaintOf } from '../../src/snapshot/complaint.ts';
import { hide } from '../support/hide.ts';
import { answered, faulty } from './reading.ts';

const complain = (exchange: Exchange, withToken = false): string =>
  complaintOf(exchange, { owner: 'acme', repo: 'widgets' }, 'http://localhost:8080', withToken, hide);

it.each<readonly [string, Exchange, RegExp]>([
  ['nothing that listens', faulty('unreachable', null, 'ECONNREFUSED'), /BASE_URL/],
  ['what closes every connection', faulty('broken'), /https:/],
  ['another protocol', faulty('malformed'), /HTTP/],
  ['a slow target', faulty('timeout'), /TIMEOUT_MS/],
  ['a redirect', answered('', 302, { location: '/login' }), /302.*BASE_URL/],
  ['401', answered('', 401), /401.*TOKEN/],
  ['404', answered('', 404), /404.*OWNER, REPO/],
  ['429', answered('', 429), /429.*MAX_RATE/],
  ['403 that asks for patience', answered('', 403, { 'retry-after': '60' }), /too many requests/],
  ['500', answered('surprise', 500), /500/],
  ['a long type', answered('', 200, { 'content-type': 'x'.repeat(10_000) }), /200/],
])('the complaint of %s names what to look at, is short and shows no body', (_what, exchange, says) => {
  const complaint = complain(exchange);
  expect(complaint).toMatch(says);
  expect(complaint.length).toBeLessThan(400);
  expect(complaint).not.toContain('surprise');
});

it('a complaint asks for no TOKEN that is set already', () => {
  expect(complain(answered('', 429))).toContain('set TOKEN');
  expect(complain(answered('', 429), true)).not.toContain('set TOKEN');
});
