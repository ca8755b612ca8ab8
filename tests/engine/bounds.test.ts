import { describe, expect, it } from 'vitest';
import { askForRecords } from '../../src/checks/records-kept.ts';
import { Stopped } from '../../src/client/stopped.ts';
import { Reader } from '../../src/created/reading.ts';
import type { Tried } from '../../src/engine/rule-attempt.ts';
import { breather } from '../../src/run/breather.ts';
import type { CaseRule } from '../../src/run/rule.ts';
import { Trial } from '../../src/run/trial.ts';
import { Kept } from '../../src/snapshot/kept.ts';
import { areRecordsKept, recordsOf } from '../../src/snapshot/listing.ts';
import { rules } from '../../suites/index.ts';
import {
  type Answering,
  answerList,
  caseRule,
  jsonAnswer,
  someIssues,
  tryIn,
  undecidedReason,
  violationIn,
  withSession,
  withToken,
} from './trying.ts';

/** Rules that no service keeps which gives the whole of a long list to everybody. */
const TOO_MANY = [
  'list.per-page.above-maximum',
  'list.per-page.at-most',
  'list.per-page.default',
  'list.per-page.huge',
  'list.per-page.negative',
  'list.per-page.zero',
];

/** Effects that only the contents of a list show. */
const CONTENTS = ['malformed', 'too-few', 'too-many', 'wrong-results', 'wrong-order', 'duplicated', 'lost'];

/** Tries the rules on lists, in quick, on a service that answers everybody with one list, whatever is asked. */
function triedOn(body: string): Promise<Tried[]> {
  const lists = rules.filter((rule): rule is CaseRule => rule.id.startsWith('list.') && 'cases' in rule);
  return withSession(
    ({ credential }) => (credential === undefined ? { ...jsonAnswer(200), body } : jsonAnswer(401)),
    { profile: 'quick' },
    ({ session }) => tryIn(session, lists),
  );
}

function violationOf(tried: readonly Tried[]) {
  const atMost = tried.find(({ rule }) => rule.id === 'list.per-page.at-most');
  if (atMost === undefined) throw new Error('it was not tried');
  return violationIn(atMost);
}

const ofVerdict = (tried: readonly Tried[], wanted: string): string[] =>
  tried.flatMap(({ rule, verdict }) => (verdict.verdict === wanted ? [rule.id] : []));

describe('a service that answers with far too many results', () => {
  it('is found by their number, where they are 5,000', async () => {
    const tried = await triedOn(JSON.stringify(someIssues(5000)));
    expect(ofVerdict(tried, 'fail').toSorted()).toEqual(TOO_MANY);
    expect(violationOf(tried)).toMatchObject({ kind: 'too-many', actual: '5000 results' });
  });

  it.each([
    ['more than are read', 300_000, '{"a":1}', '101 results or more', 'made of more than 500,000 values'],
    [
      'more than are compared',
      60_000,
      '{"a":1}',
      '60001 results or more',
      'a list of more than 50,000 results',
    ],
    ['longer than is read', 4000, `{"a":"${'x'.repeat(3000)}"}`, '101 results or more', 'longer than 8 MiB'],
  ])(
    'is found by their number, where they are %s, and by nothing else',
    async (_what, more, issue, actual, bound) => {
      const tried = await triedOn(`[${`${issue},`.repeat(more)}${issue}]`);
      expect(ofVerdict(tried, 'fail').toSorted()).toEqual(TOO_MANY);
      expect(violationOf(tried)).toMatchObject({ kind: 'too-many', actual });
      // A status is right, whatever comes with it; nothing that is compared is.
      const passed = tried.filter(({ verdict }) => verdict.verdict === 'pass').map(({ rule }) => rule);
      expect(passed.map(({ id }) => id)).toEqual(expect.arrayContaining(['list.ok', 'list.unknown-repo']));
      expect(passed.filter(({ impact }) => CONTENTS.some((effect) => effect in impact))).toEqual([]);
      const reasons = new Map(tried.map((one) => [one.rule.id, undecidedReason(one)]));
      for (const id of ['list.array', 'list.records', 'list.page.second', 'list.page.partition'] as const)
        expect(reasons.get(id)).toBe(`The answer is ${bound}, which is more than this program reads.`);
    },
  );
});

