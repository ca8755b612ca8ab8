import { expect, it } from 'vitest';
import { linksIn, queryOfLink } from '../../src/snapshot/links.ts';

const from = 'https://service.example/api/repos/a/b/issues';

it('links are read by relation, commas and several relations included', () => {
  const header = '<https://x.example/?a=1,2&page=2>; rel="next last", </first>; rel=first; title="a, b"';
  expect([...linksIn(header)]).toEqual([
    ['next', 'https://x.example/?a=1,2&page=2'],
    ['last', 'https://x.example/?a=1,2&page=2'],
    ['first', '/first'],
  ]);
});

it.each([
  ['https://elsewhere.example/api/repos/a/b/issues?page=2', null],
  ['http://service.example/api/repos/a/b/issues?page=2', null],
  ['https://service.example:8443/api/repos/a/b/issues?page=2', null],
  ['https://user:password@elsewhere.example/api/repos/a/b/issues?page=2', null],
  ['//elsewhere.example/api/repos/a/b/issues?page=2', null],
  ['/api/admin?page=2', null],
  ['http://[', null],
  [`?page=${'2'.repeat(3000)}`, null],
  ['?page=2&state=open&state=all', { page: ['2'], state: ['open', 'all'] }],
])('%.60s is followed by %o', (link, query) => {
  expect(queryOfLink(link, from)).toEqual(query);
});
