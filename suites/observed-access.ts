import { sample } from 'fast-check';
import { names } from '../src/generate/names.ts';
import { madeUpTokens, nearMisses } from '../src/generate/tokens.ts';
import type { Exchange } from '../src/target/exchange.ts';
import { ANONYMOUS, bearer, type Credential } from '../src/target/question.ts';
import { validPayload } from '../src/trial/create-controls.ts';
import { areTelling, observeEach } from '../src/trial/observing/asked.ts';
import { briefly, statusOf } from '../src/trial/observing/brief.ts';
import { differences } from '../src/trial/observing/differences.ts';
import { inOtherCase } from '../src/trial/observing/other-case.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';

/** The plain listing with a credential of one's own making. */
const listAs = (t: Trial, as: Credential): Promise<Exchange> =>
  t.ask({ repository: t.premises.repository, as });

/** A token that is surely not valid: one that list.invalid-token tries too, where there is one. */
function invalidToken(t: Trial, token: string): Credential {
  const { outsiderToken } = t.premises;
  const [miss] = nearMisses(token, 'TOKEN', outsiderToken === undefined ? [] : [outsiderToken]);
  if (miss !== undefined) return t.secretToken(miss.token, miss.label);
  return bearer(sample(madeUpTokens, { seed: t.runSeed('credential'), numRuns: 1 })[0] ?? 'madeup');
}

/** The control of being let in: TOKEN is, and an invalid token is not. @throws {Stopped} */
async function tokensAreToldApart(t: Trial, token: string): Promise<boolean> {
  t.control(
    t.survey.base === 'member',
    'The listing is refused with TOKEN itself, so nothing follows from other ways to write it; check TOKEN.',
  );
  if (!t.controlsHold || !t.mayAskMore()) return false;
  const refused = await listAs(t, invalidToken(t, token));
  if (!areTelling(t, [refused])) return false;
  t.control(
    refused.response?.status !== t.survey.plain.response?.status,
    'An invalid token is let in as well, so being let in shows nothing; mending list.invalid-token decides it.',
  );
  return t.controlsHold;
}

const letIn = (t: Trial) => (answer: Exchange) =>
  answer.response?.status === t.survey.plain.response?.status ? 'let in' : statusOf(answer);

/** Credentials, and what is told to strangers (sections 4.2, 5 and 7). */
export const observedAccess = [
  rule('observed.auth.schemes', async (t) => {
    const { token } = t.premises;
    if (token === undefined || !(await tokensAreToldApart(t, token))) return;
    await observeEach(
      t,
      ['bearer', 'token'].map((scheme) => ({
        name: scheme,
        ask: () => listAs(t, { kind: 'authorization', value: `${scheme} ${token}` }),
      })),
      letIn(t),
      (value) => `With TOKEN behind another word than Bearer: ${value}.`,
    );
  }),

  rule('observed.auth.token-case', async (t) => {
    const { token } = t.premises;
    if (token === undefined) return;
    const other = inOtherCase(token);
    t.control(other !== token, 'TOKEN has no letters, so it has no other case.');
    if (!t.controlsHold || !(await tokensAreToldApart(t, token))) return;
    const as = t.secretToken(other, 'TOKEN in another case');
    await observeEach(
      t,
      [{ name: 'other case', ask: () => listAs(t, as) }],
      letIn(t),
      (value) => `With the case of all letters of TOKEN changed: ${value}.`,
    );
  }),

  rule('observed.auth.before-payload', (t) =>
    observeEach(
      t,
      [
        {
          name: 'both',
          ask: () =>
            t.submit({
              repository: t.premises.repository,
              as: ANONYMOUS,
              payload: (_title, marker) => ({ body: marker }),
              unusual: true,
            }),
        },
      ],
      statusOf,
      (value) => `A creation without a credential and without a title is answered: ${value}.`,
    ),
  ),

  rule('observed.auth.before-repository', (t) => {
    const { owner, repo } = t.premises.repository;
    return observeEach(
      t,
      [
        {
          name: 'both',
          ask: () =>
            t.submit({
              repository: { owner, repo: `${repo}-${t.writer.suffix}` },
              as: ANONYMOUS,
              payload: validPayload,
              unusual: true,
            }),
        },
      ],
      statusOf,
      (value) => `A creation without a credential in an unknown repository is answered: ${value}.`,
    );
  }),

  rule('observed.private.indistinguishable', async (t) => {
    const hidden = t.premises.privateRepository;
    if (hidden === undefined || !t.mayAskMore()) return;
    // The first of them is asked for by list.unknown-repo too, where both repositories have one owner.
    const [first = '', second = ''] = sample(names, { seed: t.runSeed('repositories'), numRuns: 2 });
    const look = (repo: string) => t.ask({ repository: { owner: hidden.owner, repo }, as: ANONYMOUS });
    const [own, one, other] = await Promise.all([look(hidden.repo), look(first), look(second)]);
    if (!areTelling(t, [own, one, other])) return;
    const pieces = differences(own, hidden.repo, [
      { answer: one, name: first },
      { answer: other, name: second },
    ]);
    const found = pieces.map((piece) => t.context.secrets.scrub(piece));
    t.observe(
      found.length === 0 ? 'no difference' : `differs in ${briefly(found, 4, 36)}`,
      found.length === 0
        ? 'A stranger is answered for the private repository just as for one that does not exist.'
        : `A stranger can tell the private repository from one that does not exist by ${briefly(found, 8, 60)}.`,
    );
  }),
];
