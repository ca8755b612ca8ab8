import { expect, it } from 'vitest';
import { ShownAge } from '../../src/run/shown-age.ts';
import { answered } from '../snapshot/reading.ts';

type Headers = Readonly<Record<string, string>>;

const shownBy = (...answers: readonly Headers[]): ShownAge => {
  const shown = new ShownAge();
  for (const headers of answers) shown.note(answered([], 200, headers));
  return shown;
};

it.each<readonly [string, readonly Headers[], number]>([
  ['no age', [{}], 0],
  ['a cache of which nothing came yet', [{ age: '0', 'cache-control': 'max-age=60' }], 0],
  ['how long a client may keep it', [{ 'cache-control': 'private, max-age=60' }], 0],
  ['the oldest, and the part of a second that is cut off', [{ age: '3' }, { age: '1' }], 4],
  ['what is announced', [{ age: '0', 'cache-control': 'max-age=30' }, { age: '2' }], 30],
  ['what a shared cache is told', [{ age: '2', 'cache-control': 'max-age=0, s-maxage=9' }], 9],
  ['nothing that is no number', [{ age: '-5' }, { age: 'old' }, { age: '99999999999' }], 0],
])('%s: %j is %i s', (_what, answers, seconds) => {
  expect(shownBy(...answers).milliseconds).toBe(seconds * 1000);
});

it('an age is waited for up to a minute', () => {
  expect(shownBy({ age: '59' }).doubt).toBeNull();
  expect(shownBy({ age: '1', 'cache-control': 'public, max-age=3600' }).doubt).not.toBeNull();
});
