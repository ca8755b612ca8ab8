import { describe, expect, it } from 'vitest';
import { type Likeness, longTexts, oneOf, ownTexts } from '../../src/access/private-records.ts';
import type { Identity } from '../../src/snapshot/identity.ts';

const BY_NUMBER: Identity = { kind: 'field', path: ['number'] };
const secret = {
  number: 3,
  title: 'Salaries of the board',
  state: 'open',
  url: '/issues/3',
  author: { login: 'eve' },
};
const { title } = secret;

describe('a private record among public ones', () => {
  it.each<readonly [string, unknown, Likeness, boolean]>([
    ['it', secret, 'equal', true],
    ['it with other fields', { number: 3, title, votes: 2 }, 'equal', true],
    ['one of another author', { ...secret, author: { login: 'mona' } }, 'equal', false],
    ['one in another state', { ...secret, state: 'closed' }, 'equal', false],
    ['one of another title', { ...secret, title: 'Salaries of the team' }, 'equal', false],
    ['one of another number', { ...secret, number: 5 }, 'equal', false],
    ['one without its texts', { number: 3, state: 'open', url: '/issues/3' }, 'equal', false],
    ['its title', title, 'equal', false],
    ['nothing', null, 'equal', false],
    ['it, closed meanwhile', { ...secret, state: 'closed' }, 'same issue', true],
    ['it, renamed', { ...secret, title: 'Salaries of the team' }, 'same issue', false],
  ])('is found in %s: %o as %s', (_what, record, likeness, isFound) => {
    expect(oneOf([secret, { number: 4, title: 'Plan B' }], BY_NUMBER, likeness)(record)).toBe(isFound);
  });
});

describe('the texts of a record', () => {
  it('are what people have written, and neither dates nor addresses nor names', () => {
    const record = {
      title: 'Bug',
      body: 'It does not start.\nNot even once.',
      note: 'seen by two of us',
      created_at: '2026-01-01 10:00:00',
      html_url: 'https://issues.example/acme/vault/issues/3',
      user: { login: 'mona' },
      number: 17,
    };
    expect(ownTexts(record)).toEqual(['Bug', 'It does not start.\nNot even once.', 'seen by two of us']);
  });

  it('tell by themselves only if they are long', () => {
    expect(longTexts(['Bug', 'Plan B', title, title])).toEqual([title]);
  });
});
