import type { CaseResult } from '../probe.ts';
import type { Sight } from '../sight.ts';
import type { Trial } from '../trial.ts';
import type { Write } from '../writer.ts';
import { acceptedOf, acceptedWrites } from './accepted-writes.ts';
import { type Broken, type CreatedCase, unfitness } from './created-case.ts';
import { ELSEWHERE, freshRound, TOO_LONG, UNSEEN } from './fresh-round.ts';
import { countOf, describeCounts, lookFor } from './look-for.ts';

/** Further tries after a first sighting. */
const TRIES = 3;

const HELD: CaseResult = { kind: 'held' };
const undecided = (reason: string): CaseResult => ({ kind: 'undecided', reason });

/** What the first look shows: the rule is decided, or it is tried again. */
type First =
  | { readonly kind: 'decided'; readonly result: CaseResult }
  | { readonly kind: 'open'; readonly again: readonly Write[]; readonly broken: readonly Broken[] };

const decided = (result: CaseResult): First => ({ kind: 'decided', result });

/** What is missing from a first look by markers counts only where titles are known to be shown, and all was seen. */
function judgeFirst(t: Trial, one: CreatedCase, writes: readonly Write[], sight: Sight): First {
  const { titlesShown } = t.context.finder;
  const markers = writes.map(({ marker }) => marker);
  const wrong = writes.filter(({ marker }) => one.wrong(countOf(sight, marker)));
  if (wrong.length === 0 && markers.some((marker) => countOf(sight, marker) > 0)) return decided(HELD);
  const missing = wrong.filter(({ marker }) => countOf(sight, marker) === 0);
  if (titlesShown && missing.length === wrong.length && missing.length > 0) {
    if (missing.some(({ marker }) => sight.traces.has(marker))) return decided(undecided(ELSEWHERE));
    if (!sight.whole) return decided(undecided(TOO_LONG));
  }
  const text = describeCounts(sight, markers);
  const exchanges = wrong.map(({ exchange }) => exchange).slice(0, 3);
  const broken: Broken = { kind: 'broken', issues: wrong.length, surplus: false, text, exchanges };
  const again = wrong.length > 0 ? wrong : writes;
  return { kind: 'open', again, broken: titlesShown && wrong.length > 0 ? [broken] : [] };
}

async function firstLook(t: Trial, one: CreatedCase): Promise<First> {
  const earlier = one.earlier === true ? acceptedWrites(t) : [];
  const { unlisted, titlesShown } = t.context.finder;
  // Another rule has seen that nothing turns up at all, and there is nothing of which this one could see more.
  if (unlisted !== null && !titlesShown)
    return one.wrong(0) ? { kind: 'open', again: earlier, broken: [unlisted] } : decided(undecided(UNSEEN));
  // Where titles are known to be hidden, a look for them shows nothing.
  if (t.context.finder.titlesHidden) return { kind: 'open', again: earlier, broken: [] };
  const writes = earlier.length < one.atLeast ? acceptedOf(t, await one.create([])) : earlier;
  const unfit = unfitness(one, writes);
  return unfit === null ? judgeFirst(t, one, writes, await lookFor(t, one, writes)) : decided(unfit);
}

/** Two tries have to break the rule, the first look included; three where somebody else may have made what is too much. */
function isEnough(broken: readonly Broken[]): boolean {
  const issues = broken.reduce((sum, one) => sum + one.issues, 0);
  return broken.length >= (broken.some(({ surplus }) => surplus) ? TRIES : 2) && issues >= 2;
}

/** Where titles are hidden, one count clears all rules on issues that are created one after the other. */
function isClearedByCount(t: Trial, one: CreatedCase, again: readonly Write[]): Promise<boolean> {
  if (!t.context.finder.titlesHidden || one.earlier !== true) return Promise.resolve(false);
  return t.sharedFinding('one after the other, counted', async () => {
    const round = await freshRound(t, one, again);
    return round.kind === 'held' && round.byCount;
  });
}

async function decide(t: Trial, one: CreatedCase): Promise<CaseResult> {
  const first = await firstLook(t, one);
  if (first.kind === 'decided') return first.result;
  if (await isClearedByCount(t, one, first.again)) return HELD;
  const broken = [...first.broken];
  let tries = broken.length;
  for (let round = 0; round < TRIES; round += 1) {
    const seen = await freshRound(t, one, first.again);
    if (seen.kind === 'undecided') return seen;
    tries += 1;
    if (seen.kind === 'broken') broken.push(seen);
    // New records without titles explain why titles were not found; and without any sighting there is no suspicion.
    else if (seen.byCount || broken.length === 0) return HELD;
    const last = broken.at(-1);
    if (seen.kind !== 'broken' || last === undefined || !isEnough(broken)) continue;
    return {
      kind: 'violated',
      violation: {
        expected: one.expected,
        actual: last.text,
        counterexample: one.case,
        reproduced: `${broken.length} of ${tries}`,
        exchanges: last.exchanges.slice(0, 3),
      },
    };
  }
  return undecided(
    `It was seen once (${broken[0]?.text ?? 'one issue'}) and not again in ${tries - 1} further tries; a steadier target decides it.`,
  );
}

/**
 * Decides a rule on created issues: a try that breaks it is made again with the same payloads. What others do to the list
 * does not enter where records show titles, since only issues of this run are looked for; elsewhere new records are counted.
 */
export async function settleCreated(t: Trial, one: CreatedCase): Promise<void> {
  // Searching a list that is none would take many requests and show nothing.
  t.controlRepositoryIsSeen();
  if (t.controlsHold) t.record(await decide(t, one));
}
