import { isAccepted } from '../../src/context/ledger.ts';
import { type Attempt, type Case, lastOf, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { creationsOf } from '../../src/creations/follow.ts';
import { bodyText, refusedCase } from '../../src/creations/refusal.ts';
import { type Finding, wrongStatus } from '../../src/model/finding.ts';
import { type Caller, type Payload, type Query, sendInOrder } from '../../src/model/planned-request.ts';
import { ruleOn } from '../define.ts';

/** Returns values of each type of JSON but a string, empty and full. */
const wrongTexts = ({ values }: RunContext, part: 'title' | 'body'): readonly unknown[] => {
  const numbers = values.pick(`a number for a ${part}`, [12, -1, 1.5, 1e21]);
  return [
    null,
    ...numbers,
    true,
    ...values.pick('an array for a text', [['a'], ['a', 'b']]),
    { title: 'a' },
    0,
    false,
    [],
    {},
  ];
};

/** Returns a payload with a title only in fields where other services have it. */
const elsewhere = (title: string) => ({ issue: { title }, data: { title }, name: title, subject: title });

/** Says which payloads go elsewhere, and when a status counts. */
const CONTROLLED =
  'One goes to the private repository, and OUTSIDER_TOKEN sends another, if the service accepts such issues. With WRITES=all, a 422 counts only if the service accepts a valid creation.';

/** @param statuses those of a right refusal, if not only 422 is one */
type NamedPayload = readonly [what: string, payload: Payload, statuses?: readonly number[]];
/** Returns payloads with values that are their names. @param what has the value */
const named = (what: string, values: readonly unknown[], payload: (value: unknown) => Payload) =>
  values.map((value): NamedPayload => [`${what} ${JSON.stringify(value)}`, payload(value)]);

/** Returns the outsider if the service accepted an issue of theirs in the public repository, else `null`. */
const creatingOutsider = ({ ledger, target, outsider }: RunContext): Caller | null =>
  ledger.acceptedOfAnybody(target.writeRepository).some(({ ask }) => ask.caller === outsider)
    ? outsider
    : null;

/**
 * Returns cases of invalid payloads by their names. A drawn one goes to the private repository, and the outsider sends
 * another, if the service accepted a valid payload so.
 * @param quick how many of them `quick` tries, the first ones
 */
const invalid = (run: RunContext, quick: number, payloads: readonly NamedPayload[]): Case[] => {
  const { privateRepository } = run.target;
  const hidden = privateRepository && run.ledger.mayCreate(privateRepository) ? privateRepository : undefined;
  const outsider = creatingOutsider(run);
  const [inPrivate, byOutsider] = run.values.shuffled(
    'payloads elsewhere',
    [...payloads.keys()].slice(quick),
  );
  return payloads.map(([name, payload, statuses = [422]], index) => {
    const repository = index === inPrivate ? hidden : undefined;
    const caller = (index === byOutsider ? outsider : null) ?? run.primaryCaller;
    return refusedCase(run, {
      what: repository === undefined ? name : `${name} in the private repository`,
      request: run.post(caller, payload, repository),
      // The service may refuse the outsider for another reason.
      statuses: caller === run.primaryCaller ? statuses : [...statuses, 401, 403, 404],
      quick: index < quick,
    });
  });
};

/** Demands that neither a listing nor a refused creation makes a repository. The run lists the name twice before, and once after. */
function nothingMade(attempt: Attempt, judge: (attempt: Attempt) => Finding): Finding {
  const finding = judge({ ...attempt, answers: creationsOf(attempt.answers) });
  const wasUnknown = attempt.answers.slice(0, 2).every(({ status }) => status === 404);
  const after = lastOf(attempt);
  const isMade = wasUnknown && isAccepted(after);
  return finding.is === 'holds' && isMade ? wrongStatus('404 after the refusal too', after) : finding;
}

/** Returns cases of a valid payload under names that do not exist. Each attempt uses a new made-up name. */
function unknownNames(run: RunContext, part: 'owner' | 'repo'): Case[] {
  const { writeRepository } = run.target;
  const { longer, oddName, prefixed } = run.values;
  const one = (made: string, quick: boolean, caller = run.primaryCaller): Case =>
    refusedCase(run, {
      what: `the ${part} with a ${quick ? 'prefix' : 'suffix'}`,
      request: run.post(caller, run.valid, { ...writeRepository, [part]: made }),
      statuses: [404],
      quick,
    });
  const real = writeRepository[part];
  // A service may compare the beginning of a name alone.
  const madeUp = (nth: number): string => longer(real, `create ${part} ${nth}`);
  const usual = one(madeUp(0), false);
  let made = 0;
  const [oddPart] = run.values.pick('part with odd characters', ['owner', 'repo'] as const);
  const [byOutsider] = run.values.pick('unknown part by the outsider', ['owner', 'repo'] as const);
  const isPlain = oddPart !== part || run.settings.profile === 'quick';
  return [
    {
      ...usual,
      script: (send) => {
        made += 1;
        const repository = { ...writeRepository, [part]: madeUp(made) };
        const posted = run.post(run.primaryCaller, run.valid, repository);
        const listed = (query: Query) => run.list(run.primaryCaller, query, repository);
        // Equal listings are sent once, unless a creation is between them.
        return sendInOrder(listed({}), listed({ page: '1' }), posted, listed({}))(send);
      },
      how: 'first',
      check: (attempt) => nothingMade(attempt, (posted) => usual.check(posted, run)),
    },
    one(
      isPlain ? prefixed(real, `create ${part}`) : `${oddName(`create ${part}`)}-${real}`,
      true,
      part === byOutsider ? (creatingOutsider(run) ?? undefined) : undefined,
    ),
  ];
}

export const refusedRules: readonly Rule[] = [
  ruleOn.refusals(
    'create.missing-title',
    ['required', '2 payload, title', '4.2 without a title', '7 status 422'],
    {
      statement: 'Creating an issue without `title` answers 422, with or without a `body`.',
      tried: `TOKEN sends a body alone, and an empty object. A third object has a title in \`issue\`, \`data\`, \`name\` and \`subject\` only. It may get 400, too. ${CONTROLLED}`,
      impact: 'A client that sends no title gets no 422.',
      cases: (run) =>
        invalid(run, 2, [
          ['a body without a title', (marker) => ({ body: bodyText(marker) })],
          ['{}', () => ({})],
          // A service may refuse an unknown field first, and the specification says nothing of that.
          ['a title in other fields', (marker) => elsewhere(run.title(marker)), [400, 422]],
        ]),
    },
  ),
  ruleOn.refusals('create.title-type', ['implied', '2 payload, title', '7 status 422'], {
    alsoCovers: ['4.2 request body'],
    statement: 'Creating an issue with a `title` that is not a string answers 422.',
    tried: `TOKEN sends null, numbers, booleans, arrays and objects as the title. One comes without a body. \`quick\` sends null and a number. ${CONTROLLED}`,
    impact: 'A client that sends a title of a wrong type gets no 422.',
    cases: (run) => {
      const titles = wrongTexts(run, 'title');
      // Without a body, other code may read the title.
      const [alone] = run.values.pick('title without a body', titles);
      const payload = (title: unknown) => (marker: string) => ({
        title,
        ...(title !== alone && { body: bodyText(marker) }),
      });
      return invalid(run, 2, named('title', titles, payload));
    },
  }),
  ruleOn.refusals('create.body-type', ['implied', '2 payload, body', '7 status 422'], {
    alsoCovers: ['4.2 request body'],
    statement: 'Creating an issue with a `body` that is neither a string nor null answers 422.',
    tried: `TOKEN sends numbers, booleans, arrays and objects as the body of a valid title. \`quick\` sends a number. Null may stand for no body, and is not sent. ${CONTROLLED}`,
    impact: 'A client that sends a body of a wrong type gets no 422.',
    cases: (run) =>
      invalid(
        run,
        1,
        named('body', wrongTexts(run, 'body').slice(1), (body) => (marker) => ({
          title: run.title(marker),
          body,
        })),
      ),
  }),
  ruleOn.refusals('create.payload-type', ['implied', '4.2 request body', '7 status 422'], {
    alsoCovers: ['1 payloads'],
    statement: 'Creating an issue with JSON that is not an object answers 422.',
    tried: `TOKEN sends a string, a number, a boolean, null, and an empty array. Another string and another array hold a valid object. \`quick\` sends the array and null. ${CONTROLLED}`,
    impact: 'A client that sends anything but an object gets no 422.',
    cases: (run) => {
      const object = (marker: string): object => ({ title: run.title(marker) });
      return invalid(run, 2, [
        ['an array that holds an object', (marker) => [object(marker)]],
        ['payload null', () => null],
        ['an object in a string', (marker) => JSON.stringify(object(marker))],
        ...named('payload', [12, true, [], 0, false, ''], (value) => () => value),
      ]);
    },
  }),
  ruleOn.refusals('create.unknown-owner', ['required', '7 status 404'], {
    alsoCovers: ['2 identifiers in the path'],
    statement:
      'Creating an issue under an owner that does not exist answers 404, with a valid token and payload.',
    tried:
      'TOKEN creates an issue under the real owner with a random suffix, and with a random prefix. If OUTSIDER_TOKEN may create, it sends the latter, or that of create.unknown-repo. One of both prefixes has odd characters. The run lists the first name before and after, because a refused creation may make a repository. With WRITES=all, a 404 counts only if the service accepts a valid creation.',
    impact: 'A client with a mistyped owner gets no 404.',
    cases: (run) => unknownNames(run, 'owner'),
  }),
  ruleOn.refusals('create.unknown-repo', ['required', '7 status 404'], {
    alsoCovers: ['2 identifiers in the path'],
    statement:
      'Creating an issue in an unknown repository of an existing owner answers 404, with a valid token and payload.',
    tried:
      'TOKEN creates an issue in the real repository with a random suffix, and with a random prefix. If OUTSIDER_TOKEN may create, it sends the latter, or that of create.unknown-owner. One of both prefixes has odd characters. The run lists the first name before and after, because a refused creation may make a repository. With WRITES=all, a 404 counts only if the service accepts a valid creation.',
    impact: 'A client that reports to a renamed or deleted repository gets no 404.',
    cases: (run) => unknownNames(run, 'repo'),
  }),
];
