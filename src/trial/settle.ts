import type { Caller } from '../survey/callers.ts';
import type { Known } from '../survey/known.ts';
import type { Survey } from '../survey/survey.ts';
import type { Asker, OnAttempt } from '../target/asker.ts';
import { type Exchange, isRateLimited } from '../target/exchange.ts';
import type { Ask, CaseResult, Judgement, Probe } from './probe.ts';

/** What settling a case needs of a run. */
export interface Bench {
  readonly asker: Asker;
  readonly survey: Survey;
  /** How often one disagreement is tried again before it is given up as unsteady. */
  readonly confirmations: number;
  readonly onAttempt: OnAttempt;
  /**
   * Waits until what this run has written must be listed everywhere: copies and caches may lag behind till then. Whether
   * there was anything to wait for.
   */
  readonly untilListed: () => Promise<boolean>;
}

const isPlainGet = (ask: Ask): boolean => typeof ask !== 'function' && (ask.method ?? 'GET') === 'GET';

/** Asks what a probe asks; answers that are remembered serve where `fresh` is not wanted. */
export async function answersTo(probe: Probe, bench: Bench, fresh: boolean): Promise<Exchange[]> {
  const one = (ask: Ask): Promise<Exchange> => {
    if (typeof ask === 'function') return bench.asker.send(ask, bench.onAttempt);
    return fresh || !isPlainGet(ask)
      ? bench.asker.send(() => ask, bench.onAttempt)
      : bench.asker.ask(ask, bench.onAttempt);
  };
  if (probe.inTurn !== true) return Promise.all(probe.asks.map(one));
  const inTurn = async (): Promise<Exchange[]> => {
    const answers: Exchange[] = [];
    for (const ask of probe.asks) answers.push(await one(ask));
    return answers;
  };
  return probe.undisturbed === true ? bench.asker.alone(inTurn) : inTurn();
}

/** Answers from which nothing follows, whatever the rule. */
export function hindrance(answers: readonly Exchange[]): string | null {
  for (const exchange of answers) {
    const { fault } = exchange;
    if (fault?.kind === 'timeout' || fault?.kind === 'too-large' || fault?.kind === 'unreachable')
      return `No complete answer came: ${fault.message}.`;
    if (isRateLimited(exchange))
      return `The target limits the rate of requests (${exchange.response?.status}); a later run or a lower MAX_RATE decides it.`;
  }
  return null;
}

/** What the answers say of the rule, given the list; and how much of the list that takes. */
export function judge(
  probe: Probe,
  answers: readonly Exchange[],
  known: Known,
): Judgement & { readonly reach: number } {
  const hindered = hindrance(answers);
  const watched = known.watched();
  const judgement: Judgement =
    hindered === null ? probe.judge(answers, watched) : { kind: 'undecided', reason: hindered };
  return { ...judgement, reach: Math.max(1, watched.reach) };
}

/** An answer that a service in trouble gives counts only while the service is seen to be well otherwise. */
const inTrouble = (answers: readonly Exchange[]): boolean =>
  answers.some(({ response, fault }) => fault !== null || (response?.status ?? 500) >= 500);

/** A disagreement that was seen, and the list as it was known then. */
export interface Sighting {
  readonly judgement: Judgement & { readonly kind: 'violated'; readonly reach: number };
  readonly known: Known;
}

/** What one more look at a case shows, with the list read on both sides of it. */
export type Look =
  | { readonly kind: 'settled'; readonly result: CaseResult }
  /** The list is the same on both sides, and the case disagrees with it. */
  | { readonly kind: 'seen'; readonly sighting: Sighting; readonly exchanges: readonly Exchange[] }
  /** The list moved meanwhile. */
  | { readonly kind: 'moved' };

/**
 * Looks at cases again, all at once, between two readings of the list and with nothing else in flight.
 * @param probes compared with one caller's list
 */
export async function lookBetweenReadings(
  probes: readonly Probe[],
  caller: Caller,
  reach: number,
  bench: Bench,
  holdMs = 0,
): Promise<{ before: Known; looks: Look[] }> {
  const { asker, survey, onAttempt } = bench;
  return asker.alone(async () => {
    const before = await survey.reread(caller, reach, onAttempt);
    const answered = await Promise.all(probes.map((probe) => answersTo(probe, bench, true)));
    const first = answered.map((answers, index) => judgeAt(probes, index, answers, before));
    const allWell = first.every(({ kind }) => kind !== 'violated');
    if (!allWell && holdMs > 0) await asker.wait(holdMs);
    const after = allWell ? before : await survey.reread(caller, reach, onAttempt);
    const rested = after.sameAs(before);
    const isAsAtFirst = ({ head }: Known) => survey.atFirst.head.kind !== 'list' || head.kind === 'list';
    if (!rested) survey.noteMove();
    const looks = first.map((judgement, index): Look => {
      const exchanges = answered[index] ?? [];
      if (judgement.kind !== 'violated') return { kind: 'settled', result: judgement };
      if (!isAsAtFirst(before) || !isAsAtFirst(after)) return { kind: 'moved' };
      if (rested) return { kind: 'seen', sighting: { judgement, known: before }, exchanges };
      const later = judgeAt(probes, index, exchanges, after);
      if (later.kind !== 'violated') return { kind: 'settled', result: later };
      return judgement.shuffled === true && later.shuffled === true
        ? { kind: 'seen', sighting: { judgement, known: before }, exchanges }
        : { kind: 'moved' };
    });
    return { before, looks };
  });
}

function judgeAt(probes: readonly Probe[], index: number, answers: readonly Exchange[], known: Known) {
  const probe = probes[index];
  if (probe === undefined) throw new RangeError('there is no such probe');
  return judge(probe, answers, known);
}

