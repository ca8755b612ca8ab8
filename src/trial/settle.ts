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
  const answers: Exchange[] = [];
  for (const ask of probe.asks) answers.push(await one(ask));
  return answers;
}

/** Answers from which nothing follows, whatever the rule. */
function hindrance(answers: readonly Exchange[]): string | null {
  for (const exchange of answers) {
    const { fault } = exchange;
    if (fault?.kind === 'timeout' || fault?.kind === 'too-large' || fault?.kind === 'unreachable')
      return `No complete answer came: ${fault.message}.`;
    if (isRateLimited(exchange))
      return `The target limits the rate of requests (${exchange.response?.status}); a later run or a lower MAX_RATE decides it.`;
  }
  return null;
}

export function judge(probe: Probe, answers: readonly Exchange[], known: Known): Judgement {
  const hindered = hindrance(answers);
  return hindered === null ? probe.judge(answers, known) : { kind: 'undecided', reason: hindered };
}

/** An answer that a service in trouble gives counts only while the service is seen to be well otherwise. */
const inTrouble = (answers: readonly Exchange[]): boolean =>
  answers.some(({ response, fault }) => fault !== null || (response?.status ?? 500) >= 500);

type Sighting = Judgement & { readonly kind: 'violated' };

/**
 * Decides a case whose first answers looked like a violation. It is tried again until it was seen often enough on a list
 * that is the same before and after, or until it shows that the list had moved or that the answer was a single slip.
 *
 * @param first what the first look said, and the list as it was known then
 */
export async function settle(
  probe: Probe,
  first: { readonly sighting: Sighting; readonly known: Known },
  bench: Bench,
): Promise<CaseResult> {
  const { survey, onAttempt } = bench;
  const compares = probe.against !== undefined;
  const caller = probe.against ?? survey.base;
  const count = { seen: 1, tries: 1, agreed: 0, moved: 0 };
  let last: { sighting: Sighting; exchanges: readonly Exchange[] } | null = null;
  // Where some tries agree with the rule, two sightings are enough on a list at rest: a service may fail now and then.
  const enough = () => (count.agreed > 0 && survey.moves === 0 ? 2 : 3);

  for (let round = 0; round < bench.confirmations && count.seen < enough(); round += 1) {
    const reach = compares ? Math.max(1, first.known.reach) : 1;
    const before = compares ? await survey.reread(caller, reach, onAttempt) : first.known;
    if (round === 0 && !before.sameAs(first.known)) {
      survey.noteMove();
      count.seen = 0;
      count.tries = 0;
    }
    const answers = await answersTo(probe, bench, true);
    const judgement = judge(probe, answers, before);
    if (judgement.kind === 'undecided' || judgement.kind === 'vacuous') return judgement;
    if (judgement.kind === 'violated' && (compares || inTrouble(answers))) {
      const after = await survey.reread(caller, reach, onAttempt);
      if (!compares && after.head.kind !== first.known.head.kind)
        return {
          kind: 'undecided',
          reason: 'The target stopped answering its listings while this was tried.',
        };
      if (compares && !after.sameAs(before)) {
        survey.noteMove();
        count.moved += 1;
        if (judge(probe, answers, after).kind === 'held') return { kind: 'held' };
        continue;
      }
    }
    count.tries += 1;
    if (judgement.kind === 'held') {
      count.agreed += 1;
      // On a list that others write to, one slip is explained by them; elsewhere it is looked for again.
      if (survey.moves > 0) return { kind: 'held' };
    } else {
      count.seen += 1;
      last = { sighting: judgement, exchanges: answers };
    }
  }
  if (last !== null && count.seen >= enough()) {
    return {
      kind: 'violated',
      violation: {
        expected: last.sighting.expected,
        actual: last.sighting.actual,
        counterexample: probe.case,
        reproduced: `${count.seen} of ${count.tries}`,
        exchanges: last.exchanges,
      },
    };
  }
  return {
    kind: 'undecided',
    reason:
      count.moved > 0
        ? 'The list never rested while this was tried: others are writing to it; a run at a quieter time decides it.'
        : `One answer broke the rule (${first.sighting.actual}), and ${count.agreed} further tries did not show it again; a steadier target decides it.`,
  };
}
