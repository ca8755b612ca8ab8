import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { because, type Doubt } from '../../src/client/doubt.ts';
import { confirm, type Subject } from '../../src/engine/confirm.ts';
import { type Evidence, next } from '../../src/engine/next-step.ts';
import {
  broken,
  type CaseResult,
  HELD,
  held,
  type Judgement,
  lacking,
  undecided,
} from '../../src/model/check.ts';
import type { ViolationKind } from '../../src/model/violation.ts';
import { brokenJudgement, ids, noErrors } from '../checks/looks.ts';

/** What confirming needs to know of a disagreement. */
interface Part {
  readonly kind?: ViolationKind;
  readonly looks?: 3 | 10;
  readonly age?: boolean;
  readonly fleeting?: boolean;
}

const seenTimes = (seen: number, { kind = 'status', ...part }: Part = {}) =>
  brokenJudgement(broken({ kind, expected: '200', actual: '404', exchanges: [] }, seen, part));

interface World {
  /** Whether the nth look shows it, counted from 1 and on over a wait. */
  readonly shows: (nth: number) => boolean;
  /** What a look that shows it is like, where it differs from what was seen at first. */
  readonly like?: Part;
  readonly isFlaky?: boolean;
  readonly isAged?: boolean;
  readonly isRationed?: boolean;
  /** Why a twin explains it. */
  readonly explained?: Doubt;
  /** How often twins were answered after so many looks. */
  readonly twinAnswers?: (looks: number) => number;
}

interface Confirmed {
  readonly result: CaseResult;
  readonly looks: number;
  readonly waits: number;
}

/** Confirms a disagreement in a world in which it shows now and then. */
async function confirmIn(
  part: Part,
  {
    shows,
    like = part,
    isFlaky = false,
    isAged = false,
    isRationed = false,
    explained,
    twinAnswers = () => 0,
  }: World,
): Promise<Confirmed> {
  let [nth, sinceWait, seen, waits] = [0, 0, 0, 0];
  const subject: Subject = {
    counterexample: { page: 2 },
    by: 'requests',
    before: 0,
    twinAnswers: () => twinAnswers(sinceWait),
    isFlaky: () => isFlaky,
    isRationed,
    ...noErrors,
    isAged: () => isAged || waits > 0,
    look: (times) => {
      for (let left = times; left > 0; left -= 1) {
        nth += 1;
        sinceWait += 1;
        if (shows(nth)) seen += 1;
      }
      return Promise.resolve(null);
    },
    judge: () => {
      if (explained !== undefined) return undecided(explained);
      return seen === 0 ? held([ids(1)]) : seenTimes(seen, like);
    },
    age: () => {
      waits += 1;
      [sinceWait, seen] = [0, 0];
      return Promise.resolve(null);
    },
  };
  return { result: await confirm(seenTimes(1, part), subject), looks: nth, waits };
}

const always: World = { shows: () => true };
const never: World = { shows: () => false };
const everyNth = (n: number): World => ({ shows: (nth) => nth % n === 0 });
const reproduced = ({ result }: Confirmed): string => {
  if (result.kind !== 'violated') return result.kind;
  const { seen, tries } = result.violation.reproduced;
  return `${seen} of ${tries}`;
};
const reason = ({ result }: Confirmed): string => (result.kind === 'undecided' ? result.reason : result.kind);

describe('what always shows', () => {
  it('is seen three times where it is a status or a number', async () => {
    for (const kind of ['status', 'too-many', 'too-few', 'server-error', 'malformed'] as const) {
      const confirmed = await confirmIn({ kind }, always);
      expect([reproduced(confirmed), confirmed.looks, confirmed.waits]).toEqual(['3 of 3', 3, 0]);
    }
  });

  it('is seen ten times where it is an order, or records that came or went', async () => {
    for (const kind of ['wrong-order', 'wrong-results'] as const)
      expect(reproduced(await confirmIn({ kind, looks: 10 }, always))).toBe('10 of 10');
  });

  it('is seen ten times where the service was seen to answer one request with two statuses', async () => {
    expect(reproduced(await confirmIn({}, { ...always, isFlaky: true }))).toBe('10 of 10');
  });

  it('is seen six times where what may be asked is rationed, and no fewer than three', async () => {
    const rationed: World = { ...always, isRationed: true };
    expect(reproduced(await confirmIn({ kind: 'wrong-order', looks: 10 }, rationed))).toBe('6 of 6');
    expect(reproduced(await confirmIn({}, { ...rationed, isFlaky: true }))).toBe('6 of 6');
    expect(reproduced(await confirmIn({}, rationed))).toBe('3 of 3');
  });

  it('is seen ten times though it was a number at first, where it turns out to be an order', async () => {
    expect(reproduced(await confirmIn({ kind: 'too-few' }, { ...always, like: { looks: 10 } }))).toBe(
      '10 of 10',
    );
  });

  it('carries the case that shows it', async () => {
    expect((await confirmIn({}, always)).result).toMatchObject({
      violation: { counterexample: { page: 2 } },
    });
  });
});

