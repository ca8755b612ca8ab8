import { describe, expect, it } from 'vitest';
import { linksIn, queryOfLink } from '../../src/snapshot/links.ts';

describe('links', () => {
  const from = 'https://service.example/api/repos/a/b/issues';

  it('are read by relation, commas and several relations included', () => {
    const links = linksIn(
      '<https://x.example/?a=1,2&page=2>; rel="next last", </first>; rel=first; title="a, b"',
    );
    expect([...links]).toEqual([
      ['next', 'https://x.example/?a=1,2&page=2'],
      ['last', 'https://x.example/?a=1,2&page=2'],
      ['first', '/first'],
    ]);
  });

  it.each([
    'https://elsewhere.example/api/repos/a/b/issues?page=2',
    'http://service.example/api/repos/a/b/issues?page=2',
    'https://service.example:8443/api/repos/a/b/issues?page=2',
    'https://user:password@elsewhere.example/api/repos/a/b/issues?page=2',
    '//elsewhere.example/api/repos/a/b/issues?page=2',
    '/api/admin?page=2',
    'http://[',
    `?page=${'2'.repeat(3000)}`,
  ])('are not followed elsewhere: %s', (link) => {
    expect(queryOfLink(link, from)).toBeNull();
  });

  it('to the same list are followed by their query', () => {
    const query = { page: ['2'], state: ['open', 'all'] };
    expect(queryOfLink('?page=2&state=open&state=all', from)).toEqual(query);
  });
});
