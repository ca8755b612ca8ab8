import { type Guard, guardsOf } from './guard.ts';

/** Guards of the checks that compare an answer with its twin, or count results. */
export const comparingGuards: readonly Guard[] = [
  ...guardsOf('src/checks/alike.ts', [
    {
      id: 'alike.given',
      at: 'return isGiven ? []',
      code: 'isGiven',
      without: 'false',
      says: 'An answer that the twin was given before is no matter of the case.',
    },
    {
      id: 'alike.count-age',
      code: '(isAtEnd || difference.by <= RESULTS_OF_ONE_CHANGE) && !isAtRest',
      without: 'false',
      says: 'Age explains a few results more or less.',
    },
    {
      id: 'alike.order-age',
      code: 'difference.displaced <= Math.max(RESULTS_SHIFTED, ORDER_SHARE_OF_AN_EDIT * difference.of) && !isAtRest',
      without: 'false',
      says: 'Age explains a few results in other places.',
    },
    {
      id: 'alike.records-rest',
      code: 'isAtRest || (aged && (difference.inside || most > moved + RESULTS_SHIFTED))',
      without: 'true',
      says: 'Age explains other records.',
    },
    {
      id: 'alike.flaky',
      at: "if (difference.kind === 'flaky')",
      code: "difference.kind === 'flaky'",
      without: 'false',
      says: 'Nothing is compared with a twin that is answered otherwise each time.',
    },
    {
      id: 'alike.later-page',
      code: "Number(one.query['page'] ?? 1) > 1",
      without: 'false',
      says: 'The list may end with a later page, and grow there.',
    },
    {
      id: 'alike.short-page',
      code: 'keys.length < size && common.longest < size',
      without: 'false',
      says: 'The list ends with a page that is not full, and may grow there.',
    },
    {
      id: 'alike.could-differ',
      code: "judgement.kind === 'held' && !couldDiffer(looks)",
      without: 'false',
      says: 'One result alone could show no other order.',
      stays: 'The lists of the matrix are longer; tests/proof/short-lists.test.ts has one of a single issue.',
    },
  ]),
  ...guardsOf('src/checks/answers.ts', [
    {
      id: 'answers.incomparable',
      at: 'const doubt = incomparable(looks);\n  if (doubt !== null)',
      code: 'doubt !== null',
      without: 'false',
      says: 'Nothing follows from results that were not read.',
    },
    {
      id: 'answers.distinct',
      code: 'known.isDistinct ? null : ALL_ALIKE',
      without: 'null',
      says: 'No results are compared if records cannot be told apart.',
      stays: 'It keeps a reason true; tests/checks/alike.test.ts has issues that are all alike.',
    },
    {
      id: 'answers.alike',
      code: "judgement.kind === 'broken' && isRefusedAlike(looks)",
      without: 'false',
      says: 'A refusal that the twin gets too breaks another rule.',
    },
    {
      id: 'answers.past',
      code: 'asked(past)',
      without: '[]',
      says: 'A refusal that the twin got at any time breaks another rule.',
    },
    {
      id: 'answers.supposed',
      at: "return judgement.kind === 'broken'\n      ? refused(`an answer",
      code: "judgement.kind === 'broken'",
      without: 'false',
      says: 'A refusal says nothing of the content of a listing.',
    },
    {
      id: 'answers.hindered',
      code: 'answer === undefined || hindrance(answer) !== null',
      without: 'answer === undefined',
      says: 'No status is judged that says nothing of the service.',
      stays: 'A rate limit may come during a confirmation; tests/checks/answers.test.ts has one.',
    },
    {
      id: 'answers.lock-out',
      code: 'isLockOut(last.answer, one)',
      without: 'false',
      says: 'A service may lock callers out after an invalid credential.',
      stays: 'No service of the matrix locks callers out; tests/engine/going-away.test.ts has one.',
    },
    {
      id: 'answers.moment',
      code: 'OF_A_MOMENT.has(response?.status ?? 0)',
      without: 'false',
      says: 'A 502, 503 or 504 may be a bad moment.',
    },
    {
      id: 'answers.fault',
      code: "fault !== null && fault.kind !== 'gone'",
      without: 'false',
      says: 'A missing answer may be a bad moment.',
    },
  ]),
  ...guardsOf('src/checks/numbers.ts', [
    {
      id: 'numbers.proven',
      code: 'number === size && isProven(least(size))',
      without: 'number === size',
      says: 'A full page shows something only if more issues exist.',
    },
    {
      id: 'numbers.shown',
      at: 'filter(({ exist }) => exist() > size)',
      code: 'exist() > size',
      without: 'true',
      says: 'A page that is not too large shows something only if more issues exist.',
      stays: 'The lists of the matrix are longer; tests/proof/short-lists.test.ts has one of a single issue.',
    },
    {
      id: 'numbers.more',
      code: "listing.kind === 'unknown' && listing.results !== undefined",
      without: 'false',
      says: 'Too many results are seen even if not all of them were read.',
      stays:
        'The answers of the matrix are smaller; tests/engine/bounds.test.ts has some that are too large.',
    },
  ]),
  ...guardsOf('src/checks/shown-pages.ts', [
    {
      id: 'shown.one-page',
      code: 'complete && keys.length === FULL_PAGE',
      without: 'false',
      says: 'Pages of another size show that one full page is the whole list.',
    },
    {
      id: 'shown.last',
      code: 'page <= last && shown < wanted',
      without: 'false',
      says: 'A caller who gets smaller pages is asked for more of them.',
    },
  ]),
  ...guardsOf('src/engine/confirm-case.ts', [
    {
      id: 'copies.found',
      code: 'isOfAnotherTime(other, before, after)',
      without: 'false',
      says: 'Listings from copies of different times show nothing.',
    },
  ]),
];
