import { leftToOthers } from '../../src/checks/other-rules.ts';
import { acceptedLikeTwin } from '../../src/checks/same.ts';
import { toWhom } from '../../src/context/leak-detector.ts';
import { type Attempt, around, type Case, lastAround, lastOf, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import type { Finding } from '../../src/model/finding.ts';
import { blocked, holds, inconclusiveFinding, needsData, wrongStatus } from '../../src/model/finding.ts';
import type { Caller, RequestScript } from '../../src/model/planned-request.ts';
import { describeAnswer, sendInOrder } from '../../src/model/planned-request.ts';
import { caseOf, ruleOn, without } from '../define.ts';
import { sorted } from './sizes.ts';

function plainBy(run: RunContext, caller: Caller, isValid: boolean): Case {
  const others = run.callers.filter((other) => other !== caller);
  return caseOf(run.list(caller), {
    twins: { others: others.map((other) => run.list(other)) },
    quick: true,
    check: (attempt) => {
      const finding = listedToo(attempt, isValid);
      // Other rules try only callers who may list at first.
      return finding.is === 'holds' && !run.preflight.listingCallers.includes(caller)
        ? inconclusiveFinding(
            'unstable',
            `The plain list with ${caller.label} got 200, but not at the beginning of the run.`,
          )
        : finding;
    },
  });
}

/** Demands 200 for a caller, if another caller may list and the credential is known to be valid. */
function listedToo(attempt: Attempt, isValid: boolean): Finding {
  const own = lastOf(attempt);
  const { kind, label } = own.ask.caller;
  const got = `A request ${toWhom(own.ask.caller, 'with')} got ${describeAnswer(own)}`;
  if (own.status === 200) {
    const why = `Nothing shows that ${label} is valid: a made-up token gets the same answer, or none.`;
    return isValid ? holds([own]) : inconclusiveFinding('access', why, ['list.invalid-token']);
  }
  const others = around(attempt, 'others');
  const isListed = others.every((answers) => answers.some(({ status }) => status === 200));
  if (!isListed) return blocked(`${got}, and no other caller got 200 each time.`, 'list.ok');
  // Before, this token got another answer than a made-up token.
  if (kind === 'outsider' && own.status === 401)
    return inconclusiveFinding('access', `${label} got 401; it may be invalid, or have expired meanwhile.`);
  if (isValid) return wrongStatus('200', own, { twins: others.flat() });
  const why = `${got}, and a made-up token no other answer.`;
  const finding = inconclusiveFinding('access', why, ['list.recommended-headers']);
  return { ...finding, advice: 'Set it to a valid token.' };
}

/** Requests the plain list for every caller, but for one who has no request left, and whose listings got 5xx at last. */
const plainLists =
  (run: RunContext): RequestScript =>
  async (send) => {
    const answers = await sendInOrder(...run.callers.map((caller) => run.list(caller)))(send);
    const sent = answers.filter(
      ({ exchange, ask: { caller } }) =>
        exchange.fault?.kind !== 'not-sent' || run.errors.outageUntil(caller.credential) === null,
    );
    return sent.length > 0 ? sent : answers;
  };

function listed({ answers }: Attempt): Finding {
  const right = answers.filter(({ status }) => status === 200);
  const wrong = answers[0];
  return right.length > 0 || wrong === undefined ? holds(right) : wrongStatus('200', wrong);
}

/**
 * Returns a case of a usual sort by a caller who may list. A service need not know it. So if it is refused, the same size is
 * requested without a sort, and with an unknown one, whose refusal another rule judges.
 */
function sortedAsUsual(run: RunContext): Case {
  const [caller = run.primaryCaller] = run.preflight.listingCallers;
  const query = sorted(run.values);
  const asked = run.list(caller, query);
  const unsorted = run.list(caller, without('sort')(query));
  const unknown = run.list(caller, { ...query, sort: 'qx-unknown' });
  return {
    ...caseOf(asked, {
      check: ({ answers: [own, ...others] }) => {
        if (own === undefined || own.status === 200) return holds(own ? [own] : []);
        const [plain = own, otherwise = own] = others;
        if (plain.status !== 200) return leftToOthers(plain);
        return otherwise.status === 200 ? wrongStatus('200', own, { twins: [plain] }) : holds([plain]);
      },
    }),
    script: async (send) => {
      const own = await send(asked);
      return own.status === 200 ? [own] : [own, ...(await sendInOrder(unsorted, unknown)(send))];
    },
  };
}

/** Returns a case of the same sort by another caller who may list. It decides something only if the primary caller gets 200. */
const sortedBy = (run: RunContext, caller: Caller | null): Case[] =>
  caller === null || !run.preflight.listingCallers.slice(1).includes(caller)
    ? []
    : [
        caseOf(run.list(caller, sorted(run.values)), {
          twins: { others: run.list(run.primaryCaller, sorted(run.values)) },
          check: (attempt) =>
            lastAround(attempt, 'others').some(({ status }) => status >= 400)
              ? needsData('a sort that the service accepts')
              : listedToo(attempt, true),
        }),
      ];

export const callerRules: readonly Rule[] = [
  ruleOn.status(
    'list.ok',
    ['required', '4.1 method and path', '4.1 request body', '4.1 success status', '4.1 query parameters'],
    {
      alsoCovers: ['1 operation 1'],
      general: true,
      statement: 'Listing a public repository answers 200.',
      tried:
        'Every caller requests the plain list. If the service refuses only some callers, list.anonymous or list.token judges the refusal. The run requests a sort that many services know, too. A refused per_page=100 breaks list.per-page.maximum. If listings get 5xx in the last 30 s of the run, it requests the plain list again. The rule is undecided if at least two listings, and over 1 % of them, get intermittent errors.',
      impact: 'A client that lists a public repository does not get the 200 that it expects.',
      cases: (run) => [
        { name: 'the plain list', script: plainLists(run), quick: true, check: listed },
        sortedAsUsual(run),
      ],
    },
  ),
  ruleOn.status('list.anonymous', ['required', '5.2 first half'], {
    alsoCovers: ['1 operation 1'],
    undecidedIf: 'cookies',
    general: true,
    statement: 'Without a credential, listing a public repository answers 200.',
    tried:
      'The run requests the plain list without a credential, and a list with a usual sort. If TOKEN gets no 200 either, list.ok judges the refusal. The rule is undecided if the first list is refused, and a later one is not.',
    impact: 'A client without an account does not get the 200 that it expects.',
    cases: (run) => [plainBy(run, run.anonymous, true), ...sortedBy(run, run.anonymous)],
  }),
  ruleOn.status('list.token', ['required', '5.2 first half'], {
    alsoCovers: ['1 operation 1', '5.1 credential'],
    needs: ['TOKEN'],
    general: true,
    statement: 'With a valid token, listing a public repository answers 200.',
    tried:
      'The run requests the plain list with TOKEN, and with OUTSIDER_TOKEN if it is set. OUTSIDER_TOKEN also requests a usual sort. A token counts as valid if a made-up token gets another answer. An invalid token decides nothing. If no caller gets 200, list.ok judges the refusal. The rule is undecided if the first list of a token is refused, and a later one is not.',
    impact: 'A client that sends its valid token does not get the 200 that it expects.',
    cases: (run) => [
      ...(run.member === null ? [] : [plainBy(run, run.member, run.preflight.isTokenValid)]),
      ...(run.outsider === null || !run.preflight.isOutsiderValid
        ? []
        : [plainBy(run, run.outsider, true), ...sortedBy(run, run.outsider)]),
    ],
  }),
  ruleOn.status(
    'list.recommended-headers',
    ['required', '4.3 the table', '9 first point', '9 second point'],
    {
      needs: ['TOKEN'],
      statement:
        'With the recommended Accept and X-Service-Api-Version headers, and TOKEN as a Bearer token, a listing answers 200.',
      tried:
        'The run requests the plain list with the three recommended headers. ACCEPT, API_VERSION and API_VERSION_HEADER replace the recommended values. If the service also refuses a request without Accept and version, another rule judges the refusal.',
      impact: 'A client written to the letter of the documentation does not get the 200 that it expects.',
      cases: (run) => {
        const plain = run.list(run.primaryCaller);
        return [
          caseOf(run.isBare ? { ...plain, bare: false } : plain, {
            what: 'the recommended headers',
            twins: { twin: { ...plain, bare: true } },
            quick: true,
            check: acceptedLikeTwin,
          }),
        ];
      },
    },
  ),
];
