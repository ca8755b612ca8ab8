import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/client/exchange.ts';
import { ShownAge } from '../../src/run/shown-age.ts';

const answered = (headers: Readonly<Record<string, string>>): Exchange => ({
  request: { method: 'GET', url: 'http://x/issues', headers: {}, body: null },
  response: { status: 200, headers, body: '[]', utf8: true },
  fault: null,
  startedAt: 0,
  ms: 0,
});

const shownBy = (...answers: readonly Readonly<Record<string, string>>[]): ShownAge => {
  const shown = new ShownAge();
  for (const headers of answers) shown.note(answered(headers));
  return shown;
};

describe('the age that answers show', () => {
  it.each([
    { answers: [{}], seconds: 0, says: 'no age' },
    {
      answers: [{ age: '0', 'cache-control': 'max-age=60' }],
      seconds: 0,
      says: 'a cache of which nothing came yet',
    },
    {
      answers: [{ 'cache-control': 'private, max-age=60' }],
      seconds: 0,
      says: 'how long a client may keep it',
    },
    {
      answers: [{ age: '3' }, { age: '1' }],
      seconds: 4,
      says: 'the oldest, and the part of a second that is cut off',
    },
    {
      answers: [{ age: '0', 'cache-control': 'max-age=30' }, { age: '2' }],
      seconds: 30,
      says: 'what is announced',
    },
    {
      answers: [{ age: '2', 'cache-control': 'max-age=0, s-maxage=9' }],
      seconds: 9,
      says: 'what a shared cache is told',
    },
    {
      answers: [{ age: '-5' }, { age: 'old' }, { age: '99999999999' }],
      seconds: 0,
      says: 'nothing that is no number',
    },
  ])('is $seconds s: $says', ({ answers, seconds }) => {
    expect(shownBy(...answers).milliseconds).toBe(seconds * 1000);
  });

  it('is waited for up to a minute', () => {
    expect(shownBy({ age: '59' }).doubt).toBeNull();
    expect(shownBy({ age: '1', 'cache-control': 'public, max-age=3600' }).doubt).toMatchObject({
      reason: expect.stringContaining('up to 3,600 s'),
    });
  });
});
