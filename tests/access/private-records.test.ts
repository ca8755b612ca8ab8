import { describe, expect, it } from 'vitest';
import { longTexts, oneOf, ownTexts } from '../../src/access/private-records.ts';
import type { Identity } from '../../src/snapshot/identity.ts';

const BY_NUMBER: Identity = { kind: 'field', path: ['number'] };
const secret = {
  number: 3,
  title: 'Salaries of the board',
  state: 'open',
  url: '/issues/3',
  author: { login: 'eve' },
};
const isSecret = (record: unknown, identity: Identity = BY_NUMBER): boolean =>
  oneOf([secret, { number: 4, title: 'Plan B' }], identity, 'equal')(record);

describe('a private record among public ones', () => {
  it('is the same in everything that both show', () => {
    expect(isSecret({ ...secret })).toBe(true);
    expect(isSecret({ number: 3, title: 'Salaries of the board', votes: 2 })).toBe(true);
  });

  it('is none that differs in anything that both show', () => {
    expect(isSecret({ ...secret, author: { login: 'mona' } })).toBe(false);
    expect(isSecret({ ...secret, state: 'closed' })).toBe(false);
    expect(isSecret({ ...secret, title: 'Salaries of the team' })).toBe(false);
  });

  it('is none that has another identity, or no text in common', () => {
    expect(isSecret({ ...secret, number: 5 })).toBe(false);
    expect(isSecret({ number: 3, state: 'open', url: '/issues/3' })).toBe(false);
  });

  it('is nothing but an object', () => {
    expect(isSecret('Salaries of the board')).toBe(false);
    expect(isSecret(null)).toBe(false);
  });

  it('is the same issue for the member too where its state has changed meanwhile', () => {
    const isSame = oneOf([secret], BY_NUMBER, 'same issue');
    expect(isSame({ ...secret, state: 'closed' })).toBe(true);
    expect(isSame({ ...secret, title: 'Salaries of the team' })).toBe(false);
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
    expect(longTexts(['Bug', 'Plan B', 'Salaries of the board', 'Salaries of the board'])).toEqual([
      'Salaries of the board',
    ]);
  });
});
