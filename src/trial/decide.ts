import type { Known } from '../survey/known.ts';
import type { CaseResult, Judgement, Probe } from './probe.ts';
import { answersTo, type Bench, judge, lookBetweenReadings, NEVER_RESTED, settle } from './settle.ts';

/** A case that was asked and judged once. */
export interface Tried {
  readonly probe: Probe;
  readonly judgement: Judgement & { readonly reach: number };
  readonly known: Known;
}

/** Cases that are looked at again at once, between two readings of a list that moves. */
const BATCH = 6;

/** A disagreement that others at work do not easily explain is settled by itself. */
const isSteady = (judgement: Judgement): boolean =>
  judgement.kind === 'violated' && (judgement.inItself === true || judgement.shuffled === true);

/** Asks a case once, from memory where it was asked before, and judges it by the list as it is known. */
export async function look(probe: Probe, bench: Bench): Promise<Tried> {
  const answers = await answersTo(probe, bench, false);
  const known = await bench.survey.known(probe.against ?? bench.survey.base);
  return { probe, judgement: judge(probe, answers, known), known };
}

/** Decides a disagreement; anything else is decided already. */
export async function settleTried(
  { probe, judgement, known }: Tried,
  bench: Bench,
  lagged = false,
): Promise<CaseResult> {
  return judgement.kind === 'violated' ? settle(probe, { judgement, known }, bench, lagged) : judgement;
}

/**
 * Decides cases; those that disagree are looked at again. On a list at rest that is done one after the other, since the
 * first that is confirmed will do; on a list that others write to, several at a time between two readings.
 *
 * @param record takes what became of each case; the confirmed violation comes last
 * @returns the case that was confirmed, if any
 */
export async function decideAll(
  tried: readonly Tried[],
  bench: Bench,
  record: (result: CaseResult) => void,
): Promise<Tried | null> {
  const open: { one: Tried; looks: number }[] = [];
  for (const one of tried) {
    if (one.judgement.kind === 'violated') open.push({ one, looks: 0 });
    else record(one.judgement);
  }
  // What only looks like another list may be a copy of it that has not heard of this run's issues yet.
  const mayLag = open.some(({ one }) => one.probe.against !== undefined && !isSteady(one.judgement));
  const lagged = mayLag && (await bench.untilListed());
  const isConfirmed = async (one: Tried): Promise<boolean> => {
    const result = await settleTried(one, bench, lagged);
    record(result);
    return result.kind === 'violated';
  };
  for (;;) {
    const [next] = open;
    if (next === undefined) return null;
    const { against } = next.one.probe;
    if (against === undefined || isSteady(next.one.judgement) || bench.survey.moves === 0) {
      open.shift();
      if (await isConfirmed(next.one)) return next.one;
      continue;
    }
    const batch = open
      .filter(({ one }) => one.probe.against === against && !isSteady(one.judgement))
      .slice(0, BATCH);
    const reach = Math.max(...batch.map(({ one }) => one.judgement.reach));
    const probes = batch.map(({ one }) => one.probe);
    const { looks } = await lookBetweenReadings(probes, against, reach, bench);
    for (const [index, entry] of batch.entries()) {
      const seen = looks[index] ?? { kind: 'moved' };
      entry.looks += 1;
      if (seen.kind === 'moved' && entry.looks < bench.confirmations) continue;
      open.splice(open.indexOf(entry), 1);
      if (seen.kind === 'settled') record(seen.result);
      else if (seen.kind === 'moved') record(NEVER_RESTED);
      else if (await isConfirmed({ ...entry.one, ...seen.sighting })) return entry.one;
    }
  }
}
