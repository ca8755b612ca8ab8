import { type Exchange, isServerError } from '../client/exchange.ts';
import type { Look, Looks, RuleCase } from '../model/case.ts';
import type { Check, Judgement } from '../model/check.ts';
import { askerOf } from '../model/judged.ts';
import { CHANCE_TO_DOUBT, SIGHTINGS_OF_A_TRAIT } from '../model/tuning.ts';
import { inRun } from '../run/server-errors.ts';
import type { Trial } from '../run/trial.ts';
import { judgeLooks, type Looked, type Suspicion, suspicionOf } from './looking.ts';
import { isOfErrors } from './next-step.ts';

/** Returns an attempt with a 5xx in place of its answer, or as it is if there was none. */
const withError = (look: Look, error: Exchange | null | undefined): Look =>
  error === null || error === undefined ? look : { ...look, answers: [...look.answers.slice(0, -1), error] };

/** Returns an attempt with the last 5xx that its request got, as a suspicion. */
function asErring(t: Trial, look: Look): Look {
  const answer = look.answers.at(-1);
  return withError(look, answer === undefined ? null : t.run.errors.lastAt(answer));
}

/** Returns an attempt with the 5xx that was hidden when its request was sent again. */
function unhidden(t: Trial, look: Look): Look {
  const answer = look.answers.at(-1);
  const attempts = answer === undefined ? [] : t.run.target.attemptsAt(answer);
  return withError(look, attempts.findLast(isServerError));
}

/** Judges answers by the 5xx that later attempts hide. */
const unhiding = (t: Trial, check: Check): Check => ({
  ...check,
  judge: (looks: Looks, one: RuleCase): Judgement =>
    check.judge({ ...looks, looks: looks.looks.map((look) => unhidden(t, look)) }, one),
});

/**
 * Suspects that a rule's own requests get 5xx more often than others of the same caller. The client repeats a request
 * that gets a 5xx, so the answers hardly show it.
 */
export function suspectErrors(t: Trial, looked: readonly Looked[], check: Check): Suspicion[] {
  const askers = new Set(looked.map(({ one }) => askerOf(one)));
  return [...askers].flatMap((asker) => {
    const erring = looked.find(({ one, look }) => askerOf(one) === asker && asErring(t, look) !== look);
    if (erring === undefined) return [];
    const method = erring.look.answers.at(-1)?.request.method ?? 'GET';
    const { own, chance } = inRun(t.run.errors, t.errors, method, asker);
    if (own.errors < SIGHTINGS_OF_A_TRAIT || chance >= CHANCE_TO_DOUBT) return [];
    // Rules on what a listing holds say nothing of its status.
    const first = judgeLooks(t, erring.one, check, [asErring(t, erring.look)]);
    const isJudged = first.kind === 'broken' && isOfErrors(first.violation);
    return isJudged ? [{ ...suspicionOf(erring, first, check), check: unhiding(t, first.by ?? check) }] : [];
  });
}