/** A list whose records say when they were asked for: every answer is another one. */
const restless: Answering = (asked) =>
  answerList(
    asked,
    someIssues(150, 1000).map((issue) => Object.assign(issue, { asked: asked.nth, words: 'x'.repeat(200) })),
  );

describe('an answer whose records were let go', () => {
  const tiny = () => new Kept({ records: 1000, keys: 1000 });

  it('is asked for again where they are needed, and not where its keys will do', async () => {
    await withSession(
      restless,
      {},
      async ({ session, asked }) => {
        await session.run.first();
        const t = new Trial(session.run, caseRule({ cases: () => [], check: () => neverAsked() }));
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

  it('does not keep a target from being read', async () => {
    await withSession(
      restless,
      {},
      async ({ session }) => {
        const { identity, snapshot } = await session.run.first();
        expect(identity).toMatchObject({ kind: 'field', path: ['id'] });
        expect(snapshot.keys).toHaveLength(150);
      },
      tiny(),
    );
  });

  it('leaves a rule undecided that cannot do without, and says so', async () => {
    await withSession(
      restless,
      {},
      async ({ session }) => {
        const needing = caseRule({
          cases: async (t) => {
            const exchange = await t.ask(t.listing({ q: '1' }));
            await t.ask(t.listing({ q: '2' }));
            return recordsOf(exchange).length > 0 ? [] : [t.list({})];
          },
          check: () => neverAsked(),
        });
        const [tried] = await tryIn(session, [needing]);
        expect(tried?.verdict.verdict).toBe('inconclusive');
        expect(tried === undefined ? '' : undecidedReason(tried)).toBe(
          'The responses were too large to be kept until they were needed; use a repository with fewer or smaller issues, then run again.',
        );
      },
      tiny(),
    );
  });
});

describe('what strangers were shown', () => {
  it('is kept before what others were, where there is anything that they must not see', async () => {
    const privateRepository = { owner: 'acme', repo: 'secrets' };
    await withSession(
      restless,
      { bed: { ...withToken.bed, privateRepository } },
      async ({ session }) => {
        await session.run.first();
        const t = new Trial(session.run, caseRule({ cases: () => [], check: () => neverAsked() }));
        const [strangers, members] = [
          await t.ask(t.listing({ per_page: '70' }, 'anonymous')),
          await t.ask(t.listing({ per_page: '70' }, 'member')),
        ];
        for (let size = 71; size < 90; size += 1)
          await t.ask(t.listing({ per_page: String(size) }, 'member'));
        expect([strangers, members].map(areRecordsKept)).toEqual([true, false]);
      },
      new Kept({ records: 130_000, keys: 100_000 }),
    );
  });
});

describe('a listing of one that gives the whole list on every page', () => {
  it('is not read page after page', async () => {
    const all = someIssues(20_000);
    await withSession(
      () => jsonAnswer(200, all),
      {},
      async ({ session, asked }) => {
        await session.run.first();
        const before = asked.length;
        const t = new Trial(session.run, caseRule({ cases: () => [], check: () => neverAsked() }));
        const read = await new Reader(t, t.bed.written).listing({}, 'ends');
        expect(read.whole).toBe(false);
        const long = await new Reader(t, t.bed.written).listing({}, 'whole');
        expect(long.whole).toBe(false);
        expect(asked.length - before).toBeLessThan(20);
      },
    );
  });
});

describe('work that takes long', () => {
  /** Does something for so many milliseconds. */
  const work = (ms: number): void => {
    const until = performance.now() + ms;
    while (performance.now() < until) {
      // It is done.
    }
  };

  it('pauses from time to time, and ends with the run', async () => {
    await withSession(restless, {}, async ({ session: { run } }) => {
      const breathe = breather(run);
      expect(breathe()).toBeNull();
      work(210);
      const pause = breathe();
      expect(pause).not.toBeNull();
      await pause;
      expect(breathe()).toBeNull();
      run.stop('deadline');
      work(210);
      await expect(breathe()).rejects.toBeInstanceOf(Stopped);
    });
  });
});

/** A check of rules that come to no judgement. */
function neverAsked() {
  return {
    says: 'nothing',
    twins: () => ({}),
    judge: () => {
      throw new Error('nothing is judged');
    },
  };
}