describe('what a twin explains', () => {
  const explained = because('other-rule', 'Its twin is refused alike.');

  it('takes three attempts, and one if requests are rationed', async () => {
    const free = await confirmIn({}, { ...always, explained });
    expect([reason(free), free.looks]).toEqual([explained.reason, 3]);
    const rationed = await confirmIn({}, { ...always, explained, isRationed: true });
    expect([reason(rationed), rationed.looks]).toEqual([explained.reason, 1]);
  });
});

describe('what shows now and then', () => {
  it('is a violation where it is seen three times in at least ten looks', async () => {
    for (const n of [2, 3, 4, 5, 8]) {
      const confirmed = await confirmIn({}, everyNth(n));
      expect(confirmed.result.kind, `every ${n}`).toBe('violated');
      expect(confirmed.looks).toBeGreaterThanOrEqual(10);
    }
  });

  it('takes more looks where its twins could have met it by chance, and is given up where chance explains it', async () => {
    const beside = (n: number): World => ({ ...everyNth(n), twinAnswers: (looks) => looks });
    expect(reproduced(await confirmIn({}, beside(2)))).toBe('9 of 18');
    expect(reproduced(await confirmIn({}, beside(5)))).toBe('10 of 51');
    expect(reason(await confirmIn({}, beside(8)))).toMatch(/^It was seen in 7 of 52 attempts/);
    // The more twins were answered, the less it is chance that none of them met it.
    expect(reproduced(await confirmIn({}, { ...everyNth(3), twinAnswers: () => 200 }))).toBe('4 of 12');
  });

  it('takes twice as many looks where two copies that answer by chance could give it', async () => {
    expect((await confirmIn({ looks: 10 }, everyNth(2))).looks).toBeGreaterThanOrEqual(20);
  });

  it('is undecided where it is seen at the first look only, and says how seldom that was', async () => {
    const confirmed = await confirmIn({}, never);
    expect(reason(confirmed)).toBe(
      'It was seen in 1 of 10 attempts (404, not 200), too seldom to be sure; run again when the service is stable.',
    );
    expect(confirmed.looks).toBe(9);
  });

  it('is given up after thirty looks', async () => {
    const confirmed = await confirmIn({}, { shows: (nth) => nth === 2 || nth === 20 });
    expect(reason(confirmed)).toMatch(/^It was seen in 3 of 31 attempts/);
  });

  it('holds where chance explains it: an order that did not come again in ten looks', async () => {
    const confirmed = await confirmIn({ looks: 10 }, never);
    expect([confirmed.result, confirmed.looks]).toEqual([HELD, 10]);
  });
});

describe('what creations showed', () => {
  /** Confirms it by an effort, where some attempts have shown it before. */
  const confirmBy = async (
    by: Subject['by'],
    { kind, before = 1, shows }: { kind: ViolationKind; before?: number; shows: World['shows'] },
  ): Promise<Confirmed> => {
    let [nth, seen] = [0, 1];
    const subject: Subject = {
      counterexample: {},
      by,
      before,
      twinAnswers: () => 0,
      isFlaky: () => false,
      isRationed: false,
      ...noErrors,
      isAged: () => true,
      look: (times) => {
        for (let left = times; left > 0; left -= 1) {
          nth += 1;
          if (shows(nth)) seen += 1;
        }
        return Promise.resolve(null);
      },
      judge: () => seenTimes(seen, { kind }),
      age: () => Promise.resolve(null),
    };
    return { result: await confirm(seenTimes(1, { kind }), subject), looks: nth, waits: 0 };
  };

  it('is seen in three creations of three, and never tried more often', async () => {
    expect(reproduced(await confirmBy('creations', { kind: 'lost', ...always }))).toBe('3 of 3');
    const once = await confirmBy('creations', { kind: 'lost', shows: (nth) => nth === 1 });
    expect([reason(once), once.looks]).toEqual([expect.stringMatching(/^It was seen in 2 of 3 attempts/), 2]);
  });

  it('is three lost issues, however many others are listed', async () => {
    const every = await confirmBy('issues', { kind: 'lost', before: 20, ...everyNth(5) });
    expect(reproduced(every)).toBe('3 of 30');
    const rarely = await confirmBy('issues', { kind: 'lost', before: 20, shows: () => false });
    expect([reason(rarely), rarely.looks]).toEqual([
      expect.stringMatching(/^It was seen in 1 of 35 attempts/),
      15,
    ]);
  });

  it('is seen again even where the service goes away, which the client has not sent again', async () => {
    expect(reproduced(await confirmBy('creations', { kind: 'gone-away', ...always }))).toBe('3 of 3');
  });
});

describe('what a bad moment explains', () => {
  it('holds where it does not come again', async () => {
    const confirmed = await confirmIn({ kind: 'server-error', fleeting: true }, never);
    expect([confirmed.result, confirmed.looks]).toEqual([HELD, 3]);
  });

  it('holds where it comes back in fewer than half of the looks', async () => {
    expect((await confirmIn({ fleeting: true }, everyNth(3))).result).toEqual(HELD);
  });

  it('is a violation where it is there most of the time, and where it is always there', async () => {
    const mostly = await confirmIn({ fleeting: true }, { shows: (nth) => nth % 4 !== 0 });
    expect(mostly.result.kind).toBe('violated');
    expect(reproduced(await confirmIn({ fleeting: true }, always))).toBe('3 of 3');
  });
});

