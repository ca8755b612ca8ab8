import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Address,
  bearer,
  type Credential,
  type RequestSpec,
  toRequest,
} from '../../src/client/request.ts';

const address: Address = {
  baseUrl: 'http://tracker/api/v3',
  accept: 'application/vnd.service+json',
  apiVersion: '2022-11-28',
  apiVersionHeader: 'X-Version',
  userAgent: 'tests',
};
const repository = { owner: 'acme', repo: 'widgets' };
const ANONYMOUS: Credential = { validity: 'none' };
const MEMBER = bearer('t0ken');

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
])('a request has its headers: %s', (_, part, headers, extra = []) => {
  expect(toRequest({ repository, as: ANONYMOUS, ...part }, { ...address, extra }).headers).toEqual(headers);
});

it('a request arrives with the parameters and the names that it was given, whatever they hold', () => {
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
