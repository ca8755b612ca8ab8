import { readsRequests, whyInvalid } from '../checks/preconditions.ts';
import { because, type Doubt } from '../client/doubt.ts';
import {
  describeExchange,
  type Exchange,
  isRateLimited,
  isRefusal,
  isServerError,
  isSuccess,
} from '../client/exchange.ts';
import { blaming } from '../model/causes.ts';
import { SIGHTINGS_TO_ACCUSE } from '../model/tuning.ts';
import type { Precondition } from '../run/rule.ts';
import type { Trial } from '../run/trial.ts';
import { hindrance, listingOf } from '../snapshot/listing.ts';
import {
  acceptedIn,
  anonymously,
  elsewhere,
  isAnyAccepted,
  statusOf,
  untitled,
  untitledByOutsider,
  validTwin,
} from './shared-creations.ts';
import { isSingle, type Sent, submit, untitledPayload, validCreation, writerOf } from './writer.ts';

/** Statuses that refuse a caller, whatever the request says. */
const MAY_NOT: ReadonlySet<number> = new Set([401, 403, 404]);

const isForbidden = (answer: Exchange): boolean => MAY_NOT.has(statusOf(answer)) && !isRateLimited(answer);

/** Returns why TOKEN may not create, or `null`: the scopes that it takes are not shown (section 5.6). */
function mayNotCreate(t: Trial, answer: Exchange): Promise<Doubt | null> {
  if (!isForbidden(answer)) return Promise.resolve(null);
  return t.run.once('may not create', async () => {
    for (let left = SIGHTINGS_TO_ACCUSE - 1; left > 0 && t.run.settings.writes === 'all'; left -= 1)
      if (isSuccess(await submit(t, validCreation(t)))) return null;
    // A creation of a burst may have been accepted.
    if (acceptedIn(t).length > 0) return null;
    const list = await t.ask(t.listing({}, 'member', t.bed.written));
    const status = describeExchange(answer);
    const complaint = await t.run.whyTokenRefused([answer]);
    if (complaint !== null) {
      t.run.giveUp(complaint);
      return because('access', complaint);
    }
    return because(
      'access',
      listingOf(list).kind === 'list'
        ? `TOKEN lists but may not create (${status}), so nothing follows from how creations are answered; use a TOKEN that may create issues in ${t.bed.written.owner}/${t.bed.written.repo}.`
        : `TOKEN may neither list (${describeExchange(list)}) nor create (${status}); check TOKEN.`,
    );
  });
}

/** Nothing shows that TOKEN may not create issues. */
export const tokenMayCreate: Precondition = {
  says: 'a valid creation with TOKEN is not answered 401, 403 or 404 where none is accepted',
  establish: async (t) => {
    // Requests that must be refused go beside the valid one: other preconditions take their answers.
    const [valid, checked] = await Promise.all([
      validTwin(t),
      untitled(t),
      ...(t.run.mayBeSignedIn ? [] : [anonymously(t)]),
    ]);
    const answer = valid ?? checked;
    return hindrance(answer) ?? (await mayNotCreate(t, answer));
  },
};

/** Returns the valid creations that were sent one by one. */
const validSingles = (t: Trial): Sent[] =>
  writerOf(t)
    .sent.filter(({ isValid }) => isValid)
    .filter(isSingle(t));

/** Returns the refusal of a valid creation with TOKEN if another one was accepted, or `null`. */
export function refusedByTurns(t: Trial): Exchange | null {
  const valid = validSingles(t);
  const refused = valid.find(({ exchange }) => isForbidden(exchange));
  return valid.some(({ outcome }) => outcome === 'accepted') ? (refused?.exchange ?? null) : null;
}

/** Returns why a refusal shows nothing if valid creations are accepted and refused by turns, or `null`. */
function isByTurns(t: Trial): Doubt | null {
  const refused = refusedByTurns(t);
  return refused === null
    ? null
    : blaming(
        ['create.accepted'],
        `Valid creations are accepted and then answered ${describeExchange(refused)}, so a refusal shows nothing.`,
      );
}

/** Statuses that may refuse the words of a title or a body. */
const OF_TEXTS: ReadonlySet<number> = new Set([400, 413, 422]);

/** Returns why an acceptance shows nothing if valid creations are refused intermittently, whatever they say, or `null`. */
export function failsNowAndThen(t: Trial): Doubt | null {
  const failed = validSingles(t).find(
    ({ exchange }) =>
      exchange.fault === null &&
      !isSuccess(exchange) &&
      !isServerError(exchange) &&
      !isRateLimited(exchange) &&
      !OF_TEXTS.has(statusOf(exchange)),
  );
  return failed === undefined
    ? null
    : blaming(
        ['create.accepted'],
        `Valid creations are accepted and then answered ${describeExchange(failed.exchange)}, so an acceptance shows nothing.`,
      );
}

/**
 * Makes a precondition of rules on refusals: a valid creation is accepted.
 * @param refusal what would show nothing otherwise
 * @param unwritten finds why it does not hold if nothing may be created
 */
