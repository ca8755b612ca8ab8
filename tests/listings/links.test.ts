import { expect, it } from 'vitest';
import { linksOf } from '../../src/listings/links.ts';
import { exchangeOf } from '../support/exchanges.ts';

const BASE = 'http://service.test/repos/a/b/issues';

/** Returns the queries of the links in a header, by relation. */
function queries(link: string): Record<string, string | undefined> {
  const links = linksOf(exchangeOf({ url: BASE }, { headers: { link } }));
  return Object.fromEntries([...links].map(([relation, query]) => [relation, query?.toString()]));
}

it.each<readonly [string, Record<string, string | undefined>]>([
  [`<${BASE}?page=2&l=a&l=b>; rel="next", <?page=9>; rel=last`, { next: 'page=2&l=a&l=b', last: 'page=9' }],
  ['<?p=1>;title="a, b" ; REL = "First prev"', { first: 'p=1', prev: 'p=1' }],
  ['<?p=1>; rel=next, <?p=2>; rel="next"', { next: 'p=1' }],
  ['<http://other.test/repos/a/b/issues?p=2>; rel=next, </x?p=3>; rel=last', {}],
  ['<http://[>; rel=next, <?p=1>, <?p=2>; rel, <?p=3>; rel="', {}],
  [`<?${'p'.repeat(3000)}>; rel=next`, {}],
])('the links in %s', (header, expected) => {
  expect(queries(header)).toEqual(expected);
});

// A search that takes quadratic time would not end.
it.each([
  ['<', 'next'],
  ['<a>', 'next'],
  ['<a>;rel="', 'next'],
  [';', 'next'],
  ['"', 'next'],
  [' ', 'next'],
  ['<a>; rel', 'next'],
  ['a ', 'nexta'],
  ['<?a&a&a>;rel=n,', 'next'],
])('links in megabytes of %j are read', (part, first) => {
  const found = queries(`<?p=1>; rel="next${part.repeat(2 ** 21 / part.length)}x`);
  expect([Object.keys(found)[0], found[first]]).toEqual([first, 'p=1']);
});
