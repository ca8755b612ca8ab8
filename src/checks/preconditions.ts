import { because, type Doubt } from '../client/doubt.ts';
import { describeExchange, type Exchange, isServerError, isSuccess } from '../client/exchange.ts';
import { bearer } from '../client/request.ts';
import type { Caller } from '../client/test-bed.ts';
import { usualTokens } from '../generate/tokens.ts';
import { blaming } from '../model/causes.ts';
import { SIGHTINGS_TO_ACCUSE } from '../model/tuning.ts';
import type { Precondition } from '../run/rule.ts';
import type { Trial } from '../run/trial.ts';
import { hindrance } from '../snapshot/listing.ts';
import { isOtherOrder, numbered } from '../snapshot/sequence.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { allKeysIn } from './alike.ts';

/** Established by the first rule that needs it, for all of them. */
const onceARun = (name: string, says: string, establish: Precondition['establish']): Precondition => ({
  says,
  establish: (t) => t.run.once(`precondition ${name}`, () => establish(t)),
});

/** Without it nothing that a target answers shows anything: it may answer everything alike. */
export const repositoriesAreTold: Precondition = {
  says: 'a made-up repository is answered otherwise than the configured one',
  establish: async ({ first: { distinction } }) => {
    switch (distinction) {
      case 'told':
        return null;
      case 'alike':
        return blaming(
          ['list.unknown-repo', 'list.unknown-owner', 'list.recommended-headers', 'list.ok'],
          'The service answers a repository that does not exist just as it answers the configured one, so nothing that it answers shows anything.',
        );
      case 'flaky':
        return because(
          'unstable',
          'The service answered the plain list, or a repository that does not exist, with one status and then with another, so nothing that it answers shows anything; run again when the service is stable.',
        );
    }
  },
};

/** One request is answered with one status: else a right answer may be one of chance. */
export const answersAreSteady: Precondition = {
  says: 'the plain list and a made-up repository are answered alike when they are asked for again',
  establish: async (t) => (t.first.distinction === 'flaky' ? repositoriesAreTold.establish(t) : null),
};

/** Some of those who may ask can list at all; otherwise it is not this rule that is broken. */
export const somebodyLists: Precondition = {
  says: 'somebody may list the public repository',
  establish: async ({ first, base }) => {
    if (first.listers.length > 0) return null;
    const plain = first.plain.get(base);
    return blaming(
      ['list.ok', 'list.token', 'list.anonymous'],
      `Nobody is listed the public repository with 200 (${plain === undefined ? 'no answer' : describeExchange(plain)}).`,
    );
  },
};

const UNORDERED = blaming(
  ['list.page.partition'],
  'The plain list was answered twice, in two orders or with mostly other results, so no comparison of results shows anything.',
  'unstable',
);

/** True if the plain list was answered in two orders when the target was read first. */
export function hasTwoOrders({ first: { plain, plainAgain, base }, known }: Trial): boolean {
  const [one, other] = [plain.get(base), plainAgain].map((answer) =>
    answer === undefined ? [] : numbered(allKeysIn(answer, known)),
  );
  return one !== undefined && other !== undefined && known.isDistinct && isOtherOrder(one, other);
}

/** One request is answered in one order. Else no comparison of results shows anything. */
export const orderLasts: Precondition = {
  says: 'the plain list is answered in one order when it is asked for again',
  establish: async (t) => (hasTwoOrders(t) ? UNORDERED : null),
};

const UNORDERED_TO_STRANGERS = blaming(
  ['list.page.partition'],
  'Without a credential one request was answered twice, in two orders or with mostly other results, so no comparison of such results shows anything.',
  'unstable',
);

/**
 * Returns why results cannot be compared that strangers (callers without a credential), or others, were shown. `null` if
 * one order was seen.
 * @param isSeen true if one request was confirmed to be answered in two orders
 */
export function whyUnordered(t: Trial, shownTo: 'strangers' | 'others', isSeen: boolean): Doubt | null {
  // Before the first reading no results are compared.
  if (!t.run.isRead) return null;
  if (isSeen || hasTwoOrders(t)) return UNORDERED;
  if (shownTo === 'others' || t.base === 'anonymous' || !t.known.isDistinct) return null;
  const isUnordered = [{}, { per_page: String(FULL_PAGE) }].some((query) => {
    const [one, ...others] = t.run.listings
      .answersTo(t.listing(query, 'anonymous'))
      .map((answer) => numbered(allKeysIn(answer, t.known)));
    return one !== undefined && others.some((other) => isOtherOrder(one, other));
  });
  return isUnordered ? UNORDERED_TO_STRANGERS : null;
}

/** Explains that nothing follows from a plain list that was answered with 5xx at first. */
const erredAtFirst = (plain: Exchange): Doubt =>
  blaming(
    ['list.ok', 'list.token', 'list.anonymous'],
    `The plain list was answered ${describeExchange(plain)} when it was asked for first, so nothing that follows from it is known; run again when the service is stable.`,
    'unstable',
  );

