import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { because, type Doubt } from '../../src/client/doubt.ts';
import { confirm, type Subject } from '../../src/engine/confirm.ts';
import { type Evidence, next } from '../../src/engine/next-step.ts';
import { broken, type CaseResult, held, type Judgement, lacking, undecided } from '../../src/model/check.ts';
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
  readonly by?: Subject['by'];
  readonly before?: number;
}

interface Confirmed {
  readonly result: CaseResult;
  readonly looks: number;
  readonly waits: number;
}

const still: Omit<Subject, 'look' | 'judge'> = {
  counterexample: { page: 2 },
  by: 'requests',
  before: 0,
  twinAnswers: () => 0,
  isFlaky: () => false,
  isRationed: false,
  isAged: () => false,
  age: () => Promise.resolve(null),
  ...noErrors,
};

/** Confirms a disagreement in a world in which it shows now and then. */
async function confirmIn(part: Part, world: World): Promise<Confirmed> {
  const { shows, like = part, by = 'requests', explained, twinAnswers = () => 0 } = world;
  // What creations showed counts from the first attempt on, and is never asked for again.
  let [nth, sinceWait, seen, waits] = [0, 0, by === 'requests' ? 0 : 1, 0];
  const subject: Subject = {
    ...still,
    by,
    before: world.before ?? (by === 'requests' ? 0 : 1),
    twinAnswers: () => twinAnswers(sinceWait),
    isFlaky: () => world.isFlaky === true,
    isRationed: world.isRationed === true,
    isAged: () => world.isAged === true || by !== 'requests' || waits > 0,
    look: (times) => {
      for (let left = times; left > 0; left -= 1) {
        nth += 1;
        sinceWait += 1;
        if (shows(nth)) seen += 1;
      }
      return Promise.resolve(null);
    },
    judge: () =>
      explained !== undefined ? undecided(explained) : seen === 0 ? held([ids(1)]) : seenTimes(seen, like),
    age: () => {
      waits += 1;
      [sinceWait, seen] = [0, 0];
      return Promise.resolve(null);
    },
  };
  return { result: await confirm(seenTimes(1, part), subject), looks: nth, waits };
}

const always = () => true;
const never = () => false;
const everyNth = (n: number) => (nth: number) => nth % n === 0;
const outcomeOf = ({ result, looks, waits }: Confirmed) => {
  const { kind } = result;
  const of =
    kind === 'violated'
      ? `${result.violation.reproduced.seen} of ${result.violation.reproduced.tries}`
      : kind;
  return [of, looks, waits];
};
const ORDER: Part = { kind: 'wrong-order', looks: 10 };
const explained = because('other-rule', 'Its twin is refused alike.');

describe('what a violation takes', () => {
  it.each<[string, Part, World, string, number, number?]>([
    ['a status', {}, { shows: always }, '3 of 3', 3],
    ['a number', { kind: 'too-many' }, { shows: always }, '3 of 3', 3],
    ['an order', ORDER, { shows: always }, '10 of 10', 10],
    ['other records', { kind: 'wrong-results', looks: 10 }, { shows: always }, '10 of 10', 10],
    ['a status of a flaky service', {}, { shows: always, isFlaky: true }, '10 of 10', 10],
    ['a rationed order', ORDER, { shows: always, isRationed: true }, '6 of 6', 6],
    ['a rationed status', {}, { shows: always, isRationed: true }, '3 of 3', 3],
    [
      'a rationed status of a flaky service',
      {},
      { shows: always, isRationed: true, isFlaky: true },
      '6 of 6',
      6,
    ],
    [
      'a number that turns out to be an order',
      { kind: 'too-few' },
      { shows: always, like: ORDER },
      '10 of 10',
      10,
    ],
    ['what a twin explains', {}, { shows: always, explained }, 'undecided', 3],
    ['what a twin explains, rationed', {}, { shows: always, explained, isRationed: true }, 'undecided', 1],
    ['half of the attempts', {}, { shows: everyNth(2) }, '6 of 12', 12],
    ['half beside twins', {}, { shows: everyNth(2), twinAnswers: (looks) => looks }, '9 of 18', 18],
    ['one in eight beside twins', {}, { shows: everyNth(8), twinAnswers: (looks) => looks }, 'undecided', 51],
    ['half of the attempts at an order', ORDER, { shows: everyNth(2) }, '11 of 22', 22],
    ['the first attempt alone', {}, { shows: never }, 'undecided', 9],
    ['two of thirty', {}, { shows: (nth) => nth === 2 || nth === 20 }, 'undecided', 30],
    ['an order at first alone', ORDER, { shows: never }, 'held', 10],
    ['a bad moment', { kind: 'server-error', fleeting: true }, { shows: never }, 'held', 3],
    ['bad moments in a third', { fleeting: true }, { shows: everyNth(3) }, 'held', 12],
    ['bad moments each time', { fleeting: true }, { shows: always }, '3 of 3', 3],
    ['what age explains no longer', { age: true }, { shows: always, like: { age: false } }, '3 of 3', 3, 1],
    [
      'what never needed it',
      { age: true },
      { shows: always, like: { age: false }, isAged: true },
      '3 of 3',
      3,
    ],
    ['what age still explains', {}, { shows: always, like: { age: true } }, 'undecided', 12],
    ['what is gone after the wait', { age: true }, { shows: never }, 'held', 3, 1],
    ['three creations', { kind: 'lost' }, { shows: always, by: 'creations' }, '3 of 3', 2],
    [
      'one creation of three',
      { kind: 'lost' },
      { shows: (nth) => nth === 1, by: 'creations' },
      'undecided',
      2,
    ],
    ['three lost issues', { kind: 'lost' }, { shows: everyNth(5), by: 'issues', before: 20 }, '3 of 30', 10],
    ['one lost issue', { kind: 'lost' }, { shows: never, by: 'issues', before: 20 }, 'undecided', 15],
    ['a service that goes away', { kind: 'gone-away' }, { shows: always, by: 'creations' }, '3 of 3', 2],
  ])('%s', async (_what, part, world, expected, looks, waits = 0) => {
    expect(outcomeOf(await confirmIn(part, world))).toEqual([expected, looks, waits]);
  });

  it.each<readonly [string, Judgement, Doubt | null]>([
    ['looks that lack data', lacking('a list of more than 30 issues'), null],
    ['looks that are hindered', undecided(explained), null],
    ['looks that could not be taken', undecided(explained), explained],
  ])('nothing follows from %s', async (_what, expected, why) => {
    const judge = () => (why === null ? expected : held([ids(1)]));
    expect(await confirm(seenTimes(1), { ...still, look: () => Promise.resolve(why), judge })).toEqual(
      expected,
    );
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
        const shows = (nth: number) => pattern[nth % pattern.length] === true;
        const { result, looks, waits } = await confirmIn(part, { ...world, shows });
        expect(looks).toBeLessThanOrEqual(100);
        expect(waits).toBeLessThanOrEqual(1);
        if (result.kind !== 'violated') return;
        const { seen, tries: of } = result.violation.reproduced;
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
