import { statusesOf, withoutAccess } from '../../src/checks/refused.ts';
import { isAccepted } from '../../src/context/ledger.ts';
import { type Attempt, around, type Case, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { bodyText, refusedCase } from '../../src/creations/refusal.ts';
import { type Finding, inconclusiveFinding } from '../../src/model/finding.ts';
import type { Answer, Caller, RequestScript } from '../../src/model/planned-request.ts';
import { describeAnswer, sendInOrder } from '../../src/model/planned-request.ts';
import { ruleOn } from '../define.ts';

/** Returns a case of a valid payload in the private repository by an outsider, who gets further in the public repository. */
function byOutsider(run: RunContext, outsider: Caller): Case[] {
  const { privateRepository } = run.target;
  if (privateRepository === undefined) return [];
  const testCase = refusedCase(run, {
    what: 'a valid payload in the private repository',
    request: run.post(outsider, run.valid, privateRepository),
    statuses: [404],
    quick: true,
  });
  const check = (attempt: Attempt): Finding => {
    // Another rule judges how a missing title is answered.
    const isRead = (answer: Answer): boolean => [400, 422].includes(answer.status) || isAccepted(answer);
    const [further, anonymous] = ['further', 'anonymous'].map((twin) => around(attempt, twin).flat());
    const stopped = further?.find((answer) => !isRead(answer));
    // A service may read the payload before the credential.
    const why =
      stopped === undefined
        ? 'The public repository reads the payload {} without a credential, too.'
        : `In the public repository, the payload {} with OUTSIDER_TOKEN got ${describeAnswer(stopped)}.`;
    if (stopped !== undefined || anonymous?.some(isRead) === true)
      return inconclusiveFinding('access', why, ['create.missing-title', 'create.invalid-token']);
    return withoutAccess(run) ?? testCase.check(attempt, run);
  };
  const empty = (caller: Caller): RequestScript => sendInOrder(run.post(caller, () => ({})));
  const anonymous = run.preflight.isOutsiderValid ? {} : { anonymous: empty(run.anonymous) };
  return [{ ...testCase, twins: { further: empty(outsider), ...anonymous }, check }];
}

/** Returns a valid payload by a caller without a valid credential. In a private repository, 404 is right, too. */
function validBy(
  run: RunContext,
  caller: Caller,
  { statuses = [401], isPrivate = false }: { readonly statuses?: number[]; readonly isPrivate?: boolean },
) {
  const hidden = isPrivate ? run.target.privateRepository : undefined;
  return {
    what: hidden === undefined ? 'a valid payload' : 'a valid payload in the private repository',
    request: run.post(caller, run.valid, hidden),
    statuses: hidden === undefined ? statuses : [...statuses, 404],
  };
}

/** Returns cases of creations without a credential: valid payloads, and requests with another error as well. */
function withoutCredential(run: RunContext): Case[] {
  const { privateRepository, writeRepository } = run.target;
  const valid = validBy(run, run.anonymous, {});
  const titleAlone = run.post(run.anonymous, (marker) => ({ title: run.title(marker) }));
  const untitled = run.post(run.anonymous, (marker) => ({ body: bodyText(marker) }));
  const unknown = { ...writeRepository, repo: run.values.name('anonymous repo') };
  return [
    { ...valid, quick: true },
    { what: 'no title', request: untitled, statuses: [401, 422] },
    // Other code may answer without these headers.
    {
      what: 'a title alone, without Accept and version',
      request: { ...titleAlone, bare: true },
      statuses: [401],
    },
    {
      what: 'a valid payload in an unknown repository',
      request: { ...valid.request, repository: unknown },
      statuses: [401, 404],
    },
    ...(privateRepository === undefined
      ? []
      : [
          {
            what: 'a title alone in the private repository',
            request: { ...titleAlone, repository: privateRepository },
            statuses: [401, 404],
            quick: true,
          },
        ]),
  ].map((refusal) => refusedCase(run, refusal));
}

export const createCallerRules: readonly Rule[] = [
  ruleOn.refusals('create.anonymous', ['required', '4.2 without authentication', '5.3 creating'], {
    alsoCovers: ['1 operation 2', '7 status 401'],
    undecidedIf: 'cookies',
    statement:
      'Creating an issue without a credential answers 401; 404 or 422 is also right if repository or payload is wrong.',
    tried:
      'The run sends valid payloads, with a body and without, to the public repository, without a credential. One lacks Accept and version; of its answers, only a 401 or a listed issue decides. It sends one to the private and one to a made-up repository (404 is right, too). It sends one payload without a title (422 is right, too). A 401 counts only if TOKEN gets further with the same request, to an issue or to the payload check. One issue that is listed by the end of the run is enough.',
    impact: 'A client that forgot its credential gets no 401.',
    impactIf: {
      accepted: 'An anonymous caller is told that an issue was created.',
      stored: 'Anybody can create issues.',
    },
    cases: withoutCredential,
  }),
  ruleOn.refusals('create.invalid-token', ['required', '5.4 tokens', '7 status 401'], {
    undecidedIf: 'cookies',
    statement: 'Creating an issue with a valid payload and an invalid token answers 401.',
    tried:
      'The run sends valid payloads with tokens like those of list.invalid-token. Made-up ones have punctuation or letters alone, or stand behind `bearer`. A wildcard may also get 400. One goes to the private repository (404 is right, too). A 401 counts only if TOKEN gets further with the same request, to an issue or to the payload check. One issue that is listed by the end of the run is enough.',
    impact: 'A client with an expired or mistyped token gets no 401.',
    impactIf: {
      accepted: 'A caller with an invalid token is told that an issue was created.',
      stored: 'Anybody with an invalid token can create issues.',
    },
    cases: (run) => {
      const callers = run.values.invalidTokens('create', run.target);
      // A made-up token of letters.
      const inPrivate = callers.at(-2);
      return callers.map((caller, index) =>
        refusedCase(run, {
          ...validBy(run, caller, { statuses: statusesOf(caller), isPrivate: caller === inPrivate }),
          quick: index > 0 && index < 4,
          isTwice: index === 0 && run.settings.profile !== 'quick',
        }),
      );
    },
  }),
  ruleOn.refusals('create.malformed-credential', ['implied', '5.1 credential', '5.4 tokens'], {
    undecidedIf: 'cookies',
    statement: 'Creating an issue with an Authorization header that is no Bearer token answers 401.',
    tried:
      'The run sends valid payloads with an empty Bearer, and with a made-up token without a scheme. It also sends made-up credentials of other schemes (Basic, token, Digest). One goes to the private repository (404 is right, too). A 401 counts only if TOKEN gets further with the same request, to an issue or to the payload check. One issue that is listed by the end of the run is enough.',
    impact: 'A client whose header holds no Bearer token gets no 401.',
    impactIf: {
      accepted: 'A caller with such a header is told that an issue was created.',
      stored: 'Anybody with such a header can create issues.',
    },
    cases: (run) => {
      const callers = run.values.malformed('create');
      const [inPrivate] = run.values.pick('scheme in the private repository', callers.slice(1));
      return callers.map((caller) =>
        refusedCase(run, {
          ...validBy(run, caller, { isPrivate: caller === inPrivate }),
          quick: /^(Bearer|Basic)( |$)/.test(caller.label),
        }),
      );
    },
  }),
  ruleOn.refusals('create.private.outsider', ['required', '5.5 private repositories', '7 status 404'], {
    needs: ['WRITES=rejected', 'TOKEN', 'OUTSIDER_TOKEN', 'PRIVATE_REPO'],
    undecidedIf: 'cookies',
    statement:
      'A valid token without access to a private repository gets 404 for creating an issue there, with a valid payload.',
    tried:
      'OUTSIDER_TOKEN sends a valid payload to the private repository. The answer counts only if TOKEN lists or creates there. OUTSIDER_TOKEN must also reach the payload check in the public repository.',
    impact: 'Callers without access do not get the 404 that would hide the repository.',
    impactIf: {
      accepted: 'Callers without access are told that an issue was created in the private repository.',
      stored: 'Callers without access can create issues in the private repository.',
    },
    cases: (run) => (run.outsider === null ? [] : byOutsider(run, run.outsider)),
  }),
];