describe('what age explains', () => {
  it('is looked at only after the list was given its time, once', async () => {
    const confirmed = await confirmIn({ age: true }, { ...always, like: { age: false } });
    expect([reproduced(confirmed), confirmed.looks, confirmed.waits]).toEqual(['3 of 3', 3, 1]);
  });

  it('is not waited for where the list had its time since', async () => {
    const confirmed = await confirmIn({ age: true }, { ...always, like: { age: false }, isAged: true });
    expect([reproduced(confirmed), confirmed.waits]).toEqual(['3 of 3', 0]);
  });

  it('leaves undecided what many later looks saw and another time could explain', async () => {
    let looked = 0;
    const confirmed = await confirmIn({}, { shows: (nth) => (looked = nth) > 0, like: { age: true } });
    expect(reason(confirmed)).toMatch(
      /^The list is another one at each reading.*404, not 200.*while the list is at rest/,
    );
    expect(looked).toBeGreaterThanOrEqual(10);
  });

  it('held where it is not seen again after the wait', async () => {
    const confirmed = await confirmIn({ age: true }, never);
    expect([confirmed.result, confirmed.looks, confirmed.waits]).toEqual([HELD, 3, 1]);
  });
});

describe('looks from which nothing follows', () => {
  const LIMITED = because('limit', 'The allowance is used up.');
  const withJudge = (judgement: Judgement, why: Doubt | null = null): Subject => ({
    counterexample: {},
    by: 'requests',
    before: 0,
    twinAnswers: () => 0,
    isFlaky: () => false,
    isRationed: false,
    ...noErrors,
    isAged: () => false,
    look: () => Promise.resolve(why),
    judge: () => judgement,
    age: () => Promise.resolve(null),
  });

  it('leave the case vacuous, or undecided for their own reason', async () => {
    for (const judgement of [lacking('a list of more than 30 issues'), undecided(LIMITED)])
      expect(await confirm(seenTimes(1), withJudge(judgement))).toEqual(judgement);
  });

  it('leave it undecided where the looks could not be taken', async () => {
    expect(await confirm(seenTimes(1), withJudge(held([ids(1)]), LIMITED))).toEqual(undecided(LIMITED));
  });
});

describe('confirming, whatever is seen', () => {
  const parts = fc.record({
    kind: fc.constantFrom<ViolationKind>('status', 'wrong-order', 'too-few', 'lost'),
    looks: fc.constantFrom(3 as const, 10 as const),
    age: fc.boolean(),
    fleeting: fc.boolean(),
  });
  const worlds = fc.record({
    pattern: fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
    like: parts,
    isFlaky: fc.boolean(),
    isAged: fc.boolean(),
    isRationed: fc.boolean(),
  });

  it('comes to an end, waits once at most, and accuses only what it saw three times and age does not explain', async () => {
    await fc.assert(
      fc.asyncProperty(parts, worlds, async (part, { pattern, ...world }) => {
        const confirmed = await confirmIn(part, {
          ...world,
          shows: (nth) => pattern[nth % pattern.length] === true,
        });
        expect(confirmed.looks).toBeLessThanOrEqual(100);
        expect(confirmed.waits).toBeLessThanOrEqual(1);
        if (confirmed.result.kind !== 'violated') return;
        const { seen, tries: of } = confirmed.result.violation.reproduced;
        expect(seen).toBeGreaterThanOrEqual(3);
        expect(of).toBeGreaterThanOrEqual(Math.min(world.like.looks, world.isRationed ? 6 : 10));
        // What may be chance is seen each time, or in enough looks.
        expect(seen === of || of >= (world.isRationed && world.like.fleeting ? 6 : 10)).toBe(true);
        // Where the looks themselves may be of another time, there was no wait that says otherwise.
        expect(world.like.age && !world.like.fleeting).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('says at each step what to do next, and never to look no times', () => {
    const evidence: fc.Arbitrary<Evidence> = fc.record({
      first: parts.map((part) => seenTimes(1, part)),
      judgement: fc.oneof(
        fc.constant(held([ids(1)])),
        parts.chain((part) => fc.integer({ min: 1, max: 30 }).map((seen) => seenTimes(seen, part))),
      ),
      looks: fc.nat(40),
      before: fc.constantFrom(0, 1, 20),
      by: fc.constantFrom('requests' as const, 'creations' as const, 'issues' as const, 'numbers' as const),
      chance: fc.constantFrom(0, 0.5),
      aged: fc.boolean(),
      isFlaky: fc.boolean(),
      isRationed: fc.boolean(),
      errors: fc.constant(null),
    });
    fc.assert(
      fc.property(evidence, (one) => {
        const step = next(one);
        if (step.kind === 'look') expect(step.times).toBeGreaterThan(0);
        if (step.kind === 'age') expect(one.aged).toBe(false);
      }),
    );
  });
});
