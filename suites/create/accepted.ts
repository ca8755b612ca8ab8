import { certain, wrongStatus } from '../../src/checks/broken.ts';
import { isAccepted, isRefused } from '../../src/created/ledger.ts';
import { bodyText } from '../../src/created/refusal.ts';
import { type Answer, type Payload, told } from '../../src/model/ask.ts';
import { type Finding, holds, nothing } from '../../src/model/finding.ts';
import type { Attempt, Case, RuleLiteral } from '../../src/model/rule.ts';
import type { Run } from '../../src/run/run.ts';
import { isObject } from '../../src/snapshot/records.ts';
import { unlessCreated } from '../impacts.ts';

/** Titles that a service may refuse. */
const UNUSUAL: readonly (readonly [string, (marker: string) => string])[] = [
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
  return isRefused(own) ? certain(finding) : finding;
}

/** Demands a 2xx, unless TOKEN may not create, or the title may be refused. */
function acceptedCreation({ own: [own] }: Attempt, mayRefuse: boolean, run: Run): Finding {
  if (own === undefined) return nothing('unclear', 'Nothing was sent.');
  if (isAccepted(own)) return holds([own]);
  const mayCreate = run.ledger.mayCreate(run.bed.written);
  if ([401, 403, 404].includes(own.status) && !mayCreate)
    return nothing('access', `TOKEN lists but may not create (${own.status}).`);
  // No limit on creations is documented, nor how it is told.
  if (own.status === 403 && !mayRefuse)
    return nothing('limit', 'A valid creation got 403, though others were accepted before.');
  return mayRefuse && isRefused(own)
    ? nothing('data', 'a service that accepts this title')
    : notAccepted(own);
}

/** Demands that a title is accepted if its twin is, which is sent only where it is refused. */
function likeTwin({ own: [own, twin] }: Attempt): Finding {
  if (own === undefined) return nothing('unclear', 'Nothing was sent.');
  if (isAccepted(own)) return holds([own]);
  return twin !== undefined && isAccepted(twin)
    ? notAccepted(own)
    : nothing('data', 'a service that accepts such a title');
}

/** Demands that a creation is accepted with a body and without. */
function eitherWay({ own }: Attempt): Finding {
  const wrong = own.filter((answer) => !isAccepted(answer));
  const [first] = wrong;
  if (first === undefined) return holds(own);
  if (wrong.length === own.length)
    return nothing('other-rule', `Neither is accepted: ${own.map(told).join(' and ')}.`, ['create.accepted']);
  return wrongStatus('some 2xx with a body and without', first);
}

const withoutBody = (payload: unknown): unknown =>
  isObject(payload) ? { title: payload['title'] } : payload;

/** A creation. A text that is refused, or missed, is body-optional's matter: it is sent without one as well. */
function creation(run: Run, what: string, payload: Payload, { quick = false, mayRefuse = true } = {}): Case {
  return {
    name: `a title of ${what}`,
    own: async (send) => {
      const whole = await send(run.post(run.first, payload));
      if (isAccepted(whole)) return [whole];
      return [await send(run.post(run.first, (marker) => withoutBody(payload(marker)))), whole];
    },
    twins: {},
    quick,
    check: (attempt) => acceptedCreation(attempt, mayRefuse, run),
  };
}

const whole =
  (run: Run): Payload =>
  (marker) => ({ title: run.title(marker), body: bodyText(marker) });

const titled =
  (title: string): Payload =>
  (marker) => ({ title, body: bodyText(marker) });

/** Titles that have to be accepted, ones that may be refused, and ones that are judged by a twin. */
function validCreations(run: Run): Case[] {
  const plain = creation(run, 'ASCII words', whole(run), { quick: true, mayRefuse: false });
  return [
    plain,
    // A service may keep what was wrong with the payload before.
    {
      ...plain,
      name: 'a title of ASCII words after a refused payload',
      own: async (send) => {
        await send(run.post(run.first, () => ({})));
        return [await send(run.post(run.first, whole(run)))];
      },
      quick: false,
      alone: true,
    },
    ...UNUSUAL.map(([what, title]) =>
      creation(run, what, (marker) => ({ title: title(marker), body: bodyText(marker) })),
    ),
    ...LIKE_NOTHING.map(
      ([nothingLike, twin]): Case => ({
        name: `the title ${JSON.stringify(nothingLike)}`,
        own: async (send) => {
          const own = await send(run.post(run.first, titled(nothingLike)));
          return isAccepted(own) ? [own] : [own, await send(run.post(run.first, titled(twin)))];
        },
        twins: {},
        quick: false,
        check: likeTwin,
      }),
    ),
  ];
}

/** Rules on valid creations. */
export const acceptedRules: readonly RuleLiteral[] = [
  {
    id: 'create.accepted',
    level: 'implied',
    statedIn: ['2 payload, title', '4.2 method and path', '4.2 success'],
    touches: ['1 operation 2', '5.1 credential'],
    needs: ['WRITES=all', 'TOKEN'],
    general: true,
    says: 'Creating an issue with a valid token and a title is answered with a 2xx status.',
    tried: `Titles, each holding the run's id, are sent with TOKEN; any status from 200 to 299 will do. A title of ASCII words has to be accepted, after a refused payload too; those with quotes, markup, other scripts, the character U+0000, half a pair of UTF-16, 255 or 256 characters may be refused with some 4xx and with nothing else. The titles "0", "null" and "false" have to be accepted where others of their length are. A TOKEN that may not create at all decides nothing, nor does a 403 to a title of ASCII words once others were accepted. It stays undecided where two creations or more, and above 1 % of them, are answered with 5xx by chance.`,
    impact: unlessCreated('A client that files a valid issue'),
    phase: 'accepting',
    judges: 'status',
    explainedBy: ['create.body-optional'],
    cases: validCreations,
  },
  {
    id: 'create.body-optional',
    level: 'implied',
    statedIn: ['2 payload, body'],
    touches: ['4.2 request body'],
    needs: ['WRITES=all', 'TOKEN'],
    says: 'A title alone and a title with a `body` are both accepted, with a 2xx status.',
    tried:
      'A title alone is sent with TOKEN, and one with a body, unless an earlier creation has shown that it is accepted; both have to be accepted. Where both are refused, another rule is broken.',
    impact: unlessCreated('A client that files an issue with a text, or without one,'),
    phase: 'accepting',
    judges: 'status',
    cases: (run) => [
      {
        name: 'without a body, and with one',
        own: async (send) => {
          const alone = await send(run.post(run.first, (marker) => ({ title: run.title(marker) })));
          // Where titles alone are accepted, an earlier creation has shown that bodies are.
          const { ledger, bed } = run;
          const isWholeAccepted = ledger.accepted(bed.written).some(({ texts }) => texts.length > 1);
          return isAccepted(alone) && isWholeAccepted
            ? [alone]
            : [alone, await send(run.post(run.first, whole(run)))];
        },
        twins: {},
        quick: true,
        check: eitherWay,
      },
    ],
  },
];
