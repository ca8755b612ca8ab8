import { type Guard, guardsOf } from './guard.ts';

/** Guards on the way from a case to the verdict of its rule. */
export const decidingGuards: readonly Guard[] = [
  ...guardsOf('src/checks/preconditions.ts', [
    {
      id: 'preconditions.told',
      at: 'switch (distinction)',
      code: 'distinction',
      without: "'told'",
      says: 'A service that answers a made-up repository like the real one shows nothing.',
    },
    {
      id: 'preconditions.steady',
      code: "t.first.distinction === 'flaky' ? repositoriesAreTold.establish(t) : null",
      without: 'null',
      says: 'A service that changes the status of one request shows nothing.',
    },
    {
      id: 'preconditions.lists',
      code: 'first.listers.length > 0',
      without: 'true',
      says: 'A service that lists for nobody shows nothing of its lists.',
      stays: 'It keeps a reason true; tests/engine/control.test.ts has a service that lists for nobody.',
    },
    {
      id: 'preconditions.order',
      at: 'known.isDistinct && isOtherOrder(one, other)',
      code: 'isOtherOrder(one, other)',
      without: 'false',
      says: 'No results are compared if the plain list has two orders.',
    },
    {
      id: 'preconditions.strangers-order',
      at: 'return isUnordered ?',
      code: 'isUnordered',
      without: 'false',
      says: 'No results without a credential are compared if they have two orders.',
    },
    {
      id: 'preconditions.reads',
      code: 'first.isAnsweredByQuery',
      without: 'true',
      says: 'No rule passes on a service that reads no request.',
    },
    {
      id: 'preconditions.tokens',
      code: 'isListed && (await areTokensRefused(t))',
      without: 'false',
      says: 'Refused tokens show that requests are read.',
    },
    {
      id: 'preconditions.three-tokens',
      at: '.slice(0, SIGHTINGS_TO_ACCUSE)',
      code: 'SIGHTINGS_TO_ACCUSE',
      without: '1',
      says: 'One made-up token may be refused by chance.',
    },
    {
      id: 'preconditions.valid',
      at: 'if (differs(own, madeUp))',
      code: 'differs(own, madeUp)',
      without: 'true',
      says: 'A token that is answered like a made-up one is not known to be valid.',
    },
    {
      id: 'preconditions.valid-private',
      code: 'mine !== undefined && theirs !== undefined && differs(mine, theirs)',
      without: 'false',
      says: 'The private repository shows that a token is valid.',
    },
    {
      id: 'preconditions.token-lists',
      code: 'answer !== undefined && isSuccess(answer)',
      without: 'true',
      says: 'Refusals show nothing if TOKEN does not list.',
    },
  ]),
  ...guardsOf('src/run/run.ts', [
    {
      id: 'run.motion-anew',
      at: "if (left > 0) this.renew('motion')",
      code: 'left > 0',
      without: 'false',
      says: 'A cache may have hidden that the list changes.',
    },
  ]),
  ...guardsOf('src/run/listings.ts', [
    {
      id: 'run.missing',
      code: 'this.#missing !== null',
      without: 'false',
      says: 'Data may be there although some listings had no readable answer.',
      stays: 'It keeps a cause true; tests/run/listings.test.ts has listings without an answer.',
    },
    {
      id: 'run.flaky-data',
      at: 'return this.#isFlaky\n      ?',
      code: 'this.#isFlaky',
      without: 'false',
      says: 'Data may be there although one request was answered in two ways.',
      stays: 'It keeps a cause true; tests/run/listings.test.ts has a request with two answers.',
    },
    {
      id: 'run.changed',
      code: 'hasChanged(last, heard.exchange)',
      without: 'false',
      says: 'One request with two statuses shows a flaky service.',
    },
    {
      id: 'run.length',
      code: 'hasOtherLength(last, heard.exchange)',
      without: 'false',
      says: 'One request with two lengths shows a flaky service.',
    },
  ]),
  ...guardsOf('src/run/trial.ts', [
    {
      id: 'trial.short-pages',
      at: 'return isShort ?',
      code: 'isShort',
      without: 'false',
      says: 'Pages of another size show how many issues there are if full ones are short.',
    },
    {
      id: 'trial.first-page',
      code: "this.first.firstIsNamed && query['page'] === undefined",
      without: 'false',
      says: 'Page 1 is named if leaving it out means another page.',
    },
  ]),
  ...guardsOf('src/model/verdict.ts', [
    {
      id: 'verdict.shown-to-each',
      code: '!callers.has(by.caller)',
      without: 'false',
      says: 'A caller for whom no case could have failed leaves the rule undecided.',
    },
    {
      id: 'verdict.refusal',
      code: 'isRefusal !== true',
      without: 'true',
      says: 'A refused query does not leave the rule undecided for a caller.',
    },
    {
      id: 'verdict.data',
      at: "((cause !== 'data'",
      code: "cause !== 'data'",
      without: 'true',
      says: 'Missing data does not leave the rule undecided for a caller.',
    },
    {
      id: 'verdict.same-query',
      code: 'queries.has(by.query)',
      without: 'false',
      says: 'A caller for whom a query shows less than for others leaves the rule undecided.',
    },
    {
      id: 'verdict.misgiving',
      code: "misgiving === null || doubt.cause !== 'data'",
      without: 'true',
      says: 'Missing data is not named as the cause if answers are missing.',
      stays: 'It keeps a cause true; tests/model/verdict.test.ts has missing answers.',
    },
  ]),
  ...guardsOf('src/engine/phase.ts', [
    {
      id: 'phase.unmet',
      at: 'if (isUnmet(attempt) && !isAskedAnyway(attempt)) return;\n      const [cases',
      code: 'isUnmet(attempt) && !isAskedAnyway(attempt)',
      without: 'false',
      says: 'A rule is not asked if its preconditions do not hold.',
    },
    {
      id: 'phase.unmet-judged',
      code: 'isUnmet(attempt) && attempt.rule.regardless !== true',
      without: 'false',
      says: 'A rule is not judged if its preconditions do not hold.',
    },
    {
      id: 'phase.unordered',
      code: 'comparesResults(suspicion) && unordered !== null',
      without: 'false',
      says: 'Results are not compared if one request has two orders.',
    },
    {
      id: 'phase.shown',
      at: 'if (await isShown(attempt)) return',
      code: 'await isShown(attempt)',
      without: 'false',
      says: 'A leak that any answer shows is confirmed before statuses.',
    },
    {
      id: 'phase.regardless',
      code: 'rule.regardless === true || rule.watched !== undefined || rule.atEnd !== undefined',
      without: 'false',
      says: 'Some rules are asked although their preconditions do not hold.',
    },
  ]),
  ...guardsOf('src/engine/rule-attempt.ts', [
    {
      id: 'second.data',
      code: "result.kind === 'vacuous' && result.cause === 'data'",
      without: 'false',
      says: 'A case that disagreed once does not lack data.',
    },
    {
      id: 'phase.nobody',
      code: "isOwn || result.kind !== 'vacuous'",
      without: 'true',
      says: 'Answers to other rules do not have to show anything to a caller.',
    },
  ]),
  ...guardsOf('src/engine/session.ts', [
    {
      id: 'session.forget',
      code: "phase === 'read' || phase === 'end'",
      without: 'false',
      says: 'Answers from before a creation are forgotten.',
      stays: 'A cache may be older than a write; tests/engine/cached-and-moving.test.ts has one.',
    },
  ]),
  ...guardsOf('src/run/rule-requests.ts', [
    {
      id: 'trial.scarce',
      at: 'return this.isScarce ?',
      code: 'this.isScarce',
      without: 'false',
      says: 'Rules ask less if TOKEN does not list.',
    },
  ]),
  ...guardsOf('src/engine/requirements.ts', [
    {
      id: 'session.control',
      code: 'await (rule.control ?? readsRequests).establish(t)',
      without: 'null',
      says: 'A rule passes only if the service could have failed it.',
    },
  ]),
  ...guardsOf('src/run/shown-age.ts', [
    {
      id: 'age.shown',
      code: 'this.#oldest === 0',
      without: 'true',
      says: 'What a cache says that it keeps is waited for, and not compared if it keeps it for longer than a run waits.',
    },
  ]),
];
