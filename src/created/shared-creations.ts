import { isFleeting } from '../checks/answers.ts';
import { type Exchange, isServerError } from '../client/exchange.ts';
import { ANONYMOUS, type RepositoryName } from '../client/request.ts';
import { sameRepository } from '../client/test-bed.ts';
import { madeUpNames } from '../generate/names.ts';
import { SIGHTINGS_TO_ACCUSE } from '../model/tuning.ts';
import type { Trial } from '../run/trial.ts';
import {
  type Sent,
  type Submission,
  submit,
  untitledPayload,
  validCreation,
  validPayload,
  writerOf,
} from './writer.ts';

/** Returns the status of an answer, or 0 if it is not complete. */
export const statusOf = ({ response, fault }: Exchange): number =>
  fault === null ? (response?.status ?? 0) : 0;

/** Sends a request again after a bad moment, which says nothing of the request. */
async function steadily(ask: () => Promise<Exchange>): Promise<Exchange> {
  let answer = await ask();
  for (
    let left = SIGHTINGS_TO_ACCUSE - 1;
    left > 0 && (isFleeting(answer) || isServerError(answer));
    left -= 1
  )
    answer = await ask();
  return answer;
}

/** Returns a function that sends a creation once in a run, whoever asks: a valid one, but for what it says. */
const once =
  (name: string, differs: (t: Trial) => Pick<Submission, 'as'> & Partial<Submission>) =>
  (t: Trial): Promise<Exchange> =>
    t.run.once(name, () =>
      steadily(() => submit(t, { repository: t.bed.written, payload: validPayload, ...differs(t) })),
    );

/** Sends a valid creation once in a run, if creations are allowed. @throws {Stopped} */
export async function validTwin(t: Trial): Promise<Exchange | null> {
  if (t.run.settings.writes !== 'all') return null;
  return t.run.once('valid creation', () =>
    steadily(() => t.run.target.oneByOne(() => t.send(writerOf(t).request(validCreation(t))))),
  );
}

/** True if a creation was accepted; if one with a body is not, one without is sent. @throws {Stopped} */
export async function isAnyAccepted(t: Trial): Promise<boolean> {
  if ((await validTwin(t)) !== null && acceptedIn(t).length === 0)
    await t.run.once('valid creation without body', () =>
      submit(t, { ...validCreation(t), payload: (title) => ({ title }) }),
    );
  return acceptedIn(t).length > 0;
}

/** Returns a repository that the owner of the real one does not have. */
export const nowhere = (t: Trial): RepositoryName => ({
  owner: t.bed.written.owner,
  repo: `${t.bed.written.repo}${madeUpNames(t.seed('repositories')).suffix}`,
});

/** Sends a creation without a title, with TOKEN: it shows how far TOKEN gets, and creates nothing. @throws {Stopped} */
export const untitled = once('creation without title', (t) => ({
  as: t.as('member'),
  payload: untitledPayload,
}));
const WITH_NONE = { as: ANONYMOUS, refusedBy: 'create.anonymous' } as const;

/** Sends a valid creation without a credential; a caller who may be signed in would create an issue. @throws {Stopped} */
export const anonymously = once('creation without credential', () => WITH_NONE);
/** Sends a valid creation in a repository that does not exist. @throws {Stopped} */
export const elsewhere = once('creation in no repository', (t) => ({
  as: t.as('member'),
  repository: nowhere(t),
}));
/** Sends a creation without a credential and without a title. @throws {Stopped} */
export const anonymouslyUntitled = once('creation without credential and title', () => ({
  ...WITH_NONE,
  payload: untitledPayload,
}));
/** Sends a creation without a credential in a repository that does not exist. @throws {Stopped} */
export const anonymouslyElsewhere = once('creation without credential in no repository', (t) => ({
  ...WITH_NONE,
  repository: nowhere(t),
}));
/** Sends a creation without a title as the outsider. @throws {Stopped} */
export const untitledByOutsider = once('creation without title by the outsider', (t) => ({
  as: t.as('outsider'),
  payload: untitledPayload,
}));

/** Returns the creations that were accepted in the repository that is written to. */
export const acceptedIn = (t: Trial): Sent[] =>
  writerOf(t).sent.filter(
    ({ outcome, repository }) => outcome === 'accepted' && sameRepository(repository, t.bed.written),
  );
