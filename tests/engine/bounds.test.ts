import { expect, it } from 'vitest';
import { askForRecords } from '../../src/checks/records-kept.ts';
import { Reader } from '../../src/created/reading.ts';
import type { CaseRule } from '../../src/run/rule.ts';
import { Trial } from '../../src/run/trial.ts';
import { Kept } from '../../src/snapshot/kept.ts';
import { recordsOf } from '../../src/snapshot/listing.ts';
import { rules } from '../../suites/index.ts';
import { type Answering, answerList, jsonAnswer, some, someIssues, tryIn, withSession } from './trying.ts';

/** Rules that no service keeps which gives the whole of a long list to everybody. */
const TOO_MANY = ['above-maximum', 'at-most', 'default', 'huge', 'negative', 'zero'].map(
  (name) => `list.per-page.${name}`,
);

it.each([
  ['results', 5000, '{"a":1}'],
  ['values', 300_000, '{"a":1}'],
  ['results than are compared', 60_000, '{"a":1}'],
  ['bytes than are read', 4000, `{"a":"${'x'.repeat(3000)}"}`],
])('too many %s break the rules on their number and no others', async (_what, count, issue) => {
  const body = `[${`${issue},`.repeat(count)}${issue}]`;
  const lists = rules.filter((rule): rule is CaseRule => rule.id.startsWith('list.') && 'cases' in rule);
  const everything: Answering = ({ credential }) =>
    credential === undefined ? { ...jsonAnswer(200), body } : jsonAnswer(401);
  await withSession(everything, { profile: 'quick' }, async ({ session }) => {
    const tried = await tryIn(session, lists);
    const failed = tried.filter(({ verdict }) => verdict.verdict === 'fail').map(({ rule }) => rule.id);
    expect(failed.toSorted()).toEqual(TOO_MANY);
  });
});

/** A list whose records say when they were asked for: every answer is another one. */
const restless: Answering = (asked) =>
  answerList(
    asked,
    someIssues(150, 1000).map((issue) => Object.assign(issue, { asked: asked.nth, words: 'x'.repeat(200) })),
  );

it('an answer whose records were let go is asked for again where they are needed, and only there', async () => {
  await withSession(
    restless,
    {},
    async ({ session, asked }) => {
      await session.run.first();
      const t = new Trial(session.run, some(0));
      const spec = t.listing({ per_page: '70' });
      await t.ask(spec);
      await t.ask(t.listing({ per_page: '80' }));
      const before = asked.length;
      await t.ask(spec);
      expect(asked.length).toBe(before);
      expect(recordsOf(await askForRecords(t, spec))).toHaveLength(70);
      expect(asked.length).toBe(before + 1);
    },
    new Kept({ records: 1000, keys: 100_000 }),
  );
});

it('a list that is given whole on every page is not read page after page', async () => {
  const all = someIssues(20_000);
  await withSession(
    () => jsonAnswer(200, all),
    {},
    async ({ session, asked }) => {
      await session.run.first();
      const before = asked.length;
      const t = new Trial(session.run, some(0));
      for (const part of ['ends', 'whole'] as const)
        expect((await new Reader(t, t.bed.written).listing({}, part)).whole).toBe(false);
      expect(asked.length - before).toBeLessThan(20);
    },
  );
});
