import { type Exchange, isServerError } from '../client/exchange.ts';
import { ANONYMOUS, type RepositoryName } from '../client/request.ts';
import { sameRepository } from '../client/test-bed.ts';
import { isFleeting } from '../engine/answers.ts';
import type { Trial } from '../engine/trial.ts';
import { SIGHTINGS_TO_ACCUSE } from '../engine/tuning.ts';
import { madeUpNames } from '../generate/names.ts';
import { type Sent, submit, untitledPayload, validCreation, validPayload, writerOf } from './writer.ts';

/** The status of an answer, 0 without a whole one. */
export const statusOf = ({ response, fault }: Exchange): number =>
  fault === null ? (response?.status ?? 0) : 0;

/** A bad moment says nothing of what is sent: it is sent again. */
export async function steadily(ask: () => Promise<Exchange>): Promise<Exchange> {
  let answer = await ask();
  for (
    let left = SIGHTINGS_TO_ACCUSE - 1;
    left > 0 && (isFleeting(answer) || isServerError(answer));
    left -= 1
  )
    answer = await ask();
  return answer;
}

/** A valid creation, sent once in a run, and only where creations are allowed. @throws {Stopped} */
export async function validTwin(t: Trial): Promise<Exchange | null> {
  if (t.run.settings.writes !== 'all') return null;
  return t.run.once('valid creation', () =>
    steadily(() => t.run.oneByOne(() => t.send(writerOf(t).request(validCreation(t))))),
  );
}

/** Whether a creation was accepted; where one with a body is not, one without is sent, once in a run. @throws {Stopped} */
export async function isAnyAccepted(t: Trial): Promise<boolean> {
  if ((await validTwin(t)) !== null && acceptedIn(t).length === 0)
    await t.run.once('valid creation without body', () =>
      submit(t, { ...validCreation(t), payload: (title) => ({ title }) }),
    );
  return acceptedIn(t).length > 0;
}

/** A creation without a title, with TOKEN: how far it gets without creating anything. @throws {Stopped} */
export const untitled = (t: Trial): Promise<Exchange> =>
  t.run.once('creation without title', () =>
    steadily(() => submit(t, { repository: t.bed.written, as: t.as('member'), payload: untitledPayload })),
  );

/** A valid creation without a credential; not for those who may be signed in, since it would create an issue. @throws {Stopped} */
export const anonymously = (t: Trial): Promise<Exchange> =>
  t.run.once('creation without credential', () =>
    steadily(() => submit(t, { repository: t.bed.written, as: ANONYMOUS, payload: validPayload })),
  );

/** A repository that the owner of the real one does not have. */
export const nowhere = (t: Trial): RepositoryName => ({
  owner: t.bed.written.owner,
  repo: `${t.bed.written.repo}${madeUpNames(t.seed('repositories')).suffix}`,
});

/** A valid creation in a repository that does not exist. @throws {Stopped} */
export const elsewhere = (t: Trial): Promise<Exchange> =>
  t.run.once('creation in no repository', () =>
    steadily(() => submit(t, { repository: nowhere(t), as: t.as('member'), payload: validPayload })),
  );

/** The same without a title, and in a repository that does not exist: two things are wrong with each. @throws {Stopped} */
export const anonymouslyUntitled = (t: Trial): Promise<Exchange> =>
  t.run.once('creation without credential and title', () =>
    steadily(() => submit(t, { repository: t.bed.written, as: ANONYMOUS, payload: untitledPayload })),
  );
export const anonymouslyElsewhere = (t: Trial): Promise<Exchange> =>
  t.run.once('creation without credential in no repository', () =>
    steadily(() => submit(t, { repository: nowhere(t), as: ANONYMOUS, payload: validPayload })),
  );

/** Creations that the written repository accepted of TOKEN. */
export const acceptedIn = (t: Trial): Sent[] =>
  writerOf(t).sent.filter(
    ({ outcome, repository }) => outcome === 'accepted' && sameRepository(repository, t.bed.written),
  );
