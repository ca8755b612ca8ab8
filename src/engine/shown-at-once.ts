import { recordsAt } from '../checks/excerpt.ts';
import { violated } from '../checks/violated.ts';
import type { RunContext } from '../context/run-context.ts';
import { storedViolation } from '../creations/refused-audit.ts';
import type { Violated } from '../model/finding.ts';
import { type Answer, isCreation } from '../model/planned-request.ts';
import { ONCE } from './confirm.ts';
import { confirmed, type Trial } from './trial.ts';

/** Fails the rules on callers who saw private records, or whose forbidden creations are listed. Once is enough. */
export function failAtOnce(trials: readonly Trial[], run: RunContext): void {
  const fail = (trial: Trial | undefined, finding: Violated, { ask }: Pick<Answer, 'ask'>): void => {
    const name = `${isCreation(ask) ? 'POST' : 'GET'} by ${ask.caller.label}`;
    trial?.fail(confirmed(run, { ...finding, reproduced: ONCE }, { name, answers: [{ ask }] }));
  };
  for (const { rule, answer, says, at } of run.leaks) {
    const records = recordsAt(answer, run.keys(answer), at);
    const leaked = violated('leaked', 'nothing private', says, { answers: [answer], records });
    fail(
      trials.find((one) => one.rule.id === rule),
      leaked,
      answer,
    );
  }
  for (const trial of trials)
    for (const creation of trial.strangers(run).filter(({ places }) => places.size > 0)) {
      fail(trial, storedViolation(creation, 'a refusal'), creation);
    }
}
