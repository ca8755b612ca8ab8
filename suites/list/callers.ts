import { checkAcceptedLikeTwin } from '../../src/checks/same.ts';
import { wrongStatus } from '../../src/checks/violated.ts';
import { type Attempt, around, type Case, lastOf, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { type Finding, holds, inconclusiveFinding } from '../../src/model/finding.ts';
import { type Caller, describeAnswer, sendInOrder } from '../../src/model/planned-request.ts';
import { caseAsking, caseOf } from '../cases.ts';
import { ofStatus } from '../groups.ts';

/** The plain list, asked for by one caller and beside the others. */
function plainBy(run: RunContext, caller: Caller, isValid: boolean): Case {
  const others = run.callers.filter((other) => other !== caller);
  return caseOf(run.list(caller), {
    twins: { others: others.map((other) => run.list(other)) },
    quick: true,
    check: (attempt) => listedToo(attempt, caller, isValid),
  });
}

/** Demands 200 for a caller, if another caller may list and the credential is known to be valid. */
function listedToo(attempt: Attempt, caller: Caller, isValid: boolean): Finding {
  const own = lastOf(attempt);
  if (own.status === 200)
    return isValid
      ? holds([own])
      : inconclusiveFinding('access', `A made-up token is answered like ${caller.label}.`, [
          'list.invalid-token',
        ]);
  const others = around(attempt, 'others');
  const isListed = others.every((answers) => answers.some(({ status }) => status === 200));
  if (!isListed)
    return inconclusiveFinding('other-rule', `No caller gets 200, but ${describeAnswer(own)}.`, ['list.ok']);
  // The opening was answered otherwise than a made-up token is.
  if (caller.kind === 'outsider' && own.status === 401)
    return inconclusiveFinding(
      'access',
      `${caller.label} got 401, as it had not before: it may have expired.`,
    );
  return isValid
    ? wrongStatus('200', own, others.flat())
    : inconclusiveFinding('access', `${caller.label} is refused as a made-up token is.`);
}

/** Demands 200 for one caller at least. */
function listed({ answers }: Attempt): Finding {
  const right = answers.filter(({ status }) => status === 200);
  const wrong = answers[0];
  return right.length > 0 || wrong === undefined ? holds(right) : wrongStatus('200', wrong);
}

/** Rules on who may list. */
export const callerRules: readonly Rule[] = [
  ofStatus(
    'list.ok',
    'required',
    ['4.1 method and path', '4.1 request body', '4.1 success status', '4.1 query parameters'],
    {
      alsoCovers: ['1 operation 1'],
      general: true,
      statement: 'Listing a public repository answers 200.',
      tried:
        'Every caller asks for the plain list. If only some are refused, list.anonymous or list.token is broken; a refused per_page=100 breaks list.per-page.maximum. It is undecided if chance errors are two or more and above 1 % of the listings.',
      impact: 'A client that lists a public repository does not get the 200 that it expects.',
      cases: (run) => [
        caseAsking('the plain list', sendInOrder(...run.callers.map((caller) => run.list(caller))), {
          quick: true,
          check: listed,
        }),
      ],
    },
  ),
  ofStatus('list.anonymous', 'required', ['5.2 first half'], {
    alsoCovers: ['1 operation 1'],
    undecidedIf: 'cookies',
    general: true,
    statement: 'Without a credential, listing a public repository answers 200.',
    tried:
      'The plain list is asked for without a credential. If TOKEN is refused as well, another rule is broken.',
    impact: 'A client without an account does not get the 200 that it expects.',
    cases: (run) => [plainBy(run, run.anonymous, true)],
  }),
  ofStatus('list.token', 'required', ['5.2 first half'], {
    alsoCovers: ['1 operation 1', '5.1 credential'],
    needs: ['TOKEN'],
    general: true,
    statement: 'With a valid token, listing a public repository answers 200.',
    tried:
      'The plain list is asked for with TOKEN, and with OUTSIDER_TOKEN if it is set. A token is known to be valid if a made-up one is answered otherwise; one that is not decides nothing. If every caller is refused, another rule is broken.',
    impact: 'A client that sends its valid token does not get the 200 that it expects.',
    cases: (run) => [
      ...(run.member === null ? [] : [plainBy(run, run.member, run.isTokenValid)]),
      ...(run.outsider === null || !run.isOutsiderValid ? [] : [plainBy(run, run.outsider, true)]),
    ],
  }),
  ofStatus('list.recommended-headers', 'required', ['4.3 the table', '9 first point', '9 second point'], {
    needs: ['TOKEN'],
    statement:
      'With the recommended Accept and X-Service-Api-Version headers, and TOKEN as a Bearer token, a listing answers 200.',
    tried:
      'The plain list is asked for with the three recommended headers, or what ACCEPT, API_VERSION and API_VERSION_HEADER put in their place. If it is refused without Accept and version as well, another rule is broken.',
    impact: 'A client written to the letter of the documentation does not get the 200 that it expects.',
    cases: (run) => [
      caseOf(run.isBare ? { ...run.list(run.primaryCaller), bare: false } : run.list(run.primaryCaller), {
        what: 'the recommended headers',
        twins: { bare: { ...run.list(run.primaryCaller), bare: true } },
        quick: true,
        check: (attempt) => checkAcceptedLikeTwin(attempt, 'bare', ['list.token', 'list.anonymous']),
      }),
    ],
  }),
];