const WENT_AWAY: CaseResult = {
  kind: 'undecided',
  reason: 'The target stopped answering its listing as it did at first; a run while it is well decides it.',
};

/** Looks that find the list gone before it is; a service may fail now and then. */
const LOOKS_FOR_GONE = 3;
/** Statuses of a repository that was taken away, or of a caller who was. */
const TAKEN_AWAY: ReadonlySet<number> = new Set([401, 403, 404, 410, 429]);

/** Whether the list, which was there when the run began, is not answered any more: then nothing is any rule's fault. */
async function hasGone({ survey, onAttempt }: Bench): Promise<boolean> {
  if (survey.atFirst.head.kind !== 'list') return false;
  for (let look = 0; look < LOOKS_FOR_GONE; look += 1) {
    const { head } = await survey.reread(survey.base, 1, onAttempt);
    if (head.kind === 'undecidable') return true;
    const gone = head.kind === 'trouble' || (head.kind === 'status' && TAKEN_AWAY.has(head.status));
    if (!gone) return false;
  }
  return true;
}

/** One more look at a case that is not compared with the list; a server in trouble must be well otherwise. */
async function lookOnce(probe: Probe, known: Known, bench: Bench): Promise<Look> {
  // Alone, so that a target which serves only so many at once is not accused of that.
  const answers = await bench.asker.alone(() => answersTo(probe, bench, true));
  const judgement = judge(probe, answers, known);
  if (judgement.kind !== 'violated') return { kind: 'settled', result: judgement };
  // A comparison with a list that was not read again shows nothing.
  if (probe.against !== undefined && judgement.inItself !== true)
    return { kind: 'settled', result: { kind: 'held' } };
  if (inTrouble(answers) && (await hasGone(bench))) return { kind: 'settled', result: WENT_AWAY };
  return { kind: 'seen', sighting: { judgement, known }, exchanges: answers };
}

/**
 * Decides a case whose first answers looked like a violation. It is tried again until it was seen often enough on a list
 * that is the same before and after, or until it shows that the list had moved or that the answer was a single slip.
 * @param lagged whether the first answers may have come from a copy that did not know yet what this run had written
 */
export async function settle(
  probe: Probe,
  first: Sighting,
  bench: Bench,
  lagged = false,
): Promise<CaseResult> {
  const { survey } = bench;
  // What nothing that others do explains needs no reading of the list on both sides, and can be tried more often.
  const inItself = probe.against === undefined || first.judgement.inItself === true;
  const steady = inItself || first.judgement.shuffled === true;
  const rounds = bench.confirmations * (steady ? 3 : 1);
  // What was seen of a list that may have been an old copy is no sighting.
  let stale = lagged && !steady;
  const count = { seen: stale ? 0 : 1, tries: stale ? 0 : 1, agreed: 0, moved: 0 };
  let last: (Look & { kind: 'seen' }) | null = null;
  // Where some tries agree with the rule, two sightings are enough on a list at rest: a service may fail now and then.
  const enough = () => (count.agreed > 0 && (steady || survey.moves === 0) ? 2 : 3);

  for (let round = 0; round < rounds && count.seen < enough(); round += 1) {
    let look: Look;
    // Copies of a service that take turns answer in a cycle, which a question more brings out of step.
    if (count.agreed % 2 === 1) await survey.reread(survey.base, 1, bench.onAttempt);
    if (inItself || probe.against === undefined) look = await lookOnce(probe, first.known, bench);
    else {
      // A list that moved once may be at rest for the length of a cache's memory only.
      const isLast = survey.moves > 0 && !steady && count.seen === enough() - 1;
      const { before, looks } = await lookBetweenReadings(
        [probe],
        probe.against,
        first.judgement.reach,
        bench,
        isLast ? HOLD_MS : 0,
      );
      look = looks[0] ?? { kind: 'moved' };
      if (round === 0 && !before.sameAs(first.known)) {
        // The first answer was compared with a list that is no more.
        survey.noteMove();
        stale = true;
        count.seen = 0;
        count.tries = 0;
      }
    }
    if (look.kind === 'moved') {
      count.moved += 1;
      continue;
    }
    count.tries += 1;
    if (look.kind === 'seen') {
      count.seen += 1;
      last = look;
    } else if (look.result.kind !== 'held') return look.result;
    else {
      count.agreed += 1;
      // On a list that others write to, one slip is explained by them; elsewhere it is looked for again.
      if (stale || (!steady && survey.moves > 0)) return look.result;
    }
  }
  if (last !== null && count.seen >= enough()) {
    if (await hasGone(bench)) return WENT_AWAY;
    const { expected, actual } = last.sighting.judgement;
    return {
      kind: 'violated',
      violation: {
        expected,
        actual,
        counterexample: probe.case,
        reproduced: `${count.seen} of ${count.tries}`,
        exchanges: last.exchanges,
      },
    };
  }
  if (count.moved > 0) return (await hasGone(bench)) ? WENT_AWAY : NEVER_RESTED;
  return { kind: 'undecided', reason: slip(first, count.agreed) };
}

/** How long a moving list has to be seen at rest before it counts, in milliseconds. */
const HOLD_MS = 1500;

/** A case that found no moment of rest shows nothing; another case of its rule may have found one. */
export const NEVER_RESTED: CaseResult = {
  kind: 'vacuous',
  needs: 'a list that rests for a moment while it is compared: others are writing to it',
};

const slip = (first: Sighting, agreed: number): string =>
  `One answer broke the rule (${first.judgement.actual}), and ${agreed} further tries did not show it again; a steadier target decides it.`;
