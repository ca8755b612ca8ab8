import { expect, it } from 'vitest';
import { compared, namesIn, placesOf } from '../../src/checks/naming.ts';
import { Secrets } from '../../src/client/secrets.ts';
import { answered } from '../snapshot/reading.ts';
import { byId, ids, resultsFrom } from './looks.ts';

const nameOf = (record: unknown, known = byId): string => {
  const answer = answered([record]);
  return namesIn([answer], known)(answer, 0);
};

it.each([
  [{ id: 9_000_000_001, number: 42, title: 'Broken' }, '42'],
  [{ id: 7, title: 'Broken' }, '7'],
  [{ id: 'x'.repeat(60), title: 'Broken' }, 'Broken'],
  [{ title: 'Broken', text: 'x'.repeat(60) }, 'Broken'],
])('%.60j is called %s', (record, name) => {
  expect(nameOf(record)).toBe(name);
});

it('a name is short, and holds no part of a secret that stands across its end', () => {
  const secrets = new Secrets();
  secrets.add('a-token-of-24-characters', 'TOKEN');
  const known = { ...byId, hide: secrets.scrub };
  expect(nameOf({ id: 'x'.repeat(5000) }).length).toBeLessThanOrEqual(40);
  expect(nameOf({ number: `${'x'.repeat(20)}a-token-of-24-characters` }, known)).toContain('<TOKEN>');
  expect(nameOf({ number: `${'x'.repeat(30)}a-token-of-24-characters` }, known)).not.toContain('a-tok');
});

it('two lists are shown around the first place at which they differ', () => {
  const [own, twin] = [
    [1, 2, 3, 4, 9, 5, 6, 7, 8, 10],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  ].map((numbers) => ({ answer: ids(...numbers), keys: numbers.map(String), from: 0 }));
  const found = own && twin && compared(own, twin, byId).difference;
  expect(found).toMatchObject({
    at: 5,
    from: 3,
    case: ['3', '4', '9', '5', '6', '7', '8', '10'],
    caseTotal: 10,
  });
});

it('the places of issues are said for each answer that lists them', () => {
  const [one, other] = [ids(1, 2, 2), resultsFrom(2, 30)];
  expect(placesOf(['2', '77'], [one, other], byId)).toEqual([
    {
      name: '2',
      at: [
        { exchange: one, result: 2 },
        { exchange: one, result: 3 },
        { exchange: other, result: 1 },
      ],
    },
    { name: '77', at: [] },
  ]);
});