/** True if several made-up tokens are answered 401; after one that is not, no other is sent. @throws {Stopped} */
async function areTokensRefused(t: Trial): Promise<boolean> {
  for (const token of usualTokens(t.seed('credential')).slice(0, SIGHTINGS_TO_ACCUSE)) {
    const answer = await t.ask({ ...t.listing(), as: bearer(token, 'invalid') });
    if (answer.response?.status !== 401) return false;
  }
  return true;
}

/**
 * Something shows that the service reads requests. Without it no rule passes, since a right answer may be the only one.
 * Violations need no such control.
 */
export const readsRequests: Precondition = onceARun(
  'reads requests',
  'another page or size is answered with other results of the list, or made-up tokens are refused with 401',
  async (t) => {
    const first = await t.run.first();
    if (first.isAnsweredByQuery) return null;
    const isListed = first.plain.get(t.base)?.response?.status === 200;
    if (isListed && (await areTokensRefused(t))) return null;
    const plain = first.plain.get(t.base);
    if (plain !== undefined && isServerError(plain)) return erredAtFirst(plain);
    return blaming(
      ['list.ok', 'list.token', 'list.anonymous', 'list.recommended-headers', 'list.array'],
      'Listings are answered alike, whatever page, size or token is sent, so a right answer may be the only one that this service has.',
      'unclear',
    );
  },
);

/**
 * For rules on a status that the plain list contradicts: a service without distinctions breaks them, and its right
 * answers show nothing.
 */
export const tellsRepositories: Precondition = {
  says: `${repositoriesAreTold.says}; ${readsRequests.says}`,
  establish: async (t) => (await repositoriesAreTold.establish(t)) ?? readsRequests.establish(t),
};

/** True if two answers differ in what they say of the credential. */
const differs = (a: Exchange, b: Exchange): boolean => {
  const [first, second] = [a.response?.status, b.response?.status];
  return first !== undefined && second !== undefined && first !== second;
};

/**
 * Returns why a token is not known to be valid: it is answered like a made-up one. A valid token that is refused is
 * refused in another way.
 */
export async function whyInvalid(t: Trial, caller: Exclude<Caller, 'anonymous'>): Promise<Doubt | null> {
  const setting = caller === 'member' ? 'TOKEN' : 'OUTSIDER_TOKEN';
  return t.run.once(`validity of ${setting}`, async () => {
    const own =
      (t.run.isRead ? t.first.plain.get(caller) : undefined) ?? (await t.ask(t.listing({}, caller)));
    const madeUp = await t.ask({ ...t.listing({}, caller), as: t.run.madeUpCredential });
    const doubt = hindrance(own) ?? hindrance(madeUp);
    if (doubt !== null) return doubt;
    if (differs(own, madeUp)) return null;
    if (caller === 'outsider' && t.bed.privateRepository !== undefined) {
      // A service that accepts made-up tokens may take their holders for somebody else than the outsider.
      const spec = t.listing({}, caller, t.bed.privateRepository);
      const answers = [await t.ask(spec), await t.ask({ ...spec, as: t.run.madeUpCredential })];
      const [mine, theirs] = answers.filter((answer) => hindrance(answer) === null);
      if (mine !== undefined && theirs !== undefined && differs(mine, theirs)) return null;
    }
    return own.response?.status === 200
      ? blaming(
          ['list.invalid-token'],
          `A made-up token lists the public repository too, so it is not known if ${setting} is valid.`,
        )
      : because(
          'access',
          `${setting} is answered like a made-up token (${describeExchange(own)}); check ${setting}.`,
        );
  });
}

/** TOKEN lets its holder list the public repository: then a refusal of others is for want of it. */
export const tokenLists: Precondition = {
  says: 'TOKEN, or no credential where none is set, lists the public repository',
  establish: async ({ base, bed, first }) => {
    const [who, called] =
      bed.token === undefined
        ? (['anonymous', 'A caller without a credential'] as const)
        : (['member', 'TOKEN'] as const);
    const answer = first.plain.get(who);
    if (answer !== undefined && isSuccess(answer)) return null;
    if (answer !== undefined && isServerError(answer)) return erredAtFirst(answer);
    const seen = answer === undefined ? 'no answer' : describeExchange(answer);
    const lists = `${called} does not list the public repository (${seen}), so a refusal of other tokens shows nothing`;
    return who === base
      ? blaming(['list.ok', 'list.anonymous'], `${lists}.`, 'access')
      : because('access', `${lists}; check TOKEN.`);
  },
};

/** OUTSIDER_TOKEN is known to be valid: then a refusal is for want of access. */
export const outsiderIsValid: Precondition = {
  says: 'OUTSIDER_TOKEN is answered otherwise than a made-up token',
  establish: (t) => whyInvalid(t, 'outsider'),
};
