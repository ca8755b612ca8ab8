import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statusIs } from '../../src/trial/judges.ts';
import { listing } from '../../src/trial/list-probe.ts';
import { type Check, rule } from '../../src/trial/rule.ts';
import { type Answering, issues, json, list, withSession } from './trying.ts';

const all = issues(40);
const listsWell: Check = (t) =>
  t.try(['1', '2'].map((q) => listing(t, { query: { q }, compared: false }, statusIs(200, 'for a listing'))));

/** Answers probes with another status from a moment on. */
const turning = (): { answer: Answering; turn: (status: number) => void } => {
  let status = 200;
  return {
    turn: (next) => {
      status = next;
    },
    answer: (asked) => {
      if (asked.query.has('q') && status !== 200) json(asked.response, status, {});
      else list(asked, all);
    },
  };
};

describe('a rule that is tried again after the run has written', () => {
  it('fails where it is broken by then, and says that it held before', async () => {
    const { answer, turn } = turning();
    await withSession(answer, {}, async (session) => {
      const first = await session.try(rule('list.ok', listsWell));
      expect(first.verdict).toBe('pass');
      turn(404);
      // Nothing was written in this session, so its answers are remembered; this asks for another one.
      const check: Check = (t) =>
        t.try([listing(t, { query: { q: 'later' }, compared: false }, statusIs(200, 'for a listing'))]);
      const second = await session.try(rule('list.ok', check), true);
      expect(second.verdict).toBe('fail');
      expect(second.failure?.actual).toBe('404; before this run wrote to the target the rule held');
      expect(second.requests).toBeGreaterThan(first.requests);
      expect(second.cases).toBe(first.cases + 1);
    });
  });

  it('keeps its verdict where nothing can be decided any more', async () => {
    await withSession(turning().answer, {}, async (session) => {
      const first = await session.try(rule('list.ok', listsWell));
      const undecided: Check = (t) => t.control(false, 'The target went away.');
      const second = await session.try(rule('list.ok', undecided), true);
      expect(second).toEqual(first);
    });
  });

  it('is left alone where it did not hold before', async () => {
    const { answer, turn } = turning();
    turn(404);
    await withSession(answer, {}, async (session, arrived) => {
      const first = await session.try(rule('list.ok', listsWell));
      expect(first.verdict).toBe('fail');
      const before = arrived();
      expect(await session.try(rule('list.ok', listsWell), true)).toBe(first);
      expect(arrived()).toBe(before);
    });
  });

  it('tries the plainest case only', async () => {
    const check: Check = (t) =>
      t.forAll({ values: fc.integer({ min: 10, max: 99 }), runs: 5, examples: [1, 2] }, (q) =>
        listing(t, { query: { q: String(q) }, compared: false }, statusIs(200, 'for a listing')),
      );
    await withSession(turning().answer, {}, async (session) => {
      const first = await session.try(rule('list.ok', check));
      const second = await session.try(rule('list.ok', check), true);
      expect(second.cases - first.cases).toBe(1);
    });
  });
});
