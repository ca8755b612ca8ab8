import { unambiguous, wrongStatus } from '../../src/checks/violated.ts';
import { isAccepted, isRefused } from '../../src/context/ledger.ts';
import { type Attempt, type Case, lastOf, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { bodyText } from '../../src/creations/refusal.ts';
import { type Finding, holds, inconclusiveFinding } from '../../src/model/finding.ts';
import {
  type Answer,
  describeAnswer,
  type Payload,
  type RequestScript,
} from '../../src/model/planned-request.ts';
import { caseAsking, caseOf, rightAfter } from '../cases.ts';
import { ofAccepted } from '../groups.ts';

/** Builds a title around a marker. */
type Title = (marker: string) => string;

/** Titles that a service may refuse. */
const UNUSUAL: readonly (readonly [string, Title])[] = [
  ['other scripts', (marker) => `Überprüfung 検査 ${marker}`],
  ['an emoji', (marker) => `Check 🚀 ${marker}`],
  ['quotes', (marker) => `It's 100% "quoted" \\ <b>&amp; ${marker}`],
  ['255 characters', (marker) => marker.padStart(255, 'long ')],
  ['256 characters', (marker) => marker.padStart(256, 'long ')],
  ['the character U+0000', (marker) => `Check \0 ${marker}`],
  ['half a pair of UTF-16', (marker) => `Check \ud83d ${marker}`],
];
/** Titles that programs take for nothing, and twins of the same length. */
const LIKE_NOTHING = [
  ['0', '1'],
  ['null', 'nulk'],
  ['false', 'falsx'],
] as const;

/** Makes a violation of a creation that is not accepted. */
function notAccepted(own: Answer): Finding {
  const finding = wrongStatus('some 2xx', own);
  return isRefused(own) ? unambiguous(finding) : finding;
}

/** Demands a 2xx, unless TOKEN may not create, or the title may be refused. */
function acceptedCreation(attempt: Attempt, mayRefuse: boolean, run: RunContext): Finding {
  const own = lastOf(attempt);
  if (isAccepted(own)) return holds([own]);
  const mayCreate = run.ledger.mayCreate(run.target.writeRepository);
  if ([401, 403, 404].includes(own.status) && !mayCreate)
    return inconclusiveFinding('access', `TOKEN lists but may not create (${own.status}).`);
  // No limit on creations is documented, nor how it is told.
  if (own.status === 403 && !mayRefuse)
    return inconclusiveFinding('limit', 'A valid creation got 403, though others were accepted before.');
  return mayRefuse && isRefused(own)
    ? inconclusiveFinding('data', 'a service that accepts this title')
    : notAccepted(own);
}

/** Demands that a title is accepted if its twin is, which is sent only where it is refused. */
function likeTwin({ answers: [own, twin] }: Attempt): Finding {
  if (own === undefined) return inconclusiveFinding('unclear', 'Nothing was sent.');
  if (isAccepted(own)) return holds([own]);
  return twin !== undefined && isAccepted(twin)
    ? notAccepted(own)
    : inconclusiveFinding('data', 'a service that accepts such a title');
}

/** Demands that a creation is accepted with a body and without. */
function eitherWay({ answers }: Attempt): Finding {
  const wrong = answers.filter((answer) => !isAccepted(answer));
  const [first] = wrong;
  if (first === undefined) return holds(answers);
  if (wrong.length === answers.length)
    return inconclusiveFinding(
      'other-rule',
      `Neither is accepted: ${answers.map(describeAnswer).join(' and ')}.`,
      ['create.accepted'],
    );
  return wrongStatus('some 2xx with a body and without', first);
}

const withBody =
  (title: Title): Payload =>
  (marker) => ({ title: title(marker), body: bodyText(marker) });

const withoutBody =
  (title: Title): Payload =>
  (marker) => ({ title: title(marker) });

/** A creation, and another one if it is not accepted. */
const orElse =
  (run: RunContext, payload: Payload, other: Payload): RequestScript =>
  async (send) => {
    const answer = await send(run.post(run.primaryCaller, payload));
    return isAccepted(answer) ? [answer] : [answer, await send(run.post(run.primaryCaller, other))];
  };

/** A creation. A text that is refused, or missed, is body-optional's matter: it is sent without one as well. */
const creation = (run: RunContext, what: string, title: Title, mayRefuse = true): Case =>
  caseAsking(`a title of ${what}`, orElse(run, withBody(title), withoutBody(title)), {
    quick: !mayRefuse,
    check: (attempt) => acceptedCreation(attempt, mayRefuse, run),
  });

/** A title alone, and one with a body unless an earlier creation has shown that bodies are accepted. */
const withAndWithout =
  (run: RunContext): RequestScript =>
  async (send) => {
    const alone = await send(run.post(run.primaryCaller, withoutBody(run.title)));
    const isShown = run.ledger.accepted(run.target.writeRepository).some(({ texts }) => texts.length > 1);
    if (isAccepted(alone) && isShown) return [alone];
    return [alone, await send(run.post(run.primaryCaller, withBody(run.title)))];
  };

/** Titles that have to be accepted, ones that may be refused, and ones that are judged by a twin. */
function validCreations(run: RunContext): Case[] {
  const plain = creation(run, 'ASCII words', run.title, false);
  return [
    plain,
    rightAfter(
      'a refused payload',
      run.post(run.primaryCaller, () => ({})),
      caseOf(run.post(run.primaryCaller, withBody(run.title)), {
        what: 'a title of ASCII words',
        check: plain.check,
      }),
    ),
    ...UNUSUAL.map(([what, title]) => creation(run, what, title)),
    ...LIKE_NOTHING.map(([title, twin]) =>
      caseAsking(
        `the title ${JSON.stringify(title)}`,
        orElse(
          run,
          withBody(() => title),
          withBody(() => twin),
        ),
        { check: likeTwin },
      ),
    ),
  ];
}

/** Rules on valid creations. */
export const acceptedRules: readonly Rule[] = [
  ofAccepted('create.accepted', 'implied', ['2 payload, title', '4.2 method and path', '4.2 success'], {
    alsoCovers: ['1 operation 2', '5.1 credential'],
    general: true,
    statement: 'Creating an issue with a valid token and a title is answered with a 2xx status.',
    tried:
      'TOKEN sends titles that hold the run\'s id. A title of ASCII words must be accepted, after a refused payload too. Quotes, markup, other scripts, U+0000, half a pair of UTF-16, and 255 or 256 characters may be refused with a 4xx, and with nothing else. "0", "null" and "false" must be accepted if others of their length are. It is undecided if TOKEN may not create at all, if a 403 follows accepted creations, or if chance errors are two or more and above 1 % of the creations.',
    impact: 'A client that files a valid issue cannot know whether it was created.',
    impactIf: { refused: 'A client that files a valid issue is refused.' },
    blockedBy: ['create.body-optional'],
    cases: validCreations,
  }),
  ofAccepted('create.body-optional', 'implied', ['2 payload, body'], {
    alsoCovers: ['4.2 request body'],
    statement: 'A title alone and a title with a `body` are both accepted, with a 2xx status.',
    tried:
      'TOKEN sends a title alone, and one with a body unless an earlier creation has shown that it is accepted. If both are refused, another rule is broken.',
    impact: 'A client that files an issue without a text, or with one, is refused.',
    cases: (run) => [
      caseAsking('without a body, and with one', withAndWithout(run), { quick: true, check: eitherWay }),
    ],
  }),
];
