import { type Guard, guardsOf } from './guard.ts';

/** Guards of the rules on how creations are answered, and on what they do to the list. */
export const creatingGuards: readonly Guard[] = [
  ...guardsOf('src/created/left-behind.ts', [
    {
      id: 'left.recognised',
      at: 'return unrecognised === null ? refused',
      code: 'unrecognised === null',
      without: 'true',
      says: 'Issues of refused requests are not recognised if records show no texts.',
    },
    {
      id: 'left.nowhere',
      code: 'located.listed.length === 0',
      without: 'false',
      says: 'Nothing is known of refused requests if no accepted issue is found.',
    },
    {
      id: 'left.accepted',
      code: 'accepted.length === 0',
      without: 'false',
      says: 'Nothing is known of refused requests if nothing was accepted.',
    },
  ]),
  ...guardsOf('src/created/losses.ts', [
    {
      id: 'losses.named',
      code: "t.first.identity.kind !== 'field'",
      without: 'false',
      says: 'Records are followed by an id only.',
    },
    {
      id: 'losses.full-pages',
      code: 'pages.slice(0, -1).every(({ length }) => length === FULL_PAGE)',
      without: 'true',
      says: 'Short pages, not creations, lose issues.',
    },
    {
      id: 'losses.each-once',
      code: 'new Set(keys).size === keys.length',
      without: 'true',
      says: 'Pages that repeat issues lose them as well.',
    },
    {
      id: 'losses.cut',
      code: 'atRest.size % FULL_PAGE === 0',
      without: 'false',
      says: 'A list that ends with a full page may be cut off there.',
    },
    {
      id: 'losses.rest',
      at: 'if (missingFrom(atRest, this.#keys).length > 0)',
      code: 'missingFrom(atRest, this.#keys).length > 0',
      without: 'false',
      says: 'Issues that go at rest are removed by others.',
    },
    {
      id: 'losses.for-good',
      code: 'missingFrom(keysRead(t, later), left)',
      without: 'left',
      says: 'An issue that comes back was hidden by a copy of another time.',
      stays:
        'Without these readings create.once failed for page-short-loses-last at one of two replicas, by chance.',
    },
    {
      id: 'losses.other-size',
      code: '!elsewhere.has(key)',
      without: 'true',
      says: 'An issue that pages of another size show is lost by the paging.',
    },
  ]),
  ...guardsOf('src/created/shared-creations.ts', [
    {
      id: 'created.steadily',
      code: '(isFleeting(answer) || isServerError(answer))',
      without: 'false',
      says: 'A creation is sent again after a bad moment.',
    },
  ]),
  ...guardsOf('src/created/preconditions.ts', [
    {
      id: 'created.may-create',
      code: 'hindrance(answer) ?? (await mayNotCreate(t, answer))',
      without: 'null',
      says: 'TOKEN may lack the right to create.',
    },
    {
      id: 'created.by-turns',
      code: "valid.some(({ outcome }) => outcome === 'accepted')",
      without: 'false',
      says: 'Refusals show nothing if valid creations are refused by turns.',
    },
    {
      id: 'created.fails',
      at: 'return failed === undefined',
      code: 'failed === undefined',
      without: 'true',
      says: 'An acceptance shows nothing if valid creations are refused by turns.',
    },
    {
      id: 'created.accepted',
      code: 'await isAnyAccepted(t)',
      without: 'true',
      says: 'A refusal shows nothing if valid creations are refused.',
    },
    {
      id: 'created.others-refused',
      code: 'statusOf(answer) >= 400 && statusOf(answer) !== 404',
      without: 'true',
      says: 'An acceptance shows nothing if everything is accepted.',
    },
    {
      id: 'created.known-outsider',
      at: 'if (!isKnown) return invalid',
      code: '!isKnown',
      without: 'false',
      says: 'A refusal shows nothing if OUTSIDER_TOKEN is invalid.',
    },
    {
      id: 'created.outsider',
      code: 'isSuccess(checked) || statusOf(checked) === 422',
      without: 'true',
      says: 'A refusal shows nothing if OUTSIDER_TOKEN may create nowhere.',
    },
    {
      id: 'created.told',
      at: 'return isToldApart ?',
      code: 'isToldApart',
      without: 'true',
      says: 'No rule on creations passes on a service that reads none.',
    },
  ]),
  ...guardsOf('src/created/creation-cases.ts', [
    {
      id: 'refused.alike',
      code: "judgement.kind === 'broken' && isAlike",
      without: 'false',
      says: 'A refusal that valid creations get too breaks another rule.',
      stays:
        'No fault of the matrix refuses so; tests/created/gone-later.test.ts has a TOKEN that is refused by turns.',
    },
    {
      id: 'accepted.unusual',
      code: '!isPlain(one) && answers.some(isRefusal)',
      without: 'false',
      says: 'A service may refuse unusual titles and bodies.',
    },
    {
      id: 'accepted.steady',
      code: 'isSteady || blamesSlips',
      without: 'true',
      says: 'An intermittent refusal is not blamed on what was sent.',
    },
  ]),
];
