import { expect, it } from 'vitest';
import type { RunSettings } from '../../src/context/run-settings.ts';
import { type Answering, jsonAnswer, some, someIssues, tryOn, well, withToken } from './trying.ts';

const list = () => jsonAnswer(200, someIssues(20));
const limited = (after?: number) =>
  jsonAnswer(429, {}, after === undefined ? {} : { 'retry-after': String(after) });

/** Answers nothing but limits until a time, in seconds, and lists issues from then on. */
const until =
  (end: number, after?: number): Answering =>
  ({ at }) =>
    at < end * 1000 ? limited(after) : list();
const never = Number.POSITIVE_INFINITY;

it.each<[string, Answering, boolean, number, number, Partial<RunSettings>?]>([
  ['names no wait', until(never), false, 60, 75],
  ['names short waits again and again', until(never, 10), false, 60, 80],
  ['is waited for once as long as it asks', until(100, 100), true, 100, 105],
  ['is given up after that', until(never, 100), false, 100, 115],
  ['is not waited for beyond the deadline', until(never, 3600), false, 0, 75],
  ['lists within the minute', until(45), true, 45, 60],
  ['lists after two waits', until(50, 25), true, 50, 60],
  ['was waited for already', until(never), false, 0, 5, { limitPatienceMs: 0 }],
  ['lists for members', ({ credential }) => (credential ? list() : limited(100)), true, 0, 240],
])('a target of rate limits alone that %s', async (_what, answer, isChecked, from, to, settings = {}) => {
  const { unusable, ms } = await tryOn(answer, [], { deadlineMs: 240_000, ...withToken, ...settings });
  const [isEarly, isLate] = [ms < from * 1000, ms > to * 1000];
  expect([unusable === null, isEarly, isLate], String(ms)).toEqual([isChecked, false, false]);
});

it('a limit of the plain list, while a suspect is confirmed, is told as a limit', async () => {
  let isLimited = false;
  const { ends } = await tryOn(
    (asked) => {
      const isCase = asked.query.has('q');
      isLimited ||= isCase;
      return isCase ? jsonAnswer(404) : isLimited ? limited(3600) : well(asked);
    },
    [some(1)],
    { deadlineMs: 240_000 },
  );
  expect(ends).toEqual({ 'list.unknown-repo': 'inconclusive limit' });
});
