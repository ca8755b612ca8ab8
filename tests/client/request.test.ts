import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Address,
  ANONYMOUS,
  bearer,
  issuesPath,
  type RequestSpec,
  toRequest,
} from '../../src/client/request.ts';

const ADDRESS: Address = {
  baseUrl: 'https://tracker.example/api/v3',
  accept: 'application/vnd.service+json',
  apiVersion: '2022-11-28',
  apiVersionHeader: 'X-Service-Api-Version',
  userAgent: 'tests',
};
const repository = { owner: 'acme', repo: 'widgets' };
const made = (part: Partial<RequestSpec> = {}) => toRequest({ repository, as: ANONYMOUS, ...part }, ADDRESS);

describe('a request', () => {
  it('goes to the collection of the repository, below the prefix of the address', () => {
    expect(made().url).toBe('https://tracker.example/api/v3/repos/acme/widgets/issues');
    expect(made().method).toBe('GET');
  });

  it('has the recommended headers', () => {
    expect(made().headers).toEqual({
      accept: 'application/vnd.service+json',
      'x-service-api-version': '2022-11-28',
      'user-agent': 'tests',
    });
  });

  it('has its credential, bare or not', () => {
    expect(made({ as: bearer('t0ken') }).headers['authorization']).toBe('Bearer t0ken');
    expect(made({ as: bearer('t0ken'), bare: true }).headers).toEqual({
      'user-agent': 'tests',
      authorization: 'Bearer t0ken',
    });
  });

  it('leaves out or replaces the headers that it is told to', () => {
    const { headers } = made({ headers: { accept: null, 'x-service-api-version': 'next', 'x-more': '1' } });
    expect(headers).toEqual({ 'x-service-api-version': 'next', 'user-agent': 'tests', 'x-more': '1' });
  });

  it('has the headers of the settings, bare or not, but for those that it has itself', () => {
    const extra = [
      { name: 'X-Gateway-Key', value: 'k', secrets: [] },
      { name: 'User-Agent', value: 'own', secrets: [] },
    ];
    const spec: RequestSpec = { repository, as: ANONYMOUS, bare: true };
    expect(toRequest(spec, { ...ADDRESS, extra }).headers).toEqual({
      'user-agent': 'own',
      'x-gateway-key': 'k',
    });
    const headers = { 'x-gateway-key': null };
    expect(toRequest({ ...spec, headers }, { ...ADDRESS, extra }).headers).toEqual({ 'user-agent': 'own' });
  });

  it('with a body says that it is JSON', () => {
    const post = made({ method: 'POST', body: '{}' });
    expect([post.method, post.body, post.headers['content-type']]).toEqual([
      'POST',
      '{}',
      'application/json',
    ]);
    expect(made().headers['content-type']).toBeUndefined();
  });

  it('gives a parameter as often as it is given, in its order', () => {
    expect(made({ query: { per_page: ['1', '2'], page: '3' } }).url).toMatch(
      /\?per_page=1&per_page=2&page=3$/,
    );
    expect(made({ query: {} }).url).not.toContain('?');
  });

  it('arrives with the parameters and the names that it was given, whatever they hold', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.dictionary(text, text), text, text, (query, owner, repo) => {
        fc.pre(![owner, repo].some((name) => ['', '.', '..'].includes(name)));
        const url = new URL(made({ query, repository: { owner, repo } }).url);
        expect([...url.searchParams]).toEqual(Object.entries(query));
        expect(url.pathname.split('/').map(decodeURIComponent)).toEqual([
          '',
          'api',
          'v3',
          'repos',
          owner,
          repo,
          'issues',
        ]);
        expect(url.hash).toBe('');
      }),
    );
  });
});

describe('the path of a collection', () => {
  it('encodes what is no plain name', () => {
    expect(issuesPath({ owner: 'a/b', repo: 'c d?' })).toBe('/repos/a%2Fb/c%20d%3F/issues');
  });
});
