import { describe, expect, it } from 'vitest';
import { leakedIn, showsNothingPrivate } from '../../src/engine/leaks.ts';
import { HELD } from '../../src/engine/oracle.ts';
import { answered } from '../snapshot/reading.ts';
import { brokenJudgement, caseOf, look, looksOf } from './looks.ts';

/** What tells the records of a private repository, as texts by their paths. */
const telltales = [
  new Map([
    ['id', '"901"'],
    ['number', '"3"'],
    ['title', '"Salaries of the board"'],
    ['author.login', '"eve"'],
  ]),
  new Map([['title', '"Plan B"']]),
  new Map([['title', '"The merger with Globex"']]),
];
const secret = {
  id: 901,
  number: 3,
  title: 'Salaries of the board',
  author: { login: 'eve' },
  state: 'open',
};
const isLeak = (record: unknown): boolean => leakedIn(answered([record]), telltales).length === 1;

describe('a private record', () => {
  it('is known by what no public record says', () => {
    expect(isLeak(secret)).toBe(true);
  });

  it('is known though some of it depends on who looks, or is left out', () => {
    expect(isLeak({ ...secret, author: { login: 'hidden' } })).toBe(true);
    expect(isLeak({ id: 901, title: 'Salaries of the board' })).toBe(true);
  });

  it('is known by a single text that is long', () => {
    expect(isLeak({ id: 17, title: 'The merger with Globex' })).toBe(true);
  });

  it('is none where a public issue has its number, or its title', () => {
    expect(isLeak({ id: 17, number: 3, title: 'Typo', author: { login: 'mona' } })).toBe(false);
    expect(isLeak({ id: 17, number: 3, title: 'Salaries of the board', author: { login: 'eve' } })).toBe(
      false,
    );
    expect(isLeak({ id: 17, title: 'Plan B' })).toBe(false);
  });

  it('is none where it has another name, though all the rest is the same', () => {
    expect(isLeak({ ...secret, id: 902 })).toBe(false);
  });

  it('is none in an answer that is no list', () => {
    expect(leakedIn(answered(secret), telltales)).toEqual([]);
    expect(leakedIn(answered([secret], 403), telltales)).toEqual([]);
  });
});

describe('a listing for somebody without access', () => {
  const oracle = showsNothingPrivate(telltales);
  const judge = (records: unknown, status = 200) =>
    oracle.judge(looksOf([look(answered(records, status))]), caseOf({}));

  it('is broken by one private record among public ones, with the answer that shows it', () => {
    const { violation, seen } = brokenJudgement(judge([{ id: 1 }, secret]));
    expect(violation).toMatchObject({ kind: 'leaked', actual: '1 private record among 2 results' });
    expect(violation.exchanges).toHaveLength(1);
    expect(seen).toBe(1);
  });

  it('holds where it shows none, and where it is refused', () => {
    expect(judge([{ id: 1 }])).toEqual(HELD);
    expect(judge({}, 404)).toEqual(HELD);
  });

  it('shows nothing where no private issue can be told from public ones', () => {
    expect(showsNothingPrivate([]).judge(looksOf([look(answered([secret]))]), caseOf({})).kind).toBe(
      'vacuous',
    );
  });

  it('asks for nothing else', () => {
    expect(oracle.twins(caseOf({}), 'confirm')).toEqual([]);
  });
});
