import type { Case } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { type Finding, holds } from '../model/finding.ts';
import { type Answer, isCreation, queryText } from '../model/planned-request.ts';
import { askedBy, type Trial } from './trial.ts';

/** Most suspected listings of one rule. */
const MAX_SUSPECTED = 4;

/** Lets the rules on every listing judge each answer from now on, but for those to observations. */
export const judgeEveryListing = (run: RunContext, trials: readonly Trial[]): void =>
  run.listen((answer) => {
    const { ask, status, unsaid } = answer;
    if (isCreation(ask) || ask.observed !== undefined || status !== 200 || unsaid !== null) return;
    const by = askedBy(run, '', [answer]);
    for (const trial of trials) {
      const { rule, suspects } = trial;
      const { everyListing } = rule;
      if (everyListing === undefined || by === null) continue;
      const first = everyListing(answer);
      if (first.is !== 'violated') trial.noteListing(first, by);
      else if (suspects.length < MAX_SUSPECTED) {
        const attempt = { before: {}, answers: [answer], after: {}, beforeConfirming: {} };
        suspects.push({ rule, testCase: askedAgain(answer, everyListing), attempt, first, wasYoung: false });
      }
    }
  });

/** Returns a case of a listing that a rule on every listing judges. */
const askedAgain = ({ ask }: Answer, judgeListing: (answer: Answer) => Finding): Case => ({
  name: queryText(ask.query),
  script: async (send) => [await send(ask)],
  twins: {},
  check: ({ answers }) => answers.map(judgeListing).find(({ is }) => is === 'violated') ?? holds(answers),
  quick: true,
});