const refusalTells = (
  says: string,
  refusal: string,
  unwritten: (t: Trial) => Promise<Doubt | null>,
): Precondition => ({
  says,
  establish: async (t) => {
    const doubt = await tokenMayCreate.establish(t);
    if (doubt !== null) return doubt;
    if (await isAnyAccepted(t)) return isByTurns(t);
    const twin = await validTwin(t);
    return twin === null
      ? unwritten(t)
      : (hindrance(twin) ??
          blaming(
            ['create.accepted'],
            `A valid creation is refused as well (${describeExchange(twin)}), so ${refusal} shows nothing.`,
          ));
  },
});

const MAY_BE_SIGNED_IN = because(
  'setting',
  'HEADERS sends a Cookie with every request, which may sign in, so a creation without a credential shows nothing; WRITES=all decides it, or HEADERS without Cookie.',
);

/** TOKEN gets further with a creation than nobody does, so a refusal is one of the credential or the name. */
export const tokenIsLetIn: Precondition = refusalTells(
  'the same creation with TOKEN is accepted; where none may be, TOKEN gets further without a title than nobody does',
  'a refusal',
  async (t) => {
    if (t.run.mayBeSignedIn) return MAY_BE_SIGNED_IN;
    const [checked, anonymous] = [await untitled(t), await anonymously(t)];
    return statusOf(checked) === statusOf(anonymous)
      ? (hindrance(checked) ??
          because(
            'access',
            `Creations are answered alike with TOKEN and without a credential (${describeExchange(checked)}), so a refusal shows nothing; WRITES=all decides it.`,
          ))
      : (hindrance(checked) ?? hindrance(anonymous));
  },
);

/** A valid payload gets further than an invalid one, so a refusal is one of the payload. */
export const payloadIsRead: Precondition = refusalTells(
  'a valid creation is accepted; where none may be sent, creations without a credential and in no repository are refused otherwise than by 422',
  'the refusal of an invalid one',
  async (t) => {
    if (t.run.mayBeSignedIn) return MAY_BE_SIGNED_IN;
    const [anonymous, other] = [await anonymously(t), await elsewhere(t)];
    const isApart = [anonymous, other].every((answer) => statusOf(answer) >= 400 && statusOf(answer) !== 422);
    return isApart
      ? null
      : (hindrance(anonymous) ??
          hindrance(other) ??
          blaming(
            ['create.anonymous', 'create.unknown-owner', 'create.unknown-repo'],
            `Creations are refused alike, whatever is wrong with them (${describeExchange(anonymous)} without a credential, ${describeExchange(other)} in a repository that does not exist); WRITES=all decides it.`,
          ));
  },
);

/** Not everything is accepted, so an acceptance shows something. */
export const othersAreRefused: Precondition = {
  says: 'a creation without a credential, or one without a title, is refused otherwise than by 404',
  establish: async (t) => {
    const others = [...(t.run.mayBeSignedIn ? [] : [await anonymously(t)]), await untitled(t)];
    // The service may answer 404 to anything.
    return others.some((answer) => statusOf(answer) >= 400 && statusOf(answer) !== 404)
      ? null
      : (others.map(hindrance).find((doubt) => doubt !== null) ??
          blaming(
            ['create.anonymous', 'create.missing-title'],
            `Creations without a credential and without a title are not refused for that (${others.map(describeExchange).join(' and ')}), so an acceptance shows nothing.`,
          ));
  },
};

/** OUTSIDER_TOKEN gets further in the public repository than nobody does, so a refusal is one of access. */
export const outsiderMayCreate: Precondition = {
  says: 'OUTSIDER_TOKEN gets as far as the check of the payload in the public repository',
  establish: async (t) => {
    const [invalid, checked] = await Promise.all([whyInvalid(t, 'outsider'), untitledByOutsider(t)]);
    const asked = { repository: t.bed.written, payload: untitledPayload };
    // If listings let anybody in, the answer to a made-up token shows if this one is known.
    const isKnown =
      invalid === null ||
      (isRefusal(checked) &&
        statusOf(await submit(t, { ...asked, as: t.run.madeUpCredential })) !== statusOf(checked));
    if (!isKnown) return invalid;
    if (isSuccess(checked) || statusOf(checked) === 422) return null;
    const valid = t.run.settings.writes === 'all' ? { ...validCreation(t), as: t.as('outsider') } : null;
    if (valid !== null && isSuccess(await submit(t, valid))) return null;
    return (
      hindrance(checked) ??
      because(
        'access',
        `OUTSIDER_TOKEN gets no further in the public repository either (${describeExchange(checked)} without a title), so a refusal in the private one shows nothing; use a token that may create issues in ${t.bed.written.owner}/${t.bed.written.repo}.`,
      )
    );
  },
};

/** The service reads creations: it tells apart those that are valid, without a credential, and without a title. Or it reads listings. */
export const creationsAreTold: Precondition = {
  says: 'creations without a credential and without a title are answered 401 and 422, and a valid one is accepted',
  establish: async (t) => {
    const valid = await validTwin(t);
    const isToldApart =
      (valid === null || isSuccess(valid)) &&
      statusOf(await untitled(t)) === 422 &&
      (t.run.mayBeSignedIn || statusOf(await anonymously(t)) === 401);
    return isToldApart ? null : readsRequests.establish(t);
  },
};
