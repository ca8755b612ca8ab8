import { describe, expect, it } from 'vitest';
import { ANONYMOUS, bearer } from '../../src/client/request.ts';
import { callersOf, credentialOf, sameRepository, type TestBed } from '../../src/client/test-bed.ts';

const repository = { owner: 'acme', repo: 'widgets' };
const bedOf = (tokens: Partial<Pick<TestBed, 'token' | 'outsiderToken'>> = {}): TestBed => ({
  repository,
  written: repository,
  privateRepository: undefined,
  token: undefined,
  outsiderToken: undefined,
  ...tokens,
});

describe('who can ask', () => {
  it('is nobody in particular, and everybody of whom there is a token', () => {
    expect(callersOf(bedOf())).toEqual(['anonymous']);
    expect(callersOf(bedOf({ token: 't' }))).toEqual(['member', 'anonymous']);
    expect(callersOf(bedOf({ token: 't', outsiderToken: 'o' }))).toEqual(['member', 'anonymous', 'outsider']);
  });

  it('asks with a token of their own', () => {
    const bed = bedOf({ token: 't', outsiderToken: 'o' });
    expect(credentialOf('member', bed)).toEqual(bearer('t'));
    expect(credentialOf('outsider', bed)).toEqual(bearer('o'));
    expect(credentialOf('anonymous', bed)).toEqual(ANONYMOUS);
  });

  it('cannot ask without it, rather than asking as somebody else', () => {
    expect(() => credentialOf('member', bedOf({ outsiderToken: 'o' }))).toThrow('member');
    expect(() => credentialOf('outsider', bedOf({ token: 't' }))).toThrow('outsider');
  });
});

describe('two repositories', () => {
  it('are the same where both segments are', () => {
    expect(sameRepository(repository, { ...repository })).toBe(true);
    expect(sameRepository(repository, { ...repository, owner: 'globex' })).toBe(false);
    expect(sameRepository(repository, { ...repository, repo: 'gears' })).toBe(false);
  });
});
